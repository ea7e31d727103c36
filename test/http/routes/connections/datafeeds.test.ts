import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { PAIR_A, PAIR_B } from '../../../given/key-pairs.js'

const PATH = '/admin/v1/datafeeds'
const DDE = {
  module: 'dde',
  name: 'Prime',
  server: 'host:2222',
  login: 'desk',
  password: 'pAsS-w0',
}
const COMP = [
  { name: 'SenderCompID', value: 'US' },
  { name: 'TargetCompID', value: 'THEM' },
]
const FIX = { module: 'fix44', name: 'Fix', server: 'host:1', params: COMP }
type Row = Record<string, unknown>

t.test("a datafeed starts from its module's defaults, at version 1", async (t) => {
  const front = new ConfigFront(t, { demo: false })
  const created = await front.ask(`POST ${PATH}`, 'admin', DDE)
  t.match(created, { status: 200, code: 'ok' })
  t.match(created.data, {
    id: 1,
    version: 1,
    enabled: true,
    reconnect_sec: 5,
    failures_before_rest: 10,
    rest_sec: 60,
    idle_timeout_sec: 60,
    quotes_enabled: true,
    news_enabled: false,
    login: 'desk',
    has_password: true,
    has_gateway_password: false,
    symbols: ['*'],
    params: [{ name: 'Token', type: 'secret', value: '' }, { name: 'Encoding' }],
  })
  t.notOk('password' in created.data)
  const { params } = (await front.ask(`POST ${PATH}`, 'admin', FIX)).data
  t.match(params, [{ name: 'SenderCompID', type: 'string', value: 'US' }, { value: 'THEM' }])
  t.equal(params.length, 2, 'a list of parameters replaces the whole list')
  t.same((await front.ask(`GET ${PATH}/1`)).data, created.data)
})

t.test('module, name and server are required, and every field has its limits', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  const base = { ...FIX, enabled: false }
  let count = 0
  const create = (change: object) =>
    front.ask(`POST ${PATH}`, 'admin', { ...base, name: `Feed ${++count}`, ...change })
  for (const field of ['module', 'name', 'server']) {
    t.match(await create({ [field]: undefined }), { status: 400, fields: [field] })
  }
  for (const [field, right, wrong] of [
    ['name', ['a', 'x'.repeat(64), 'A. b_c&d#e-1'], ['', 'x'.repeat(65), 'a!', 'a*', ' a', 'a ']],
    ['module', ['fix44', 'dde'], ['fix50', '']],
    ['login', ['', 'x'.repeat(64)], ['x'.repeat(65)]],
    ['password', ['', 'x'.repeat(128)], ['x'.repeat(129)]],
    ['gateway_login', ['x'.repeat(64)], ['x'.repeat(65)]],
    ['gateway_password', ['x'.repeat(128)], ['x'.repeat(129)]],
    ['priority', [0, 1000], [-1, 1001, 1.5]],
    ['reconnect_sec', [1, 600], [0, 601]],
    ['timeout_sec', [1, 3600], [0, 3601]],
    ['idle_timeout_sec', [1, 3600], [0, 3601]],
    ['failures_before_rest', [1, 1000], [0, 1001]],
    ['rest_sec', [1, 3600], [0, 3601]],
    ['enabled', [false], ['false']],
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
  for (const field of ['id', 'version', 'has_password', 'created_at', 'nonsense']) {
    t.match(await create({ [field]: 1 }), { status: 400, fields: [field] }, field)
  }
})

t.test('translates: source digits 0 to 10 or null, markups within 100000 points', async (t) => {
  const front = new ConfigFront(t)
  let count = 0
  const create = (change: object) =>
    front.ask(`POST ${PATH}`, 'admin', {
      ...FIX,
      name: `Feed ${++count}`,
      translates: [{ symbol_id: 1, source: 'EUR/USD', ...change }],
    })
  for (const [field, right, wrong] of [
    ['source_digits', [0, 10, null], [-1, 11]],
    ['ask_markup_pts', [-100_000, 100_000], [-100_001, 100_001]],
    ['bid_markup_pts', [-100_000, 100_000], [-100_001, 100_001]],
  ] as const) {
    for (const value of right) {
      const made = await create({ [field]: value })
      t.match(made.data.translates, [{ symbol_id: 1, [field]: value }], `${field} ${value}`)
    }
    for (const value of wrong) {
      t.match(await create({ [field]: value }), { status: 400 }, `${field} ${value}`)
    }
  }
  const unknown = await create({ symbol_id: 999 })
  t.match(unknown, { status: 400, fields: ['translates[0].symbol_id'] })
})

t.test('a taken name is 409 in any case', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  await front.ask(`POST ${PATH}`, 'admin', DDE)
  const again = await front.ask(`POST ${PATH}`, 'admin', { ...DDE, name: 'PRIME' })
  t.match(again, { status: 409, code: 'conflict' })
})

