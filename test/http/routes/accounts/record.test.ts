import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { AccountFront, DEALER } from '../../../given/fronts/account-front.js'
import { Ledger } from '../../../given/records/ledger.js'
import { deposit, OPEN, recordsOf, trade } from '../../../given/records/trades.js'

// Staff edit the record of an account, enable and disable it, and archive it, on real threads.

const front = await AccountFront.shared()
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)

const FORBIDDEN = { status: 403, code: 'forbidden' }
const CONFLICT = { status: 409, code: 'conflict' }
const ABSENT = { status: 404, code: 'not_found' }

const patch = (login: number, body: object, as = 'admin') =>
  front.ask(`PATCH /admin/v1/accounts/${login}`, as, body)
const act = (login: number, word: string, as = 'admin') =>
  front.ask(`POST /admin/v1/accounts/${login}/${word}`, as)
const archive = (login: number, as = 'admin', query = '') =>
  front.ask(`DELETE /admin/v1/accounts/${login}${query}`, as)
const read = (login: number, as = 'admin') => front.ask(`GET /admin/v1/accounts/${login}`, as)

/** Signs in as the holder does; answers the code. */
async function signIn(login: number): Promise<string> {
  const body = { login, password: 'Abcd12!x', terminal: 'desktop' }
  return (await front.ask('POST /trader/v1/auth/login', 'nobody', body)).code
}

async function linesOf(login: number, as = 'admin'): Promise<Record<string, unknown>[]> {
  const found = await front.ask(`GET /admin/v1/accounts/${login}/journal`, as)
  const lines = found.data['items'] as Record<string, unknown>[]
  return lines.filter(
    ({ kind }) => String(kind).startsWith('account.') && kind !== 'account.created',
  )
}

/** A staff user with these rights and this scope, as stored and as signed in. */
async function hire(rights: readonly string[], group_scope: string[]): Promise<string> {
  const login = await front.open({ group: 'managers\\dealers' })
  const hired = await front.ask('POST /admin/v1/staff', 'admin', { login, rights, group_scope })
  if (hired.status !== 200) throw new Error(hired.message)
  const own = { rights: new Set(rights), groupScope: group_scope }
  return front.signIn(login, { audience: 'staff', terminal: 'manager', ...own })
}

t.test(
  'every field of the record that staff keep is set, in one line of the journal',
  async (t) => {
    const [login, agent] = [await front.open({ name: 'Ada' }), await front.open()]
    const all = {
      name: 'Ana',
      last_name: 'Byron',
      middle_name: 'K',
      email: 'ana@example.com',
      phone: '+49 40 1',
      address: 'Weg 1',
      city: 'Hamburg',
      country: 'DE',
      state: 'HH',
      zip_code: '20095',
      id_number: 'L01',
      comment: 'calls\nat noon',
      company: 'Engine',
      bank_account: 'DE02',
      lead_campaign: 'spring',
      lead_source: 'web',
      color: '#2f6fb0',
      language: 'de',
      status: 'RE',
      agent,
      client_id: 77,
      leverage: 20,
      limit_orders: 5,
      limit_positions: 6,
      trading_enabled: false,
      expert_enabled: false,
      api_enabled: true,
      must_change_password: true,
      enabled: false,
    }
    const done = await patch(login, { version: 1, ...all })
    t.match(done, { status: 200, data: { ...all, version: 2, policy_revision: 1 } })
    const { money: _, ...stored } = (await read(login)).data
    t.match(stored, { ...all, version: 2 }, 'nobody reads what was remembered before')
    const [line, ...others] = await linesOf(login)
    t.match(line, { actor: 1, login, kind: 'account.changed' })
    const changes = line?.['changes'] as { field: string; from: unknown; to: unknown }[]
    t.same(new Set(changes.map(({ field }) => field)), new Set(Object.keys(all)))
    t.match(
      changes.find(({ field }) => field === 'name'),
      { from: 'Ada', to: 'Ana' },
    )
    t.notMatch(line?.['text'], /Ana|Ada|Weg/, 'the text has names of fields alone')
    t.same(others, [])
    const cleared = { agent: null, client_id: null, color: '', language: '', status: '', name: '' }
    t.match(await patch(login, { version: 2, ...cleared }), { data: { ...cleared, version: 3 } })
  },
)

