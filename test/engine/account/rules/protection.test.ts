import t from 'tap'
import {
  checkStops,
  NO_STOPS,
  priceOf,
  type Stops,
  stopsAsked,
} from '../../../../engine/account/rules/protection.js'
import { isRefusal } from '../../../../engine/code.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { givenBook, symbolIn } from '../../../given/book.js'

const HELD: Stops = { stopLoss: 116_000, takeProfit: 118_000, trailingPts: 50 }
const NOTHING = { stopLoss: '', takeProfit: '', trailingPts: undefined }

function given(change: Partial<SymbolRecord> = {}) {
  return symbolIn(givenBook({ symbols: { EURUSD: change } }), 'EURUSD')
}

t.test('what is given is taken, 0 is none, and what is not given stays', (t) => {
  const symbol = given()
  t.strictSame(stopsAsked(symbol, NOTHING), NO_STOPS)
  t.strictSame(stopsAsked(symbol, NOTHING, HELD), HELD)
  t.strictSame(stopsAsked(symbol, { ...NOTHING, stopLoss: '1.1' }, HELD), {
    ...HELD,
    stopLoss: 110_000,
  })
  t.strictSame(stopsAsked(symbol, { ...NOTHING, takeProfit: '0' }, HELD), {
    ...HELD,
    takeProfit: 0,
  })
  t.strictSame(stopsAsked(symbol, { ...NOTHING, trailingPts: 0 }, HELD), {
    ...HELD,
    trailingPts: 0,
  })
  t.end()
})

t.test('a price is one of the symbol’s, on its ticks', (t) => {
  const symbol = given({ tick_size: '0.00005' })
  const texts = ['1.17005', '1.17', '0', '-1.17', '1.170051', '1.17001', 'x', '']
  t.same(
    texts.map((text) => priceOf(symbol, text)),
    [117_005, 117_000, undefined, undefined, undefined, undefined, undefined, undefined],
  )
  for (const [field, name] of [
    ['stopLoss', 'stop_loss'],
    ['takeProfit', 'take_profit'],
  ] as const) {
    t.strictSame(stopsAsked(symbol, { ...NOTHING, [field]: '1.17001' }, HELD), {
      ok: false,
      code: 'trade.invalid_stops',
      message: `${name}: EURUSD has prices of 5 decimals in steps of 0.00005, above 0. 0 is none.`,
      numbers: { field: name, distance_pts: null, nearest: '1.17000' },
    })
    t.ok(isRefusal(stopsAsked(symbol, { ...NOTHING, [field]: '-1' }, HELD)))
  }
  t.end()
})

t.test('stops keep their distance, and a refusal says the last that would do', (t) => {
  const symbol = given({ stops_level_pts: 10 })
  const rows: readonly [1 | -1, Partial<Stops>, string, string, string][] = [
    [1, { stopLoss: 116_991 }, 'stop_loss', '1.16990', 'of a buy it is 1.16990 or lower now.'],
    [-1, { stopLoss: 117_009 }, 'stop_loss', '1.17010', 'of a sell it is 1.17010 or higher now.'],
    [1, { takeProfit: 117_009 }, 'take_profit', '1.17010', 'of a buy it is 1.17010 or higher now.'],
    [
      -1,
      { takeProfit: 116_991 },
      'take_profit',
      '1.16990',
      'of a sell it is 1.16990 or lower now.',
    ],
    [1, { trailingPts: 9 }, 'trailing_pts', '10', 'it is 10 to 116999 now.'],
    [1, { trailingPts: 117_000 }, 'trailing_pts', '116999', 'it is 10 to 116999 now.'],
  ]
  for (const [side, wrong, field, nearest, says] of rows) {
    const stops = { ...NO_STOPS, ...wrong }
    t.strictSame(checkStops(symbol, side, 117_000, stops), {
      ok: false,
      code: 'trade.invalid_stops',
      message: `${field}: ${says}`,
      numbers: { field, distance_pts: 10, nearest },
    })
    t.equal(checkStops(symbol, side, 117_000, stops, stops), undefined, 'what is held stays')
  }
  for (const side of [1, -1] as const) {
    t.equal(checkStops(symbol, side, 117_000, NO_STOPS, HELD), undefined, 'none is none too near')
    const stops = {
      stopLoss: 117_000 - side * 10,
      takeProfit: 117_000 + side * 10,
      trailingPts: side === 1 ? 10 : 116_999,
    }
    t.equal(checkStops(symbol, side, 117_000, stops), undefined)
  }
  t.end()
})

t.test('the nearest that would do is on the ticks, on the side that does', (t) => {
  const symbol = given({ tick_size: '0.00011' })
  for (const [side, field, nearest] of [
    [1, 'stopLoss', '1.16996'],
    [-1, 'stopLoss', '1.17007'],
    [1, 'takeProfit', '1.17007'],
    [-1, 'takeProfit', '1.16996'],
  ] as const) {
    const wrong = checkStops(symbol, side, 117_000, { ...NO_STOPS, [field]: 117_000 })
    t.equal(wrong?.numbers?.['nearest'], nearest, `${side} ${field}`)
  }
  t.end()
})

t.test('without a level a point is kept, and of a price of few points nothing can trail', (t) => {
  const symbol = given()
  const trailing = (trailingPts: number, market: number) => {
    const wrong = checkStops(symbol, 1, market, { ...NO_STOPS, trailingPts })
    return wrong === undefined ? 'right' : wrong.numbers?.['nearest']
  }
  t.equal(trailing(1, 2), 'right')
  t.equal(trailing(2, 2), '1')
  t.equal(trailing(1, 1), null)
  t.equal(trailing(5, 1), null)
  t.match(checkStops(symbol, 1, 2, { ...NO_STOPS, stopLoss: 2 }), { numbers: { distance_pts: 1 } })
  t.equal(checkStops(symbol, 1, 2, { ...NO_STOPS, stopLoss: 1 }), undefined)
  t.end()
})
