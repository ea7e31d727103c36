import t from 'tap'
import { ServerCondition } from '../../../../actors/server/condition.js'
import { createSharedBuffers, SharedCounters } from '../../../../actors/shared/shared-state.js'
import { healthNotes } from '../../../../http/metrics/health-notes.js'
import { writtenLog } from '../../../actors/links/feeds/given-feed.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { staffFront } from '../../../given/staff.js'

const PATH = '/admin/v1/routing'
const RULE = { name: 'Large', action: 'reject', action_value: 'Too large' }

const create = (front: ConfigFront, body: object) => front.ask(`POST ${PATH}`, 'admin', body)
const ids = async (front: ConfigFront): Promise<number[]> =>
  (await front.ask(`GET ${PATH}`)).data.map(({ id }: { id: number }) => id)

t.test('create needs name and action, starts enabled, and adds at position or last', async (t) => {
  const front = new ConfigFront(t)
  t.match(await create(front, { name: 'x' }), { status: 400, fields: ['action'] })
  t.match(await create(front, { action: 'requote' }), { status: 400, fields: ['name'] })
  const last = await create(front, RULE)
  t.match(last.data, { ...RULE, id: 2, enabled: true, position: 2, version: 1, conditions: [] })
  t.match((await create(front, { ...RULE, name: 'b', position: 0 })).data, { id: 3, position: 3 })
  t.match((await create(front, { ...RULE, name: 'c', position: 2 })).data, { id: 4, position: 2 })
  t.match((await create(front, { ...RULE, name: 'd', position: 99 })).data, { id: 5, position: 5 })
  t.same(await ids(front), [1, 4, 2, 3, 5], 'rules at and below move down one')
  t.match((await front.ask(`GET ${PATH}/2`)).data, { position: 3, version: 1 })
})

const warnings = async (front: ConfigFront): Promise<Record<string, string[]>> => {
  const rows: { name: string; warnings: string[] }[] = (await front.ask(`GET ${PATH}`)).data
  return Object.fromEntries(rows.map((row) => [row.name, row.warnings]))
}

/** The notes of health, where all but the rules is well. */
function notes({ book, gateways, board, now }: ConfigFront): readonly string[] {
  const condition = new ServerCondition(
    writtenLog(),
    () => undefined,
    () => 0,
  )
  const counters = new SharedCounters(createSharedBuffers(), 1)
  const told = healthNotes({ book, gateways, board, condition, counters }, now)
  return told.map(({ text }) => text)
}

t.test(
  'a new rule goes before the one that takes everything, and a dead one is told',
  async (t) => {
    const front = new ConfigFront(t)
    const conditions = [{ field: 'group', op: 'eq', value: 'real\\a-book' }]
    const made = await create(front, { ...RULE, name: 'a', conditions })
    t.match(made.data, { position: 1, warnings: [] })
    t.match((await create(front, { ...RULE, name: 'b', request_kinds: ['open'] })).data, {
      position: 2,
      warnings: [],
    })
    const all = { field: 'symbol', op: 'eq', value: '*' }
    const last = await create(front, { ...RULE, name: 'all', conditions: [all] })
    const never =
      'It never decides: Confirm at market stands before it, at 3, and takes everything.'
    t.match(last.data, { position: 4, warnings: [never] }, 'what takes everything is the last')
    const wait = { name: 'wait', action: 'delay', action_value: '5', position: 9 }
    const changes = never.replace('never decides', 'changes no request')
    t.match((await create(front, wait)).data, { warnings: [changes] })
    const skip = { name: 'skip', action: 'online_dealers', skip_no_dealer: true }
    t.match((await create(front, skip)).data, { position: 3, warnings: [] })
    const resting = { ...RULE, name: 'resting', enabled: false, position: 99 }
    t.match((await create(front, resting)).data, { warnings: [] })
    t.match(await warnings(front), { 'Confirm at market': [], all: [never.replace('3', '4')] })
    t.same(notes(front), [
      '2 routing rules have no effect, because an earlier rule matches every request.',
    ])
  },
)

