import t from 'tap'
import { CONNECTION_LINES_MAX } from '../../../../actors/links/connections-client.js'
import { GATEWAY_SILENT_MS } from '../../../../actors/links/gateways/gateway-statuses.js'
import type { LinksClient } from '../../../../actors/links/links-client.js'
import type { GatewayReport } from '../../../../wire/thread/gateway-report.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { PAIR_A, PAIR_B } from '../../../given/key-pairs.js'

const PATH = '/admin/v1/gateways'
const COMP = [
  { name: 'SenderCompID', value: 'US' },
  { name: 'TargetCompID', value: 'THEM' },
]
const PRIME = { name: 'Prime', server: 'fix.example.com:9876', params: COMP }
type Row = Record<string, unknown>

t.test('a gateway starts as fix44, enabled, 5 s, 3 attempts and 60 s between series', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  const created = await front.ask(`POST ${PATH}`, 'admin', PRIME)
  t.match(created, { status: 200, code: 'ok' })
  t.match(created.data, {
    id: 1,
    version: 1,
    module: 'fix44',
    enabled: true,
    mode: 'Active',
    reconnect_sec: 5,
    reconnect_attempts: 3,
    series_pause_sec: 60,
    ssl: false,
    profiling: false,
    groups: [],
    allow_import_balances: false,
    collect_transactions_days: 0,
    symbols: ['*'],
  })
  const off = { ...PRIME, name: 'Other', enabled: false, params: undefined }
  const other = await front.ask(`POST ${PATH}`, 'admin', off)
  t.match(
    other.data.params.map(({ name }: Row) => name).slice(-7),
    [
      'FIX Quantity Mode',
      'Limit Orders Coverage Mode',
      'Order Placement Timeout',
      'Max Fill Deviation',
      'FIX Allowed Addresses',
      'Account',
      'Trading Calendar Holidays',
    ],
    "it starts from the module's list",
  )
})

t.test('one that is dialled itself may be anywhere, one that dials may not', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  const passive = { ...PRIME, server: '127.0.0.1:9876', mode: 'Passive' }
  t.match(await front.ask(`POST ${PATH}`, 'admin', passive), { status: 200 })
  const active = await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, mode: 'Active' })
  t.match(active, { status: 400, fields: ['server'] })
})

t.test('while enabled SenderCompID and TargetCompID must have a value', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  const create = (change: object) => front.ask(`POST ${PATH}`, 'admin', { ...PRIME, ...change })
  const missing = await create({ params: undefined })
  t.match(missing, { status: 400, fields: ['params[0].value', 'params[1].value'] })
  t.match(await create({ params: COMP.slice(0, 1) }), { status: 400, fields: ['params'] })
  t.match(await create({ params: [], enabled: false }), { status: 200 })
  const on = await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, enabled: true })
  t.match(on, { status: 400, fields: ['params', 'params'] })
})

t.test('those who may dial a gateway are addresses and networks, 32 at most', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  let count = 0
  const create = (value: string) => {
    const params = [...COMP, { name: 'FIX Allowed Addresses', value }]
    return front.ask(`POST ${PATH}`, 'admin', { ...PRIME, name: `Prime ${count++}`, params })
  }
  const many = (length: number) => Array.from({ length }, (_, i) => `192.0.2.${i}`).join(' ')
  for (const value of ['', '192.0.2.7 10.0.0.0/8', '192.0.2.7, 2001:db8::/32', many(32)]) {
    t.match(await create(value), { status: 200 }, value)
  }
  for (const value of ['fix.example.com', '192.0.2.7 10.0.0.0/33', many(33)]) {
    t.match(await create(value), { status: 400, fields: ['params[2].value'] }, value)
  }
})

