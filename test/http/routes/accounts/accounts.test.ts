import t from 'tap'
import {
  AccountFront,
  account,
  CAREFUL,
  CLOSED,
  DEALER,
} from '../../../given/fronts/account-front.js'

const front = await AccountFront.start(t)
const CREATE = 'POST /admin/v1/accounts'
const text = (length: number): string => 'x'.repeat(length)
const create = (over: object, as = 'admin') => front.ask(CREATE, as, { ...account(), ...over })
const read = (login: number, as = 'admin') => front.ask(`GET /admin/v1/accounts/${login}`, as)

t.test('an account opens with zero money, and the answer is the account', async (t) => {
  const opened = await create({ name: 'Ada', country: 'UK', status: 'NR', comment: 'two\nlines' })
  t.equal(opened.status, 200)
  t.match(opened.data, {
    group: 'demo\\standard',
    currency: 'USD',
    name: 'Ada',
    country: 'UK',
    status: 'NR',
    comment: 'two\nlines',
    balance: '0.00',
    credit: '0.00',
    trading_enabled: true,
    enabled: true,
    must_change_password: false,
    version: 1,
    money: { balance: '0.00', equity: '0.00', margin: '0.00', margin_level: null, seq: '0' },
  })
  t.notMatch(JSON.stringify(opened), /Abcd12|Look34|argon2/)
})

t.test('login 0 or left out takes the next free one', async (t) => {
  const first = await front.open({ login: 0 })
  t.equal(await front.open(), first + 1)
  t.equal(await front.open({ login: first + 2 }), first + 2)
  t.equal(await front.open(), first + 3)
})

t.test('a login that is taken is a conflict', async (t) => {
  const login = await front.open()
  t.match(await create({ login }), { status: 409, code: 'conflict' })
})

t.test("leverage 0 or left out is the group's, any other is its own", async (t) => {
  t.equal((await create({ leverage: 0 })).data['leverage'], 100)
  t.equal((await create({ group: 'real\\standard' })).data['leverage'], 50)
  t.equal((await create({ leverage: 1 })).data['leverage'], 1)
})

t.test(
  'numbers and texts of a new account are taken up to their bounds and no further',
  async (t) => {
    const email = (length: number): string => `${text(length - 12)}@example.com`
    const fits = [
      { leverage: 0 },
      { leverage: 1 },
      { leverage: 10_000 },
      { limit_orders: 0 },
      { limit_positions: 0 },
      { name: text(128) },
      { email: email(128) },
      { status: 'RE' },
      { status: '' },
      { email: '' },
      { login: 999_999_999_999 },
    ]
    for (const one of fits) t.match(await create(one), { status: 200 }, JSON.stringify(one))
    const faults = [
      { leverage: -1 },
      { leverage: 10_001 },
      { leverage: 1.5 },
      { leverage: '100' },
      { limit_orders: -1 },
      { limit_positions: -1 },
      { name: text(129) },
      { email: email(129) },
      { email: 'Ada <ada@example.com>' },
      { email: 'ada' },
      { status: 'XX' },
      { login: -1 },
      { trading_enabled: 'yes' },
      { name: 'two\nlines' },
      { group: '' },
      { nickname: 'x' },
      { group: undefined },
    ]
    for (const one of faults) {
      const refused = await create(one)
      t.match(refused, { status: 400, code: 'invalid_input' }, JSON.stringify(one))
      t.same(refused.fields, Object.keys(one))
    }
    t.match(await create({ login: 1_000_000_000_000 }), { status: 400, code: 'invalid_input' })
  },
)

t.test('texts count characters, not bytes, and are kept in their composed form', async (t) => {
  const opened = await create({ name: '😀'.repeat(128), last_name: 'Zoe\u0308' })
  t.match(opened, { status: 200, data: { name: '😀'.repeat(128), last_name: 'Zo\u00eb' } })
  t.match(await create({ name: '😀'.repeat(129) }), { status: 400, fields: ['name'] })
})

t.test('passwords have 8 to 16 characters with lower, upper, digit and symbol', async (t) => {
  const fits = ['Abcd12!x', 'Abcd12!xAbcd12!x']
  for (const one of fits) t.equal((await create({ master_password: one })).status, 200, one)
  const weak = ['Abcd12!', 'Abcd12!xAbcd12!xA', 'abcd12!x', 'ABCD12!X', 'Abcdef!x', 'Abcd12xx']
  for (const kind of ['master_password', 'investor_password', 'phone_password']) {
    for (const one of weak) {
      const refused = await create({ [kind]: one })
      t.match(refused, { status: 400, code: 'auth.password_weak' }, `${kind} ${one}`)
      t.match(refused.message, kind)
    }
  }
})

