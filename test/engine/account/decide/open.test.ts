import t from 'tap'
import type { OpenRequest } from '../../../../engine/account/request.js'
import type { AccountProfile } from '../../../../engine/account/state.js'
import type { GroupRecord } from '../../../../engine/config/records/group.js'
import type { RoutingRuleRecord } from '../../../../engine/config/records/routing-rule.js'
import type { SymbolRecord, SymbolSession } from '../../../../engine/config/records/symbol.js'
import { CONFIRM_ALL, givenBook, HEDGING, symbolIn } from '../../../given/book.js'
import { Floor, positionOf } from '../../../given/floors/floor.js'

const RULE: RoutingRuleRecord = { ...CONFIRM_ALL, name: 'all' }

/** It is Monday. */
const TUESDAY: SymbolSession[] = [{ day: 2, kind: 'trade', from_min: 0, to_min: 1440 }]

type Open<T> = { -readonly [K in keyof T]?: T[K] }

/** Everything about an order of EURGBP that a check looks at. */
interface Situation {
  profile: Open<AccountProfile>
  group: Open<GroupRecord>
  symbol: Open<SymbolRecord>
  routing: RoutingRuleRecord[]
  name: string
  lots: string
  request: Open<OpenRequest>
  gone: string[]
}

function allWrong(): Situation {
  return {
    profile: { archived: true, enabled: false, trading_enabled: false, limit_positions: 1 },
    group: { enabled: false, trade_enabled: false },
    symbol: {
      trade_access: 'disabled',
      order_kinds: ['limit', 'stop'],
      filling: ['fok'],
      volume_limit: '1',
      sessions: TUESDAY,
    },
    routing: [],
    name: 'NOSUCH',
    lots: '1000.005',
    request: { filling: 'ioc', stopLoss: '0.123456', price: '0.86669' },
    gone: ['EURGBP', 'EURUSD', 'XAUUSD'],
  }
}

/** The account holds a little gold, opened while all was well. */
function trying(situation: Situation) {
  const floor = new Floor()
  floor.balance('deposit', '1000')
  positionOf(floor.open('XAUUSD', 'buy', '0.10'))
  const { profile, group, symbol, routing, name, lots, request, gone } = situation
  floor.profile(profile)
  floor.book = givenBook({ symbols: { EURGBP: symbol }, groups: { [HEDGING]: group }, routing })
  for (const each of gone) floor.prices.remove(each)
  const events = floor.records.length
  const decision = floor.open(name, 'buy', lots, request)
  floor.settle()
  return { decision, floor, isLogged: floor.records.length > events }
}

