import fc from 'fast-check'
import t from 'tap'
import type { RoutedRequest } from '../../../engine/book/compiled.js'
import { compileRules, explainRoute, routeRequest } from '../../../engine/book/routing.js'
import type {
  RoutingCondition,
  RoutingRuleRecord,
} from '../../../engine/config/records/routing-rule.js'
import { CONFIRM_ALL } from '../../given/book.js'

function rule(id: number, over: Partial<RoutingRuleRecord> = {}): RoutingRuleRecord {
  return { ...CONFIRM_ALL, id, name: `rule ${id}`, position: id, ...over }
}

interface Asked extends Omit<RoutedRequest, 'hour' | 'weekday'> {
  readonly at?: readonly [hour: number, weekday: number]
}

const ASKED: Asked = {
  requestKind: 'open',
  orderKind: 'market',
  login: 1001,
  group: 'real\\standard',
  symbol: { name: 'EURUSD', path: 'Forex\\Majors\\EURUSD' },
  side: 'buy',
  volume: 150_000_000,
  deviationPts: 5,
  comment: 'Robot 7',
}

function request(over: Partial<Asked> = {}): RoutedRequest {
  const { at = [14, 3], ...asked } = { ...ASKED, ...over }
  return { ...asked, hour: () => at[0], weekday: () => at[1] }
}

function decided(rules: readonly RoutingRuleRecord[], over: Partial<Asked> = {}) {
  const { rule: found } = routeRequest({ routing: compileRules(rules) }, request(over))
  t.equal(explainRoute(rules, request(over)).decided?.id, found?.id, 'told as it is')
  return found?.id
}

t.test('rules are walked in position order; the first that fits and decides ends the walk', (t) => {
  const rules = [rule(1, { position: 3 }), rule(2, { position: 2 }), rule(3, { position: 9 })]
  t.equal(decided(rules), 2)
  t.equal(decided([]), undefined)
  t.equal(decided([rule(1, { enabled: false }), rule(2)]), 2, 'a disabled rule is not there')
  t.end()
})

t.test('of two rules at one position the older one is first, however they are listed', (t) => {
  const [older, newer] = [rule(1, { position: 3 }), rule(2, { position: 3 })]
  t.equal(decided([older, newer]), 1)
  t.equal(decided([newer, older]), 1)
  t.end()
})

t.test('many groups and symbols are each asked for themselves, also again', (t) => {
  const conditions: RoutingCondition[] = [
    { field: 'group', op: 'eq', value: 'real\\g*7' },
    { field: 'symbol', op: 'eq', value: 'Forex\\*' },
  ]
  const routing = compileRules([rule(1, { conditions })])
  const fits = (group: string, path: string): boolean =>
    routeRequest({ routing }, request({ group, symbol: { name: 'EURUSD', path } })).rule?.id === 1
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 1_100; n++) {
      const [inside, outside] = [`Forex\\EURUSD`, `Other\\EURUSD`]
      const isOfIt = String(n).endsWith('7')
      if (fits(`real\\G${n}`, inside) !== isOfIt) t.fail(`group ${n}`)
      if (fits(`real\\g${n}`, outside)) t.fail(`a symbol that was moved, group ${n}`)
    }
  }
  t.end()
})

t.test('delay and clear_stops let the walk go on', (t) => {
  const rules = [rule(1, { action: 'delay' }), rule(2, { action: 'clear_stops' }), rule(3)]
  t.equal(decided(rules), 3)
  t.equal(decided(rules.slice(0, 2)), undefined)
  const walked = (...ones: RoutingRuleRecord[]) =>
    routeRequest({ routing: compileRules(ones) }, request())
  t.same(walked(), { rule: undefined, clearsStops: false, delayMs: 0 })
  const [delay, clear, last] = [
    rule(1, { action: 'delay', action_value: '70' }),
    rule(2, { action: 'clear_stops' }),
    rule(4),
  ]
  const again = rule(3, { action: 'delay', action_value: '30' })
  t.same(walked(delay, last), { rule: last, clearsStops: false, delayMs: 70 })
  t.same(walked(clear, last), { rule: last, clearsStops: true, delayMs: 0 })
  t.same(walked(delay, clear, again), { rule: undefined, clearsStops: true, delayMs: 100 })
  t.end()
})

t.test('empty request_kinds and order_kinds mean every request and order', (t) => {
  const only = rule(1, { request_kinds: ['close', 'sl'], order_kinds: ['market'] })
  t.equal(decided([only]), undefined)
  t.equal(decided([only], { requestKind: 'sl' }), 1)
  t.equal(decided([only], { requestKind: 'close', orderKind: 'limit' }), undefined)
  t.equal(decided([rule(1)], { requestKind: 'rollover', orderKind: 'stop_limit' }), 1)
  t.end()
})