t.test('name and server are required, and every field has its limits', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  let count = 0
  const create = (change: object) =>
    front.ask(`POST ${PATH}`, 'admin', { ...PRIME, name: `Gate ${++count}`, ...change })
  for (const field of ['name', 'server']) {
    t.match(await create({ [field]: undefined }), { status: 400, fields: [field] })
  }
  for (const [field, right, wrong] of [
    ['module', ['fix44'], ['dde']],
    ['mode', ['Active', 'Passive'], ['active']],
    ['priority', [0, 1000], [-1, 1001]],
    ['reconnect_sec', [1, 600], [0, 601]],
    ['reconnect_attempts', [1, 1000], [0, 1001]],
    ['series_pause_sec', [0, 86_400], [-1, 86_401]],
    ['timeout_sec', [1, 3600], [0, 3601]],
    ['collect_transactions_days', [0, 3650], [-1, 3651]],
    ['login', ['x'.repeat(64)], ['x'.repeat(65)]],
    ['password', ['x'.repeat(128)], ['x'.repeat(129)]],
    ['gateway_password', ['x'.repeat(128)], ['x'.repeat(129)]],
  ] as const) {
    for (const value of right) {
      t.equal((await create({ [field]: value })).status, 200, `${field} ${value}`)
    }
    for (const value of wrong) {
      t.match(
        await create({ [field]: value }),
        { status: 400, fields: [field] },
        `${field} ${value}`,
      )
    }
  }
  for (const field of ['idle_timeout_sec', 'quotes_enabled', 'id', 'has_password', 'nonsense']) {
    t.match(await create({ [field]: 1 }), { status: 400, fields: [field] }, field)
  }
})

t.test('groups are existing ones or masks, and hold symbol masks', async (t) => {
  const front = new ConfigFront(t)
  const groups = [{ group: 'real\\ecn', symbols: ['Forex\\*', '!EURUSD'] }, { group: 'demo\\*' }]
  const made = await front.ask(`POST ${PATH}`, 'admin', { ...PRIME, groups })
  t.same(made.data.groups, [groups[0], { group: 'demo\\*', symbols: ['*'] }])
  const unknown = { version: 1, groups: [{ group: 'real\\none' }] }
  const refused = await front.ask(`PATCH ${PATH}/1`, 'admin', unknown)
  t.match(refused, { status: 400, fields: ['groups[0].group'] })
})

t.test('an order writes priorities 1, 2, …, keeps versions and masks what is sealed', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  const key = { name: 'FIX SSL Private Key', value: PAIR_A.key }
  const params = [...COMP, { name: 'FIX SSL Certificate', value: PAIR_A.certificate }, key]
  await front.ask(`POST ${PATH}`, 'admin', { ...PRIME, password: 'pAsS-w0', params })
  await front.ask(`POST ${PATH}`, 'admin', { ...PRIME, name: 'Second' })
  const ordered = await front.ask(`PUT ${PATH}/order`, 'admin', { ids: [2, 1] })
  t.match(ordered.data, [
    { id: 2, priority: 1, version: 1 },
    { id: 1, priority: 2, version: 1 },
  ])
  t.equal(ordered.data[1].params[3].value, '********')
  t.same((await front.ask(`GET ${PATH}`)).data, ordered.data)
  const strangers = [...params.slice(0, 3), { ...key, value: PAIR_B.key }]
  const refused = await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, params: strangers })
  t.match(refused, { status: 400, fields: ['params[3].value'] })
  const told = JSON.stringify([ordered, refused, front.lines, front.changes])
  t.notMatch(told, /PRIVATE KEY-----|pAsS-w0/)
  const removed = await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, password: '' })
  t.match(removed.data, { version: 2, has_password: false })
})

t.test('what would do nothing for a session of orders is refused by its name', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  const balances = { ...PRIME, allow_import_balances: true }
  const refused = await front.ask(`POST ${PATH}`, 'admin', balances)
  t.match(refused, { status: 400, fields: ['allow_import_balances'] })
  for (const [name, value, standard] of [
    ['Market Depth', '5', '1'],
    ['MD Update Type', '1', '0'],
  ] as const) {
    const of = (value: string) => ({ ...PRIME, name, params: [...COMP, { name, value }] })
    const other = await front.ask(`POST ${PATH}`, 'admin', of(value))
    t.match(other, { status: 400, fields: ['params[2].value'] }, name)
    t.match(await front.ask(`POST ${PATH}`, 'admin', of(standard)), { status: 200 }, name)
  }
})

