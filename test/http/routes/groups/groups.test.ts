import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { accessFactsReader } from '../../../../actors/desk/identity/access-facts.js'
import { AuthDesk } from '../../../../actors/desk/identity/auth.js'
import type { Terminal } from '../../../../engine/access/session.js'
import { groupOf } from '../../../../engine/book/book.js'
import { accountsRepo } from '../../../../storage/repos/accounts/accounts.js'
import { credentialsRepo } from '../../../../storage/repos/accounts/credentials.js'
import { staffRepo } from '../../../../storage/repos/people/staff.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

const PATH = '/admin/v1/groups'
const STANDARD = `${PATH}/demo%5Cstandard`
const DEALERS = `${PATH}/managers%5Cdealers`
const ADMINISTRATORS = `${PATH}/managers%5Cadministrators`
const PATHS = [
  'demo\\netting',
  'demo\\standard',
  'managers\\administrators',
  'managers\\dealers',
  'real\\ecn',
  'real\\standard',
]

function pathsIn(rows: readonly { path: string }[]): string[] {
  return rows.map(({ path }) => path)
}

function addAccount(front: ConfigFront, login: number, group: string, rights?: string[]): void {
  const { db } = front.desk
  accountsRepo(db).insert(accountWithDefaults({ login, group }), front.now)
  credentialsRepo(db).set(login, 'master', 'hash', front.now)
  if (rights !== undefined) staffRepo(db).insert({ login, rights, group_scope: ['*'] }, front.now)
}

function signIn(front: ConfigFront, login: number, terminal: Terminal): string {
  const name = `${login}-${front.access.length}`
  const opened = new AuthDesk(front.desk).open({
    login,
    side: terminal === 'manager' ? 'staff' : 'trader',
    terminal,
    credential: { kind: 'master', hash: 'hash' },
    rehash: null,
    otp: '',
    keepSignedIn: false,
    userAgent: '',
    digests: { access: `a${name}`, refresh: `r${name}`, csrf: 'c', family: `f${name}` },
    origin: { ip: '10.0.0.1', requestId: 'r' },
  })
  if (!opened.ok) throw new Error(opened.message)
  return opened.value.session.id
}

t.test(
  'a list shows the groups of the scope by path, staff groups with config.staff',
  async (t) => {
    const front = new ConfigFront(t)
    const list = async (as: string) => pathsIn((await front.ask(`GET ${PATH}`, as)).data)
    t.same(await list('admin'), PATHS)
    t.same(await list('admin in demo\\*'), ['demo\\netting', 'demo\\standard'])
    t.same(await list('admin in *,!real\\*'), PATHS.slice(0, 4))
    t.same(
      await list('only config.groups'),
      PATHS.filter((path) => !path.startsWith('managers')),
    )
  },
)

t.test('a group is read by its path, whatever the separator and the case', async (t) => {
  const front = new ConfigFront(t)
  for (const path of ['demo%5Cstandard', 'demo%2Fstandard', 'DEMO%5cStandard']) {
    const read = await front.ask(`GET ${PATH}/${path}`)
    t.match(read, { status: 200, data: { path: 'demo\\standard', version: 1, currency: 'USD' } })
  }
  for (const path of ['demo', 'demo%5Cstandard%5C', 'demo%5C%5Cstandard', '%5Cdemo']) {
    t.match(await front.ask(`GET ${PATH}/${path}`), { code: /not_found|invalid_input/ }, path)
  }
})

t.test(
  'a group out of reach is not made, and one of staff is not there without config.staff',
  async (t) => {
    const front = new ConfigFront(t)
    for (const as of ['admin in real\\*', 'only config.groups in real\\*']) {
      const created = await front.ask(`POST ${PATH}`, as, { path: 'demo/new' })
      t.match(created, { status: 403, code: 'forbidden' })
    }
    t.match(await front.ask(`GET ${DEALERS}`, 'without config.staff'), { status: 404 })
    t.match(await front.ask(`PATCH ${DEALERS}`, 'without config.staff', { version: 1 }), {
      status: 404,
    })
    t.match(await front.ask(`DELETE ${DEALERS}`, 'without config.staff'), { status: 404 })
    for (const path of ['real/managers/x', 'Administrators']) {
      const refused = await front.ask(`POST ${PATH}`, 'without config.staff', { path })
      t.match(refused, { status: 403, code: 'forbidden' }, path)
    }
    const folder = { path: 'real\\managers2' }
    t.match(await front.ask(`POST ${PATH}`, 'without config.staff', folder), { status: 200 })
  },
)