t.test('passwords have at least the minimum length of the group', async (t) => {
  const twelve = {
    group: CAREFUL,
    master_password: 'Abcd12!xAbcd',
    investor_password: 'Look34?yLook',
  }
  t.equal((await create(twelve)).status, 200)
  const eleven = await create({ ...twelve, investor_password: 'Look34?yLoo' })
  t.match(eleven, { status: 400, code: 'auth.password_weak' })
})

t.test('the passwords of an account differ, however they are spelled', async (t) => {
  const same = (field: string) => ({ status: 400, code: 'invalid_input', fields: [field] })
  t.match(await create({ investor_password: 'Abcd12!x' }), same('investor_password'))
  t.match(await create({ phone_password: 'Abcd12!x' }), same('phone_password'))
  t.match(await create({ phone_password: 'Look34?y' }), same('phone_password'))
  const accented = { master_password: 'Caf\u00e912!x', investor_password: 'Cafe\u030112!x' }
  t.match(await create(accented), same('investor_password'))
  t.match(await create({ phone_password: 'Said56+z' }), { status: 200 })
})

t.test('an account is not opened with codes that nobody can enter', async (t) => {
  t.match(await create({ otp_enabled: true }), { status: 400, fields: ['otp_enabled'] })
})

t.test('bad input is told before scope and existence', async (t) => {
  const both = await create({ group: 'no\\such', master_password: 'weak' })
  t.match(both, { status: 400, code: 'auth.password_weak' })
})

t.test('when the group asks for it the password must be changed at first sign-in', async (t) => {
  const passwords = { master_password: 'Abcd12!xAbcd', investor_password: 'Look34?yLook' }
  const opened = await create({ group: CAREFUL, ...passwords })
  t.equal(opened.data['must_change_password'], true)
})

t.test('the group must exist, be in scope and take accounts', async (t) => {
  t.match(await create({ group: 'no\\such' }), { status: 404, code: 'not_found' })
  t.match(await create({}, 'real only'), { status: 403, code: 'forbidden' })
  t.equal((await create({ group: 'demo\\netting' })).data['group'], 'demo\\netting')
  t.equal((await create({ group: 'Demo/netting' })).data['group'], 'demo\\netting', 'a slash')
  t.match(await create({ group: 'demo/standard' }, 'real only'), { status: 403 })
  t.match(await create({ group: CLOSED }), { status: 400, code: 'invalid_input' })
  t.equal((await create({ group: 'REAL\\Standard' }, 'real only')).data['group'], 'real\\standard')
})

t.test('opening an account in a staff group needs config.staff', async (t) => {
  const staff = { group: 'managers\\dealers' }
  t.match(await create(staff, 'without staff'), { status: 403, code: 'forbidden' })
  t.equal((await create(staff)).status, 200)
})

t.test('a staff account that was opened is no staff user yet', async (t) => {
  const login = await front.open({ group: 'managers\\dealers' })
  const found = front.read((db) => db.prepare('SELECT * FROM staff WHERE login = ?').get(login))
  t.equal(found, undefined)
})

t.test('an opened account is on disk with its hashes, and trading knows it', async (t) => {
  const login = await front.open({ phone_password: 'Phone56%z' })
  const hashes = front.read((db) =>
    db.prepare('SELECT kind, hash FROM credentials WHERE login = ? ORDER BY kind').all(login),
  ) as { kind: string; hash: string }[]
  t.same(
    hashes.map(({ kind }) => kind),
    ['investor', 'master', 'phone'],
  )
  t.ok(hashes.every(({ hash }) => hash.startsWith('$argon2id$')))
  t.type(await front.supervisor.shardOf(login).ask('money', { login }), 'object')
})

t.test('an account is read with its live money', async (t) => {
  const login = await front.open({ name: 'Ada' })
  t.match(await read(login), { status: 200, data: { login, name: 'Ada', money: { seq: '0' } } })
})

t.test('staff accounts are read with config.staff and rights covering the target', async (t) => {
  t.match(await read(DEALER, 'without staff'), { status: 403, code: 'forbidden' })
  t.match(await read(DEALER, 'staff viewer'), { status: 403, code: 'forbidden' })
  t.match(await read(1, 'without edit'), { status: 403, code: 'forbidden' })
  t.match(await read(DEALER, 'without edit'), { status: 200 })
  t.match(await read(1), { status: 200, data: { login: 1 } })
})

const PERSONAL = {
  'without names': ['name', 'last_name', 'middle_name', 'comment'],
  'without e-mails': ['email'],
  'without phones': ['phone'],
  'without addresses': [
    'address',
    'city',
    'country',
    'state',
    'zip_code',
    'id_number',
    'bank_account',
  ],
}

