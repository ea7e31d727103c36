import t, { type Test } from 'tap'
import { ConfigFront } from '../../../given/fronts/config-front.js'

// Settings that move between servers: from a broker's server into an empty one, and back.

const PATH = '/admin/v1/config/transfer'
type Fields = Readonly<Record<string, unknown>>
interface File {
  readonly kinds: Readonly<Record<string, readonly Fields[]>>
}
interface Result {
  readonly action: string
  readonly changes: readonly string[]
  readonly error: string | null
  readonly key: string
  readonly kind: string
  readonly warnings: readonly string[]
}

const ALL = {
  symbols: null,
  leverage_profiles: null,
  groups: null,
  datafeeds: null,
  gateways: null,
  routing: null,
  holidays: null,
}

function given(test: Test, demo = true) {
  const front = new ConfigFront(test, { demo })
  const write = async (kinds: object = ALL, as = 'admin') =>
    (await front.ask(`POST ${PATH}/export`, as, { kinds })).data
  const send = (route: string, kinds: object, more: object = {}, as = 'admin') => {
    const file = { format: 'app-config', version: 1, kinds }
    return front.ask(`POST ${PATH}/${route}`, as, { file, ...more })
  }
  const rows = async (...of: Parameters<typeof send>): Promise<readonly Result[]> => {
    const { data } = await send(...of)
    return data.items
  }
  const brief = async (...of: Parameters<typeof send>) =>
    (await rows(...of)).map(({ action, key }) => `${action} ${key}`)
  const remove = (kind: string, keys: readonly string[], more: object = {}, as = 'admin') =>
    front.ask(`POST ${PATH}/delete`, as, { kind, keys, ...more })
  return { front, write, send, rows, brief, remove }
}

/** A profile, a group that uses it, a gateway with a secret, and a rule that routes to it. */
async function fill({ front }: ReturnType<typeof given>): Promise<void> {
  const make = async (path: string, body: object) => {
    const made = await front.ask(`POST /admin/v1/${path}`, 'admin', body)
    if (made.status !== 200) throw new Error(made.message)
    return made.data
  }
  const rules = [
    {
      name: 'Majors',
      mask: '*',
      range_basis: 'volume',
      tiers: [{ range_to: '0', initial: '1', maintenance: '1' }],
    },
  ]
  const profile = await make('leverage-profiles', { name: 'Tiered', rules })
  await make('groups', { path: 'real\\vip', leverage_profile_id: profile.id, company: 'Prime' })
  const [symbol, other] = front.book.records.symbols
  const gateway = await make('gateways', {
    name: 'Prime',
    module: 'fix44',
    server: 'fix.example.com:9880',
    enabled: false,
    mode: 'Active',
    password: 'Sesame-open-7',
    translates: [
      { symbol_id: symbol?.id, source: 'EUR/USD' },
      { symbol_id: other?.id, source: 'OTHER' },
    ],
    groups: [{ group: 'real\\vip', symbols: ['*'] }],
  })
  await make('datafeeds', {
    name: 'Pipe',
    module: 'dde',
    server: 'q.example.com:1',
    params: [{ name: 'Token', value: 'token-of-the-provider' }],
  })
  await make('routing', { name: 'To Prime', action: 'gateway', dealers: [gateway.id], position: 1 })
  await make('holidays', { month: 12, day: 25, description: 'Christmas' })
}