t.test(
  'a created group has its defaults, one journal line, and is taken once in any case',
  async (t) => {
    const front = new ConfigFront(t)
    const created = await front.ask(`POST ${PATH}`, 'admin in real\\*', { path: 'real/pro/eu' })
    t.match(created, { status: 200, data: { path: 'real\\pro\\eu', version: 1, leverage: 100 } })
    t.match(front.lines.at(-1), { kind: 'config', text: 'Group real\\pro\\eu was created' })
    t.match(front.changes.at(-1), { kind: 'groups', changed: [{ path: 'real\\pro\\eu' }] })
    t.same((await front.ask(`GET ${PATH}/real%5Cpro%5Ceu`)).data, created.data)
    const again = await front.ask(`POST ${PATH}`, 'admin', { path: 'Real\\PRO\\eu' })
    t.match(again, { status: 409, code: 'conflict' })
  },
)

t.test('a change raises the version; what changes nothing does not', async (t) => {
  const front = new ConfigFront(t)
  const patch = (body: object) => front.ask(`PATCH ${STANDARD}`, 'admin', body)
  t.match((await patch({ version: 1, leverage: 200 })).data, { version: 2, leverage: 200 })
  t.match(front.lines.at(-1), {
    text: 'Group demo\\standard was changed: leverage',
    changes: [{ field: 'leverage', from: 100, to: 200 }],
  })
  t.match((await patch({ version: 2, margin_call_level: '100.00' })).data, { version: 2 })
  t.match(await patch({ version: 1, leverage: 300 }), { status: 409, code: 'conflict' })
  t.match(await patch({ leverage: 300 }), { status: 400, fields: ['version'] })
  for (const field of ['path', 'id', 'created_at', 'nonsense']) {
    t.match(await patch({ version: 2, [field]: 1 }), { status: 400, fields: [field] })
  }
  const rows = { symbols: [{ mask: 'EURUSD', volume_max: '5' }] }
  t.match((await patch({ version: 2, ...rows })).data, { version: 3, ...rows })
  const other = { symbols: [{ mask: 'GBPUSD', trade_access: 'close_only' }] }
  const replaced = await patch({ version: 3, ...other })
  t.same(replaced.data.symbols, other.symbols, 'a list replaces the whole list')
  t.equal(groupOf(front.book, 'demo\\standard')?.record.version, 4)
})

