import t from 'tap'
import { ConfigFront } from '../../../given/fronts/config-front.js'

const PATH = '/admin/v1/leverage-profiles'

const tier = (range_to: string, over: object = {}) => ({
  range_to,
  initial: '1',
  maintenance: '1',
  ...over,
})
const rule = (over: object = {}) => ({
  name: 'Majors',
  mask: 'Forex\\Majors\\*',
  range_basis: 'volume',
  tiers: [tier('100'), tier('0')],
  ...over,
})

async function created(front: ConfigFront, name: string, ...rules: object[]) {
  return front.ask(`POST ${PATH}`, 'admin', { name, rules })
}

const names = (answer: { data: { rules: { name: string }[] } }): string[] =>
  answer.data.rules.map(({ name }) => name)

t.test(
  'a profile starts enabled; range_from is set from the previous tier, whatever was sent',
  async (t) => {
    const front = new ConfigFront(t)
    const tiers = [
      tier('2.50', { range_from: '9' }),
      tier('10', { range_from: -1.5 }),
      tier('0', { initial: '3.000' }),
    ]
    const { data } = await created(front, 'Steps', rule({ tiers }))
    t.match(data, { id: 1, name: 'Steps', enabled: true, version: 1, groups: [] })
    t.match(data.rules[0], { currency: '', description: '' })
    t.same(data.rules[0].tiers, [
      { range_from: '0', range_to: '2.5', initial: '1', maintenance: '1' },
      { range_from: '2.5', range_to: '10', initial: '1', maintenance: '1' },
      { range_from: '10', range_to: '0', initial: '3', maintenance: '1' },
    ])
  },
)

t.test('profiles are listed by name in any case', async (t) => {
  const front = new ConfigFront(t)
  for (const name of ['beta', 'Gamma', 'ALPHA']) await created(front, name)
  const listed = (await front.ask(`GET ${PATH}`)).data as { name: string }[]
  t.same(
    listed.map(({ name }) => name),
    ['ALPHA', 'beta', 'Gamma'],
  )
})

t.test('names: 1 to 64 characters, no edge spaces, unique in any case', async (t) => {
  const front = new ConfigFront(t)
  t.equal((await created(front, 'n'.repeat(64))).status, 200)
  t.match(await created(front, 'n'.repeat(65)), { status: 400, fields: ['name'] })
  t.match(await created(front, ''), { status: 400, fields: ['name'] })
  t.match(await created(front, ' n'), { status: 400, fields: ['name'] })
  t.match(await created(front, 'n '), { status: 400, fields: ['name'] })
  t.match(await created(front, 'N'.repeat(64)), { status: 409, code: 'conflict' })
})