t.test('a change that changes nothing answers the account, and writes nothing', async (t) => {
  const login = await front.open({ name: 'Ada' })
  t.match(await patch(login, { version: 1 }), { status: 200, data: { version: 1 } })
  const same = { version: 1, name: 'Ada', leverage: 0, agent: null, enabled: true }
  t.match(await patch(login, same), { status: 200, data: { version: 1, policy_revision: 0 } })
  t.same(await linesOf(login), [])
})

t.test('what is refused names why, and changes nothing', async (t) => {
  const login = await front.open()
  const before = (await read(login)).data
  const wrong: Readonly<Record<string, unknown>> = {
    email: 'nobody',
    leverage: 10_001,
    limit_orders: -1,
    name: 'x'.repeat(129),
    city: 'a\nb',
    comment: 'x'.repeat(257),
    color: 'red',
    language: 'German',
    status: 'XX',
    agent: 0,
    client_id: 0,
    enabled: 1,
    bank_account: 'x'.repeat(257),
    phone: null,
    group: 'real\\standard',
    login: 5,
    otp_enabled: true,
    policy_revision: 3,
    balance: '1',
    archived_at: null,
    created_at: '2026-01-01T00:00:00Z',
    currency: 'EUR',
    other: 1,
  }
  for (const [field, value] of Object.entries(wrong)) {
    const refused = await patch(login, { version: 1, [field]: value })
    t.match(refused, { status: 400, code: 'invalid_input', fields: [field] }, field)
  }
  t.match(await patch(login, { name: 'Ada' }), { status: 400, fields: ['version'] })
  t.match(await patch(login, { version: 7, name: 'Ada' }), CONFLICT)
  t.match(await patch(login, { version: 1, agent: login }), { status: 400, fields: ['agent'] })
  t.match(await patch(login, { version: 1, agent: 99_999 }), { status: 400, fields: ['agent'] })
  t.match(await patch(99_999, { version: 1, name: 'Ada' }), ABSENT)
  t.match(await patch(login, { version: 1, name: 'Ada' }, 'real only'), ABSENT)
  t.match(await patch(login, { version: 1, name: 'Ada' }, 'without edit'), FORBIDDEN)
  const { money: _, ...stored } = before
  t.match((await read(login)).data, stored)
  t.same(await linesOf(login), [])
})

t.test('a field that may not be seen is not set, nor is it told whether it is so', async (t) => {
  const login = await front.open({ name: 'Ada', email: 'ada@example.com', city: 'London' })
  const as = await hire(['accounts.view', 'accounts.edit', 'journal'], ['demo\\*'])
  for (const [field, value] of Object.entries({ name: 'Ada', email: 'x@y.de', client_id: null })) {
    t.match(await patch(login, { version: 1, [field]: value }, as), FORBIDDEN, field)
  }
  const texts = ['middle_name', 'comment', 'phone', 'address', 'zip_code', 'id_number']
  for (const field of [...texts, 'bank_account']) {
    t.match(await patch(login, { version: 1, [field]: '' }, as), FORBIDDEN, field)
  }
  const done = await patch(login, { version: 1, company: 'Engine' }, as)
  t.match(done, { status: 200, data: { company: 'Engine', name: null, city: null } })
  t.match(await patch(login, { version: 2, name: 'Ana', city: 'Rome' }), { status: 200 })
  const [line] = await linesOf(login, as)
  t.same(line?.['changes'], [
    { field: 'name', from: null, to: null },
    { field: 'city', from: null, to: null },
  ])
  t.equal(line?.['hash'], null)
})

