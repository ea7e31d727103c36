import t from 'tap'
import { decideStopsHit, type ExitReason } from '../../../../engine/account/decide/stops-hit.js'
import { type DecisionContext, isWaiting } from '../../../../engine/account/decision.js'
import type { RoutingRuleRecord } from '../../../../engine/config/records/routing-rule.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { MONEY_MAX } from '../../../../engine/limits/trading.js'
import { CONFIRM_ALL, givenBook } from '../../../given/book.js'
import { Floor, positionOf } from '../../../given/floors/floor.js'

const QUOTE = { bid: 86_000, ask: 86_030, at: 5 }

/** A lot of EURGBP with stops, which the server is to close at a quote of its own. */
function given(side: 'buy' | 'sell' = 'buy') {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  const [stopLoss, takeProfit] = side === 'buy' ? ['0.86', '0.87'] : ['0.87', '0.86']
  const id = positionOf(floor.open('EURGBP', side, '1', { stopLoss, takeProfit }))
  const exit = (kind: ExitReason, more: Partial<DecisionContext> = {}, noted?: string) => {
    const position = floor.account.positions.get(id)
    if (position === undefined) throw new Error('it is open')
    const decided = decideStopsHit(
      { ...floor.context(), ...more },
      floor.account,
      position,
      kind,
      QUOTE,
      noted,
    )
    if (decided === undefined) return 'stays'
    if (isWaiting(decided)) return decided
    const [order, deal, row] = decided
    if (order?.type !== 'order' || deal?.type !== 'deal' || row?.type !== 'position') {
      throw new Error('it is a close')
    }
    t.same([order.positionId, deal.positionId, row.volume, row.closedAt], [id, id, 0, floor.now])
    t.same([order.reason, order.comment, order.dealer], [deal.reason, deal.comment, deal.dealer])
    return [deal.price, deal.side, deal.volume, deal.reason, deal.comment, deal.dealer]
  }
  const routing = (rule: Partial<RoutingRuleRecord>, symbol: Partial<SymbolRecord> = {}) => {
    const rules = [{ ...CONFIRM_ALL, ...rule }]
    floor.book = givenBook({ routing: rules, symbols: { EURGBP: symbol } })
  }
  return { floor, exit, routing }
}

const LOT = 100_000_000

t.test('a position is closed whole at the market, and it is said at which level', (t) => {
  const buy = given()
  t.same(buy.exit('sl'), [86_000, -1, LOT, 'sl', '[sl 0.86000]', 0])
  t.same(buy.exit('tp'), [86_000, -1, LOT, 'tp', '[tp 0.87000]', 0])
  t.same(buy.exit('stop_out', {}, '[so 50%]'), [86_000, -1, LOT, 'stop_out', '[so 50%]', 0])
  t.same(buy.exit('stop_out'), [86_000, -1, LOT, 'stop_out', '[stop_out 0.00000]', 0])
  t.same(given('sell').exit('sl'), [86_030, 1, LOT, 'sl', '[sl 0.87000]', 0])
  t.end()
})

t.test('by a rule of requested prices it is closed at its level, a stop out at the market', (t) => {
  for (const [side, sl, tp, market] of [
    ['buy', 86_000, 87_000, 86_000],
    ['sell', 87_000, 86_000, 86_030],
  ] as const) {
    const { exit, routing } = given(side)
    routing({ action: 'confirm_request_price' })
    const price = (kind: ExitReason) => (exit(kind) as unknown[])[0]
    t.same([price('sl'), price('tp'), price('stop_out')], [sl, tp, market], side)
  }
  t.end()
})

t.test('an answer gives its price, and its dealer is told', (t) => {
  const { exit } = given()
  const answer = { clearsStops: false, price: 85_900, dealer: 5, ruleId: 4 }
  t.same(exit('sl', { answer }), [85_900, -1, LOT, 'sl', '[sl 0.86000]', 5])
  const market = { clearsStops: false, ruleId: 4 }
  t.same(exit('sl', { answer: market }), [86_000, -1, LOT, 'sl', '[sl 0.86000]', 0])
  t.end()
})

t.test(
  'it stays while nobody takes it, or it cannot be counted, and waits where it has to',
  (t) => {
    const { floor, exit, routing } = given()
    routing({ action: 'reject' })
    t.equal(exit('sl'), 'stays')
    routing({ action: 'delay', action_value: '5' })
    t.equal(exit('sl'), 'stays', 'a delay decides nothing')
    routing({ action: 'gateway', dealers: [3] })
    t.match(exit('tp', { gateways: { has: () => true } }), {
      wait: { by: 'gateway', gatewayId: 3, side: -1, volume: LOT, orderKind: 'market' },
    })
    routing({}, { trade_access: 'disabled' })
    t.equal(exit('sl'), 'stays')
    routing({}, { trade_access: 'close_only' })
    t.match(exit('sl'), [86_000])
    floor.profile({ enabled: false, trading_enabled: false })
    t.match(exit('sl'), [86_000], 'it protects also who may not trade')
    floor.account.balance = -MONEY_MAX + 90_000
    t.equal(exit('sl'), 'stays', '670 pounds beyond what can be counted')
    floor.account.balance = 0
    floor.prices.remove('GBPUSD')
    t.equal(exit('sl'), 'stays')
    t.end()
  },
)

t.test('rules of its kind of request take it, with what it says', (t) => {
  const { exit, routing } = given()
  routing({ request_kinds: ['sl'] })
  t.match(exit('sl'), [86_000])
  t.equal(exit('tp'), 'stays')
  const fields = [
    ['comment', 'eq', '[[]sl*', '[sl*'],
    ['side', 'eq', 'buy', 'sell'],
    ['volume', 'eq', '2', '1'],
    ['deviation_pts', 'eq', '1', '0'],
  ] as const
  for (const [field, op, wrong, right] of fields) {
    const by = (value: string) => routing({ conditions: [{ field, op, value }] })
    by(right)
    t.match(exit('sl'), [86_000], `${field} ${right}`)
    by(wrong)
    t.equal(exit('sl'), 'stays', `${field} ${wrong}`)
  }
  t.end()
})
