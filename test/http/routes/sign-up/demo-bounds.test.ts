import t, { type Test } from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { Passwords } from '../../../../actors/sign-in/passwords.js'
import { SignUpStats } from '../../../../http/readers/sign-up-stats.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'
import { applyLicence } from '../../../given/fronts/licensed-front.js'
import { VENDOR_PUBLIC_KEY } from '../../../given/licence-keys.js'

// Demo accounts that strangers open: how many there may be, and what stays for staff.

const HOUR = 3_600_000
const FULL = { status: 503, code: 'unavailable' }
const ACTOR = { login: 1, ip: '', requestId: '' }

const PERSON = { name: 'A', last_name: 'B', email: 'a@example.com', country: 'GB' }
const EMPTY = { phone: '', address: '', city: '', language: '' }
const DEMO = {
  actor: ACTOR,
  group: 'demo\\standard',
  leverage: 0,
  applicant: { ...PERSON, ...EMPTY },
}

async function given(test: Test, settings: object) {
  const passwords = new Passwords({ memoryKib: 64, passes: 1 })
  test.teardown(() => passwords.close())
  const keys = { licencePublicKey: VENDOR_PUBLIC_KEY }
  const front = new ConfigFront(test, { ...keys, services: { passwords } })
  const set = async (more: object) => {
    const { data } = await front.ask('GET /admin/v1/settings')
    const put = await front.ask('PUT /admin/v1/settings', 'admin', { ...data, ...more })
    if (put.status !== 200) throw new Error(put.message)
  }
  await set({ demo: true, confirm_demo: false, demo_deposit: '0', ...settings })
  const register = (n: number) =>
    front.ask('POST /trader/v1/register', 'nobody', {
      type: 'demo',
      name: 'Ada L',
      email: `a${n}@example.com`,
      country: 'GB',
      password: 'Abcd12!x',
    })
  const handlers = deskHandlers(front.desk)
  const byStaff = () =>
    handlers['accounts.create']({ actor: ACTOR, group: 'real\\standard', hashes: {} })
  const notes = () => {
    const stats = new SignUpStats()
    const standing = handlers['sign_up.standing'](null)
    if (standing.ok) stats.take(standing.value)
    return [stats.open, stats.isAtBound, ...stats.notes.map(({ text }) => text)]
  }
  return { front, set, register, handlers, byStaff, notes }
}

t.test('in all: one that is archived, or made a real one, leaves its place', async (t) => {
  const { front, set, register, handlers, byStaff, notes } = await given(t, {
    demo_sign_ups_max: 2,
  })
  const first = await register(1)
  t.match(first, { status: 200 })
  t.same(notes(), [1, false])
  const second = await register(2)
  t.match(second, { status: 200 })
  t.match(await register(3), { ...FULL, message: /No more demo accounts can be opened/ })
  t.same(notes().slice(0, 2), [2, true])
  t.match(notes()[2], /the number of demo accounts that the settings allow is reached\.$/)
  t.match(byStaff(), { ok: true })
  const archived = { actor: ACTOR, login: first.data.login, isFlat: true }
  t.match(handlers['accounts.archive'](archived), { ok: true })
  t.match(await register(3), { status: 200 })
  front.now += HOUR
  t.match(await register(4), FULL)
  const moved = { actor: ACTOR, login: second.data.login, group: 'real\\standard' }
  t.match(handlers['accounts.move']({ ...moved, isFresh: true }), { ok: true })
  t.match(await register(4), { status: 200 })
  t.match(await register(5), FULL)
  await set({ demo_sign_ups_max: 0 })
  t.match(await register(5), { status: 200 })
  t.same(notes(), [3, false], 'without a bound')
})

t.test('within an hour', async (t) => {
  const { front, handlers, register, notes } = await given(t, { demo_sign_ups_hour_max: 2 })
  const open = () => handlers['sign_up.open'](DEMO)
  t.match(open(), { ok: true })
  front.now += HOUR / 2
  t.match(open(), { ok: true })
  t.match(await register(3), { ...FULL, message: /Too many people are signing up/ })
  t.match(open(), { ok: false, code: 'unavailable', retryAfterMs: HOUR / 2 }, 'nor meanwhile')
  t.match(notes()[2], /per hour that the settings allow is reached\.$/)
  front.now += HOUR / 2
  t.match(await register(3), { status: 200 })
  t.match(await register(4), { status: 503 })
})

t.test('of a licence the last fifth, and one at least, is kept for staff', async (t) => {
  const { front, handlers, register, byStaff, notes } = await given(t, {})
  const { used_accounts: used } = (await front.ask('GET /admin/v1/licence')).data
  const licensed = (max_accounts: number) => {
    front.now += 1000
    const issued_at = new Date(front.now).toISOString().replace(/\.\d+/, '')
    const entitlements = { max_accounts, max_groups: 0 }
    return applyLicence(front, { licence_id: `L-${max_accounts}`, issued_at, entitlements })
  }
  t.ok(used < 4)
  await licensed(6)
  for (let n = used; n < 4; n++) t.match(await register(n), { status: 200 })
  t.match(await register(9), { ...FULL, message: /No more demo accounts can be opened/ })
  t.match(notes()[2], /the accounts that the licence still allows are reserved for staff\.$/)
  const opened = [byStaff(), byStaff()]
  t.match(opened, [{ ok: true }, { ok: true }])
  t.match(byStaff(), { ok: false, code: 'conflict' })
  const [one] = opened
  const login = one?.ok ? one.value.account.login : 0
  t.match(handlers['accounts.archive']({ actor: ACTOR, login, isFlat: true }), { ok: true })
  t.match(byStaff(), { ok: true }, 'an archived one leaves its place')
})

t.test('attempts beyond a bound are not counted again', async (t) => {
  const { front, register } = await given(t, { demo_sign_ups_max: 1 })
  t.match(await register(1), { status: 200 })
  t.match(await register(2), FULL)
  front.desk.db.prepare('DELETE FROM sign_up_accounts').run()
  t.match(await register(2), FULL, 'as it was counted before')
})