t.test('a rule that sends to nobody is told', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  const gateway = { name: 'Prime', server: 'gw.broker.example:9000' }
  const params = ['SenderCompID', 'TargetCompID'].map((name) => ({ name, value: 'US' }))
  const { data: prime } = await front.ask('POST /admin/v1/gateways', 'admin', {
    ...gateway,
    params,
    enabled: false,
  })
  const send = { name: 'send', action: 'gateway', dealers: [prime.id], request_kinds: ['open'] }
  const { data } = await create(front, send)
  t.same(data.warnings, ['It sends to nobody: Prime is disabled.'])
  const none = '1 routing rule sends requests only to gateways that are not online.'
  t.same(notes(front), [none])
  front.change('gateways', prime.id, { enabled: true })
  t.match(await warnings(front), { send: ['It sends to nobody: Prime is not online.'] })
  t.same(notes(front), [none])
  const figures = front.gateways.status({ ...prime, enabled: false }, 0)
  front.gateways.take({
    ...figures,
    id: prime.id,
    state: 'online',
    since: 0,
    reportedAt: front.now,
  })
  t.match(await warnings(front), { send: [] })
  t.same(notes(front), [])
  const asks = { name: 'desk', action: 'dealer', dealers: [1], request_kinds: ['open'] }
  const alone = 'It waits for nobody: no dealer of it is online. What it takes is refused.'
  t.same((await create(front, asks)).data.warnings, [alone])
  const passes = { ...asks, name: 'passes', skip_no_dealer: true }
  t.same((await create(front, passes)).data.warnings, [])
})

t.test('the list has disabled rules too, by position', async (t) => {
  const front = new ConfigFront(t)
  await create(front, { ...RULE, enabled: false })
  t.same(await ids(front), [1, 2])
})

t.test('names are 1 to 64 characters and unique in any case', async (t) => {
  const front = new ConfigFront(t)
  t.equal((await create(front, { ...RULE, name: 'n'.repeat(64) })).status, 200)
  t.match(await create(front, { ...RULE, name: 'n'.repeat(65) }), { status: 400, fields: ['name'] })
  t.match(await create(front, { ...RULE, name: '' }), { status: 400, fields: ['name'] })
  t.match(await create(front, { ...RULE, name: 'N'.repeat(64) }), { status: 409, code: 'conflict' })
})

t.test('action_value: reject text, delay in milliseconds, empty for the others', async (t) => {
  const front = new ConfigFront(t)
  for (const [action, action_value, status] of [
    ['reject', 'r'.repeat(31), 200],
    ['reject', 'r'.repeat(32), 400],
    ['reject', '', 200],
    ['delay', '1', 200],
    ['delay', '60000', 200],
    ['delay', '60001', 400],
    ['delay', '0', 400],
    ['delay', '', 400],
    ['delay', '1.5', 400],
    ['requote', '', 200],
    ['requote', 'x', 400],
    ['clear_stops', '1', 400],
    ['confirm_market_price', 'x', 400],
  ] as const) {
    const name = `${action} ${action_value.slice(0, 8)} ${action_value.length}`
    const answer = await create(front, { name, action, action_value })
    t.equal(answer.status, status, name)
    if (status === 400) t.same(answer.fields, ['action_value'])
  }
})

t.test('dealers: required for dealer and gateway, refused for the others, each once', async (t) => {
  const front = new ConfigFront(t)
  for (const [action, dealers, status] of [
    ['dealer', [1], 200],
    ['dealer', [], 400],
    ['dealer', [1, 1], 400],
    ['dealer', [77], 400],
    ['gateway', [], 400],
    ['gateway', [5], 400],
    ['online_dealers', [], 200],
    ['online_dealers', [1], 400],
    ['reject', [1], 400],
    ['dealer', [0], 400],
  ] as const) {
    const name = `${action} ${dealers.join()}`
    t.equal((await create(front, { name, action, dealers })).status, status, name)
  }
})

