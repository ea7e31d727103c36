import t from 'tap'
import { tradedSymbolsRepo } from '../../../../storage/repos/trades/traded-symbols.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

const PATH = '/admin/v1/symbols'
const QUICK = 'only symbols.quick_edit'
const GIVEN = {
  path: 'Given\\ONE',
  digits: 3,
  base_currency: 'EUR',
  profit_currency: 'USD',
  margin_currency: 'EUR',
}

/** The demo set's: EURUSD is 1, and there are 12. */
const EURUSD = `${PATH}/1`
const COUNT = 12

type Row = Record<string, unknown>

t.test('a symbol needs a path; all else has a default, and it goes to the end', async (t) => {
  const front = new ConfigFront(t)
  const created = await front.ask(`POST ${PATH}`, 'admin', { path: 'Forex\\Exotic\\EURSEK' })
  t.match(created, { status: 200, code: 'ok' })
  t.match(created.data, {
    id: COUNT + 1,
    version: 1,
    position: COUNT + 1,
    status: 'silent',
    path: 'Forex\\Exotic\\EURSEK',
    digits: 5,
    contract_size: '100000',
    calc_mode: 'forex',
    base_currency: 'EUR',
    profit_currency: 'SEK',
    margin_currency: 'EUR',
    volume_min: '0.01',
    volume_max: '100',
    volume_step: '0.01',
    trade_access: 'full',
    swap_days: [1, 1, 3, 1, 1, 0, 0],
    swap_year_days: 360,
    quote_max_age_sec: 120,
  })
  t.same((await front.ask(`GET ${PATH}/${COUNT + 1}`)).data, created.data)
  t.match(front.lines.at(-1), { kind: 'config', text: 'Symbol EURSEK was created' })
  t.match(await front.ask(`POST ${PATH}`, 'admin', { digits: 5 }), {
    status: 400,
    fields: ['path'],
  })
})

t.test('a name is taken once, in any case and under any folder', async (t) => {
  const front = new ConfigFront(t)
  for (const path of [
    'Forex\\Majors\\EURUSD',
    'forex\\majors\\eurusd',
    'Other\\EurUsd',
    'EURUSD',
  ]) {
    const answer = await front.ask(`POST ${PATH}`, 'admin', { path })
    t.match(answer, { status: 409, code: 'conflict' }, path)
  }
  const renamed = await front.ask(`PATCH ${PATH}/2`, 'admin', { version: 1, path: 'F\\eurusd' })
  t.match(renamed, { status: 409 })
})