t.test('an empty server that takes a file writes the same file', async (t) => {
  const [from, to] = [given(t), given(t, false)]
  await fill(from)
  const file = (await from.write()) as File
  t.match(file, {
    format: 'app-config',
    version: 1,
    denied: [],
    key_fields: { symbols: 'path', holidays: 'year,month,day,description' },
  })
  t.notMatch(JSON.stringify(file), /Sesame|token-of-the-provider/)
  const of = (kind: string, at = 0) => file.kinds[kind]?.at(at) as Fields
  t.match(of('groups', -1), { path: 'real\\vip', leverage_profile: 'Tiered' })
  t.match(of('gateways', -1), {
    translates: [{ symbol: of('symbols')['path'], source: 'EUR/USD' }],
    export_removed: ['password'],
  })
  t.match(of('routing'), { name: 'To Prime', dealers: ['Prime'] })
  for (const field of ['id', 'version', 'created_at', 'updated_at', 'position', 'status']) {
    t.notOk(Object.values(file.kinds).some((items) => items.some((item) => field in item)))
  }

  const whole = { options: { new_symbols_trading_disabled: false, connections_enabled: true } }
  const version = to.front.book.version
  const preview = await to.send('preview', file.kinds, whole)
  const count = Object.values(file.kinds).reduce((sum, items) => sum + items.length, 0)
  const there = Object.values((await to.write()).kinds).flat().length
  t.same([to.front.book.version, preview.data.items.length], [version, count], 'nothing written')
  t.equal(preview.data.summary.error, 0)
  const done = await to.send('import', file.kinds, whole)
  t.match(done.data.summary, { created: count - there, error: 0, skipped: 0 })
  t.match(done.data.connections_disabled, [{ kind: 'datafeeds', key: 'Pipe' }])
  t.same(
    done.data.items.map(({ action }: Result) => action.replace(/d$/, '')),
    preview.data.items.map(({ action }: Result) => action.replace(/d$/, '')),
  )
  t.match(
    (done.data.items as Result[]).find(({ key }) => key === 'Prime'),
    { warnings: [/does not have password/] },
  )
  const again = (await to.write()) as File
  const open = (kinds: File['kinds']) => ({
    ...kinds,
    gateways: kinds['gateways']?.map(bare),
    datafeeds: kinds['datafeeds']?.map(bare).map((feed) => ({ ...feed, enabled: true })),
  })
  t.same(open(again.kinds), open(file.kinds))
  t.same((await to.send('import', again.kinds)).data.summary, {
    created: 0,
    updated: 0,
    unchanged: count,
    skipped: 0,
    error: 0,
  })
})

t.test('a file has 20,000 records at most, of all its kinds together', async (t) => {
  const { send } = given(t)
  const half = (n: number) => Array.from({ length: n }, () => ({}))
  const beyond = await send('preview', { holidays: half(10_001), symbols: half(10_000) })
  t.match(beyond, { status: 400, fields: ['file.kinds'] })
})

t.test('connections that are enabled in the file rest, unless they are to connect', async (t) => {
  const to = given(t, false)
  const params = ['SenderCompID', 'TargetCompID'].map((name) => ({ name, value: 'US' }))
  const prime = { name: 'Prime', module: 'fix44', server: 'gw.example.com:1', params }
  const file = { gateways: [{ ...prime, enabled: 'true' }] }
  const names = [{ kind: 'gateways', key: 'Prime' }]
  const rest = /not here: enable it/
  const ahead = await to.send('preview', file)
  t.match(ahead.data, { connections_disabled: names, items: [{ warnings: [rest] }] })
  const one = async () => {
    const { id, enabled, version } = to.front.book.records.gateways.at(-1) ?? {}
    return { id: Number(id), enabled, version }
  }
  t.match((await to.send('import', file)).data.connections_disabled, names)
  t.match(await one(), { enabled: false, version: 1 })
  const again = (await to.send('import', file)).data
  t.match(again, {
    connections_disabled: names,
    items: [{ action: 'unchanged', warnings: [rest] }],
  })
  const { id } = await one()
  to.front.change('gateways', id, { enabled: true })
  const running = (await to.send('import', { gateways: [{ ...file.gateways[0], priority: 7 }] }))
    .data
  t.match(running, { connections_disabled: [], items: [{ changes: ['priority'], warnings: [] }] })
  t.match(await one(), { enabled: true }, 'one that is enabled here goes on')
  to.front.change('gateways', id, { enabled: false })
  const options = { connections_enabled: true }
  t.match((await to.send('import', file, { options })).data.connections_disabled, [])
  t.match(await one(), { enabled: true })
})

/** What was left out of one file is not there to be left out of the next. */
function bare({ export_removed, ...more }: Fields): Fields {
  return more
}

t.test('back in its own server a file keeps secrets, and lists without an order', async (t) => {
  const own = given(t)
  await fill(own)
  const { kinds } = (await own.write({ gateways: null })) as File
  const gateway = kinds['gateways']?.at(-1) as Fields
  const translates = [...(gateway['translates'] as Fields[])].reverse()
  const turned = [{ ...gateway, translates, priority: '7' }]
  t.match(await own.rows('import', { gateways: turned }), [
    { action: 'updated', changes: ['priority'] },
  ])
  const opened = own.front.desk.config.opened('gateways', own.front.desk.seal)
  t.match(
    opened.find(({ name }) => name === 'Prime'),
    { password: 'Sesame-open-7', priority: 7 },
  )
  const feeds = (await own.write({ datafeeds: null })) as File
  t.match(feeds.kinds['datafeeds']?.at(-1), { name: 'Pipe', export_removed: ['params/Token'] })
  t.match(await own.brief('import', feeds.kinds), [/unchanged/, /unchanged Pipe/])
  t.match(
    JSON.stringify(own.front.desk.config.opened('datafeeds', own.front.desk.seal)),
    /token-of/,
  )
  t.match(own.front.lines.at(-1), { text: 'Gateway Prime was changed: priority' })
})

