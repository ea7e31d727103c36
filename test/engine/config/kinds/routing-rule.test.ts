import t from 'tap'
import { NO_RECORDS } from '../../../../engine/config/book-records.js'
import { routingRuleKind } from '../../../../engine/config/kinds/routing-rule.js'
import { configWorld } from '../../../../engine/config/kinds.js'
import type { RoutingRuleRecord } from '../../../../engine/config/records/routing-rule.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { CONFIRM_ALL } from '../../../given/book.js'
import { NO_FACTS } from '../../../given/config-facts.js'

type Rule = RoutingRuleRecord

function world(...routing: readonly Rule[]) {
  return configWorld({ ...NO_RECORDS, routing }, { ...NO_FACTS, isDealer: (id) => id < 100 })
}

/** What is wrong, as `field: message`. */
function faults(change: Partial<Rule>): string[] {
  return routingRuleKind
    .check({ ...CONFIRM_ALL, ...change }, world(), null)
    .map(({ path, message }) => `${path}: ${message}`)
}

t.test('the value of an action: a text, a delay, or nothing', (t) => {
  const text = 'action_value: must be a text of at most 31 characters'
  const delay = 'action_value: must be a delay of 1 to 60000 milliseconds'
  for (const [action, action_value, wanted] of [
    ['reject', '', []],
    ['reject', '😀'.repeat(31), []],
    ['reject', 'a'.repeat(32), [text]],
    ['delay', '1', []],
    ['delay', '60000', []],
    ['delay', '60001', [delay]],
    ['delay', '0', [delay]],
    ['delay', '01', [delay]],
    ['delay', '1.5', [delay]],
    ['delay', '', [delay]],
    ['clear_stops', '', []],
    ['clear_stops', '1', ['action_value: must be empty for the action clear_stops']],
  ] as const) {
    t.same(faults({ action, action_value }), wanted, `${action} ${action_value}`)
  }
  t.end()
})

t.test('dealers are named for a dealer and a gateway, each once, and skipped for dealers', (t) => {
  const skip = 'skip_no_dealer: is allowed only with the actions dealer and online_dealers'
  const twice = 'dealers: must have each entry only once'
  for (const [action, dealers, skip_no_dealer, wanted] of [
    ['dealer', [1, 2], true, []],
    ['online_dealers', [], true, []],
    ['gateway', [500], false, []],
    ['gateway', [500], true, [skip]],
    ['requote', [], true, [skip]],
    ['requote', [1], false, ['dealers: must be empty for the action requote']],
    ['requote', [1], true, [skip, 'dealers: must be empty for the action requote']],
    ['online_dealers', [1], false, ['dealers: must be empty for the action online_dealers']],
    ['dealer', [], false, ['dealers: must have the login of at least one dealer']],
    ['gateway', [], true, [skip, 'dealers: must have the id of at least one gateway']],
    ['gateway', [7, 8, 7], false, [twice]],
    [
      'dealer',
      [1, 100, 100],
      false,
      [
        twice,
        'dealers[1]: 100 is not an active staff user who has the right “dealing”: choose another user',
        'dealers[2]: 100 is not an active staff user who has the right “dealing”: choose another user',
      ],
    ],
  ] as const) {
    const says = `${action} ${dealers}`
    t.same(faults({ action, dealers: [...dealers], skip_no_dealer }), wanted, says)
  }
  t.end()
})

t.test('conditions compare numbers within their bounds, and texts by masks', (t) => {
  const masks = 'must be masks, at least one of which does not begin with !'
  const hour = 'must be a whole number from 0 to 23'
  const day = 'must be a whole number from 1 to 7 (1 is Monday)'
  for (const [field, op, value, wanted] of [
    ['volume', 'ge', '0', []],
    ['volume', 'ge', '-0.00000001', ['value must not be negative']],
    ['volume', 'ge', 'x', ['value must be a number']],
    ['volume', 'ge', '0.000000001', ['value must be a number']],
    ['hour', 'lt', '23', []],
    ['hour', 'lt', '0', []],
    ['hour', 'lt', '24', [`value ${hour}`]],
    ['hour', 'lt', '-1', [`value ${hour}`]],
    ['hour', 'lt', '1.5', [`value ${hour}`]],
    ['weekday', 'eq', '1', []],
    ['weekday', 'eq', '7', []],
    ['weekday', 'eq', '0', [`value ${day}`]],
    ['weekday', 'eq', '8', [`value ${day}`]],
    ['group', 'ne', 'real\\*,!real\\a', []],
    ['group', 'gt', 'real\\*', ['op must be eq or ne for group']],
    ['group', 'eq', '!real\\a', [`value ${masks}`]],
    ['group', 'le', '', ['op must be eq or ne for group', `value ${masks}`]],
    ['group', 'eq', 'a'.repeat(4096), []],
    ['group', 'eq', 'a'.repeat(4097), [`value ${masks}`]],
  ] as const) {
    const given = { field: 'volume', op: 'eq', value: '1' } as const
    const conditions = [given, { field, op, value }] as Rule['conditions']
    const told = faults({ conditions }).map((one) => one.replace(/^conditions\[1\]\.(\w+):/, '$1'))
    t.same(told, wanted, `${field} ${op} ${value.slice(0, 20)}`)
  }
  t.end()
})