t.test(
  'the list is by priority, then id; an order writes 1, 2, … and keeps versions',
  async (t) => {
    const front = new ConfigFront(t, { demo: false })
    for (const [name, priority] of [
      ['A', 9],
      ['B', 5],
      ['C', 5],
    ] as const) {
      await front.ask(`POST ${PATH}`, 'admin', { ...FIX, name, priority })
    }
    const shown = (rows: Row[]): string =>
      rows.map(({ name, priority, version }) => `${name}${priority}v${version}`).join()
    t.equal(shown((await front.ask(`GET ${PATH}`)).data), 'B5v1,C5v1,A9v1')
    const ordered = await front.ask(`PUT ${PATH}/order`, 'admin', { ids: [1, 3, 2] })
    t.equal(shown(ordered.data), 'A1v1,C2v1,B3v1')
    t.match(await front.ask(`PUT ${PATH}/order`, 'admin', { ids: [1, 3] }), { status: 400 })
  },
)

t.test('PATCH replaces what it names, under the rules of create', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  await front.ask(`POST ${PATH}`, 'admin', DDE)
  const patch = (body: object) => front.ask(`PATCH ${PATH}/1`, 'admin', body)
  for (const field of ['id', 'has_password', 'created_at', 'updated_at']) {
    t.match(await patch({ version: 1, [field]: 1 }), { status: 400, fields: [field] }, field)
  }
  t.match(await patch({ version: 1, password: '' }), { status: 400, fields: ['password'] })
  const off = await patch({ version: 1, enabled: false, password: '' })
  t.match(off.data, { version: 2, enabled: false, has_password: false })
  t.match(await patch({ version: 2, enabled: true }), { status: 400, fields: ['password'] })
  t.match((await patch({ version: 2, enabled: true, password: 'n3w' })).data, { version: 3 })
  t.match((await patch({ version: 3, priority: 7 })).data, { version: 4, has_password: true })
  const [opened] = front.desk.config.opened('datafeeds', front.desk.seal)
  t.equal(opened?.['password'], 'n3w', 'left out keeps')
  const same = await patch({ version: 4, password: 'n3w', priority: 7 })
  t.equal(same.data.version, 4, 'the same password changes nothing')
})

t.test('delete removes the feed; the modules tell what they start from and require', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  await front.ask(`POST ${PATH}`, 'admin', DDE)
  t.match(await front.ask(`DELETE ${PATH}/1`), { status: 200, data: null })
  t.match(await front.ask(`GET ${PATH}/1`), { status: 404 })
  t.match(await front.ask(`DELETE ${PATH}/1`), { status: 404 })
  const modules = (await front.ask(`GET ${PATH}/modules`)).data
  t.match(modules, [
    { module: 'fix44', required: ['SenderCompID', 'TargetCompID'] },
    { module: 'dde', required: [] },
  ])
  t.same(
    modules[0].params.map(({ name, type }: Row) => `${name}: ${type}`),
    [
      'SenderCompID: string',
      'TargetCompID: string',
      'SenderSubID: string',
      'TargetSubID: string',
      'Username in Logon: bool',
      'HeartBtInt: int',
      'ResetSeqNumFlag: bool',
      'Market Depth: int',
      'MD Update Type: int',
      'FIX SSL Enabled: bool',
      'FIX SSL Verify: bool',
      'FIX SSL Server Name: string',
      'FIX SSL Certificate: string',
      'FIX SSL Private Key: secret',
      'FIX SSL CA: string',
      'FIX Quantity Mode: string',
    ],
  )
})