t.test('a gateway that a routing rule sends to cannot be deleted', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  for (const name of ['One', 'Two']) await front.ask(`POST ${PATH}`, 'admin', { ...PRIME, name })
  const rule = { name: 'Cover', action: 'gateway', dealers: [2] }
  t.match(await front.ask('POST /admin/v1/routing', 'admin', rule), { status: 200 })
  const refused = await front.ask(`DELETE ${PATH}/2`)
  t.match(refused, { status: 409, code: 'conflict', message: /routing rule Cover/ })
  t.match(await front.ask(`DELETE ${PATH}/1`), { status: 200, data: null })
  t.match(await front.ask(`GET ${PATH}/1`), { status: 404 })
})

t.test('the modules are fix44 with what a trading session has', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  const { data } = await front.ask(`GET ${PATH}/modules`)
  t.match(data, [{ module: 'fix44', required: ['SenderCompID', 'TargetCompID'] }])
  t.equal(data.length, 1)
  t.equal(data[0].params.length, 22)
})

const FIGURES = {
  lastLogonAt: 0,
  logons: 2,
  answerMs: 4,
  openOrders: 0,
  fillCounts: [],
  fillSeconds: 0,
  latencyP50Ms: 3,
  latencyP99Ms: 9,
  bytesIn: 10,
  bytesOut: 20,
  seqIn: 5,
  seqOut: 6,
  instruments: 7,
  symbols: 8,
  orders: 9,
  fills: 1,
  rejects: 2,
  outbox: 3,
  profile: null,
}

t.test('a status is disabled, stopped when nobody reports, or what execution says', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  await front.ask(`POST ${PATH}`, 'admin', { ...PRIME, priority: 9 })
  await front.ask(`POST ${PATH}`, 'admin', { ...PRIME, name: 'Off', enabled: false })
  const statuses = async () => (await front.ask(`GET ${PATH}/statuses`)).data
  t.match(await statuses(), [
    { gateway_id: 2, state: 'disabled' },
    { gateway_id: 1, state: 'stopped', instance: '', last_error: '', since: null, logons: 0 },
  ])
  const report: GatewayReport = {
    id: 1,
    instance: 'links',
    state: 'online',
    lastError: '',
    since: front.now,
    ...FIGURES,
    reportedAt: front.now,
    lastLogonAt: front.now,
  }
  front.gateways.take(report)
  const at = '2026-03-02T10:00:00.000Z'
  t.same((await statuses())[1], {
    gateway_id: 1,
    instance: 'links',
    state: 'online',
    since: at,
    last_error: '',
    last_logon: at,
    logons: 2,
    answer_ms: 4,
    latency_ms: { p50: 3, p99: 9 },
    bytes_in: 10,
    bytes_out: 20,
    seq_in: 5,
    seq_out: 6,
    instruments: 7,
    symbols: 8,
    orders: 9,
    fills: 1,
    rejects: 2,
    outbox: 3,
    profile: null,
  })
  const times = { count: 2, p50Us: 900, p99Us: 1_500, maxUs: 1_500 }
  const none = { count: 0, p50Us: null, p99Us: null, maxUs: null }
  front.gateways.take({
    ...report,
    profile: {
      since: front.now,
      messagesIn: [{ type: '8', count: 4 }],
      messagesOut: [],
      ack: times,
      fill: times,
      end: none,
      taken: none,
    },
  })
  const shown = { count: 2, p50_us: 900, p99_us: 1_500, max_us: 1_500 }
  t.match((await statuses())[1].profile, {
    since: at,
    messages_in: [{ type: '8', count: 4 }],
    messages_out: [],
    ack: shown,
    fill: shown,
    end: { count: 0, p50_us: null, p99_us: null, max_us: null },
  })
  front.now += GATEWAY_SILENT_MS - 1
  t.match((await statuses())[1], { state: 'online' })
  front.now += 1
  t.match((await statuses())[1], { state: 'stopped', last_error: /stopped answering/ })
  front.gateways.take({ ...report, state: 'stopped', lastError: 'logged out' })
  t.match((await statuses())[1], { state: 'stopped', last_error: 'logged out' })
})

