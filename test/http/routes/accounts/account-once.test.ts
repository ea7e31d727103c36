import { randomUUID } from 'node:crypto'
import t from 'tap'
import { type AccountAnswer, AccountFront, account } from '../../../given/fronts/account-front.js'

/** The answer without the live figures, which are those of the moment. */
const stored = ({ data: { money: _, ...rest } }: AccountAnswer) => rest

const keyed = (key: string) => ({ 'idempotency-key': key })

const accounts = await AccountFront.start(t)

t.test(
  'an account is opened once, however often and however quickly it is asked for',
  async (t) => {
    const key = randomUUID()
    const open = (over: object = {}) =>
      accounts.ask('POST /admin/v1/accounts', 'admin', { ...account(), ...over }, keyed(key))
    const all = await Promise.all(Array.from({ length: 5 }, () => open()))
    t.same(new Set(all.map(({ status }) => status)), new Set([200]))
    t.equal(new Set(all.map(({ data }) => data['login'])).size, 1)
    const [first] = all as [AccountAnswer]
    t.same(stored(await open()), stored(first))
    t.match(await open({ master_password: 'Other12!x' }), { status: 409, code: 'conflict' })
    const kept = JSON.stringify(
      accounts.read((db) => db.prepare('SELECT * FROM remembered_answers').all()),
    )
    t.notMatch(kept, /Abcd12|demo/)
    const weak = await open({ master_password: 'Password1!' })
    t.match(weak, { code: 'auth.password_weak' })
  },
)

t.test(
  'a repeat after a restart hears the first answer, and the shard how it is now',
  async (t) => {
    const key = randomUUID()
    const open = (front: AccountFront) =>
      front.ask('POST /admin/v1/accounts', 'admin', { ...account(), name: 'Ada' }, keyed(key))
    const first = await open(accounts)
    const login = Number(first.data['login'])
    const later = await accounts.later(t, 0)
    t.same(stored(await open(later)), stored(first))
    const deposit = { action: 'deposit', amount: '5.00', request_id: randomUUID() }
    const paid = await later.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', deposit)
    t.match(paid, { status: 200 })
    const money = { balance: '5.00' }
    t.match(await open(later), { status: 200, data: { login, name: 'Ada', money } })
  },
)