// Goal: the order of the checks. Each row repairs one thing more than the row above it, so moving a
// check up or down in engine/account/decide/open.ts turns a row red.
t.test('open: the first broken rule names the code', (t) => {
  const now = allWrong()
  const rows: [repair: (now: Situation) => void, code: string, says: RegExp][] = [
    [() => {}, 'trade.disabled', /account is archived/],
    [(now) => (now.profile.archived = false), 'trade.disabled', /account is disabled/],
    [(now) => (now.profile.enabled = true), 'trade.disabled', /off for this account/],
    [(now) => (now.profile.trading_enabled = true), 'trade.disabled', /group is disabled/],
    [(now) => (now.group.enabled = true), 'trade.disabled', /off for the account's group/],
    [(now) => (now.group.trade_enabled = true), 'trade.symbol_unknown', /NOSUCH/],
    [(now) => (now.name = 'EURGBP'), 'trade.disabled', /Trading in EURGBP is turned off/],
    [
      (now) => (now.symbol.trade_access = 'close_only'),
      'trade.close_only',
      /can only close EURGBP/,
    ],
    [(now) => (now.symbol.trade_access = 'short_only'), 'trade.short_only', /only be sold/],
    [
      (now) => (now.symbol.trade_access = 'full'),
      'trade.rejected',
      /does not accept market orders\. Use one of these kinds: limit, stop\./,
    ],
    [(now) => (now.symbol.order_kinds = ['market']), 'trade.invalid_volume', /0.01 to 100 lots/],
    [
      (now) => (now.lots = '2'),
      'trade.invalid_filling',
      /not fill market orders ioc\. .* or with one of these: fok\./,
    ],
    [
      (now) => (now.request.filling = 'fok'),
      'trade.limit_positions',
      /have at most 1 open positions/,
    ],
    [(now) => (now.profile.limit_positions = 2), 'trade.limit_volume', /limited to 1 lots/],
    [(now) => (now.symbol.volume_limit = '2'), 'trade.market_closed', /from 2026-01-06T00:00:00/],
    [(now) => (now.symbol.sessions = []), 'trade.off_quotes', /EURGBP has no price/],
    [
      (now) => now.gone.shift(),
      'trade.invalid_stops',
      /stop_loss: EURGBP has prices of 5 decimals/,
    ],
    [(now) => (now.request.stopLoss = '0.9'), 'trade.invalid_stops', /0.86649 or lower/],
    [(now) => (now.request.stopLoss = '0.8'), 'trade.price_changed', /is now 0.86670/],
    [(now) => (now.request.deviationPts = 1), 'trade.rejected', /No routing rule/],
    [
      (now) => (now.routing = [{ ...RULE, action: 'reject', action_value: 'Not today.' }]),
      'trade.rejected',
      /Not today/,
    ],
    [(now) => (now.routing = [RULE]), 'trade.off_quotes', /convert EUR to USD/],
    [(now) => now.gone.shift(), 'trade.off_quotes', /open position has no price/],
    [(now) => now.gone.shift(), 'trade.no_money', /needs 2340.20 USD of margin, and 756.97/],
    [(now) => (now.lots = '0.5'), 'ok', /^$/],
  ]
  for (const [repair, code, says] of rows) {
    repair(now)
    const { decision, isLogged } = trying(now)
    t.equal(decision.ok ? 'ok' : decision.code, code, String(says))
    t.match(decision.ok ? '' : decision.message, says)
    t.equal(isLogged, decision.ok, 'a refusal leaves nothing')
  }
  t.end()
})

t.test('open: each limit is kept at the limit and refused one past it', (t) => {
  const rows: [situation: Partial<Situation>, lots: string, code: string][] = [
    [{}, '0.01', 'ok'],
    [{}, '0.00999999', 'trade.invalid_volume'],
    [{ symbol: { volume_max: '0.3' } }, '0.3', 'ok'],
    [{ symbol: { volume_max: '0.3' } }, '0.31', 'trade.invalid_volume'],
    [{ symbol: { volume_step: '0.1', volume_min: '0.05' } }, '0.25', 'ok'],
    [{ symbol: { volume_step: '0.1', volume_min: '0.05' } }, '0.2', 'trade.invalid_volume'],
    [{ symbol: { volume_limit: '0.5' } }, '0.5', 'ok'],
    [{ symbol: { volume_limit: '0.5' } }, '0.51', 'trade.limit_volume'],
    [{ profile: { limit_positions: 2 } }, '0.1', 'ok'],
    [{ profile: { limit_positions: 1 } }, '0.1', 'trade.limit_positions'],
    [{ group: { limit_positions: 1 } }, '0.1', 'trade.limit_positions'],
    [{ group: { limit_positions: 1 }, profile: { limit_positions: 2 } }, '0.1', 'ok'],
    [{ symbol: { trade_access: 'long_only' } }, '0.1', 'ok'],
  ]
  const fine = { profile: {}, group: {}, symbol: {}, routing: [RULE], name: 'EURGBP', gone: [] }
  for (const [change, lots, code] of rows) {
    const { decision } = trying({ ...fine, request: {}, ...change, lots })
    t.equal(decision.ok ? 'ok' : decision.code, code, `${JSON.stringify(change)} ${lots}`)
  }
  t.end()
})

t.test('open: only the side that is traded', (t) => {
  for (const [access, side, code] of [
    ['long_only', 'sell', 'trade.long_only'],
    ['short_only', 'buy', 'trade.short_only'],
    ['short_only', 'sell', 'ok'],
  ] as const) {
    const floor = new Floor({ symbols: { EURUSD: { trade_access: access } } })
    floor.balance('deposit', '10000')
    const decision = floor.open('EURUSD', side, '0.1')
    t.equal(decision.ok ? 'ok' : decision.code, code, `${access} ${side}`)
    floor.settle()
  }
  t.end()
})

t.test('open: money is enough to the cent and not a cent less', (t) => {
  for (const [deposit, code] of [
    ['1170.10', 'ok'],
    ['1170.09', 'trade.no_money'],
  ] as const) {
    const floor = new Floor()
    floor.balance('deposit', deposit)
    const decision = floor.open('EURUSD', 'buy', '1')
    t.equal(decision.ok ? 'ok' : decision.code, code, deposit)
    floor.settle()
  }
  t.end()
})

t.test('open: a hedge that adds no margin is affordable without free money', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '1180.20')
  const buy = positionOf(floor.open('EURUSD', 'buy', '1'))
  const more = floor.open('EURUSD', 'buy', '0.01')
  t.equal(more.ok ? 'ok' : more.code, 'trade.no_money')
  const sell = positionOf(floor.open('EURUSD', 'sell', '1'))
  t.not(sell, buy, 'a second position, not a smaller first one')
  const exposure = floor.account.exposures.get(symbolIn(floor.book, 'EURUSD').id)
  t.equal(exposure?.buyVolume, exposure?.sellVolume)
  floor.settle()
  t.end()
})