t.test('each limit of a rule, at the limit and one past it', async (t) => {
  const front = new ConfigFront(t)
  const masks = (n: number) => Array.from({ length: n }, (_, i) => `S${i}`).join(',')
  const tiers = (n: number) =>
    Array.from({ length: n }, (_, i) => tier(i === n - 1 ? '0' : String(i + 1)))
  const rows: [over: object, bad: string][] = [
    [{ name: 'r'.repeat(64) }, ''],
    [{ name: 'r'.repeat(65) }, 'name'],
    [{ name: ' r' }, 'name'],
    [{ name: '' }, 'name'],
    [{ mask: masks(128) }, ''],
    [{ mask: masks(129) }, 'mask'],
    [{ mask: 'x'.repeat(4096) }, ''],
    [{ mask: 'x'.repeat(4097) }, 'mask'],
    [{ mask: '!EURUSD' }, 'mask'],
    [{ mask: '!EURUSD,*' }, ''],
    [{ mask: ' , ' }, 'mask'],
    [{ range_basis: 'volume_per_symbol' }, ''],
    [{ range_basis: 'turnover' }, 'range_basis'],
    [{ range_basis: 'value', currency: 'USD' }, ''],
    [{ range_basis: 'value_per_symbol', currency: 'USD' }, ''],
    [{ range_basis: 'value_per_symbol', currency: '' }, ''],
    [{ range_basis: 'volume', currency: 'USD' }, 'currency'],
    [{ range_basis: 'volume_per_symbol', currency: 'USD' }, 'currency'],
    [{ description: 'd'.repeat(255) }, ''],
    [{ description: 'd'.repeat(256) }, 'description'],
    [{ tiers: tiers(100) }, ''],
    [{ tiers: tiers(101) }, 'tiers'],
    [{ tiers: [] }, 'tiers'],
    [{ tiers: [tier('0')] }, ''],
    [{ range_basis: 'value', tiers: [tier('1000000000000000'), tier('0')] }, ''],
    [
      { range_basis: 'value', tiers: [tier('1000000000000000.00000001'), tier('0')] },
      'tiers[0].range_to',
    ],
    [{ tiers: [tier('1.000000001'), tier('0')] }, 'tiers[0].range_to'],
    [{ tiers: [tier('5')] }, 'tiers[0].range_to'],
    [{ tiers: [tier('0'), tier('0')] }, 'tiers[0].range_to'],
    [{ tiers: [tier('5'), tier('5'), tier('0')] }, 'tiers[1].range_to'],
    [{ tiers: [tier('0', { initial: '999999' })] }, ''],
    [{ tiers: [tier('0', { initial: '999999.000001' })] }, 'tiers[0].initial'],
    [{ tiers: [tier('0', { maintenance: '0.000001' })] }, ''],
    [{ tiers: [tier('0', { maintenance: '0.0000001' })] }, 'tiers[0].maintenance'],
    [{ tiers: [tier('0', { initial: '-1' })] }, 'tiers[0].initial'],
    [{ nonsense: 1 }, 'nonsense'],
  ]
  for (const [i, [over, bad]] of rows.entries()) {
    const answer = await created(front, `p${i}`, rule(over))
    t.equal(answer.status, bad === '' ? 200 : 400, JSON.stringify(over).slice(0, 90))
    if (bad !== '') t.same(answer.fields, [`rules[0].${bad}`])
  }
})

t.test('a profile has at most 1024 rules', async (t) => {
  const front = new ConfigFront(t)
  const rules = Array.from({ length: 1025 }, () => rule({ tiers: [tier('0')] }))
  t.match(await created(front, 'many', ...rules), { status: 400, fields: ['rules'] })
  t.equal((await created(front, 'many', ...rules.slice(1))).status, 200)
  const more = { rule: rule(), version: 1 }
  t.match(await front.ask(`POST ${PATH}/1/rules`, 'admin', more), { status: 400 })
})

t.test('a rule is added at position, or last', async (t) => {
  const front = new ConfigFront(t)
  await created(front, 'p', rule({ name: 'a' }), rule({ name: 'b' }))
  const add = (body: object) => front.ask(`POST ${PATH}/1/rules`, 'admin', body)
  t.same(names(await add({ rule: rule({ name: 'c' }), position: 1, version: 1 })), ['c', 'a', 'b'])
  t.same(names(await add({ rule: rule({ name: 'd' }), version: 2 })), ['c', 'a', 'b', 'd'])
  const zero = await add({ rule: rule({ name: 'e' }), position: 0, version: 3 })
  t.same(names(zero), ['c', 'a', 'b', 'd', 'e'])
  const past = await add({ rule: rule({ name: 'f' }), position: 99, version: 4 })
  t.same(names(past), ['c', 'a', 'b', 'd', 'e', 'f'])
  t.match(await add({ rule: rule() }), { status: 400, fields: ['version'] })
  t.match(await add({ rule: rule(), version: 1 }), {
    status: 409,
    data: { version: 5, updated_by: 1, record: { version: 5, groups: [] } },
  })
  t.match(await add({ rule: rule({ mask: '!x' }), version: 5 }), { status: 400 })
})

t.test('rules are put in order by their numbers, each exactly once', async (t) => {
  const front = new ConfigFront(t)
  await created(front, 'p', rule({ name: 'a' }), rule({ name: 'b' }), rule({ name: 'c' }))
  const order = (body: object) => front.ask(`PUT ${PATH}/1/rules/order`, 'admin', body)
  for (const wrong of [[], [1, 2], [1, 2, 2], [1, 2, 4], [1, 2, 3, 3]]) {
    t.match(await order({ order: wrong, version: 1 }), { status: 400, fields: ['order'] })
  }
  t.same(names(await order({ order: [3, 1, 2], version: 1 })), ['c', 'a', 'b'])
  t.match(await order({ order: [1, 2, 3], version: 1 }), { status: 409 })
})

