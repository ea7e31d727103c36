import t from 'tap'
import type { DecisionContext } from '../../../../engine/account/decision.js'
import { Offers } from '../../../../engine/account/rules/offers.js'
import { type RouteQuestion, routed } from '../../../../engine/account/rules/route.js'
import { Dealers } from '../../../../engine/book/dealers.js'
import { GatewaysOnline } from '../../../../engine/book/gateways-online.js'
import type { RoutingRuleRecord } from '../../../../engine/config/records/routing-rule.js'
import { LOGIN } from '../../../given/account.js'
import { CONFIRM_ALL, symbolIn } from '../../../given/book.js'
import { Floor } from '../../../given/floors/floor.js'
import { gatewayRecord, withParameter } from '../../../given/floors/provider-floor.js'

type Rule = Partial<RoutingRuleRecord>

const QUESTION: RouteQuestion = {
  kind: 'open',
  orderKind: 'market',
  side: 1,
  volume: 5,
  deviationPts: 3,
  comment: 'word',
  quoteId: '',
}
const MARKET = { priceOf: 'market', clearsStops: false, ruleId: 1 }
const KEEPS = withParameter(gatewayRecord({ id: 9 }), 'Limit Orders Coverage Mode', 'Gateway')
/** It waits, as the question says. */
const WAIT = { ruleId: 1, dealers: [], gatewayId: 0, delayMs: 0, clearsStops: false }

function given(...rules: readonly Rule[]) {
  const routing = rules.map((rule, i) => ({ ...CONFIRM_ALL, id: i + 1, position: i + 1, ...rule }))
  const floor = new Floor({ routing, gateways: [gatewayRecord({ id: 3 }), KEEPS] })
  const symbol = symbolIn(floor.book, 'EURUSD')
  const ask = (question: Partial<RouteQuestion> = {}, more: Partial<DecisionContext> = {}) => {
    const context = { ...floor.context(), ...more }
    const quote = floor.prices.quote(symbol.id)
    return routed(context, floor.account, symbol, quote, { ...QUESTION, ...question })
  }
  const waits = (wait: object) => ({
    wait: { ...WAIT, symbol, side: 1, orderKind: 'market', volume: 5, ...wait },
  })
  return { floor, ask, waits }
}

function dealersOf(...logins: number[]): Dealers {
  const dealers = new Dealers()
  dealers.set(logins.map((login) => ({ login, scope: ['*'], sees_staff: false })))
  return dealers
}

function refusal(code: string, message: string) {
  return { ok: false, code, message }
}

t.test(
  'the rule that decides confirms at the market or at the request’s price, or rejects',
  (t) => {
    t.strictSame(given({}).ask(), MARKET)
    t.strictSame(given({ action: 'confirm_request_price' }).ask(), {
      ...MARKET,
      priceOf: 'request',
    })
    t.match(
      given().ask(),
      refusal(
        'trade.rejected',
        'No routing rule of the broker accepts this request. Ask the broker.',
      ),
    )
    const reject = { action: 'reject' } as const
    t.match(
      given(reject).ask(),
      refusal('trade.rejected', 'The broker rejected the request. Ask the broker for the reason.'),
    )
    const told = given({ ...reject, action_value: 'Not today.' }).ask()
    t.match(told, refusal('trade.rejected', 'Not today.'))
    const params = { text: 'Not today.' }
    t.match(told, { reason: 'trade.rejected.rule_text', params, by: { rule: 1 } }, 'for staff')
    const clears = given({ action: 'clear_stops' }, { action: 'confirm_request_price' }).ask()
    t.strictSame(clears, { priceOf: 'request', clearsStops: true, ruleId: 2 })
    t.end()
  },
)

t.test('what was answered goes through as the answer says, past every rule', (t) => {
  const { ask } = given({ action: 'reject' })
  const ruleId = 4
  const cleared = { ...MARKET, clearsStops: true, ruleId }
  t.strictSame(ask({}, { answer: { clearsStops: true, ruleId } }), cleared)
  const priced = { ...MARKET, price: 7, ruleId }
  t.strictSame(ask({}, { answer: { clearsStops: false, price: 7, ruleId } }), priced)
  t.end()
})

