import t from 'tap'
import { parseTrade } from '../../../wire/trade/trade-request.js'

const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
const CLOSE = { kind: 'close', position_id: 77 }

function parsed(args: unknown) {
  // A check brings text into its form in place, so every row gets its own copy.
  return parseTrade(structuredClone(args), 100, { reason: 'client', dealer: 0 })
}

t.test('an order is parsed to integers, with what was left out as nothing', (t) => {
  t.match(parsed(OPEN), {
    ok: true,
    request: {
      kind: 'open',
      symbol: 'EURUSD',
      side: 1,
      volume: 10_000_000,
      filling: '',
      price: '',
      deviationPts: 0,
      quoteId: '',
      stopLoss: '',
      takeProfit: '',
      trailingPts: undefined,
      comment: '',
      reason: 'client',
      dealer: 0,
      source: { clientOrderId: '', session: '' },
    },
    requestKey: '',
    digest: 0,
  })
  t.match(parsed({ ...OPEN, side: 'sell', order_kind: 'market', filling: 'ioc', comment: 'x' }), {
    request: { side: -1, filling: 'ioc', comment: 'x' },
  })
  t.match(parsed(CLOSE), { request: { kind: 'close', positionId: 77, volume: 0 } })
  t.match(parsed({ ...CLOSE, volume: '0.00000001' }), { request: { volume: 1 } })
  t.match(parsed({ ...OPEN, client_order_id: 'a-1' }), {
    request: { source: { clientOrderId: 'a-1' } },
    requestKey: 'o:a-1',
  })
  t.end()
})

t.test('what a request says of what it names is kept, and is no part of what it asks for', (t) => {
  const key = { client_order_id: 'a-1' }
  for (const body of [
    CLOSE,
    { kind: 'close_by', position_id: 7, by_position_id: 8 },
    { kind: 'stops', position_id: 7 },
    { kind: 'change', order_id: 7 },
    { kind: 'delete', order_id: 7 },
  ]) {
    const plain = parsed({ ...body, ...key })
    t.notHas(plain, { request: { said: {} } })
    const more = parsed({ ...body, ...key, symbol: 'eurusd', side: 'sell' })
    t.match(more, { request: { said: { symbol: 'eurusd', side: -1, orderKind: '' } } })
    t.equal(plain.ok && plain.digest, more.ok && more.digest, 'one digest')
  }
  t.match(parsed({ ...CLOSE, order_kind: 'market' }), {
    request: { said: { symbol: '', side: 0, orderKind: 'market' } },
  })
  t.end()
})

t.test('what is missing, too much or malformed is named', (t) => {
  const rows: [args: unknown, says: RegExp][] = [
    [{}, /kind/],
    [{ kind: 'explode' }, /kind/],
    [{ kind: 'open' }, /symbol: is missing/],
    [{ kind: 'open', symbol: 'EURUSD' }, /side: is missing/],
    [{ kind: 'open', symbol: 'EURUSD', side: 'buy' }, /volume: is missing/],
    [{ ...OPEN, side: 'up' }, /side/],
    [{ ...OPEN, symbol: '' }, /symbol/],
    [{ ...OPEN, symbol: 'x'.repeat(65) }, /symbol/],
    [{ ...OPEN, volume: '0' }, /above zero/],
    [{ ...OPEN, volume: '0.000000001' }, /^volume: must have at most 8 decimals$/],
    [{ ...OPEN, volume: '99999999' }, /^volume: is larger than the server can store$/],
    [{ ...OPEN, volume: '-1' }, /volume/],
    [{ ...OPEN, volume: '1e3' }, /volume/],
    [{ ...OPEN, volume: 1 }, /volume/],
    [{ ...OPEN, filling: 'maybe' }, /filling/],
    [{ ...OPEN, comment: 'x'.repeat(65) }, /comment/],
    [{ ...OPEN, comment: 'a\u0007b' }, /comment/],
    [{ ...OPEN, client_order_id: '' }, /client_order_id/],
    [{ ...OPEN, client_order_id: 'x'.repeat(37) }, /client_order_id/],
    [{ ...OPEN, client_order_id: 'a b' }, /client_order_id: must be 1 to 36 visible ASCII/],
    [{ ...OPEN, position_id: 7 }, /position_id: is not allowed with the kind open/],
    [{ ...OPEN, more: 1 }, /more/],
    [{ kind: 'close' }, /position_id: is missing/],
    [{ ...CLOSE, position_id: 1.5 }, /position_id/],
    [{ ...CLOSE, position_id: '77' }, /position_id/],
    [
      { ...CLOSE, order_kind: 'limit' },
      /order_kind: must be market, because close is filled at once/,
    ],
    [{ ...CLOSE, expiration: 'gtc' }, /expiration: is not allowed with the kind close/],
    [
      { kind: 'stops', position_id: 7, order_kind: 'market' },
      /order_kind: is not allowed with the kind stops/,
    ],
    [{ kind: 'delete', order_id: 7, volume: '1' }, /volume: is not allowed with the kind delete/],
    [{ ...OPEN, expiration: 'gtc' }, /expiration: is not allowed with the kind open/],
    [{ ...CLOSE, take_profit: '1.2' }, /take_profit: is not allowed with the kind close/],
    [
      { ...OPEN, order_kind: 'limit' },
      /order_kind: must be market, because open is filled at the market price/,
    ],
    [[], /./],
    [null, /./],
    ['open', /./],
  ]
  for (const [args, says] of rows) {
    const refusal = parsed(args)
    t.match(refusal, { ok: false, code: 'invalid_input', message: says }, JSON.stringify(args))
  }
  t.end()
})

t.test('limits hold at the limit', (t) => {
  for (const change of [
    { symbol: 'x'.repeat(64) },
    { comment: 'x'.repeat(64) },
    { client_order_id: 'x'.repeat(36) },
    { client_order_id: '!' },
    { volume: '0.00000001' },
  ]) {
    t.ok(parsed({ ...OPEN, ...change }).ok, JSON.stringify(change))
  }
  t.end()
})

t.test('bodies that ask for something else have another digest, whatever their key', (t) => {
  const digest = (args: object) => {
    const trade = parsed({ ...args, client_order_id: 'a' })
    return trade.ok ? trade.digest : undefined
  }
  const bodies = [
    OPEN,
    { ...OPEN, symbol: 'USDJPY' },
    { ...OPEN, side: 'sell' },
    { ...OPEN, volume: '0.11' },
    { ...OPEN, filling: 'fok' },
    { ...OPEN, comment: 'x' },
    CLOSE,
    { ...CLOSE, position_id: 78 },
    { ...CLOSE, volume: '0.1' },
  ]
  t.equal(new Set(bodies.map(digest)).size, bodies.length)
  const other = parsed({ ...OPEN, client_order_id: 'b' })
  t.equal(other.ok && other.digest, digest(OPEN))
  t.end()
})