t.test('each field is checked at its limit', async (t) => {
  const front = new ConfigFront(t)
  const row = (fields: object) => ({ symbols: [{ mask: '*', ...fields }] })
  const tier = (fields: object) => ({
    commissions: [
      { mask: '*', mode: 'per_lot', charge: 'daily', tiers: [{ value: '1', ...fields }] },
    ],
  })
  const rate = { kind: 'buy', initial: '1', maintenance: '0' }
  const link = (length: number): string => `https://x.eu/${'p'.repeat(length - 13)}`
  let version = 1
  for (const [good, bad, field] of [
    [{ currency: 'USDT' }, { currency: 'usd' }, 'currency'],
    [{ currency: 'A'.repeat(16) }, { currency: 'A'.repeat(17) }, 'currency'],
    [{ currency: 'EUR' }, { currency: 'EU' }, 'currency'],
    [{ currency_digits: 8 }, { currency_digits: 9 }, 'currency_digits'],
    [{ currency_digits: 2 }, { currency_digits: -1 }, 'currency_digits'],
    [{ company: 'c'.repeat(128) }, { company: 'c'.repeat(129) }, 'company'],
    [{ margin_mode: 'netting' }, { margin_mode: 'both' }, 'margin_mode'],
    [{ leverage: 10_000 }, { leverage: 10_001 }, 'leverage'],
    [{ leverage: 1 }, { leverage: 0 }, 'leverage'],
    [{ limit_orders: 0 }, { limit_orders: -1 }, 'limit_orders'],
    [{ limit_positions: 1_000_000 }, { limit_positions: 1_000_001 }, 'limit_positions'],
    [{ password_min_length: 16 }, { password_min_length: 17 }, 'password_min_length'],
    [{ password_min_length: 8 }, { password_min_length: 7 }, 'password_min_length'],
    [{ leverage_profile_id: null }, { leverage_profile_id: 7 }, 'leverage_profile_id'],
    [{ deposit_url: link(512) }, { deposit_url: link(513) }, 'deposit_url'],
    [
      { withdraw_url: 'http://a.eu:8080/{lang}?x=1' },
      { withdraw_url: 'javascript:x' },
      'withdraw_url',
    ],
    [{ withdraw_url: '' }, { withdraw_url: 'https://a.eu/"x' }, 'withdraw_url'],
    [row({ mask: 'm'.repeat(4096) }), row({ mask: 'm'.repeat(4097) }), 'symbols[0].mask'],
    [row({ mask: 'm' }), row({ mask: '' }), 'symbols[0].mask'],
    [
      row({ spread_diff_pts: -100_000 }),
      row({ spread_diff_pts: 100_001 }),
      'symbols[0].spread_diff_pts',
    ],
    [
      row({ stops_level_pts: 1_000_000 }),
      row({ stops_level_pts: 1_000_001 }),
      'symbols[0].stops_level_pts',
    ],
    [row({ execution: 'instant' }), row({ execution: 'later' }), 'symbols[0].execution'],
    [row({ margin_rates: [rate] }), row({ margin_rates: [rate, rate] }), 'symbols[0].margin_rates'],
    [row({ swap_mode: 'points' }), row({ swap_mode: 'daily' }), 'symbols[0].swap_mode'],
    [row({ swap_year_days: 366 }), row({ swap_year_days: 367 }), 'symbols[0].swap_year_days'],
    [row({ swap_days: [1, 1, 3, 1, 1, 0, 0] }), row({ swap_days: [1, 1] }), 'symbols[0].swap_days'],
    [row({ volume_step: '0.01' }), row({ volume_step: 0.01 }), 'symbols[0].volume_step'],
    [row({}), row({ contract_size: '1' }), 'symbols[0].contract_size'],
    [tier({}), tier({ to: '5' }), 'commissions[0].tiers[0].to'],
    [tier({ min: '1', max: '2' }), tier({ value: '-1' }), 'commissions[0].tiers[0].value'],
  ] as const) {
    const patch = (body: object) => front.ask(`PATCH ${STANDARD}`, 'admin', { version, ...body })
    const taken = await patch(good)
    t.equal(taken.status, 200, `${JSON.stringify(good).slice(0, 80)} ${taken.message.slice(0, 80)}`)
    version = taken.data?.version ?? version
    t.match(await patch(bad), { status: 400, fields: [field] }, JSON.stringify(bad).slice(0, 80))
  }
  const rows = Array.from({ length: 1024 }, (_, i) => ({ mask: `S${i}` }))
  const many = await front.ask(`PATCH ${STANDARD}`, 'admin', { version, symbols: rows })
  t.equal(many.status, 200, many.message)
  const more = { version: version + 1, symbols: [...rows, { mask: '*' }] }
  t.match(await front.ask(`PATCH ${STANDARD}`, 'admin', more), { status: 400 })
  for (const [path, status] of [
    ['p'.repeat(128), 200],
    ['p'.repeat(129), 400],
    ['', 400],
    ['a,b', 400],
    ['!a', 400],
    ['a*', 400],
    ['a\\\\b', 400],
    ['a//b', 400],
    ['a/ b', 400],
    ['a\tb', 400],
  ] as const) {
    t.match(await front.ask(`POST ${PATH}`, 'admin', { path }), { status }, path.slice(0, 20))
  }
  t.match(await front.ask(`POST ${PATH}`, 'admin', { leverage: 1 }), { fields: ['path'] })
})

t.test(
  'with accounts, archived ones too, the currency stays and the group is not deleted',
  async (t) => {
    const front = new ConfigFront(t)
    addAccount(front, 1001, 'demo\\standard')
    front.desk.db.exec('UPDATE accounts SET archived_at = 1 WHERE login = 1001')
    for (const body of [{ currency: 'EUR' }, { currency_digits: 3 }, { margin_mode: 'netting' }]) {
      const refused = await front.ask(`PATCH ${STANDARD}`, 'admin', { version: 1, ...body })
      t.match(refused, { status: 409, code: 'conflict' }, JSON.stringify(body))
    }
    const free = `${PATH}/real%5Cecn`
    t.match(await front.ask(`PATCH ${free}`, 'admin', { version: 1, currency: 'EUR' }), {
      status: 200,
    })
    const inUse = { status: 409, data: { used_by: [] } }
    t.match(await front.ask(`DELETE ${STANDARD}`), inUse)
    t.match(await front.ask(`DELETE ${free}`), { status: 200, data: null })
    t.match(await front.ask(`GET ${free}`), { status: 404 })
    const { data: vip } = await front.ask(`POST ${PATH}`, 'admin', { path: 'real\\standard\\vip' })
    const upper = await front.ask(`DELETE ${PATH}/real%5Cstandard`)
    t.match(upper, { status: 409, message: /contains other groups/ })
    t.same(upper.data.used_by, [
      { kind: 'groups', id: vip.id, key: vip.path },
      { kind: 'settings', id: 1, key: 'of this server' },
    ])
  },
)