t.test('a delay is waited for once, before the rule that decides is looked at', (t) => {
  const { ask, waits } = given(
    { action: 'delay', action_value: '250' },
    { action: 'clear_stops' },
    { action: 'reject', action_value: 'Late.' },
  )
  t.strictSame(ask(), waits({ by: 'delay', ruleId: 3, delayMs: 250, clearsStops: true }))
  t.match(ask({}, { isDelayed: true }), refusal('trade.rejected', 'Late.'))
  const alone = given({ action: 'delay', action_value: '250' })
  const none = refusal(
    'trade.rejected',
    'No routing rule of the broker accepts this request. Ask the broker.',
  )
  t.match(alone.ask(), none, 'nobody would decide')
  t.end()
})

t.test('dealers are asked who are there, those of the rule or all', (t) => {
  const { ask, waits } = given({ action: 'dealer', dealers: [5, 6] })
  const nobody = refusal(
    'trade.no_connection',
    'No dealer is online to answer this request. Try again later.',
  )
  t.match(ask(), nobody)
  t.match(ask({}, { dealers: dealersOf(7) }), nobody)
  t.strictSame(ask({}, { dealers: dealersOf(6) }), waits({ by: 'dealer', dealers: [5, 6] }))
  const all = given({ action: 'online_dealers' })
  t.strictSame(all.ask({}, { dealers: dealersOf(7) }), all.waits({ by: 'online_dealers' }))
  t.match(all.ask(), nobody)
  t.end()
})

t.test('a rule is skipped without its dealers where it says so, and only then', (t) => {
  const { ask, waits } = given({ action: 'dealer', dealers: [5], skip_no_dealer: true }, {})
  t.strictSame(ask(), { ...MARKET, ruleId: 2 })
  t.strictSame(ask({}, { dealers: dealersOf(5) }), waits({ by: 'dealer', dealers: [5] }))
  const kept = given({ action: 'dealer', dealers: [5] }, {})
  t.match(kept.ask(), { code: 'trade.no_connection' })
  t.end()
})

t.test('who takes an offer that a dealer made needs no dealer any more, while it holds', (t) => {
  const { floor, ask } = given({ action: 'dealer', dealers: [5] })
  const offers = new Offers()
  const terms = {
    symbolId: 1,
    side: 1,
    volume: 5,
    bid: 1,
    ask: 2,
    at: floor.now,
    until: floor.now + 3_000,
    group: 'demo\\standard',
    moveMaxPts: 2,
  } as const
  const his = offers.make(LOGIN, { ...terms, dealer: 5 })
  const own = offers.make(LOGIN, { ...terms, symbolId: 2 })
  t.strictSame(ask({ quoteId: his }, { offers }), MARKET)
  t.match(ask({ quoteId: own }, { offers }), { code: 'trade.no_connection' })
  t.match(ask({ quoteId: '' }, { offers }), { code: 'trade.no_connection' })
  const now = floor.now + 3_001
  t.match(ask({ quoteId: his }, { offers, now }), { code: 'trade.no_connection' })
  const { quoteId: _, ...without } = QUESTION
  const symbol = symbolIn(floor.book, 'EURUSD')
  t.match(routed(floor.context(), floor.account, symbol, undefined, without), {
    code: 'trade.no_connection',
  })
  t.end()
})

t.test('what trades goes to the gateway, what does not is kept here', (t) => {
  const { ask, waits } = given({ action: 'gateway', dealers: [3] })
  const gateways = new GatewaysOnline()
  const away = refusal(
    'trade.no_connection',
    'The provider of EURUSD is not connected. Try again later.',
  )
  t.match(ask({}, { gateways }), away)
  t.strictSame(ask({ kind: 'stops' }, { gateways }), MARKET)
  t.strictSame(ask({ kind: 'place', mayRestAtProvider: true }, { gateways }), MARKET)
  gateways.set([3])
  t.strictSame(ask({}, { gateways }), waits({ by: 'gateway', gatewayId: 3 }))
  t.end()
})