t.test('skip_no_dealer is allowed only with the actions dealer and online_dealers', async (t) => {
  const front = new ConfigFront(t)
  const skip = { skip_no_dealer: true }
  t.equal((await create(front, { name: 'a', action: 'online_dealers', ...skip })).status, 200)
  t.equal((await create(front, { name: 'b', action: 'dealer', dealers: [1], ...skip })).status, 200)
  t.match(await create(front, { name: 'c', action: 'reject', ...skip }), {
    status: 400,
    fields: ['skip_no_dealer'],
  })
})

t.test('conditions: numbers with every operator, texts with eq and ne and masks', async (t) => {
  const front = new ConfigFront(t)
  for (const [field, op, value, bad] of [
    ['volume', 'gt', '1.5', ''],
    ['volume', 'gt', 'much', 'value'],
    ['volume', 'gt', '-1', 'value'],
    ['login', 'le', '999999999999', ''],
    ['hour', 'eq', '23', ''],
    ['hour', 'eq', '24', 'value'],
    ['hour', 'eq', '1.5', 'value'],
    ['weekday', 'eq', '7', ''],
    ['weekday', 'eq', '0', 'value'],
    ['weekday', 'eq', '8', 'value'],
    ['symbol', 'eq', 'EUR*,!EURJPY', ''],
    ['symbol', 'gt', 'EUR*', 'op'],
    ['symbol', 'ne', '!EURUSD', 'value'],
    ['symbol', 'eq', 'x'.repeat(4096), ''],
    ['symbol', 'eq', 'x'.repeat(4097), 'value'],
    ['nothing', 'eq', '1', 'field'],
    ['volume', 'is', '1', 'op'],
  ] as const) {
    const name = `${field} ${op} ${value.slice(0, 20)} ${value.length}`
    const conditions = [{ field, op, value }]
    const answer = await create(front, { ...RULE, name, conditions })
    t.equal(answer.status, bad === '' ? 200 : 400, name)
    if (bad !== '') t.same(answer.fields, [`conditions[0].${bad}`])
  }
})

t.test('the last enabled rule that can decide stays', async (t) => {
  const front = new ConfigFront(t)
  await create(front, { name: 'wait', action: 'delay', action_value: '5' })
  const patch = (body: object) => front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, ...body })
  t.match(await patch({ enabled: false }), { status: 400, code: 'invalid_input' })
  t.match(await patch({ action: 'clear_stops' }), { status: 400, code: 'invalid_input' })
  t.match(await front.ask(`DELETE ${PATH}/1`), { status: 400, code: 'invalid_input' })
  await create(front, { ...RULE, enabled: false })
  t.match(await front.ask(`DELETE ${PATH}/1`), { status: 400 }, 'a disabled one does not count')
  t.equal((await front.ask(`PATCH ${PATH}/3`, 'admin', { version: 1, enabled: true })).status, 200)
  t.equal((await front.ask(`DELETE ${PATH}/1`)).status, 200)
  t.same(await ids(front), [2, 3])
})

t.test('an order raises the version of every moved rule', async (t) => {
  const front = new ConfigFront(t)
  for (const name of ['a', 'b']) await create(front, { ...RULE, name })
  const ordered = await front.ask(`PUT ${PATH}/order`, 'admin', { ids: [3, 2, 1] })
  const rows = ordered.data.map((one: Record<string, number>) => [one['id'], one['version']])
  t.same(rows, [
    [3, 2],
    [2, 1],
    [1, 2],
  ])
})

t.test('dealers are read and replaced in the order of the offer', async (t) => {
  const front = new ConfigFront(t)
  const { data } = await create(front, { name: 'desk', action: 'dealer', dealers: [1] })
  t.same((await front.ask(`GET ${PATH}/${data.id}/dealers`)).data, { dealers: [1], version: 1 })
  const post = (body: object) => front.ask(`POST ${PATH}/${data.id}/dealers`, 'admin', body)
  t.match(await post({ dealers: [], version: 1 }), { status: 400, fields: ['dealers'] })
  const stale = await post({ dealers: [1], version: 2 })
  t.match(stale, { status: 409, data: { version: 1, record: { dealers: [1], version: 1 } } })
  t.match((await post({ dealers: [1], version: 1 })).data, { dealers: [1], version: 1 })
  t.match(await front.ask(`GET ${PATH}/99/dealers`), { status: 404 })
})