t.test('each record has its row: one that is wrong holds up no other', async (t) => {
  const { rows, brief, front } = given(t)
  const [symbol] = front.book.records.symbols
  const known = String(symbol?.path)
  t.match(
    await rows('preview', {
      symbols: [
        { path: 'New\\CROSS', calc_mode: 'cfd', contract_size: '1', quote_source: 'New\\BASE' },
        { path: 'New\\BASE', calc_mode: 'cfd', contract_size: '1', digits: '3' },
        { path: 'New\\LOST', calc_mode: 'cfd', contract_size: '1', quote_source: 'Not\\THERE' },
        { path: 'New\\BAD', digits: 'three' },
        { path: 'New\\MORE', unknown: 1 },
        { path: known.toUpperCase(), digits: symbol?.digits },
        { path: 7 },
        { description: 'no key' },
      ],
      groups: [{ path: 'demo\\cells', leverage: '50', enabled: 'false', leverage_profile: 'None' }],
      routing: [{ name: 'R', action: 'gateway', dealers: ['Nobody'] }],
      datafeeds: [
        {
          name: 'F',
          module: 'dde',
          server: 'q.example.com:1',
          enabled: true,
          translates: [{ symbol: 'No\\SUCH', source: 'x' }],
        },
        {
          name: 'G',
          module: 'dde',
          server: 'q.example.com:1',
          enabled: true,
          export_removed: ['password'],
        },
      ],
    }),
    [
      { action: 'create', key: 'New\\CROSS', warnings: [/trade_access disabled|trade_access is/] },
      { action: 'create', key: 'New\\BASE' },
      { action: 'error', error: /^invalid_input: quote_source: there is no symbol/ },
      { action: 'error', error: /^invalid_input: digits: / },
      { action: 'error', error: /^invalid_input: unknown/ },
      { action: 'unchanged', key: known.toUpperCase() },
      { action: 'error', key: '', error: /^invalid_input: path: / },
      { action: 'error', key: '', error: /^invalid_input: path: / },
      { action: 'error', error: /leverage_profile: there is no leverage profile None here/ },
      { action: 'error', error: /translates\[0\].symbol: there is no symbol No/ },
      { action: 'create', key: 'G', warnings: [/does not have password/, /in the file/] },
      { action: 'error', error: /dealers\[0\]: there is no gateway Nobody here/ },
    ],
  )
  const items = {
    symbols: [
      { path: known, digits: 2 },
      { path: 'New\\ONE', calc_mode: 'cfd' },
    ],
  }
  const as = (mode: string) => brief('preview', items, { options: { mode } })
  t.same(await as('create_only'), [`skip ${known}`, 'create New\\ONE'])
  t.same(await as('update_only'), [`update ${known}`, 'skip New\\ONE'])
  const select = { symbols: ['new\\one'] }
  t.same(await brief('preview', items, { select }), ['create New\\ONE'])
  t.same(await brief('import', items, { select }), ['created New\\ONE'])
  t.equal(
    front.book.records.symbols.find(({ path }) => path === 'New\\ONE')?.trade_access,
    'disabled',
  )
  t.same(await brief('import', { symbols: [{ path: 'new\\one', digits: 5 }] }), [
    'unchanged new\\one',
  ])
  // The same file again does not begin what it left off.
  const traded = { symbols: [{ path: 'New\\ONE', trade_access: 'full' }] }
  t.same(await brief('import', traded), ['unchanged New\\ONE'])
  const options = { new_symbols_trading_disabled: false }
  t.same(await brief('import', traded, { options }), ['updated New\\ONE'])
})

