import t from 'tap'
import { moment } from '../../../given/desk.js'
import { AccountFront, CAREFUL, DEALER, YEN } from '../../../given/fronts/account-front.js'

// The window onto the accounts over the pipeline, on real threads: what it answers, to whom, and what it
// refuses. That its pages are exact is tested against plain arrays (test/storage/sqlite/window.test.ts).

const front = await AccountFront.start(t)
const passwords = { master_password: 'Abcd12!xAbcd', investor_password: 'Look34?yLook' }
const ada = await front.open({ name: 'Ada', email: 'Ada@Example.com', country: 'DE' })
const bob = await front.open({ name: 'bob', group: 'real\\standard', country: 'FR' })
const cid = await front.open({ name: 'Cid', group: CAREFUL, country: 'de', ...passwords })
const lead = { lead_source: 'Fair', status: 'RE' }
const dan = await front.open({ name: 'dan', group: YEN, comment: 'owes', ...lead })

type Row = Readonly<Record<string, unknown>>

async function show(query: Readonly<Record<string, unknown>> = {}, as = 'admin', path = 'window') {
  const text = Object.entries(query).map(([name, value]) => {
    const plain = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return `${name}=${encodeURIComponent(plain)}`
  })
  const answer = await front.ask(`GET /admin/v1/accounts/${path}?${text.join('&')}`, as)
  const items = (answer.data?.['items'] ?? []) as Row[]
  return { ...answer, items, logins: items.map(({ login }) => Number(login)) }
}
const count = (query = {}, as = 'admin') => show(query, as, 'window/count')
const eq = (field: string, value: unknown) => [{ field, op: 'eq', value }]

t.test('first, after, before and last go through the window by cursors', async (t) => {
  const first = await show({ limit: 4, sort: 'name' })
  t.same(first.logins, [DEALER, ada, 1, bob])
  t.match(first.data, { has_before: false, has_after: true, consistency: 'current' })
  t.match(first.data, { first_key: String(first.logins[0]), last_key: String(bob) })
  t.match(first.data['projection_seq'], /^\d+$/)
  t.match(first.data['calculated_at'], /Z$/)
  const next = await show({ limit: 4, sort: 'name', edge: 'after', cursor: first.data['after'] })
  t.match(next, { logins: [cid, dan], data: { has_before: true, has_after: false } })
  t.equal(next.data['proof'], first.data['proof'])
  t.not(next.data['page_id'], first.data['page_id'])
  const back = await show({ limit: 1, sort: 'name', edge: 'before', cursor: next.data['before'] })
  t.match(back, { logins: [bob], data: { has_before: true, has_after: true } })
  t.same((await show({ edge: 'last', limit: 2, sort: '-name' })).logins.length, 2)
  t.same((await show({ edge: 'last', limit: 2 })).logins, [cid, dan])
})

t.test('around takes a cursor, an anchor or an offset', async (t) => {
  const all = (await show()).logins
  t.same((await show({ edge: 'around', anchor: cid, limit: 3 })).logins, [bob, cid, dan])
  t.same((await show({ edge: 'around', offset: 0, limit: 2 })).logins, all.slice(0, 2))
  t.same((await show({ edge: 'around', offset: all.length - 1, limit: 2 })).logins, [cid, dan])
  const { data } = await show({ limit: 1 })
  const around = { edge: 'around', cursor: data['after'], limit: 2 }
  t.same((await show(around)).logins, all.slice(0, 2))
  t.same((await show({ ...around, anchor: dan })).logins, [cid, dan])
  t.same((await show({ ...around, anchor: 999_999 })).logins, all.slice(0, 2))
  const from = await show({ edge: 'from', offset: 1, limit: 2 })
  t.match(from, { logins: all.slice(1, 3), data: { first_offset: 1, has_before: true } })
  t.equal((await show({ edge: 'around', offset: 3, limit: 2 })).data['first_offset'], 2)
  t.notOk('first_offset' in data)
  t.match(await show({ edge: 'from', offset: 0, group: 'nowhere' }), { status: 200, logins: [] })
  t.match(await show({ edge: 'from', offset: all.length }), { status: 400, fields: ['offset'] })
  t.match(await show({ edge: 'around', anchor: 999_999 }), { status: 404, code: 'not_found' })
  t.match(await show({ edge: 'around', anchor: ada }, 'real only'), { status: 404 })
  const past = await show({ edge: 'around', offset: all.length })
  t.match(past, { status: 400, fields: ['offset'] })
})

