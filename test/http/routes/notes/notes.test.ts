import { randomUUID } from 'node:crypto'
import t from 'tap'
import { AccountFront, DEALER } from '../../../given/fronts/account-front.js'

// Goal: staff keep dated notes on an account; only the author changes one, for a day, and its holder never sees any.

const front = await AccountFront.shared()
const rights = new Set(['clients.view', 'clients.edit'])
const dealer = { audience: 'staff', terminal: 'manager', groupScope: ['*'], rights } as const
const COLLEAGUE = front.signIn(DEALER, dealer, 'a colleague with notes')

const path = (login: number, id: unknown = '') =>
  `/admin/v1/accounts/${login}/notes${id === '' ? '' : `/${id}`}`
const add = (login: number, text: string, as = 'admin', headers = {}) =>
  front.ask(`POST ${path(login)}`, as, { text }, headers)
const list = async (login: number, as = 'admin') =>
  (await front.ask(`GET ${path(login)}`, as)).data as { items: object[]; total: number }

t.test('lists notes newest first, each with its time and author', async (t) => {
  const login = await front.open()
  t.same(await list(login), { items: [], page: 1, total: 0 })
  const first = await add(login, 'Asked for a call.\nAfter 5 pm.')
  const own = { login, author: 1, version: 1, changed_at: null, can_change: true }
  t.match(first, { status: 200, data: { ...own, text: 'Asked for a call.\nAfter 5 pm.' } })
  t.match(first.data['at'], /^\d{4}-\d\d-\d\dT/)
  const second = await add(login, 'Called.', COLLEAGUE)
  const { items, total } = await list(login)
  t.same(items, [{ ...second.data, can_change: false }, first.data])
  t.equal(total, 2)
  const { data } = await front.ask(`GET /admin/v1/accounts/${login}/journal?kind=note`, 'admin')
  const texts = (data['items'] as { text: string }[]).map(({ text }) => text)
  t.same(texts, [
    `Account ${login}: note ${second.data['id']} was added`,
    `Account ${login}: note ${first.data['id']} was added`,
  ])
})

t.test('adds a note once, however often the request is repeated', async (t) => {
  const login = await front.open()
  const key = { 'idempotency-key': randomUUID() }
  const first = await add(login, 'Once.', 'admin', key)
  t.same((await add(login, 'Once.', 'admin', key)).data, first.data)
  t.equal((await list(login)).total, 1)
})

t.test('is changed and deleted by its author, for a day', async (t) => {
  const login = await front.open()
  const { id } = (await add(login, 'A draft.')).data
  const patch = (body: object, as = 'admin') =>
    front.ask(`PATCH ${path(login, id)}`, as, { text: 'Better.', version: 1, ...body })
  const remove = (as = 'admin') => front.ask(`DELETE ${path(login, id)}`, as)
  t.match(await patch({}, COLLEAGUE), { status: 403, data: { reason: 'forbidden.note_of_other' } })
  t.match(await remove(COLLEAGUE), { status: 403 })
  t.match(await patch({ version: 2 }), { status: 409, data: { reason: 'conflict.changed' } })
  const changed = await patch({})
  t.match(changed, { status: 200, data: { text: 'Better.', version: 2, can_change: true } })
  t.type(changed.data['changed_at'], 'string')
  const age = (ms: number) =>
    front.write((db) => db.prepare('UPDATE notes SET at = at - ? WHERE id = ?').run(ms, id))
  age(86_400_000)
  t.match(await patch({ version: 2, text: 'Late.' }), { data: { reason: 'conflict.note_closed' } })
  t.match(await remove(), { status: 409, data: { reason: 'conflict.note_closed' } })
  t.match((await list(login)).items, [{ text: 'Better.', can_change: false }])
  age(-86_400_000)
  t.match(await remove(), { status: 200 })
  t.equal((await list(login)).total, 0)
  t.match(await remove(), { status: 404, data: { reason: 'not_found.note' } })
})

t.test('needs the rights and the scope, and is no route of traders', async (t) => {
  const login = await front.open()
  const { id } = (await add(login, 'Of this account.')).data
  const reader = { ...dealer, rights: new Set(['clients.view']) }
  const as = front.signIn(DEALER, reader, 'a reader of notes')
  t.equal((await list(login, as)).total, 1)
  t.match(await add(login, 'No.', as), { status: 403 })
  t.match(await front.ask(`GET ${path(login)}`, 'without clients'), { status: 403 })
  t.match(await add(login, 'No.', 'real only'), { status: 404 })
  t.match(await front.ask(`GET ${path(login)}`, login), { status: 403 })
  const other = await front.open()
  t.match(await front.ask(`DELETE ${path(other, id)}`, 'admin'), { status: 404 })
  t.match(await add(login, ''), { status: 400, fields: ['text'] })
  t.match(await add(login, 'x'.repeat(4001)), { status: 400, fields: ['text'] })
})
