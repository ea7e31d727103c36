import t from 'tap'
import { CLIENT_ACCOUNTS_MAX } from '../../../../engine/limits/people.js'
import { moment } from '../../../given/desk.js'
import { AccountFront, YEN } from '../../../given/fronts/account-front.js'
import { deposit } from '../../../given/records/trades.js'

// Accounts that belong to one client are linked by their client_id.

const front = await AccountFront.shared()
const CONFLICT = { status: 409, code: 'conflict' }

const clients = (login: number, as = 'admin') =>
  front.ask(`GET /admin/v1/accounts/${login}/clients`, as)
const link = (login: number, logins: unknown, version = 1, as = 'admin') =>
  front.ask(`PUT /admin/v1/accounts/${login}/clients`, as, { logins, version })
const read = async (login: number) =>
  (await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')).data

async function open(count: number, over: Record<string, unknown> = {}): Promise<number[]> {
  const logins: number[] = []
  for (let i = 0; i < count; i++) logins.push(await front.open(over))
  return logins
}

async function hire(rights: readonly string[], group_scope: string[]): Promise<string> {
  const login = await front.open({ group: 'managers\\dealers' })
  const hired = await front.ask('POST /admin/v1/staff', 'admin', { login, rights, group_scope })
  if (hired.status !== 200) throw new Error(hired.message)
  const own = { rights: new Set(rights), groupScope: group_scope }
  return front.signIn(login, { audience: 'staff', terminal: 'manager', ...own })
}

t.test('a list links the accounts that it names, and no other any more', async (t) => {
  const [a = 0, b = 0, c = 0] = await open(3)
  t.match(await clients(a), { status: 200, data: { client_id: null, logins: [], version: 1 } })
  const first = await link(a, [b, b, a])
  t.match(first, { status: 200, data: { logins: [b], version: 2 } })
  const id = first.data['client_id']
  t.match(await read(b), { client_id: id, version: 2 })
  t.match(await clients(b), { data: { client_id: id, logins: [a] } })
  t.match(await link(a, [c], 1), CONFLICT, 'a stale version')
  t.match(await link(a, [c], 2), { data: { client_id: id, logins: [c], version: 2 } })
  t.match(await read(b), { client_id: null, version: 3 })
  const found = await front.ask(`GET /admin/v1/accounts/window?client=${id}`, 'admin')
  t.match(found.data['items'], [{ login: String(a) }, { login: String(c) }])
  t.match(await link(a, [c], 2), { data: { version: 2 } }, 'the same changes nothing')
  const lines = await front.ask(`GET /admin/v1/accounts/${b}/journal?kind=account.client`, 'admin')
  t.match(lines.data['items'], [
    { changes: [{ field: 'client_id', from: id, to: null }] },
    { changes: [{ field: 'client_id', from: null, to: id }] },
  ])
  t.match(await link(a, [], 2), { data: { client_id: id, logins: [] } })
})

t.test('linked accounts tell their names and money to whoever may see them', async (t) => {
  const [a = 0] = await open(1)
  const [b = 0] = await open(1, { name: 'Bea' })
  const [yen = 0] = await open(1, { group: YEN, name: 'Yuki' })
  await deposit(front, b, '12.50')
  const shown = { login: b, name: 'Bea', group: 'demo\\standard', currency: 'USD' }
  let told = await link(a, [b, yen])
  while ((told.data['accounts'] as { balance: string }[])[0]?.balance !== '12.50') {
    await moment()
    told = await clients(a)
  }
  const rows = [
    { ...shown, balance: '12.50' },
    { login: yen, name: 'Yuki', group: YEN, currency: 'JPY', balance: '0' },
  ]
  t.same(told.data['accounts'], rows)
  const nameless = await clients(a, await hire(['clients.view', 'accounts.view'], ['*']))
  t.same(
    nameless.data['accounts'],
    rows.map((row) => ({ ...row, name: null })),
  )
  t.match((await clients(a, await hire(['clients.view'], ['*']))).data, {
    logins: [b, yen],
    accounts: null,
  })
})

t.test('a new client has an id that no account has', async (t) => {
  const [a = 0, b = 0, c = 0] = await open(3)
  const { data } = await link(a, [b])
  const next = Number(data['client_id']) + 1
  const patch = { version: 1, client_id: next }
  t.match(await front.ask(`PATCH /admin/v1/accounts/${c}`, 'admin', patch), { status: 200 })
  const [d = 0, e = 0] = await open(2)
  t.match((await link(d, [e])).data, { client_id: next + 1 })
})

t.test('accounts out of scope are neither seen, linked nor parted', async (t) => {
  const [a = 0, b = 0, c = 0] = await open(3)
  const [far = 0, stranger = 0] = await open(2, { group: 'real\\standard' })
  t.match(await link(a, [b, far]), { status: 200, data: { logins: [b, far] } })
  const as = await hire(['clients.view', 'clients.edit'], ['demo\\*'])
  t.match((await clients(a, as)).data, { logins: [b], version: 2 })
  t.match(await link(a, [stranger], 2, as), { status: 400, fields: ['logins'] })
  t.match(await link(a, [99_999], 2, as), { status: 400, fields: ['logins'] })
  t.match(await link(a, [c], 2, as), { status: 200, data: { logins: [c] } })
  t.match((await clients(a)).data, { logins: [c, far] })
  t.match(await link(far, [], 2, as), { status: 404 })
  t.match(await clients(far, as), { status: 404 })
})

t.test('what is refused changes nothing', async (t) => {
  const [a = 0, b = 0] = await open(2)
  const [gone = 0] = await open(1)
  t.match(await front.ask(`DELETE /admin/v1/accounts/${gone}`, 'admin'), { status: 200 })
  t.match(await link(a, [b, gone]), CONFLICT)
  t.match(await link(gone, [b], 2), CONFLICT)
  t.match(await clients(a, 'without clients'), { status: 403, code: 'forbidden' })
  t.match(await link(a, [b], 1, await hire(['clients.view'], ['*'])), { status: 403 })
  for (const logins of ['x', [0], ['1'], null]) {
    t.match(await link(a, logins), { status: 400 })
  }
  const many = Array.from({ length: CLIENT_ACCOUNTS_MAX + 1 }, (_, i) => 500_000 + i)
  t.match(await link(a, many), { status: 400, fields: ['logins'] }, 'one too many')
  t.match(await link(a, many.slice(1)), { status: 400, message: /500001|logins/ })
  t.match(await read(a), { client_id: null, version: 1 })
  t.match(await read(b), { client_id: null, version: 1 })
})