t.test('a rule is changed and deleted by its number', async (t) => {
  const front = new ConfigFront(t)
  await created(front, 'p', rule({ name: 'a' }), rule({ name: 'b' }))
  const patch = (n: number, body: object) => front.ask(`PATCH ${PATH}/1/rules/${n}`, 'admin', body)
  const changed = await patch(2, { name: 'B', version: 1 })
  t.same(names(changed), ['a', 'B'])
  t.match(changed.data.rules[1], { mask: 'Forex\\Majors\\*' }, 'the rest of the rule stays')
  t.match(await patch(3, { name: 'x', version: 2 }), { status: 404 })
  t.match(await patch(1, { name: 'x', version: 1 }), { status: 409 })
  const remove = (n: number, query: string) => front.ask(`DELETE ${PATH}/1/rules/${n}${query}`)
  t.match(await remove(1, ''), { status: 400, fields: ['version'] })
  t.match(await remove(3, '?version=2'), { status: 404 })
  t.same(names(await remove(1, '?version=2')), ['B'])
})

t.test('groups of the scope that use the profile are listed; a used one stays', async (t) => {
  const front = new ConfigFront(t)
  await created(front, 'p', rule())
  const group = front.book.records.groups.find(({ path }) => path === 'real\\ecn')
  front.change('groups', group?.id ?? 0, { leverage_profile_id: 1 })
  t.same((await front.ask(`GET ${PATH}/1`)).data.groups, ['real\\ecn'])
  t.same((await front.ask(`GET ${PATH}/1`, 'only config.groups')).data.groups, ['real\\ecn'])
  const used = { kind: 'groups', id: group?.id, key: 'real\\ecn' }
  const refused = async (as: string) => {
    const { status, data } = await front.ask(`DELETE ${PATH}/1`, as)
    return [status, data]
  }
  t.match(await refused('admin'), [409, { used_by: [used] }])
  t.match(await refused('only config.leverage'), [409, { used_by: [], reason: 'conflict.in_use' }])
  front.change('groups', group?.id ?? 0, { leverage_profile_id: null })
  t.equal((await front.ask(`DELETE ${PATH}/1`)).status, 200)
})

t.test('reading takes config.leverage or config.groups, changing config.leverage', async (t) => {
  const front = new ConfigFront(t)
  t.equal((await front.ask(`GET ${PATH}`, 'only config.groups')).status, 200)
  t.equal((await front.ask(`GET ${PATH}`, 'only config.leverage')).status, 200)
  t.match(await front.ask(`GET ${PATH}`, 'only config.symbols'), { status: 403 })
  const body = { name: 'p' }
  t.match(await front.ask(`POST ${PATH}`, 'only config.groups', body), { status: 403 })
})

const SWITCHES = '/admin/v1/leverage-switches'

t.test('a switch names a group, a profile or none, and a time to come', async (t) => {
  const front = new ConfigFront(t)
  await created(front, 'p', rule())
  const soon = '2026-03-02T10:00:01Z'
  const make = (over: object) => {
    const body = { group: 'demo\\standard', leverage_profile_id: 1, at: soon, ...over }
    return front.ask(`POST ${SWITCHES}`, 'admin', body)
  }
  t.match((await make({})).data, { at: '2026-03-02T10:00:01.000Z', done_at: null, version: 1 })
  t.match(await make({}), { status: 409 }, 'one a group and time')
  t.match(await make({ at: '2026-03-02T10:00:00Z' }), { status: 400, fields: ['at'] })
  t.match(await make({ group: 'nosuch' }), { status: 400, fields: ['group'] })
  t.match(await make({ leverage_profile_id: 9 }), { status: 400, fields: ['leverage_profile_id'] })
  t.match(await make({ done_at: soon }), { status: 400, fields: ['done_at'] })
  t.equal((await make({ leverage_profile_id: null, at: '2026-03-02T10:00:02Z' })).status, 200)
  t.match(await front.ask(`DELETE ${PATH}/1`), { status: 409 }, 'a scheduled switch names it')
  const ids = (await front.ask(`GET ${SWITCHES}`)).data.map(({ id }: { id: number }) => id)
  t.same(ids, [1, 2])
  t.equal((await front.ask(`DELETE ${SWITCHES}/1`)).status, 200)
  t.equal((await front.ask(`DELETE ${PATH}/1`)).status, 200)
})