t.test(
  'the scope is that of the caller as stored, and staff stay within their managers',
  async (t) => {
    const as = await hire(['accounts.edit', 'accounts.delete', 'accounts.view'], ['demo\\*'])
    const elsewhere = await front.open({ group: 'real\\standard' })
    front.signIn(1, { audience: 'staff', terminal: 'manager' }, 'bare')
    const rights = new Set(RIGHTS.filter((right) => right !== 'confirm_actions'))
    const wide = { rights, groupScope: ['*'], audience: 'staff' } as const
    const narrow = await hire(['accounts.edit', 'accounts.delete'], ['demo\\*'])
    const login = Number((JSON.parse(narrow) as [number])[0])
    const wider = front.signIn(login, { ...wide, terminal: 'manager' }, 'wider than stored')
    for (const who of [as, wider]) {
      t.match(await patch(elsewhere, { version: 1, city: 'Rome' }, who), ABSENT)
      t.match(await act(elsewhere, 'disable', who), ABSENT)
      t.match(await archive(elsewhere, who), ABSENT)
    }
    const own = await front.open()
    t.match(await act(own, 'disable', as), { status: 200 })
    t.match(await act(1, 'disable', as), ABSENT, 'a staff account out of reach')
  },
)

t.test('disabling ends sessions and trading, and enabling allows both again', async (t) => {
  const login = await front.open()
  await deposit(front, login, '1000')
  t.match(await trade(front, login), { status: 200 })
  t.equal(await signIn(login), 'ok')
  t.match(await act(login, 'disable'), { status: 200, data: { enabled: false, version: 2 } })
  t.match(await act(login, 'disable'), { data: { version: 2 } }, 'disabled already')
  t.same(front.sessions.ofLogin(login), [])
  t.equal(await signIn(login), 'auth.account_disabled')
  t.match(await trade(front, login), { status: 403, code: 'trade.disabled' })
  const open = await front.ask(`GET /admin/v1/accounts/${login}/positions`, 'admin')
  t.equal((open.data as unknown as unknown[]).length, 1, 'its position stays')
  t.match(await act(login, 'enable'), { status: 200, data: { enabled: true, version: 3 } })
  t.match(await act(login, 'enable'), { data: { version: 3 } })
  t.equal(await signIn(login), 'ok')
  t.match(await trade(front, login), { status: 200 })
  t.match(await linesOf(login), [
    { kind: 'account.enabled', changes: [{ field: 'enabled', from: false, to: true }] },
    { kind: 'account.enabled', changes: [{ field: 'enabled', from: true, to: false }] },
  ])
  t.match(await act(login, 'disable', 'without edit'), FORBIDDEN)
  t.match(await act(99_999, 'enable'), ABSENT)
})

t.test('nobody disables or archives the account they sign in with', async (t) => {
  const before = (await read(1)).data
  t.match(await act(1, 'disable'), FORBIDDEN)
  t.match(await patch(1, { version: before['version'], enabled: false }), FORBIDDEN)
  t.match(await archive(1), FORBIDDEN)
  t.match((await read(1)).data, { enabled: true, version: before['version'] })
  t.match(await archive(DEALER), CONFLICT, "a staff user's account")
})