t.test('actions and fields say what a rule can hold', async (t) => {
  const front = new ConfigFront(t)
  const actions = (await front.ask(`GET ${PATH}/actions`)).data
  t.equal(actions.length, 9)
  const going = actions.filter((one: { decides: boolean }) => !one.decides)
  t.same(
    going.map((one: { action: string }) => one.action),
    ['delay', 'clear_stops'],
  )
  const fields = (await front.ask(`GET ${PATH}/fields`)).data
  t.match(fields[0], { field: 'login', type: 'number', ops: ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] })
  t.match(fields[5], { field: 'group', type: 'text', ops: ['eq', 'ne'] })
  t.equal(fields.length, 10)
})

t.test('test answers which rule decides a trade request, and why', async (t) => {
  const front = new ConfigFront(t)
  const conditions = [
    { field: 'volume', op: 'ge', value: '5' },
    { field: 'hour', op: 'eq', value: '10' },
  ]
  await create(front, { ...RULE, position: 1, conditions })
  const asked = { login: 1, kind: 'open', symbol: 'eurusd', side: 'buy', volume: '5' }
  const test = (over: object) => front.ask(`POST ${PATH}/test`, 'admin', { ...asked, ...over })
  t.match((await test({})).data, {
    rule_id: 2,
    name: 'Large',
    action: 'reject',
    walk: [{ rule_id: 2, matched: true }],
  })
  t.match((await test({ volume: '4.99' })).data, {
    rule_id: 1,
    action: 'confirm_market_price',
    walk: [
      { rule_id: 2, matched: false, why: /volume ge 5/ },
      { rule_id: 1, matched: true },
    ],
  })
  t.match(await test({ symbol: 'NOSUCH' }), { status: 400, fields: ['symbol'] })
  t.match(await test({ login: 99 }), { status: 400, fields: ['login'] })
  t.match(await test({ volume: '0.123456789' }), { status: 400, fields: ['volume'] })
})

t.test('a test with a draft asks the rules as they would be, and saves nothing', async (t) => {
  const front = new ConfigFront(t)
  const large = [{ field: 'volume', op: 'ge', value: '5' }]
  await create(front, { ...RULE, position: 1, conditions: large })
  const before = (await front.ask(`GET ${PATH}`)).data
  const asked = { login: 1, kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '5' }
  const test = (draft: object, more: object = {}) =>
    front.ask(`POST ${PATH}/test`, 'admin', { ...asked, ...more, draft })
  const decides = async (draft: object, more: object = {}) => (await test(draft, more)).data.rule_id
  const rule = { name: 'Earlier', action: 'reject', action_value: 'No', position: 1 }
  t.equal(await decides({ rule }), 0, 'a new one where it would be put')
  t.equal(await decides({ rule, order: [2, 1, 0] }), 2, 'or where the order has it')
  t.equal(await decides({ rule: { id: 2, enabled: false } }), 1, 'a changed one')
  t.equal(await decides({ order: [1, 2] }), 1, 'another order alone')
  const comment = [...large, { field: 'comment', op: 'ne', value: 'mine' }]
  const unsaid = (await test({ rule: { id: 2, conditions: comment } })).data
  t.match(unsaid, { rule_id: 2, needs: [{ rule_id: 2, field: 'comment' }], dealers: [] })
  const said = { comment: 'mine' }
  t.match((await test({ rule: { id: 2, conditions: comment } }, said)).data, { needs: [] })
  const noon = [{ field: 'hour', op: 'eq', value: '12' }]
  const at = (hour: number) => ({ at: `2026-03-02T${hour}:30:00Z` })
  t.equal(await decides({ rule: { id: 2, conditions: noon } }, at(12)), 2)
  t.equal(await decides({ rule: { id: 2, conditions: noon } }, at(13)), 1)
  for (const [draft, field] of [
    [{}, 'draft'],
    [{ rule: { name: 'x' } }, 'draft.rule.action'],
    [{ rule: { id: 77, enabled: false } }, 'draft.rule.id'],
    [{ rule: { id: 2, action: 'delay', action_value: 'soon' } }, 'draft.rule.action_value'],
    [{ order: [1] }, 'draft.order'],
    [{ order: [1, 1, 2] }, 'draft.order'],
    [{ order: [1, 0] }, 'draft.order'],
  ] as const) {
    t.match(await test(draft), { status: 400, fields: [field] }, JSON.stringify(draft))
  }
  const never = await test({ order: [1, 2] }, { at: '2026-02-30T12:00:00Z' })
  t.match(never, { status: 400, fields: ['at'] })
  t.same((await front.ask(`GET ${PATH}`)).data, before)
})