t.test('each field has its range', async (t) => {
  const front = new ConfigFront(t)
  let n = 0
  const asked = async (field: string, value: unknown) => {
    const needsTick = field === 'calc_mode' && value !== 'forex'
    const tick = needsTick ? { tick_size: '0.25', tick_value: '12.5' } : {}
    const body = { ...GIVEN, ...tick, path: `Given\\S${++n}`, [field]: value }
    return front.ask(`POST ${PATH}`, 'admin', body)
  }
  const session = (change: object) => [{ day: 1, kind: 'trade', from_min: 0, to_min: 1, ...change }]
  for (const [field, good, bad] of [
    ['path', ['P\\'.padEnd(64, 'p')], [1, 'p'.repeat(129), 'Given\\A*', 'Given\\A\u0000']],
    ['description', ['', 'd'.repeat(128)], ['d'.repeat(129), 'two\nlines']],
    ['digits', [0, 10], [-1, 11, 2.5, '5']],
    ['base_currency', ['A'.repeat(16)], ['A'.repeat(17), 'eur']],
    ['contract_size', ['0.00000001'], ['0', '-1', 1, '1e3', '0.000000001']],
    ['calc_mode', ['forex', 'cfd_index', 'futures'], ['options']],
    ['volume_max', ['1000000'], ['1000001', '0.001']],
    ['spread_pts', [0, 1_000_000], [-1, 1_000_001]],
    ['spread_balance_pts', [-1_000_000, 1_000_000], [-1_000_001, 1_000_001]],
    ['stops_level_pts', [0, 1_000_000], [-1, 1_000_001]],
    ['freeze_level_pts', [0, 1_000_000], [-1, 1_000_001]],
    ['execution', ['request', 'instant', 'market', 'exchange'], ['none']],
    ['filling', [['fok'], ['return', 'ioc', 'fok']], [[], ['gtc'], 'fok']],
    ['expiration', [['gtc'], ['specified_day', 'day']], [[], ['ioc']]],
    ['order_kinds', [['market'], ['stop_limit', 'limit']], [[], ['oco']]],
    ['trade_access', ['disabled', 'close_only', 'long_only', 'short_only', 'full'], ['none']],
    ['margin_rates', [[]], [[{ kind: 'buy' }], [{ kind: 'both', initial: '1', maintenance: '1' }]]],
    ['swap_mode', ['disabled', 'points', 'interest_open'], ['percent']],
    ['swap_long', ['-1000000', '1000000'], ['1000000.01', -5]],
    [
      'swap_days',
      [[0, 10, 0, 0, 0, 0, 0]],
      [
        [1, 1, 1],
        [0, 11, 0, 0, 0, 0, 0],
        [1, 1, 1, 1, 1, 1, -1],
      ],
    ],
    ['swap_year_days', [1, 366], [0, 367, 360.5, '360']],
    [
      'sessions',
      [[], session({ day: 7, to_min: 1440 }), session({ kind: 'quote' })],
      [session({ day: 0 }), session({ day: 8 }), session({ to_min: 1441 }), session({ to_min: 0 })],
    ],
    ['quote_source', ['', 'Forex\\Majors\\EURUSD'], ['EURUSD', 'Forex\\Majors\\NONE']],
    ['quote_markup_bid_pts', [-100_000, 100_000], [-100_001, 100_001]],
    ['quote_markup_ask_pts', [-100_000, 100_000], [-100_001, 100_001]],
    ['filter_max_jump_pts', [0, 1_000_000_000], [-1, 1_000_000_001]],
    ['quote_max_age_sec', [0, 1, 604_800], [-1, 604_801, 1.5, '120']],
    ['status', [], ['quoted']],
    ['position', [], [1]],
    ['id', [], [1]],
    ['nonsense', [], [1]],
  ] as const) {
    for (const value of good) {
      const answer = await asked(field, value)
      t.equal(
        answer.status,
        200,
        `${field} ${JSON.stringify(value).slice(0, 40)}: ${answer.message}`,
      )
    }
    for (const value of bad) {
      const answer = await asked(field, value)
      t.match(
        [answer.status, ...answer.fields],
        [400, new RegExp(`^(${field}|volume_step)\\b`)],
        `${field} ${JSON.stringify(value).slice(0, 40)}`,
      )
    }
  }
})

t.test('a change takes the version and fields; what changes nothing writes nothing', async (t) => {
  const front = new ConfigFront(t)
  const before = (await front.ask(`GET ${EURUSD}`)).data
  const patch = (body: object) => front.ask(`PATCH ${EURUSD}`, 'admin', body)
  const same = await patch({ version: 1, contract_size: '100000.00', filling: ['ioc', 'fok'] })
  t.same(same.data, before, 'the same in another form')
  t.equal(front.changes.length, 0)
  const changed = await patch({ version: 1, description: 'Euro', digits: 4 })
  t.match(changed.data, { version: 2, description: 'Euro', digits: 4, path: before.path })
  t.match(front.lines.at(-1), { text: 'Symbol EURUSD was changed: description, digits' })
  t.equal(front.book.symbolsByName.get('EURUSD')?.digits, 4)
  t.match(await patch({ version: 1, description: 'x' }), { status: 409, code: 'conflict' })
  t.match(await patch({ description: 'x' }), { status: 400, fields: ['version'] })
  for (const field of ['id', 'status', 'position', 'created_at']) {
    t.match(await patch({ version: 2, [field]: 1 }), { status: 400, fields: [field] })
  }
  t.match(await front.ask(`PATCH ${PATH}/99`, 'admin', { version: 1 }), { status: 404 })
})