t.test('the groups of accounts: four fields of those in scope', async (t) => {
  const front = new ConfigFront(t)
  const list = async (as: string) => (await front.ask('GET /admin/v1/accounts/groups', as)).data
  t.same(await list('only accounts.view in demo\\*,managers\\*'), {
    items: ['demo\\netting', 'demo\\standard'].map((path) => ({
      path,
      currency: 'USD',
      company: 'Openfloor Demo',
      password_min_length: 8,
    })),
  })
  t.same(pathsIn((await list('only accounts.view config.staff')).items), PATHS)
  const refused = await front.ask('GET /admin/v1/accounts/groups', 'without accounts.view')
  t.match(refused, { status: 403 })
})

t.test(
  'a disabled group closes the sessions of its accounts, in one go, and no others',
  async (t) => {
    const front = new ConfigFront(t)
    for (const login of [1001, 1002]) addAccount(front, login, 'demo\\standard')
    addAccount(front, 1003, 'real\\standard')
    const ids = [1001, 1002, 1003].map((login) => signIn(front, login, 'web'))
    await front.ask(`PATCH ${STANDARD}`, 'admin', { version: 1, leverage: 50 })
    t.same(front.access, [], 'what says nothing about access changes no session')
    await front.ask(`PATCH ${STANDARD}`, 'admin', { version: 2, enabled: false })
    t.match(front.access, [
      { type: 'sessions_closed', ids: ids.slice(0, 2) },
      { type: 'access', facts: { login: 1001, enabled: false } },
      { type: 'access', facts: { login: 1002, enabled: false } },
    ])
    const live = new AuthDesk(front.desk).live().sessions.map(({ id }) => id)
    t.same(live, [ids[2]])
    const closed = front.lines.filter(
      ({ text }) => text === '1 sessions closed: access was taken away',
    )
    t.same(
      closed.map(({ login }) => login),
      [1001, 1002],
    )
  },
)

t.test('a group that requires codes is told to the live sessions of its accounts', async (t) => {
  const front = new ConfigFront(t)
  addAccount(front, 1001, 'demo\\standard')
  signIn(front, 1001, 'web')
  const change = { version: 1, otp_required: true }
  t.match(await front.ask(`PATCH ${STANDARD}`, 'admin', change), {
    status: 200,
    data: { otp_required: true },
  })
  t.match(accessFactsReader(front.desk)(1001), { otpRequired: true })
  const facts = { login: 1001, otpRequired: true, otpEnabled: false }
  t.match(front.access, [{ type: 'access', facts }])
  const off = { version: 2, otp_required: false }
  t.match(await front.ask(`PATCH ${STANDARD}`, 'admin', off), { status: 200 })
  t.match(front.access.at(-1), { type: 'access', facts: { otpRequired: false } })
})

t.test('nobody disables their own group, or staff who hold rights that they lack', async (t) => {
  const front = new ConfigFront(t)
  const off = { version: 1, enabled: false }
  const own = await front.ask(`PATCH ${ADMINISTRATORS}`, 'admin', off)
  t.match(own, { status: 403, code: 'forbidden' })
  addAccount(front, 5, 'managers\\dealers', ['dealing', 'journal'])
  const session = signIn(front, 5, 'manager')
  const lacking = await front.ask(`PATCH ${DEALERS}`, 'without journal', off)
  t.match(lacking, { status: 403, code: 'forbidden' })
  t.match(await front.ask(`PATCH ${DEALERS}`, 'without reports', off), { status: 200 })
  t.match(front.access, [{ type: 'sessions_closed', ids: [session] }, {}])
  const on = { version: 2, enabled: true }
  t.match(await front.ask(`PATCH ${DEALERS}`, 'without journal', on), { status: 200 })
})

t.test('each field that is wrong comes with a reason and the parameters of its text', async (t) => {
  const front = new ConfigFront(t)
  const long = { path: `demo/${'x'.repeat(500)}` }
  const wrong = await front.ask(`POST ${PATH}`, 'admin', long)
  t.match(wrong, {
    status: 400,
    data: {
      reason: 'invalid_input.fields',
      params: { count: 1 },
      fields: [{ path: 'path', reason: 'field.too_long', params: { max: Number } }],
    },
  })
  const levels = { path: 'demo/levels', margin_call_level: '10', stop_out_level: '20' }
  t.match(await front.ask(`POST ${PATH}`, 'admin', levels), {
    message: 'stop_out_level: must not be greater than margin_call_level',
    data: { fields: [{ path: 'stop_out_level', reason: 'field.stop_out_high', params: {} }] },
  })
})