t.test('the built-in simulator of a demo can be changed like any feed', async (t) => {
  const front = new ConfigFront(t)
  const [demo] = (await front.ask(`GET ${PATH}`)).data
  const patch = { version: demo.version, priority: 9 }
  t.match(await front.ask(`PATCH ${PATH}/${demo.id}`, 'admin', patch), { status: 200 })
})

t.test('certificate and key form a pair; a mask sent back keeps the key', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  const params = (certificate: string, key: string) => [
    ...COMP,
    { name: 'FIX SSL Certificate', value: certificate },
    { name: 'FIX SSL Private Key', type: 'string', value: key },
  ]
  const create = (certificate: string, key: string) =>
    front.ask(`POST ${PATH}`, 'admin', { ...FIX, params: params(certificate, key) })
  t.match(await create(PAIR_A.certificate, PAIR_B.key), {
    status: 400,
    fields: ['params[3].value'],
  })
  t.match(await create(PAIR_A.certificate, 'junk'), { status: 400, fields: ['params[3].value'] })
  t.match(await create('junk', PAIR_A.key), { status: 400, fields: ['params[2].value'] })
  t.match(await create(PAIR_A.certificate, ''), { status: 400, fields: ['params'] })
  const { data } = await create(PAIR_A.certificate, PAIR_A.key)
  t.equal(data.params[3].value, '********')
  const patch = (body: object) => front.ask(`PATCH ${PATH}/1`, 'admin', body)
  t.match(await patch({ version: 1, params: data.params }), { data: { version: 1 } })
  t.match(await patch({ version: 1, params: data.params, rest_sec: 9 }), { data: { version: 2 } })
  const keyNow = (): unknown =>
    front.desk.config.opened('datafeeds', front.desk.seal)[0]?.params[3]?.value
  t.equal(keyNow(), PAIR_A.key)
  const other = params(PAIR_B.certificate, '********')
  t.match(await patch({ version: 2, params: other }), { status: 400, fields: ['params[3].value'] })
  const both = await patch({ version: 2, params: params(PAIR_B.certificate, PAIR_B.key) })
  t.equal(both.data.version, 3)
  t.equal(keyNow(), PAIR_B.key)
  t.match(front.lines.at(-1)?.changes, [
    { field: 'params' },
    { field: 'params/FIX SSL Private Key', from: null, to: null },
  ])
  const removed = await patch({ version: 3, params: params('', '') })
  t.equal(removed.data.params[3].value, '')
})

t.test('no answer, journal line, published change or file holds a secret', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  const secrets = ['S3cret-one', 'S3cret-two', 'S3cret-token', 'S3cret-own', 'S3cret-next']
  const [password, gateway_password, token, own, next] = secrets
  const params = [
    { name: 'token', value: token },
    { name: 'Own', type: 'secret', value: own },
  ]
  const answers = [
    await front.ask(`POST ${PATH}`, 'admin', { ...DDE, password, gateway_password, params }),
    await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, password: next }),
    await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 2, params: [{ ...params[0] }] }),
    await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 3, password: next, server: 'bad' }),
    await front.ask(`GET ${PATH}`),
    await front.ask(`GET ${PATH}/1`),
    await front.ask(`PUT ${PATH}/order`, 'admin', { ids: [1] }),
    await front.ask(`GET ${PATH}/1/log`),
    await front.ask(`GET ${PATH}/statuses`),
    await front.ask(`DELETE ${PATH}/1`),
  ]
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200, 400, 200, 200, 200, 200, 200, 200],
  )
  const told = JSON.stringify([answers, front.lines, front.changes, front.book.records])
  const files = readdirSync(front.dataDir).map((name) => readFileSync(join(front.dataDir, name)))
  t.ok(
    files.some((bytes) => bytes.includes('Prime')),
    'what is stored is in these files',
  )
  for (const secret of secrets) {
    t.notOk(told.includes(secret), secret)
    t.notOk(
      files.some((bytes) => bytes.includes(secret)),
      `${secret} in a file`,
    )
  }
  const lines = front.lines.filter(({ kind }) => kind === 'config')
  const fields = lines[0]?.changes.map(({ field }) => field).slice(-4)
  t.same(fields, ['password', 'gateway_password', 'params/Token', 'params/Own'])
  t.match(lines[1], { text: /was changed: password$/ })
})