t.test(
  'restart, import and instruments need a gateway that is there, enabled and connected',
  async (t) => {
    const front = new ConfigFront(t, { demo: false })
    await front.ask(`POST ${PATH}`, 'admin', { ...PRIME, enabled: false })
    await front.ask(`POST ${PATH}`, 'admin', { ...PRIME, name: 'Second' })
    const asked = ['POST restart', 'POST import-symbols', 'GET instruments'].map((one) =>
      one.split(' '),
    )
    for (const [method, what] of asked) {
      t.match(await front.ask(`${method} ${PATH}/9/${what}`), { status: 404 })
      t.match(await front.ask(`${method} ${PATH}/1/${what}`), { status: 409, code: 'conflict' })
      const other = 'without config.gateways'
      t.match(await front.ask(`${method} ${PATH}/2/${what}`, other), { status: 403 })
    }
    t.match(await front.ask(`POST ${PATH}/2/restart`), { status: 503, code: 'unavailable' })
    t.match(await front.ask(`GET ${PATH}/2/instruments`), { status: 409 }, 'not connected')
    t.match(JSON.stringify(front.lines), /Gateway Second is restarted/)
  },
)

t.test('what a provider lists is shown with its symbols, and imported', async (t) => {
  const front = new ConfigFront(t, { demo: true })
  const translates = [{ symbol_id: 2, source: 'GBP/USD' }]
  const import_symbol_settings = true
  const symbols = ['*', '!SECRET*']
  await front.ask(`POST ${PATH}`, 'admin', {
    ...PRIME,
    translates,
    symbols,
    import_symbol_settings,
  })
  const names = ['NEWUSD', 'GBP/USD', 'EURUSD', 'SECRET1', 'ODD']
  const asked: string[] = []
  const answer = (name: string) => {
    asked.push(name)
    const value =
      name === 'gateway.restart'
        ? null
        : names.map((name) => ({
            name,
            description: '',
            currency: '',
            contractSize: '',
            minVolume: '',
            maxVolume: '',
            volumeStep: '',
            digits: name === 'ODD' ? undefined : 3,
          }))
    return Promise.resolve({ ok: true, value })
  }
  front.gateways.attach({ ask: answer } as unknown as LinksClient)
  front.gateways.take({
    id: 1,
    instance: 'links',
    state: 'online',
    lastError: '',
    since: front.now,
    ...FIGURES,
    reportedAt: front.now,
    lastLogonAt: front.now,
  })
  t.match(await front.ask(`POST ${PATH}/1/restart`), { status: 200, data: null })
  const listed = await front.ask(`GET ${PATH}/1/instruments`)
  t.same(
    listed.data.map(({ name, symbol_id }: Row) => [name, symbol_id]),
    [
      ['EURUSD', 1],
      ['GBP/USD', 2],
      ['NEWUSD', null],
      ['ODD', null],
      ['SECRET1', null],
    ],
  )
  const made = await front.ask(`POST ${PATH}/1/import-symbols`)
  t.same(
    made.data.created.map(({ path }: Row) => path),
    ['Prime\\NEWUSD', 'Prime\\ODD'],
  )
  t.same(
    made.data.skipped.map(({ source, reason }: Row) => `${source}: ${reason}`),
    [
      'GBP/USD: a translation already maps this name to symbol 2',
      'EURUSD: this name already belongs to symbol 1, Forex\\Majors\\EURUSD',
      'SECRET1: the symbol masks of Prime exclude it',
    ],
  )
  const created = await front.ask(`GET /admin/v1/symbols/${made.data.created[0].id}`)
  t.match(created.data, { digits: 3, trade_access: 'disabled' })
  t.equal(asked[0], 'gateway.restart')
})

t.test('the last lines of a connection are kept, and go with the gateway', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  await front.ask(`POST ${PATH}`, 'admin', PRIME)
  const at = Date.parse('2026-03-04T10:00:00Z')
  for (let i = 0; i <= CONNECTION_LINES_MAX; i++) {
    front.gateways.takeLine(1, { at, level: 'warn', text: `${i} ${'x'.repeat(600)}` })
  }
  const { data } = await front.ask(`GET ${PATH}/1/log`)
  t.equal(data.length, CONNECTION_LINES_MAX)
  t.match(data[0], { at: '2026-03-04T10:00:00.000Z', level: 'warn', text: /^1 x{510}$/ })
  t.match(await front.ask(`GET ${PATH}/9/log`), { status: 404 })
  front.gateways.keep([])
  t.same(front.gateways.lines(1), [])
})