t.test('the list is paged, by position, with a mask over name and path', async (t) => {
  const front = new ConfigFront(t)
  const list = async (query = '') => (await front.ask(`GET ${PATH}${query}`)).data
  const names = async (mask: string) => {
    const { items, total } = await list(`?mask=${encodeURIComponent(mask)}`)
    t.equal(total, items.length)
    return items.map(({ path }: { path: string }) => path.slice(path.lastIndexOf('\\') + 1))
  }
  const whole = await list()
  t.match(whole, { page: 1, total: COUNT })
  t.same(
    whole.items.map((row: Row) => row['position']),
    Array.from({ length: COUNT }, (_, i) => i + 1),
  )
  t.match(await list('?page=3&limit=5'), { page: 3, total: COUNT, items: { length: 2 } })
  t.same((await list('?page=9&limit=5')).items, [])
  t.same(await names('EUR*'), ['EURUSD', 'EURGBP', 'EURJPY'])
  t.same(await names('eur*,!*jpy'), ['EURUSD', 'EURGBP'])
  t.same(await names('Metals\\*, BTCUSD'), ['XAUUSD', 'BTCUSD'])
  t.same(await names('NOSUCH'), [])
  for (const query of ['limit=0', 'limit=1001', 'page=0', 'mask=a&mask=b', 'what=1']) {
    t.match(await front.ask(`GET ${PATH}?${query}`), { status: 400 }, query)
  }
  t.match(await front.ask(`GET ${PATH}?limit=1000&mask=`), { status: 200 })
  t.match(await front.ask(`GET ${PATH}?mask=${'m'.repeat(512)}`), { status: 200 })
  t.match(await front.ask(`GET ${PATH}?mask=${'m'.repeat(513)}`), { status: 400, fields: ['mask'] })
})

t.test('an order moves symbols and leaves their versions', async (t) => {
  const front = new ConfigFront(t)
  const ids = [12, ...Array.from({ length: 11 }, (_, i) => i + 1)]
  const ordered = await front.ask(`PUT ${PATH}/order`, 'admin', { ids })
  t.same(
    ordered.data.map((row: Row) => [row['id'], row['position'], row['version'], row['status']]),
    ids.map((id, i) => [id, i + 1, 1, 'silent']),
  )
  t.match(await front.ask(`PUT ${PATH}/order`, 'admin', { ids: [1] }), { status: 400 })
})

t.test('a symbol that nothing uses is deleted, and its id is not used again', async (t) => {
  const front = new ConfigFront(t)
  t.match(await front.ask(`DELETE ${PATH}/12`), { status: 200, data: null })
  t.match(await front.ask(`GET ${PATH}/12`), { status: 404, code: 'not_found' })
  t.equal(front.book.symbolsByName.has('BTCUSD'), false)
  const again = await front.ask(`POST ${PATH}`, 'admin', { path: 'Crypto\\BTCUSD' })
  t.match(again.data, { id: 13 })
})

t.test('a symbol that others quote from stays, and is named', async (t) => {
  const front = new ConfigFront(t)
  const body = { ...GIVEN, quote_source: 'forex\\majors\\EURUSD' }
  await front.ask(`POST ${PATH}`, 'admin', body)
  const refused = await front.ask(`DELETE ${EURUSD}`)
  t.match(refused, {
    status: 409,
    code: 'conflict',
    message: /^Given\\ONE takes its quotes from EURUSD/,
  })
  await front.ask(`PATCH ${PATH}/13`, 'admin', { version: 1, quote_source: '' })
  t.match(await front.ask(`DELETE ${EURUSD}`), { status: 200 })
})

t.test('quotes never go in a circle, through any number of symbols', async (t) => {
  const front = new ConfigFront(t)
  for (let i = 0; i < 5; i++) {
    const quote_source = i === 0 ? '' : `Chain\\C${i - 1}`
    const made = await front.ask(`POST ${PATH}`, 'admin', { path: `Chain\\C${i}`, quote_source })
    t.equal(made.status, 200)
  }
  const closing = await front.ask(`PATCH ${PATH}/13`, 'admin', {
    version: 1,
    quote_source: 'Chain\\C4',
  })
  t.match(closing, { status: 400, fields: ['quote_source'], message: /circle/ })
})

