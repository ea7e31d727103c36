import t from 'tap'
import { AccountFront, CAREFUL } from '../../../given/fronts/account-front.js'

// How many accounts each group has, and how many of them are online.

const front = await AccountFront.start(t)
const ada = await front.open()
await front.open()
await front.open({ group: 'real\\standard' })

async function counts(as: string, query = '?counts=true') {
  const { data } = await front.ask(`GET /admin/v1/accounts/groups${query}`, as)
  const items = data['items'] as Record<string, unknown>[]
  return Object.fromEntries(items.map(({ path, accounts, online }) => [path, [accounts, online]]))
}

t.test('groups in scope tell their accounts, and those that are online', async (t) => {
  const held = front.heldSession(ada, { ip: '192.0.2.1', userAgent: '' })
  held.group = 'DEMO\\standard'
  held.lastSeenAt = Date.now()
  const all = await counts('admin')
  t.same(all['demo\\standard'], [2, 1])
  t.same(all['real\\standard'], [1, 0])
  t.same(all[CAREFUL], [0, 0])
  const real = await counts('real only')
  t.same(real['real\\standard'], [1, 0])
  t.notOk('demo\\standard' in real, 'out of scope')
  t.same((await counts('without online'))['demo\\standard'], [2, null])
  t.same((await counts('admin', ''))['demo\\standard'], [undefined, undefined])
  const refused = await front.ask('GET /admin/v1/accounts/groups?counts=yes', 'admin')
  t.match(refused, { status: 400, fields: ['counts'] })
})