t.test('a row has the stored fields, ids and decimals as text, and money null', async (t) => {
  const [row] = (await show({ filter: eq('login', ada) })).items
  t.match(row, { login: String(ada), name: 'Ada', agent: null, client_id: null, money: null })
  t.match(row, { policy_revision: '0', balance: '0.00', credit: '0.00', currency: 'USD' })
  t.match(row, { leverage: 100, enabled: true, last_access: null })
  const [yen] = (await show({ filter: eq('login', dan), fields: 'balance,group,money' })).items
  t.same(yen, { login: String(dan), group: YEN, balance: '0', money: null })
  t.match(await show({ fields: 'balance,nothing' }), { status: 400, fields: ['fields'] })
})

t.test('filters, search and masks narrow the page and the count alike', async (t) => {
  const cases: [Record<string, unknown>, number[]][] = [
    [{ filter: eq('country', 'dE') }, [ada, cid]],
    [{ filter: [{ field: 'name', op: 'in', value: ['ADA', 'BOB'] }] }, [ada, bob]],
    [{ filter: [...eq('country', 'de'), { field: 'name', op: 'starts', value: 'c' }] }, [cid]],
    [{ filter: [{ field: 'login', op: 'gt', value: String(cid) }] }, [dan]],
    [{ filter: [[...eq('name', 'ada'), ...eq('country', 'fr')]] }, [ada, bob]],
    [
      { filter: [[...eq('name', 'ada'), ...eq('country', 'fr')], ...eq('api_enabled', false)] },
      [ada, bob],
    ],
    [{ filter: [...eq('lead_source', 'fair'), ...eq('archived_at', null)] }, [dan]],
    [{ filter: [...eq('status', 're'), { field: 'archived_at', op: 'ne', value: null }] }, []],
    [{ search: 'DA' }, [ada, dan]],
    [{ search: 'ple.com ada' }, [ada]],
    [{ search: 'ada dan' }, []],
    [{ search: String(bob) }, [bob]],
    [{ group: 'real\\*' }, [bob, cid, dan]],
    [{ group_path: 'real' }, [bob, cid, dan]],
    [{ group_path: 'REAL/standard' }, [bob]],
    [{ group_path: 'real\\stan' }, []],
    [{ client: '9223372036854775807' }, []],
  ]
  for (const [query, logins] of cases) {
    t.same((await show(query)).logins, logins, JSON.stringify(query))
    const counted = await count(query)
    t.match(counted.data, { resource: 'accounts', total: logins.length, consistency: 'current' })
  }
})

t.test('client narrows to the linked accounts that the reader may see', async (t) => {
  const { data } = await front.ask(`GET /admin/v1/accounts/${ada}/clients`, 'admin')
  const linked = { logins: [bob, dan], version: data['version'] }
  const done = await front.ask(`PUT /admin/v1/accounts/${ada}/clients`, 'admin', linked)
  const client = done.data['client_id']
  t.same((await show({ client })).logins, [ada, bob, dan])
  t.same((await show({ client }, 'real only')).logins, [bob, dan], 'in scope')
  t.match((await count({ client }, 'real only')).data, { total: 2 })
  t.same((await show({ client: Number(client) + 1 })).logins, [])
  t.match(await count({ client }, 'without clients'), { status: 403, code: 'forbidden' })
  const none = { logins: [], version: done.data['version'] }
  await front.ask(`PUT /admin/v1/accounts/${ada}/clients`, 'admin', none)
  await front.ask(`PATCH /admin/v1/accounts/${ada}`, 'admin', {
    version: Number(done.data['version']),
    client_id: null,
  })
  const listed = await front.ask(`GET /admin/v1/accounts?client=${client}`, 'admin')
  t.match(listed, { status: 400, code: 'invalid_input' }, 'the list selects by none of it')
})

t.test('only accounts in scope are shown, staff with config.staff', async (t) => {
  t.same((await show({}, 'real only')).logins, [bob, cid, dan])
  t.equal((await count({}, 'real only')).data['total'], 3)
  t.same((await show({ filter: eq('login', ada) }, 'real only')).logins, [])
  t.same((await show({}, 'without staff')).logins, [ada, bob, cid, dan])
  t.same((await show()).logins, [1, DEALER, ada, bob, cid, dan])
  t.same((await show({ group: 'nowhere' })).logins, [])
})