t.test('a symbol that a datafeed or a gateway translates stays, and is named', async (t) => {
  const front = new ConfigFront(t)
  const { config, clock } = front.desk
  const translates = [
    { symbol_id: 1, source: 'EUR/USD', source_digits: null, bid_markup_pts: 0, ask_markup_pts: 0 },
  ]
  const [feed] = config.records.datafeeds
  if (feed === undefined) throw new Error('the demo set has a datafeed')
  const { id: _, created_at: __, updated_at: ___, version: ____, ...content } = feed
  const gateway = { ...content, module: 'fix44', name: 'Bank', translates } as never
  config.insert(
    'datafeeds',
    config.takeId('datafeeds'),
    { ...content, name: 'Prices', translates },
    {},
    clock.now(),
  )
  config.reload()
  t.match(await front.ask(`DELETE ${EURUSD}`), {
    status: 409,
    message: /^The datafeed Prices translates EURUSD\./,
  })
  config.remove('datafeeds', 2)
  config.insert('gateways', config.takeId('gateways'), gateway, {}, clock.now())
  config.reload()
  t.match(await front.ask(`DELETE ${EURUSD}`), {
    status: 409,
    message: /^The gateway Bank translates EURUSD\./,
  })
})

t.test(
  'a symbol of the default watchlist may go, and the settings can still be saved',
  async (t) => {
    const front = new ConfigFront(t)
    front.change('settings', 1, { default_watchlist: ['EURUSD', 'GBPUSD'] })
    t.match(await front.ask(`DELETE ${EURUSD}`), { status: 200 })
    front.change('settings', 1, { default_watchlist: ['GBPUSD', 'EURUSD'] })
    t.throws(() => front.change('settings', 1, { default_watchlist: ['NEVER'] }), /no symbol NEVER/)
  },
)

t.test(
  'a traded symbol stays: in the tables, or in a log that is not in the tables yet',
  async (t) => {
    const front = new ConfigFront(t)
    const { version } = front.book
    t.equal(front.symbols.claim(1, version), true)
    tradedSymbolsRepo(front.desk.db).add(2)
    for (const id of [1, 2]) {
      t.match(await front.ask(`DELETE ${PATH}/${id}`), {
        status: 409,
        code: 'conflict',
        message: /has been traded/,
      })
      const digits = await front.ask(`PATCH ${PATH}/${id}`, 'admin', { version: 1, digits: 2 })
      t.match(digits, {
        status: 409,
        message: /has been traded, so these fields cannot change: digits/,
      })
      const other = await front.ask(`PATCH ${PATH}/${id}`, 'admin', { version: 1, spread_pts: 3 })
      t.match(other, { status: 200, data: { spread_pts: 3 } })
    }
  },
)

t.test('after a symbol is gone or another, no shard trades it by the older settings', async (t) => {
  const front = new ConfigFront(t)
  const { version } = front.book
  await front.ask(`DELETE ${EURUSD}`)
  t.equal(front.symbols.claim(1, version), false)
  await front.ask(`PATCH ${PATH}/2`, 'admin', { version: 1, digits: 2 })
  t.equal(front.symbols.claim(2, version + 1), false)
  t.equal(front.symbols.claim(2, version + 2), true)
  await front.ask(`PATCH ${PATH}/4`, 'admin', { version: 1, digits: 5 })
  t.equal(front.symbols.claim(4, version), true, 'nothing was changed')
})