t.test('field rights hide their fields as null, and nothing else', async (t) => {
  const fields = Object.values(PERSONAL).flat()
  const filled = fields.filter((field) => field !== 'bank_account').map((field) => [field, 'x'])
  const login = await front.open({ ...Object.fromEntries(filled), email: 'ada@example.com' })
  const bank_account = 'DE02'
  await front.ask(`PATCH /admin/v1/accounts/${login}`, 'admin', { version: 1, bank_account })
  for (const [as, hidden] of Object.entries(PERSONAL)) {
    const listed = await front.ask(`GET /admin/v1/accounts?login=${login}`, as)
    const [row] = listed.data['items'] as Record<string, unknown>[]
    for (const data of [(await read(login, as)).data, row]) {
      const nulls = fields.filter((field) => data?.[field] === null)
      t.same(new Set(nulls), new Set(hidden), as)
    }
  }
})

t.test('a trader reads the own account whole, and none under another account header', async (t) => {
  const login = await front.open({ name: 'Ada', email: 'ada@example.com' })
  const own = await front.ask('GET /trader/v1/account', login)
  t.match(own, { status: 200, data: { login, name: 'Ada', email: 'ada@example.com' } })
  t.match(own.data['money'], { balance: '0.00', equity: '0.00' })
  t.match(await front.ask('GET /trader/v1/account', 'admin'), {
    status: 403,
    code: 'auth.invalid_terminal',
  })
  const named = (account: number) =>
    front.ask('GET /trader/v1/account', login, undefined, { 'x-app-account': String(account) })
  t.match(await named(login), { status: 200 })
  t.match(await named(login + 1), { status: 409, code: 'auth.account_changed' })
  t.match(await front.ask('GET /trader/v1/account?x=1', login), { status: 400, fields: ['x'] })
})

t.test('money is null while the shard is away, and the rest is there', async (t) => {
  const login = await front.open({ name: 'Ada' })
  const { back } = await front.killShardOf(login)
  const away = { login, name: 'Ada', money: null, balance: null, credit: null }
  t.match(await read(login), { status: 200, data: away })
  t.match(await front.ask('GET /trader/v1/account', login), { status: 200, data: away })
  const listed = await front.ask(`GET /admin/v1/accounts?login=${login}`, 'admin')
  // The list reads the stored balance with the rows.
  const stored = { ...away, balance: '0.00', credit: '0.00' }
  t.match(listed, { status: 200, data: { items: [stored], total: 1 } })
  const request_id = '00000000-0000-4000-8000-000000000001'
  const body = { action: 'deposit', amount: '1.00', request_id }
  const moved = await front.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', body)
  t.match(moved, { status: 503, code: 'unavailable' })
  await back
  t.match(await read(login), { status: 200, data: { money: { balance: '0.00' } } })
})

t.test('passwords left out are made, shown once, and one key shows them again', async (t) => {
  const key = { 'idempotency-key': '7d0c1a52-6a51-4b3f-9d0a-3f1c2d4e5f61' }
  const open = () => front.ask(CREATE, 'admin', { group: 'demo\\standard', name: 'Made' }, key)
  const opened = await open()
  t.match(opened, {
    status: 200,
    data: {
      must_change_password: true,
      master_password: /^\w{20}$/,
      investor_password: /^\w{20}$/,
    },
  })
  const { login, master_password: master, investor_password: investor } = opened.data
  t.not(master, investor)
  t.match((await open()).data, { login, master_password: master, investor_password: investor })
  const signIn = (password: unknown) =>
    front.ask('POST /trader/v1/auth/login', 'nobody', { login, password, terminal: 'desktop' })
  t.match(await signIn(master), { status: 200 })
  t.match(await signIn(investor), { status: 200 })
  const { text } = await front.take(`/admin/v1/accounts/${login}/journal`, 'admin')
  t.notMatch(text, String(master))
  t.notMatch(JSON.stringify(await read(Number(login))), String(master))
  t.match(await create({ investor_password: undefined }), {
    data: { master_password: null, investor_password: /^\w{20}$/, must_change_password: false },
  })
  t.match(await create({}), { data: { master_password: null, investor_password: null } })
})

t.test('a welcome e-mail needs an address and a mail server', async (t) => {
  const welcome = { welcome_email: true }
  t.match(await create(welcome), { status: 400, fields: ['email'] })
  const to = { ...welcome, email: 'ada@example.com' }
  t.match(await create(to), { status: 400, fields: ['welcome_email'] })
})