t.test('the last enabled rule that decides stays', (t) => {
  const rule = { ...CONFIRM_ALL, name: 'last' }
  const refusal = because('invalid_input.last_rule', { name: 'last' })
  const { refuseChange, refuseDelete } = routingRuleKind
  for (const others of [
    [],
    [{ ...CONFIRM_ALL, id: 2, enabled: false }],
    [{ ...CONFIRM_ALL, id: 2, action: 'delay' as const }],
    [{ ...CONFIRM_ALL, id: 2, action: 'clear_stops' as const }],
  ]) {
    const of = world(rule, ...others)
    t.same(refuseDelete?.(rule, of), refusal)
    t.same(refuseChange?.(rule, { ...rule, enabled: false }, of), refusal)
    t.same(refuseChange?.(rule, { ...rule, action: 'delay' }, of), refusal)
    t.equal(refuseChange?.(rule, { ...rule, action: 'reject' }, of), undefined)
    for (const other of others) {
      t.equal(refuseDelete?.(other, of), undefined)
      t.equal(refuseDelete?.(other, world(other)), undefined, 'it decides nothing')
    }
  }
  const two = world(rule, { ...CONFIRM_ALL, id: 2, action: 'reject' })
  t.equal(refuseDelete?.(rule, two), undefined)
  t.equal(refuseChange?.(rule, { ...rule, enabled: false }, two), undefined)
  t.end()
})

t.test('a rule is kept without repeats, and names its gateways, not its dealers', (t) => {
  t.same(routingRuleKind.defaults({ name: 'a' }), {
    name: 'a',
    position: 0,
    enabled: true,
    action: 'reject',
    action_value: '',
    conditions: [],
    dealers: [],
    order_kinds: [],
    request_kinds: [],
    skip_no_dealer: false,
  })
  const given = {
    ...CONFIRM_ALL,
    action: 'gateway',
    dealers: [7, 8],
    order_kinds: ['stop', 'limit', 'stop'],
    request_kinds: ['open', 'open'],
  } as Rule
  const kept = routingRuleKind.normal?.(given)
  t.same(kept, { ...given, order_kinds: ['stop', 'limit'], request_kinds: ['open'] })
  const [gateways] = routingRuleKind.refers
  t.same(gateways?.namedIn(given), [
    { path: 'dealers[0]', key: 7 },
    { path: 'dealers[1]', key: 8 },
  ])
  t.same(gateways?.namedIn({ ...given, action: 'dealer' }), [])
  const going = gateways?.whenGoing as (named: object, by: readonly Rule[]) => string
  t.equal(
    going({ name: 'LP' }, [given]),
    `The routing rule ${given.name} sends orders to the gateway LP. Change or delete the rule first.`,
  )
  t.equal(routingRuleKind.nameOf(given), given.name)
  t.end()
})

t.test('in a file for another server gateways go by their names and dealers are left out', (t) => {
  const { transfer } = routingRuleKind
  if (transfer === 'stays') throw new Error('rules are exported')
  const keyOf = (_kind: string, id: number): string => `G${id}`
  const exported = (change: Partial<Rule>) =>
    transfer.exported?.({ ...CONFIRM_ALL, ...change }, keyOf)
  t.same(exported({ action: 'gateway', dealers: [7, 8] }), {
    fields: { dealers: ['G7', 'G8'] },
    removed: [],
  })
  t.same(exported({ action: 'dealer', dealers: [7] }), {
    fields: { dealers: [] },
    removed: ['dealers'],
  })
  t.same(exported({}), { fields: { dealers: [] }, removed: [] })
  t.same([transfer.keyFields, transfer.leftOut], [['name'], ['position']])
  t.equal(transfer.keyOf(CONFIRM_ALL), CONFIRM_ALL.name)
  t.end()
})