t.test('quotes: the last market, and the bid range of the day on the server clock', async (t) => {
  const front = new ConfigFront(t)
  const quotes = async () => (await front.ask(`GET ${EURUSD}/quotes`)).data
  const none = { bid: null, ask: null, at: null, high: null, low: null }
  t.same(await quotes(), { id: 1, symbol: 'EURUSD', ...none })
  for (const bid of [117_000, 118_000, 116_000, 117_500]) {
    front.board.write(1, bid, bid + 10, front.now)
  }
  t.same(await quotes(), {
    id: 1,
    symbol: 'EURUSD',
    bid: '1.17500',
    ask: '1.17510',
    at: '2026-03-02T10:00:00.000Z',
    high: '1.18000',
    low: '1.16000',
  })
  front.now = Date.parse('2026-03-02T23:59:59.999Z')
  t.match(await quotes(), { high: '1.18000', low: '1.16000' })
  front.now += 1
  t.match(await quotes(), { bid: '1.17500', high: null, low: null }, 'a new day without a quote')
  front.board.write(1, 117_000, 117_010, front.now)
  t.match(await quotes(), { high: '1.17000', low: '1.17000' })
  t.match(await front.ask(`GET ${PATH}/99/quotes`), { status: 404 })
})

t.test('status is what the server knows now: disabled, quoted or silent', async (t) => {
  const front = new ConfigFront(t)
  const status = async () => (await front.ask(`GET ${EURUSD}`)).data.status
  t.equal(await status(), 'silent')
  front.board.write(1, 117_000, 117_010, front.now)
  t.equal(await status(), 'quoted')
  t.equal((await front.ask(`GET ${PATH}?mask=EURUSD`)).data.items[0].status, 'quoted')
  front.now += 9_999
  t.equal(await status(), 'quoted')
  front.now += 1
  t.equal(await status(), 'silent')
  front.board.write(1, 117_000, 117_010, front.now)
  const body = { version: 1, trade_access: 'disabled' }
  t.equal((await front.ask(`PATCH ${EURUSD}`, 'admin', body)).data.status, 'disabled')
})

t.test('symbols.quick_edit reads, and changes how a symbol trades, not what it is', async (t) => {
  const front = new ConfigFront(t)
  for (const path of [PATH, EURUSD, `${EURUSD}/quotes`]) {
    t.equal((await front.ask(`GET ${path}`, QUICK)).status, 200, path)
    t.match(await front.ask(`GET ${path}`, 'only accounts.view'), {
      status: 403,
      code: 'forbidden',
    })
  }
  const quick = {
    trade_access: 'close_only',
    spread_pts: 5,
    spread_balance_pts: 1,
    stops_level_pts: 10,
    freeze_level_pts: 2,
    swap_mode: 'points',
    swap_long: '-7',
    swap_short: '1',
    swap_days: [1, 1, 1, 1, 3, 0, 0],
    swap_year_days: 365,
    volume_min: '0.1',
    volume_max: '50',
    volume_step: '0.1',
    volume_limit: '500',
  }
  const { data: before } = await front.ask(`GET ${EURUSD}`)
  for (const field of Object.keys(before)) {
    if (field in quick || ['id', 'version', 'status', 'position'].includes(field)) continue
    if (field.endsWith('_at')) continue
    const body = { version: 1, [field]: before[field] }
    const answer = await front.ask(`PATCH ${EURUSD}`, QUICK, body)
    t.match(answer, { status: 403, code: 'forbidden', message: /config\.symbols/ }, field)
  }
  const changed = await front.ask(`PATCH ${EURUSD}`, QUICK, { version: 1, ...quick })
  t.match(changed, { status: 200, data: { version: 2, ...quick } })
  const order = { ids: Array.from({ length: COUNT }, (_, i) => i + 1) }
  t.equal((await front.ask(`POST ${PATH}`, QUICK, GIVEN)).status, 403)
  t.equal((await front.ask(`DELETE ${EURUSD}`, QUICK)).status, 403)
  t.equal((await front.ask(`PUT ${PATH}/order`, QUICK, order)).status, 403)
  t.equal((await front.ask(`DELETE ${EURUSD}`, 'only config.symbols')).status, 200)
  const body = { version: 1, description: 'Cable' }
  t.equal((await front.ask(`PATCH ${PATH}/3`, 'only config.symbols', body)).status, 200)
})
