import t from 'tap'
import { RIGHTS } from '../../../engine/access/rights.js'
import { catalog } from '../../../http/catalog.js'
import { bodyExample } from '../../../http/docs/openapi.js'
import { nameOf, type Route } from '../../../http/pipeline/route.js'
import { AccountFront, DEALER } from '../../given/account-front.js'
import { deposit, OPEN, trade } from '../../given/trades.js'

// Every route of one account, staff user, group, position or session, for a staff user who has each right and
// another scope: nothing is told, and nothing happens. A route that forgets its scope turns a row red.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)
const beyond = await front.open()
const within = await front.open({ group: 'real\\standard' })
await deposit(front, beyond, '1000.00')
const opened = await trade(front, beyond, OPEN)
const position = Number(opened.data['position_id'])
const session = front.heldSession(beyond, { ip: '192.0.2.1', userAgent: '' })

const profile = { rights: RIGHTS, group_scope: ['real\\*'] }
const { data } = await front.ask(`GET /admin/v1/staff/${DEALER}`, 'admin')
const patched = await front.ask(`PATCH /admin/v1/staff/${DEALER}`, 'admin', {
  ...{ ...profile, version: data['version'] },
})
if (patched.status !== 200) throw new Error(patched.message)
const clerk = front.signIn(DEALER, {
  ...{ audience: 'staff', terminal: 'manager', group: 'managers\\dealers' },
  ...{ rights: new Set(RIGHTS), groupScope: profile.group_scope },
})

const staff = catalog.filter(({ audience }) => audience === 'staff')
const ofAccounts = staff.filter(({ path }) => path.startsWith('/admin/v1/accounts/{login}'))

function ask(route: Route, path: string, as: string) {
  const body = bodyExample(route)
  return front.ask(`${route.method} ${path}`, as, body)
}

const linesOf = async (login: number): Promise<unknown> =>
  (await front.ask(`GET /admin/v1/accounts/${login}/journal`, 'admin')).data['total']

t.test('an account out of scope is answered by none of its routes, and is as it was', async (t) => {
  t.ok(ofAccounts.length >= 26)
  const read = () => front.ask(`GET /admin/v1/accounts/${beyond}`, 'admin')
  const [before, lines] = [await read(), await linesOf(beyond)]
  for (const route of ofAccounts) {
    const answer = await ask(route, route.path.replace('{login}', String(beyond)), clerk)
    t.ok(isRefusedAsBeyond(answer), `${nameOf(route)}: ${answer.status} ${answer.code}`)
    t.equal(answer.data, null, nameOf(route))
  }
  const { money: _now, ...after } = (await read()).data
  const { money: _then, ...stood } = before.data
  t.same(after, stood)
  t.equal(await linesOf(beyond), lines)
})

t.test('the same user is refused by none of them within the scope', async (t) => {
  const last = (route: Route): number => Number(route.method === 'DELETE')
  for (const route of ofAccounts.toSorted((a, b) => last(a) - last(b))) {
    const answer = await ask(route, route.path.replace('{login}', String(within)), clerk)
    t.notOk(isRefusedAsBeyond(answer), `${nameOf(route)}: ${answer.status} ${answer.code}`)
  }
})

t.test('so it is with staff users, groups, positions and sessions', async (t) => {
  const names: Readonly<Record<string, string>> = {
    '/admin/v1/staff/{login}': '1',
    '/admin/v1/groups/{path}': encodeURIComponent('demo\\standard'),
    '/admin/v1/positions/{id}': String(position),
    '/admin/v1/online/{session}': session.id,
  }
  let looked = 0
  for (const [start, name] of Object.entries(names)) {
    for (const route of staff.filter(({ path }) => path.startsWith(start))) {
      const answer = await ask(route, route.path.replace(/\{[a-z]+\}/, name), clerk)
      t.ok(isRefusedAsBeyond(answer), `${nameOf(route)}: ${answer.status} ${answer.code}`)
      looked++
    }
  }
  t.ok(looked >= 14, `${looked} routes`)
  const kick = await front.ask('POST /admin/v1/online/kick', clerk, { login: beyond })
  t.match(kick, { status: 403, code: 'forbidden' })
  t.equal(front.sessions.ofLogin(beyond).length, 1)
})

function isRefusedAsBeyond({ status, code }: { status: number; code: string }): boolean {
  return (status === 404 && code === 'not_found') || (status === 403 && code === 'forbidden')
}