t.test('all conditions must hold, each with every operator of its field', (t) => {
  const rows: [field: RoutingCondition['field'], op: RoutingCondition['op'], string, boolean][] = [
    ['login', 'eq', '1001', true],
    ['login', 'ne', '1001', false],
    ['login', 'gt', '1000.5', true],
    ['login', 'gt', '1001', false],
    ['login', 'ge', '1001', true],
    ['login', 'lt', '1001', false],
    ['login', 'le', '1001', true],
    ['volume', 'eq', '1.5', true],
    ['volume', 'eq', '1.50000000', true],
    ['volume', 'gt', '1.49999999', true],
    ['volume', 'lt', '1.50000001', true],
    ['volume', 'ge', '1.50000001', false],
    ['hour', 'ge', '14', true],
    ['hour', 'lt', '14', false],
    ['weekday', 'eq', '3', true],
    ['weekday', 'le', '2', false],
    ['deviation_pts', 'gt', '4', true],
    ['deviation_pts', 'eq', '0', false],
    ['group', 'eq', 'demo\\*,real\\*', true],
    ['group', 'eq', 'real\\*,!*standard', false],
    ['group', 'ne', 'real\\*', false],
    ['group', 'ne', 'demo\\*', true],
    ['symbol', 'eq', 'eurusd', true],
    ['symbol', 'eq', 'Forex\\*', true],
    ['symbol', 'eq', 'Forex\\*,!EURUSD', false],
    ['side', 'eq', 'buy', true],
    ['side', 'ne', 'buy', false],
    ['kind', 'eq', 'open,close', true],
    ['kind', 'ne', 'open', false],
    ['comment', 'eq', 'robot*', true],
    ['comment', 'eq', 'Robot', false],
  ]
  for (const [field, op, value, holds] of rows) {
    const one = rule(1, { conditions: [{ field, op, value }] })
    t.equal(decided([one]), holds ? 1 : undefined, `${field} ${op} ${value}`)
    const both = rule(1, {
      conditions: [
        { field, op, value },
        { field: 'login', op: 'eq', value: '7' },
      ],
    })
    t.equal(decided([both]), undefined, 'the other one does not hold')
  }
  t.end()
})

t.test('a login near the largest compares exactly', (t) => {
  const one = rule(1, { conditions: [{ field: 'login', op: 'eq', value: '999999999999' }] })
  t.equal(decided([one], { login: 999_999_999_999 }), 1)
  t.equal(decided([one], { login: 999_999_999_998 }), undefined)
  t.end()
})

t.test('the explanation names every rule up to the one that decides, and why', (t) => {
  const rules = [
    rule(1, { enabled: false }),
    rule(2, { request_kinds: ['close'] }),
    rule(3, { conditions: [{ field: 'volume', op: 'gt', value: '5' }] }),
    rule(4, { action: 'delay', action_value: '100' }),
    rule(5),
    rule(6),
  ]
  const { decided, walk } = explainRoute(rules, request())
  t.equal(decided?.id, 5)
  t.match(walk, [
    { rule_id: 1, matched: false, why: /disabled/ },
    { rule_id: 2, matched: false, why: /requests close, not open/ },
    { rule_id: 3, matched: false, why: /condition volume gt 5 does not hold/ },
    { rule_id: 4, matched: true, why: /goes on/ },
    { rule_id: 5, matched: true, why: /decides/ },
  ])
  t.equal(walk.length, 5)
  t.end()
})

t.test('a rule that is to be passed without a dealer is told to be passed', (t) => {
  const rules = [rule(1, { action: 'online_dealers', skip_no_dealer: true }), rule(2)]
  t.equal(explainRoute(rules, request()).decided?.id, 1)
  const { decided, walk } = explainRoute(rules, request(), () => false)
  t.equal(decided?.id, 2)
  t.match(walk[0], { matched: false, why: /none of its dealers is online/ })
  const needed = [rule(1, { action: 'online_dealers' }), rule(2)]
  t.equal(explainRoute(needed, request(), () => false).decided?.id, 1)
  t.end()
})

t.test('the walk that trading does and the one that is told always agree', (t) => {
  const condition = fc.constantFrom<RoutingCondition>(
    { field: 'volume', op: 'gt', value: '1' },
    { field: 'volume', op: 'le', value: '1' },
    { field: 'symbol', op: 'eq', value: 'EUR*' },
    { field: 'side', op: 'ne', value: 'sell' },
    { field: 'hour', op: 'ge', value: '12' },
  )
  const rules = fc.array(
    fc.record({
      enabled: fc.boolean(),
      position: fc.integer({ min: 1, max: 9 }),
      action: fc.constantFrom('delay', 'reject', 'confirm_market_price', 'clear_stops'),
      request_kinds: fc.subarray(['open', 'close']),
      conditions: fc.array(condition, { maxLength: 3 }),
    }),
    { maxLength: 8 },
  )
  const asked = fc.record({
    volume: fc.constantFrom(100_000_000, 100_000_001),
    side: fc.constantFrom('buy', 'sell'),
    requestKind: fc.constantFrom('open', 'close'),
  })
  fc.assert(
    fc.property(rules, asked, (given, over) => {
      const records = given.map((one, i) => rule(i + 1, one as Partial<RoutingRuleRecord>))
      const { rule: found } = routeRequest(
        { routing: compileRules(records) },
        request(over as Partial<Asked>),
      )
      const told = explainRoute(records, request(over as Partial<Asked>))
      return found?.id === told.decided?.id
    }),
  )
  t.end()
})
