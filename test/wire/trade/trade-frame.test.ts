import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { decodeRequest, type SocketCodec } from '../../../wire/frame/socket-frame.js'
import { readTradeFrame } from '../../../wire/trade/trade-frame.js'
import { parseTrade, TRADE_KINDS, TradeBody, tradeOf } from '../../../wire/trade/trade-request.js'
import { graphemes } from '../../given/texts.js'
import { pack } from '../frame/any-frame.js'

const CODECS: readonly SocketCodec[] = ['json', 'msgpack']
const NOTHING = new Uint8Array(0)

function encoded(codec: SocketCodec, value: unknown): Uint8Array {
  return codec === 'json' ? Buffer.from(JSON.stringify(value)) : pack(value)
}

/** The body as it is kept for staff: fields that were left out are not in it. */
function withPlainBody(parsed: ReturnType<typeof tradeOf>) {
  return 'sent' in parsed ? { ...parsed, sent: JSON.stringify(sorted(parsed.sent?.body)) } : parsed
}

function sorted(body: unknown): unknown {
  return Object.fromEntries(Object.entries(body ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The request that the shard makes of a frame, the general way. */
function general(codec: SocketCodec, frame: Uint8Array) {
  const request = decodeRequest(codec, frame)
  if (request?.op !== 'trade') return undefined
  const parsed = parseTrade(request.args, frame.length, { reason: 'client', dealer: 0 })
  return { id: request.id, parsed: withPlainBody(parsed) }
}

/** The short way, when it reads the frame. */
function short(codec: SocketCodec, frame: Uint8Array) {
  const trade = readTradeFrame(codec, frame)
  if (trade === undefined) return undefined
  const parsed = tradeOf(trade.fields, { reason: 'client', dealer: 0 })
  return { id: trade.id, parsed: withPlainBody(parsed) }
}

const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
const KEY = { client_order_id: `run-${'7'.repeat(30)}` }

t.test('the frames of usual traders are read the short way, to the same request', (t) => {
  const bodies = [
    { ...OPEN, order_kind: 'market', ...KEY },
    { ...OPEN, side: 'sell', filling: 'ioc', comment: 'a "b' },
    { ...OPEN, comment: '', volume: '123456789012345678.123456789012' },
    { kind: 'close', position_id: 77, ...KEY },
    { kind: 'close', position_id: 4_000_000_000, volume: '1' },
    { ...OPEN, kind: 'close' },
    { kind: 'open', position_id: 1 },
    { ...OPEN, price: '1.17010', deviation_pts: 10, ...KEY },
    { ...OPEN, stop_loss: '1.15', take_profit: '0', deviation_pts: 1_000_000_000 },
    { kind: 'close', position_id: 5, price: '0.5', deviation_pts: 0 },
    { kind: 'close', position_id: 5, stop_loss: '1' },
  ]
  for (const codec of CODECS) {
    for (const args of bodies) {
      for (const id of [0, 65_000, 999_999_999, '', 'x'.repeat(31)]) {
        const frame = encoded(codec, { id, op: 'trade', args })
        const isPlain = codec === 'msgpack' || !('comment' in args && args.comment.includes('"'))
        t.equal(readTradeFrame(codec, frame) !== undefined, isPlain)
        if (isPlain) t.same(short(codec, frame), general(codec, frame))
      }
    }
  }
  const spaced = Buffer.from(
    ' { "args" :{"kind": "close","position_id":   5} ,"id":1, "op":"trade"}  ',
  )
  t.same(short('json', spaced), general('json', spaced))
  t.end()
})

const fields = Object.keys(TradeBody.properties)
const names = fc.constantFrom(...fields)
const moreNames = fc.constantFrom(...fields, 'x', '', '__proto__')
const words = fc.constantFrom(
  ...TRADE_KINDS,
  'EURUSD',
  'buy',
  'sell',
  'market',
  'ioc',
  'fok',
  'a b',
)
const volumes = fc.constantFrom('0.01', '1', '0', '01', '.5', '1.', '-1', '1e3', '0.000000001')
const values = fc.oneof(
  words,
  volumes,
  fc.string({ maxLength: 70 }),
  fc.string({ unit: graphemes, maxLength: 40 }),
  fc.nat(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constantFrom(
    null,
    true,
    [],
    {},
    0,
    1,
    127,
    128,
    255,
    256,
    65_535,
    65_536,
    2 ** 32,
    2 ** 53 - 1,
  ),
)
const fittingPrices = fc.constantFrom('1.17', '0', '1', '0.00001', '-1.17', '01.1', '1e3')
const FITTING = {
  kind: fc.constantFrom('open', 'close', 'stops'),
  symbol: fc.constantFrom('EURUSD', ''),
  side: fc.constantFrom('buy', 'sell'),
  volume: volumes,
  position_id: fc.constantFrom(0, 1, 77, 2 ** 32),
  price: fittingPrices,
  stop_loss: fittingPrices,
  take_profit: fittingPrices,
  deviation_pts: fc.constantFrom(0, 1, 127, 128, 65_536, 1_000_000_000, 1_000_000_001, -1, 1.5),
  filling: fc.constantFrom('fok', 'ioc', 'return', 'boc'),
  client_order_id: fc.constantFrom('a', 'b c', ''),
}
const bodies = fc.oneof(
  fc.dictionary(fc.oneof(names, moreNames), values, { maxKeys: 9 }),
  fc.dictionary(moreNames, values, { maxKeys: 3 }).map((more) => ({ ...OPEN, ...more })),
  fc.dictionary(moreNames, values, { maxKeys: 3 }).map((more) => ({ kind: 'close', ...more })),
  fc
    .record({ kind: fc.constantFrom(...TRADE_KINDS) })
    .chain(({ kind }) =>
      fc.dictionary(moreNames, values, { maxKeys: 4 }).map((more) => ({ ...more, kind })),
    ),
  // Mostly what fits its field, so that much of it is read the short way.
  fc.record(FITTING, { requiredKeys: ['kind'] }),
)
const frames = fc.record({
  id: fc.oneof(fc.nat(999_999_999), fc.string({ maxLength: 31 }), values),
  op: fc.oneof({ weight: 4, arbitrary: fc.constant('trade') }, words),
  args: bodies,
})

t.test('whatever is read the short way is what the general way reads', (t) => {
  let reads = 0
  for (const codec of CODECS) {
    fc.assert(
      fc.property(frames, (value) => {
        const frame = encoded(codec, value)
        const found = short(codec, frame)
        if (found === undefined) return
        reads++
        deepEqual(found, general(codec, frame))
      }),
      { numRuns: 4_000 },
    )
  }
  t.ok(reads > 300, `${reads} frames were read`)
  t.end()
})

t.test(
  'a frame that was cut, lengthened or changed in any byte is read as the general way does',
  (t) => {
    let reads = 0
    const at = fc.nat(300)
    for (const codec of CODECS) {
      const usual = [
        encoded(codec, { id: 10_001, op: 'trade', args: { ...OPEN, ...KEY } }),
        encoded(codec, { id: 'a', op: 'trade', args: { kind: 'close', position_id: 300, ...KEY } }),
        encoded(codec, {
          id: 7,
          op: 'trade',
          args: {
            ...OPEN,
            price: '1.17010',
            deviation_pts: 300,
            stop_loss: '1.1',
            take_profit: '2',
          },
        }),
      ]
      const change = fc.tuple(
        fc.constantFrom(...usual),
        at,
        fc.nat(255),
        fc.constantFrom(0, 1, 2, 3),
      )
      fc.assert(
        fc.property(change, ([whole, place, byte, how]) => {
          const where = place % whole.length
          const frame = changed(whole, where, byte, how)
          const found = short(codec, frame)
          if (found === undefined) return
          reads++
          deepEqual(found, general(codec, frame))
        }),
        { numRuns: 20_000 },
      )
    }
    t.ok(reads > 1_000, `${reads} frames were read`)
    t.end()
  },
)

function changed(whole: Uint8Array, where: number, byte: number, how: number): Uint8Array {
  if (how === 0) return whole.slice(0, where)
  if (how === 3) return whole.with(where, byte)
  const kept = whole.subarray(0, where)
  const rest = whole.subarray(how === 1 ? where : where + 1)
  return Buffer.concat([kept, how === 1 ? Uint8Array.of(byte) : NOTHING, rest])
}
