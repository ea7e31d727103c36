import t from 'tap'
import {
  EventTemplates,
  MONEY,
  nameOf,
  TRADE_REPLY,
  templateFor,
} from '../../../../actors/shard/live/event-frames.js'
import type { AccountEvent } from '../../../../engine/account/event.js'

// Goal: an event has the name that its hearer knows it by, and frames of different shapes are written over different ones.

const event = (given: object): AccountEvent =>
  ({ symbolId: 1, side: 1, stopLoss: 0, takeProfit: 0, ...given }) as unknown as AccountEvent

t.test(
  'staff who watch hear of corrected and restored rows as of rows, the holder is told',
  (t) => {
    const rows: readonly [given: object, holder: string, staff: string][] = [
      [{ type: 'order' }, 'order', 'order'],
      [{ type: 'deal' }, 'deal', 'deal'],
      [{ type: 'position' }, 'position', 'position'],
      [{ type: 'correction' }, 'correction', 'position'],
      [{ type: 'restored_position' }, 'correction', 'position'],
      [{ type: 'restored_deal' }, 'restored_deal', 'deal'],
      [{ type: 'standing', standing: 'margin_call' }, 'margin_call', 'margin_call'],
      [{ type: 'standing', standing: 'stop_out' }, 'stop_out', 'stop_out'],
      [{ type: 'day' }, 'daily', 'daily'],
      [{ type: 'night' }, 'night', 'night'],
      [{ type: 'restatement' }, 'restatement', 'restatement'],
    ]
    for (const [given, holder, staff] of rows) {
      const names = [nameOf(event(given), 'holder'), nameOf(event(given), 'staff')]
      t.same(names, [holder, staff], JSON.stringify(given))
    }
    t.end()
  },
)

t.test('frames of each shape have a place of their own, by the symbol', (t) => {
  const shapes: object[] = [
    { type: 'correction' },
    { type: 'standing' },
    { type: 'day' },
    { type: 'night' },
    { type: 'restatement' },
  ]
  for (const side of [1, -1]) {
    for (const entry of ['in', 'out']) shapes.push({ type: 'deal', entry, side })
    for (const stops of [{}, { stopLoss: 1, takeProfit: 1 }]) {
      for (const kind of ['market', 'limit']) shapes.push({ type: 'order', kind, side, ...stops })
      for (const closedAt of [0, 1]) shapes.push({ type: 'position', closedAt, side, ...stops })
    }
  }
  const places = shapes.flatMap((shape) =>
    [1, 2, 63, 64].map((symbolId) => templateFor(event({ ...shape, symbolId }))),
  )
  const ofNoSymbol = new Set(['standing', 'day', 'night', 'restatement'])
  const withSymbol = shapes.filter((shape) => !ofNoSymbol.has((shape as { type: string }).type))
  t.equal(new Set(places).size, withSymbol.length * 4 + ofNoSymbol.size)
  const firstPlaces = shapes.slice(5).map((shape) => templateFor(event(shape)) - 34)
  t.same(firstPlaces, [8, 10, 0, 4, 12, 16, 2, 6, 14, 18, 9, 11, 1, 5, 13, 17, 3, 7, 15, 19])
  t.notOk(places.includes(MONEY) || places.includes(TRADE_REPLY))
  t.ok(places.every((place) => Number.isInteger(place) && place > TRADE_REPLY))
  t.end()
})

t.test('a template is kept at its place, for each codec', (t) => {
  const templates = new EventTemplates()
  const all = (['json', 'msgpack'] as const).flatMap((codec) =>
    [MONEY, TRADE_REPLY, 2, 2049].map((place) => [codec, place] as const),
  )
  const first = all.map(([codec, place]) => templates.at(codec, place))
  const second = all.map(([codec, place]) => templates.at(codec, place))
  t.equal(new Set(first).size, all.length)
  t.ok(first.every((template, at) => template === second[at]))
  t.end()
})