t.test('each kind asks for its own right, and groups stay in the scope', async (t) => {
  const own = given(t)
  await fill(own)
  const { front, write, rows } = own
  const catalog = await front.ask(`GET ${PATH}/catalog`, 'only config.groups in real\\*')
  const kinds = catalog.data.kinds as { kind: string; items: { key: string }[] }[]
  t.match(
    kinds.map((one) => one),
    [
      { kind: 'symbols', can_read: false, can_write: false, count: 0, items: [] },
      { kind: 'leverage_profiles', can_read: true, can_write: false, key_field: 'name' },
      { kind: 'groups', can_read: true, can_write: true },
    ],
  )
  const paths = kinds[2]?.items.map(({ key }) => key) ?? []
  t.ok(paths.length > 0 && paths.every((path) => path.startsWith('real\\')))
  const file = await write({ symbols: null, groups: null }, 'only config.groups in real\\*')
  t.same([file.denied, Object.keys(file.kinds)], [['symbols'], ['groups']])
  const taken = await rows(
    'import',
    {
      symbols: [{ path: 'New\\X' }],
      groups: [
        { path: 'demo\\standard', leverage: 7 },
        { path: 'demo\\new' },
        { path: 'real\\new' },
      ],
    },
    {},
    'only config.groups in real\\*',
  )
  t.match(taken, [
    { action: 'error', error: /^forbidden: You need the right config.symbols/ },
    { action: 'error', error: /^not_found: / },
    { action: 'error', error: /^forbidden: The group demo\\new is outside your scope/ },
    { action: 'created', key: 'real\\new' },
  ])
  const staff = { groups: [{ path: 'managers\\new' }] }
  t.match(await rows('import', staff, {}, 'without config.staff'), [
    { action: 'error', error: /^forbidden: You need the right config.staff for staff groups/ },
  ])
  for (const what of ['GET catalog', 'POST export', 'POST import', 'POST preview', 'POST delete']) {
    const [method, route] = what.split(' ')
    const asked = await front.ask(`${method} ${PATH}/${route}`, 'only accounts.view', {})
    t.match(asked, { status: 403, code: 'forbidden' }, what)
  }
  t.match(await write({ symbols: ['No\\SUCH'] }), { reason: 'not_found.transfer_record' })
  t.match(await front.ask(`POST ${PATH}/export`, 'admin', { kinds: { symbols: ['No\\SUCH'] } }), {
    status: 404,
    code: 'not_found',
  })
})

t.test('what is in use is not deleted, and a dry run counts its earlier keys', async (t) => {
  const own = given(t)
  await fill(own)
  const { front, remove } = own
  t.match((await remove('leverage_profiles', ['tiered', 'None'])).data.items, [
    {
      action: 'refused',
      error: /^conflict: A group uses the leverage profile Tiered/,
      key: 'tiered',
      warning: null,
    },
    { action: 'not_found', error: null },
  ])
  t.match((await remove('gateways', ['Prime'], { dry_run: false })).data.items, [
    { action: 'refused', error: /The routing rule To Prime sends orders/ },
  ])
  const names = front.book.records.routing.map(({ name }) => name)
  const actions = async (more = {}) =>
    (await remove('routing', names, more)).data.items.map(({ action }: Result) => action)
  t.same((await actions()).slice(-1), ['refused'], 'the last rule that decides')
  t.same(front.book.records.routing.length, names.length)
  t.same(await actions({ dry_run: false }), [...names.slice(1).map(() => 'deleted'), 'refused'])
  t.match((await remove('groups', ['real\\vip'], { dry_run: false })).data.items, [
    { action: 'deleted' },
  ])
  t.match(await remove('groups', ['demo\\standard'], {}, 'only config.symbols'), { status: 403 })
  t.match(await remove('settings', ['x']), { status: 400 })
})

t.test('lists of symbols and groups go out and come back in their own shape', async (t) => {
  const { front } = given(t)
  const listed = async (kind: string) =>
    (await front.ask(`GET /admin/v1/config/export?kind=${kind}`)).data
  const { items, kind } = await listed('groups')
  t.equal(kind, 'groups')
  t.same(items, (await front.ask('GET /admin/v1/groups')).data)
  t.match((await listed('symbols')).items[0], { id: 1, status: 'silent', version: 1 })
  const send = (of: string, list: unknown, as = 'admin') =>
    front.ask('POST /admin/v1/config/import', as, { kind: of, items: list })
  const back = await send('symbols', (await listed('symbols')).items)
  t.ok(back.data.every(({ action }: Result) => action === 'unchanged'))
  t.match(
    (await send('groups', [{ ...items[0], version: 99, leverage: 33 }, { path: 'demo\\x' }, {}]))
      .data,
    [
      { action: 'updated', error: null, identity: items[0].path },
      { action: 'created', identity: 'demo\\x' },
      { action: 'error', identity: '' },
    ],
  )
  t.match(await send('groups', [], 'only config.symbols'), { status: 403, code: 'forbidden' })
  t.match(await send('holidays', []), { status: 400 })
  const many = Array.from({ length: 20_001 }, () => ({}))
  t.match(await send('symbols', many), { status: 400, code: 'invalid_input' })
})