t.test('what is hidden reads null, and is not found by filter, sort or search', async (t) => {
  const hidden: Record<string, string[]> = {
    'without names': ['name', 'last_name', 'middle_name', 'comment'],
    'without e-mails': ['email'],
    'without phones': ['phone'],
    'without addresses': ['country', 'city'],
  }
  for (const [as, fields] of Object.entries(hidden)) {
    const { items } = await show({}, as)
    for (const field of fields) {
      t.ok(
        items.every((row) => row[field] === null),
        `${as} ${field}`,
      )
      for (const ask of [show, count]) {
        t.match(await ask({ filter: eq(field, 'x') }, as), { status: 403, code: 'forbidden' })
        t.match(await ask({ sort: `-${field}` }, as), { status: 403, code: 'forbidden' })
      }
    }
  }
  t.same((await show({ search: 'ada' }, 'without names')).logins, [ada], 'by the e-mail alone')
  t.same((await show({ search: 'dan' }, 'without names')).logins, [])
  t.same((await show({ search: 'example' }, 'without e-mails')).logins, [])
  t.equal((await show({ search: '7' }, 'without names')).status, 200)
  t.match(await show({ client: '1' }, 'without clients'), { status: 403, code: 'forbidden' })
})

t.test(
  'a cursor of another query, order, user, right or scope, or a changed one, is refused',
  async (t) => {
    const { data } = await show({ limit: 1, group: 'real\\*' }, 'everything')
    const cursor = String(data['after'])
    const on = { edge: 'after', group: 'real\\*', cursor }
    t.same((await show({ ...on, limit: 2 }, 'everything')).logins, [cid, dan])
    t.equal((await show({ ...on, fields: 'name' }, 'everything')).status, 200)
    const refused = { status: 400, code: 'invalid_input', fields: ['cursor'] }
    const others = [{ group: '*' }, { sort: '-login' }, { sort: 'name' }, { search: 'x' }]
    const more = [{ filter: eq('enabled', true) }, { group_path: 'real' }, { client: '1' }]
    for (const other of [...others, ...more])
      t.match(await show({ ...on, ...other }, 'everything'), refused)
    for (const as of ['another administrator', 'without phones', 'real only']) {
      t.match(await show(on, as), refused, as)
    }
    for (const at of [0, 5, cursor.length - 1]) {
      const letter = cursor[at] === 'A' ? 'B' : 'A'
      const changed = `${cursor.slice(0, at)}${letter}${cursor.slice(at + 1)}`
      t.match(await show({ ...on, cursor: changed }, 'everything'), refused, changed)
    }
    t.match(await show({ ...on, cursor: 'x' }, 'everything'), refused)
    // A group more in scope is another scope.
    const wide = await show({ limit: 1 })
    const made = await front.ask('POST /admin/v1/groups', 'admin', { path: 'demo\\late' })
    t.equal(made.status, 200)
    t.match(await show({ edge: 'after', cursor: wide.data['after'] }), refused)
  },
)

t.test('parameters are taken up to their bounds and no further', async (t) => {
  const conditions = (length: number) => Array.from({ length }, () => eq('enabled', true)[0])
  const logins = (length: number) => [
    { field: 'login', op: 'in', value: Array.from({ length }, (_, i) => i + 1) },
  ]
  const long = (length: number) => {
    const empty = JSON.stringify(eq('name', ''))
    return eq('name', 'x'.repeat(length - empty.length))
  }
  const cases: [string, unknown, unknown][] = [
    ['limit', 100, 101],
    ['limit', 1, 0],
    ['filter', conditions(32), conditions(33)],
    ['filter', [conditions(16), conditions(16)], [conditions(17), conditions(16)]],
    ['filter', logins(100), logins(101)],
    ['filter', long(4096), long(4097)],
    ['search', 'x'.repeat(128), 'x'.repeat(129)],
    ['group', 'x'.repeat(128), 'x'.repeat(129)],
    ['group_path', 'x'.repeat(128), 'x'.repeat(129)],
    ['client', '9223372036854775807', '9223372036854775808'],
    ['client', '1', '01'],
    ['sort', '-last_access', '--login'],
    ['sort', 'group', 'address'],
    ['fields', 'login,login', 'login,'],
    ['edge', 'last', 'middle'],
    ['min_projection_seq', '0', '-1'],
  ]
  for (const [name, fits, beyond] of cases) {
    for (const ask of [show, count]) {
      t.equal((await ask({ [name]: fits })).status, 200, name)
      const refused = await ask({ [name]: beyond })
      t.match(refused, { status: 400, code: 'invalid_input' }, name)
      t.ok(refused.fields[0]?.startsWith(name), `${refused.fields[0]}`)
    }
  }
  t.match(await show({ min_projection_seq: '9223372036854775808' }), { status: 400 })
  t.match(await show({ edge: 'after', cursor: 'x'.repeat(513) }), {
    status: 400,
    fields: ['cursor'],
  })
})