t.test('an order rests at the provider that keeps orders, where it may', (t) => {
  const { ask, waits } = given({ action: 'clear_stops' }, { action: 'gateway', dealers: [9] })
  const gateways = new GatewaysOnline()
  const away = refusal(
    'trade.no_connection',
    'The provider of EURUSD is not connected. Try again later.',
  )
  t.match(ask({ kind: 'place', mayRestAtProvider: true }, { gateways }), away)
  gateways.set([9])
  const there = { ...MARKET, clearsStops: true, ruleId: 2 }
  t.strictSame(ask({ kind: 'place', mayRestAtProvider: true }, { gateways }), {
    ...there,
    gatewayId: 9,
  })
  t.strictSame(ask({ kind: 'place' }, { gateways }), there)
  t.strictSame(
    ask({}, { gateways }),
    waits({ by: 'gateway', ruleId: 2, gatewayId: 9, clearsStops: true }),
  )
  t.end()
})

t.test(
  'a requote offers the prices of now, takes an offer, and cannot be made to the server',
  (t) => {
    const { floor, ask } = given({ action: 'requote' })
    t.match(ask(), {
      code: 'trade.requote',
      message: /^The price has moved: 1\.17000 \/ 1\.17010\./,
      offer: { bid: '1.17000', ask: '1.17010' },
    })
    t.strictSame(ask({ quoteId: 'any' }), MARKET)
    const { quoteId: _, ...without } = QUESTION
    const symbol = symbolIn(floor.book, 'EURUSD')
    const quote = floor.prices.quote(1)
    for (const [kind, code] of [
      ['stops', 'trade.rejected'],
      ['rollover', 'trade.requote'],
      ['activate', 'trade.requote'],
      ['sl', 'trade.requote'],
    ] as const) {
      t.match(
        routed(floor.context(), floor.account, symbol, quote, { ...without, kind }),
        refusal(
          code,
          `The broker does not accept ${kind} requests for EURUSD at the moment. Try again later.`,
        ),
      )
    }
    floor.prices.remove('EURUSD')
    t.match(
      ask(),
      refusal(
        'trade.off_quotes',
        'EURUSD has no price at the moment. Try again when quotes arrive.',
      ),
    )
    t.end()
  },
)

t.test('rules are of kinds of requests and orders', (t) => {
  const { ask } = given(
    { request_kinds: ['open'], order_kinds: ['stop'], action: 'confirm_request_price' },
    { request_kinds: ['close'], order_kinds: ['market'] },
  )
  const none = refusal(
    'trade.rejected',
    'No routing rule of the broker accepts this request. Ask the broker.',
  )
  t.strictSame(ask({ orderKind: 'stop' }), { ...MARKET, priceOf: 'request' })
  t.strictSame(ask({ kind: 'close' }), { ...MARKET, ruleId: 2 })
  t.match(ask(), none)
  t.match(ask({ kind: 'close', orderKind: 'stop' }), none)
  t.end()
})

t.test('rules ask about every figure of a request', (t) => {
  // It is Monday, noon.
  for (const [field, op, value, other] of [
    ['group', 'eq', 'demo\\*', 'real\\*'],
    ['symbol', 'eq', 'Forex\\*', 'Metals\\*'],
    ['login', 'eq', String(LOGIN), String(LOGIN + 1)],
    ['comment', 'eq', 'wor*', 'war*'],
    ['deviation_pts', 'ge', '3', '4'],
    ['side', 'eq', 'buy', 'sell'],
    ['kind', 'eq', 'open', 'close'],
    ['hour', 'eq', '12', '11'],
    ['weekday', 'eq', '1', '2'],
    ['volume', 'eq', '0.00000005', '0.00000006'],
  ] as const) {
    const holds = (text: string) => {
      const condition = { field, op, value: text } as RoutingRuleRecord['conditions'][number]
      return given({ conditions: [condition] }, { action: 'reject' }).ask()
    }
    t.strictSame(holds(value), MARKET, `${field} ${op} ${value}`)
    t.match(holds(other), { code: 'trade.rejected' }, `${field} ${op} ${other}`)
  }
  t.end()
})