t.test('a disabled feed reads disabled, an enabled one as its connection reports', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  await front.ask(`POST ${PATH}`, 'admin', DDE)
  await front.ask(`POST ${PATH}`, 'admin', { ...FIX, enabled: false })
  const statuses = async () => (await front.ask(`GET ${PATH}/statuses`)).data
  t.match(await statuses(), [
    { datafeed_id: 1, state: 'connecting', last_error: /not reported/, last_quote: null },
    { datafeed_id: 2, state: 'disabled', last_error: '', bytes_in: 0 },
  ])
  const figures = { quotesPerSec: 7, lastQuoteAt: front.now, bytesIn: 100, bytesOut: 10 }
  front.feeds.take({ id: 1, state: 'online', lastError: '', ...figures })
  const online = {
    datafeed_id: 1,
    state: 'online',
    quotes_per_sec: 7,
    last_error: '',
    last_quote: '2026-03-02T10:00:00.000Z',
    bytes_in: 100,
    bytes_out: 10,
  }
  t.same((await statuses())[0], online)
  await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 1, enabled: false })
  t.match((await statuses())[0], { state: 'disabled', quotes_per_sec: 0 })
  front.feeds.attach(undefined)
  await front.ask(`PATCH ${PATH}/1`, 'admin', { version: 2, enabled: true })
  t.match((await statuses())[0], { state: 'connecting' }, 'without links nothing is online')
})

t.test('restart and import need a feed that is there, enabled and connected', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  await front.ask(`POST ${PATH}`, 'admin', { ...FIX, enabled: false })
  await front.ask(`POST ${PATH}`, 'admin', { ...FIX, name: 'On' })
  for (const what of ['restart', 'import-symbols']) {
    t.match(await front.ask(`POST ${PATH}/9/${what}`), { status: 404, code: 'not_found' }, what)
    t.match(await front.ask(`POST ${PATH}/1/${what}`), { status: 409, code: 'conflict' }, what)
  }
  t.match(await front.ask(`POST ${PATH}/2/restart`), { status: 503, code: 'unavailable' })
  const refused = await front.ask(`POST ${PATH}/2/import-symbols`)
  t.match(refused, { status: 409, message: /is not connected/ })
  t.match(await front.ask(`GET ${PATH}/9/log`), { status: 404 })
})

t.test('the log keeps the last 200 lines of a feed, and none of a deleted one', async (t) => {
  const front = new ConfigFront(t, { demo: false })
  await front.ask(`POST ${PATH}`, 'admin', DDE)
  for (let i = 1; i <= 201; i++) {
    front.feeds.takeLine(1, { at: front.now, level: 'warn', text: `line ${i} ${'x'.repeat(600)}` })
  }
  const lines = (await front.ask(`GET ${PATH}/1/log`)).data
  t.equal(lines.length, 200)
  t.match(lines[0], { at: '2026-03-02T10:00:00.000Z', level: 'warn', text: /^line 2 / })
  t.equal(lines[0].text.length, 512)
  await front.ask(`DELETE ${PATH}/1`)
  t.same(front.feeds.lines(1), [])
})