t.test('a filter that says nothing is refused, and where it does', async (t) => {
  const cases: [unknown, string][] = [
    ['x', 'filter'],
    ['{}', 'filter'],
    [[1], 'filter[0]'],
    [[{ field: 'login', op: 'eq', value: 1, more: 1 }], 'filter[0]'],
    [eq('address', 'x'), 'filter[0].field'],
    [eq('__proto__', 'x'), 'filter[0].field'],
    [[...eq('login', 1), { field: 'login', op: 'like', value: 1 }], 'filter[1].op'],
    [[{ field: 'login', op: 'contains', value: '1' }], 'filter[0].op'],
    [[{ field: 'enabled', op: 'gt', value: true }], 'filter[0].op'],
    [[{ field: 'login', op: 'in', value: [] }], 'filter[0].value'],
    [[{ field: 'login', op: 'in', value: 1 }], 'filter[0].value'],
    [eq('login', 1.5), 'filter[0].value'],
    [eq('login', '1e3'), 'filter[0].value'],
    [eq('login', 1e20), 'filter[0].value'],
    [eq('balance', '1.0000000000001'), 'filter[0].value'],
    [eq('enabled', 1), 'filter[0].value'],
    [eq('name', null), 'filter[0].value'],
    [eq('name', '\ud800'), 'filter[0].value'],
    [eq('created_at', '2026-02-30T00:00:00Z'), 'filter[0].value'],
    [[[]], 'filter[0]'],
    [[[[]]], 'filter[0][0]'],
    [[eq('login', 1), [...eq('login', 1), ...eq('address', 'x')]], 'filter[1][1].field'],
  ]
  for (const [filter, field] of cases) {
    t.match(await show({ filter }), { status: 400, fields: [field] }, JSON.stringify(filter))
  }
  t.match(await show({ filter: `${'['.repeat(40)}${']'.repeat(40)}` }), { status: 400 })
})

t.test(
  'what does not go together is refused, and so are empty and repeated parameters',
  async (t) => {
    const { data } = await show({ limit: 1 })
    const cursor = data['after']
    const cases: [Record<string, unknown>, string][] = [
      [{ edge: 'first', cursor }, 'cursor'],
      [{ edge: 'last', cursor }, 'cursor'],
      [{ cursor }, 'cursor'],
      [{ edge: 'after' }, 'cursor'],
      [{ edge: 'before' }, 'cursor'],
      [{ edge: 'around' }, 'edge'],
      [{ edge: 'from' }, 'offset'],
      [{ edge: 'from', offset: 1, cursor }, 'cursor'],
      [{ edge: 'from', offset: 1, anchor: 1 }, 'anchor'],
      [{ anchor: 1 }, 'anchor'],
      [{ offset: 1 }, 'offset'],
      [{ edge: 'around', offset: 1, cursor }, 'offset'],
      [{ edge: 'around', offset: 1, anchor: 1 }, 'offset'],
      [{ search: '' }, 'search'],
      [{ filter: '' }, 'filter'],
      [{ page: 1 }, 'page'],
    ]
    for (const [query, field] of cases) {
      t.match(await show(query), { status: 400, fields: [field] }, JSON.stringify(query))
    }
    const twice = await front.ask('GET /admin/v1/accounts/window?limit=1&limit=1', 'admin')
    t.match(twice, { status: 400, fields: ['limit'] })
  },
)

t.test(
  'behind the fence page and checkpoint are one snapshot; ahead of it both wait',
  async (t) => {
    const request_id = '00000000-0000-4000-8000-000000000007'
    const body = { action: 'deposit', amount: '12.50', request_id }
    const moved = await front.ask(`POST /admin/v1/accounts/${ada}/balance`, 'admin', body)
    const query = { min_projection_seq: moved.data['projection_seq'], sort: '-balance', limit: 1 }
    let page = await show(query)
    while (page.data['consistency'] !== 'current')
      await moment().then(async () => (page = await show(query)))
    t.match(page, { logins: [ada], items: [{ balance: '12.50', money: null }] })
    t.equal((await count({ filter: eq('balance', 12.5) })).data['total'], 1)
    t.equal((await count({ filter: eq('balance', '12.501') })).data['total'], 0)
    const ahead = { min_projection_seq: '9223372036854775807' }
    const waits = { consistency: 'projection_pending', retry_after_ms: 1000 }
    t.match((await show(ahead)).data, { ...waits, items: [], after: null, has_after: false })
    t.match((await count(ahead)).data, { ...waits, total: null })
  },
)

t.test('a count does not depend on the page, and names its query', async (t) => {
  const plain = await count()
  const paged = await count({ limit: 1, sort: '-name', fields: 'name' })
  t.match(paged.data, { total: 6, query_id: plain.data['query_id'] })
  t.not((await count({ group: '*' })).data['query_id'], plain.data['query_id'])
})