t.test('open: credit opens positions where the group lets it, and not where it does not', (t) => {
  for (const [use_credit, code] of [
    [true, 'ok'],
    [false, 'trade.no_money'],
  ] as const) {
    const floor = new Floor({ groups: { [HEDGING]: { use_credit } } })
    floor.balance('deposit', '500')
    floor.balance('credit_in', '1000')
    const decision = floor.open('EURUSD', 'buy', '1')
    t.equal(decision.ok ? 'ok' : decision.code, code)
    floor.settle()
  }
  t.end()
})

t.test('open: buys at the ask, sells at the bid, and tells the market it saw', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  for (const [side, price] of [
    ['buy', 117_010],
    ['sell', 117_000],
  ] as const) {
    const decision = floor.open('EURUSD', side, '0.10', { comment: 'grid' })
    t.match(decision, { ok: true, price, bid: 117_000, ask: 117_010, digits: 5 })
    if (!decision.ok) continue
    const [order, deal, position] = decision.events
    t.match(order, { type: 'order', state: 'filled', volumeCurrent: 0, price, comment: 'grid' })
    t.match(deal, { type: 'deal', entry: 'in', action: side, price, profit: 0 })
    t.match(position, { type: 'position', priceOpen: price, closedAt: 0, version: 1 })
    t.match(position, { id: decision.orderId }, 'a position has the id of the order that opened it')
    t.match(order, { id: decision.orderId })
  }
  floor.settle()
  t.end()
})

t.test('open: each routing action answers in its own way', (t) => {
  const rows: [over: Partial<RoutingRuleRecord>, code: string, says: RegExp][] = [
    [{ action: 'confirm_market_price' }, 'ok', /^$/],
    [{ action: 'confirm_request_price' }, 'ok', /^$/],
    [{ action: 'reject', action_value: 'Not today.' }, 'trade.rejected', /^Not today\.$/],
    [{ action: 'reject' }, 'trade.rejected', /rejected the request/],
    [{ action: 'requote' }, 'trade.requote', /1\.\d{5} \/ 1\.\d{5}/],
    [{ action: 'dealer', dealers: [7] }, 'trade.no_connection', /No dealer is online/],
    [{ action: 'online_dealers' }, 'trade.no_connection', /No dealer is online/],
    [{ action: 'gateway', dealers: [1] }, 'trade.no_connection', /not connected/],
    [{ action: 'delay', action_value: '5' }, 'trade.rejected', /No routing rule/],
    [{ action: 'online_dealers', skip_no_dealer: true }, 'trade.rejected', /No routing rule/],
  ]
  for (const [over, code, says] of rows) {
    const floor = new Floor({ routing: [{ ...RULE, ...over }] })
    floor.balance('deposit', '10000')
    const decision = floor.open('EURUSD', 'buy', '0.1')
    t.equal(decision.ok ? 'ok' : decision.code, code, JSON.stringify(over))
    t.match(decision.ok ? '' : decision.message, says)
    floor.settle()
  }
  t.end()
})

t.test('open: conditions see the account, the symbol, the side and the server’s clock', (t) => {
  for (const [field, op, value, code] of [
    ['group', 'eq', 'demo\\*', 'ok'],
    ['group', 'ne', 'demo\\*', 'trade.rejected'],
    ['symbol', 'eq', 'Forex\\*', 'ok'],
    ['side', 'eq', 'sell', 'trade.rejected'],
    ['volume', 'ge', '0.1', 'ok'],
    ['volume', 'gt', '0.1', 'trade.rejected'],
    ['kind', 'eq', 'open', 'ok'],
    ['weekday', 'ge', '1', 'ok'],
    ['hour', 'gt', '22', 'trade.rejected'],
  ] as const) {
    const floor = new Floor({ routing: [{ ...RULE, conditions: [{ field, op, value }] }] })
    floor.balance('deposit', '10000')
    const decision = floor.open('EURUSD', 'buy', '0.1')
    t.equal(decision.ok ? 'ok' : decision.code, code, `${field} ${op} ${value}`)
    floor.settle()
  }
  t.end()
})

t.test('open: what an account’s group is not there for is refused like one that is off', (t) => {
  const floor = new Floor().profile({ group: 'no\\such' })
  t.match(floor.open('EURUSD', 'buy', '1'), {
    code: 'trade.disabled',
    message: "The account's group is disabled. Ask your broker.",
  })
  floor.settle()
  t.end()
})