t.test('an account without exposure is archived, and read as before', async (t) => {
  const login = await front.open({ name: 'Ada' })
  await deposit(front, login, '50')
  t.equal(await signIn(login), 'ok')
  t.match(await archive(login, 'admin', '?version=9'), CONFLICT)
  const deleter = await hire(['accounts.delete'], ['demo\\*'])
  t.match(await archive(login, deleter), { status: 200 }, 'its right is another one')
  t.same(front.sessions.ofLogin(login), [])
  t.equal(await signIn(login), 'auth.account_disabled')
  const { data } = await read(login)
  t.match(data, { name: 'Ada', balance: '50.00', enabled: true, version: 2 })
  t.type(data['archived_at'], 'string')
  t.match(await archive(login), CONFLICT, 'once')
  t.match(await patch(login, { version: 2, name: 'Ana' }), CONFLICT)
  t.match(await act(login, 'disable'), CONFLICT)
  t.match(await trade(front, login), { status: 403, code: 'trade.disabled' })
  const paid = {
    action: 'withdraw',
    amount: '1',
    request_id: '0b5a4c0e-6a51-4b3f-9d0a-3f1c2d4e5f60',
  }
  t.match(await front.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', paid), CONFLICT)
  t.match(await linesOf(login), [
    { kind: 'account.archived', login, text: / archived; 1 session closed$/ },
  ])
  const without = await hire(['accounts.edit', 'accounts.view'], ['demo\\*'])
  t.match(await archive(await front.open(), without), FORBIDDEN)
})

t.test('a restored account signs in and trades as before', async (t) => {
  const login = await front.open({ name: 'Ada' })
  await deposit(front, login, '1000')
  t.match(await act(login, 'restore'), { data: { version: 1 } }, 'not archived')
  t.match(await archive(login), { status: 200 })
  const deleter = await hire(['accounts.delete'], ['demo\\*'])
  t.match(await act(login, 'restore', deleter), { status: 200 }, 'its right is another one')
  t.equal(await signIn(login), 'ok')
  t.match(await trade(front, login), { status: 200 })
  t.match((await read(login)).data, { archived_at: null, name: 'Ada', version: 3 })
  t.match(await linesOf(login), [
    { kind: 'account.restored', changes: [{ field: 'archived_at', to: null }] },
    { kind: 'account.archived' },
  ])
  const flat = await front.open()
  await archive(flat)
  t.match(await act(flat, 'restore?version=1'), CONFLICT)
  const editor = await hire(['accounts.edit', 'accounts.view'], ['demo\\*'])
  t.match(await act(flat, 'restore', editor), FORBIDDEN)
  t.match(await act(flat, 'restore', 'real only'), ABSENT)
  t.match(await act(flat, 'restore?version=2'), { status: 200 })
})

t.test('an account with exposure is not archived, and trades on', async (t) => {
  const login = await front.open()
  const ledger = new Ledger(login)
  await deposit(front, login, '1000')
  const opened = await trade(front, login)
  t.match(await archive(login), CONFLICT, 'a position')
  const close = { kind: 'close', position_id: opened.data['position_id'] }
  t.match(await trade(front, login, close), { status: 200 })
  const place = { ...OPEN, kind: 'place', order_kind: 'limit', price: '1.05' }
  const placed = await trade(front, login, place)
  t.match(placed, { status: 200, code: 'trade.placed' })
  t.match(await archive(login), CONFLICT, 'an order that rests')
  t.match((await read(login)).data, { archived_at: null, version: 1 })
  t.same(await linesOf(login), [])
  const order_id = placed.data['order_id']
  t.match(await trade(front, login, { kind: 'delete', order_id }), { status: 200 })
  t.match(await archive(login), { status: 200 })
  for (const record of await recordsOf(front, login)) ledger.add(record)
  t.same([ledger.positions.size, ledger.orders.size], [0, 0])
})

t.test('an account out of scope is no agent, as one that is not there', async (t) => {
  const [mine, other] = [await front.open({ group: 'real\\standard' }), await front.open()]
  const login = await front.open({ group: 'managers\\dealers' })
  const [rights, groupScope] = [['accounts.view', 'accounts.edit'], ['real\\*']]
  const staff = { login, rights, group_scope: groupScope }
  t.equal((await front.ask('POST /admin/v1/staff', 'admin', staff)).status, 200)
  const session = { audience: 'staff', terminal: 'manager', groupScope } as const
  const real = front.signIn(login, { ...session, rights: new Set(rights) }, 'clerk of real')
  const set = (agent: number, as: string) =>
    front.ask(`PATCH /admin/v1/accounts/${mine}`, as, { version: 1, agent })
  const none = await set(99_999, real)
  t.match(none, { status: 400, fields: ['agent'] })
  t.same((await set(other, real)).message, none.message)
  const look = async (agent: number) => {
    const body = { act: 'patch', params: { agent }, logins: [mine] }
    return (await front.ask('POST /admin/v1/accounts/batch', real, body)).data
  }
  t.same(await look(other), await look(99_999))
  t.match(await look(other), { refused: [{ code: 'invalid_input', count: 1 }] })
  t.equal((await set(other, 'admin')).status, 200)
  t.match(await look(other), { refused: [] }, 'the one that it has stays')
})