t.test('staff of some groups touch the rules that are kept to these, and see all', async (t) => {
  const front = staffFront(t)
  const profile = { rights: ['config.routing'], group_scope: ['demo\\*', '!demo\\netting'] }
  await front.ask('POST /admin/v1/staff', 'admin', { login: 501, ...profile })
  const clerk = 'login 501'
  const kept = (value: string, op = 'eq') => [{ field: 'group', op, value }]
  const make = (name: string, conditions: object[], as = clerk) =>
    front.ask(`POST ${PATH}`, as, { ...RULE, name, conditions, position: 1 })
  const forbidden = { status: 403, code: 'forbidden' }
  for (const conditions of [
    [],
    kept('demo\\*'),
    kept('demo*,!demo\\netting'),
    kept('real\\*'),
    kept('real\\*', 'ne'),
    [{ field: 'volume', op: 'gt', value: '1' }],
  ]) {
    t.match(await make('x', conditions), forbidden, JSON.stringify(conditions))
  }
  const own = await make('own', kept('demo\\standard'))
  t.match(own, { status: 200, data: { id: 2, position: 1 } })
  await make('other', kept('real\\*'), 'admin')
  await make('own too', kept('demo\\*,!demo\\netting'))
  t.same(await ids(front), [4, 3, 2, 1], 'all are seen')
  t.equal((await front.ask(`GET ${PATH}`, clerk)).data.length, 4)
  const patch = (id: number, change: object) =>
    front.ask(`PATCH ${PATH}/${id}`, clerk, { version: 1, ...change })
  t.match(await patch(1, { enabled: false }), forbidden)
  t.match(await patch(3, { action_value: 'x' }), forbidden)
  t.match(await patch(2, { conditions: kept('real\\*') }), forbidden)
  t.match(await front.ask(`DELETE ${PATH}/3`, clerk), forbidden)
  t.match(await patch(2, { action_value: 'x' }), { status: 200 })
  const order = (...to: number[]) => front.ask(`PUT ${PATH}/order`, clerk, { ids: to })
  t.match(await order(1, 3, 2, 4), forbidden, 'the rules of others stay in their order')
  t.match(await order(2, 3, 4, 1), { status: 200 })
  t.match(await front.ask(`DELETE ${PATH}/2`, clerk), { status: 200 })
  t.match(await front.ask(`GET ${PATH}/3`, clerk), { status: 200 })
})

t.test(
  'what changes nothing is answered as it is, though a dealer of it is none any more',
  async (t) => {
    const front = staffFront(t)
    const staff = await front.ask('POST /admin/v1/staff', 'admin', {
      login: 501,
      rights: ['dealing'],
    })
    const rule = { name: 'Desk', action: 'dealer', dealers: [501] }
    const { data } = await front.ask(`POST ${PATH}`, 'admin', rule)
    const { version } = staff.data
    await front.ask('PATCH /admin/v1/staff/501', 'admin', { version, rights: [] })
    const patch = (change: object) =>
      front.ask(`PATCH ${PATH}/${data.id}`, 'admin', { version: 1, ...change })
    t.match(await patch({ name: 'Desk' }), { status: 200, data: { version: 1 } })
    t.match(await patch({ name: 'Another' }), { status: 400, fields: ['dealers[0]'] })
  },
)
