import t from 'tap'
import { RIGHTS } from '../../../engine/access/rights.js'
import { catalog } from '../../../http/catalog.js'
import { bodyExample } from '../../../http/docs/openapi.js'
import { nameOf, type Route } from '../../../http/pipeline/route.js'
import { moment } from '../../given/desk.js'
import { AccountFront, CAREFUL, DEALER } from '../../given/fronts/account-front.js'
import { deposit, OPEN, trade } from '../../given/records/trades.js'

// Every route of one account, staff user, group, position or session, for a staff user who has each right and
// another scope: nothing is told, and nothing happens. A route that forgets its scope turns a row red.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)
const beyond = await front.open()
const within = await front.open({ group: 'real\\standard' })
const friend = await front.open({ group: 'real\\standard' })
await deposit(front, beyond, '1000.00')
const opened = await trade(front, beyond, OPEN)
const position = Number(opened.data['position_id'])
const signedIn = await front.ask('POST /trader/v1/auth/login', 'admin', {
  login: beyond,
  password: 'Abcd12!x',
  terminal: 'desktop',
})
if (signedIn.status !== 200) throw new Error(signedIn.message)
const session = front.sessions.ofLogin(beyond)[0] as { readonly id: string }

/** None of these requests brings a code. */
const rights = RIGHTS.filter((right) => right !== 'confirm_actions')
const profile = { rights, group_scope: ['real\\*'] }
const { data } = await front.ask(`GET /admin/v1/staff/${DEALER}`, 'admin')
const patched = await front.ask(`PATCH /admin/v1/staff/${DEALER}`, 'admin', {
  ...profile,
  version: data['version'],
})
if (patched.status !== 200) throw new Error(patched.message)
const clerk = front.signIn(DEALER, {
  audience: 'staff',
  terminal: 'manager',
  group: 'managers\\dealers',
  rights: new Set(rights),
  groupScope: profile.group_scope,
})

const staff = catalog.filter(({ audience }) => audience === 'staff')
const ofAccounts = staff.filter(({ account }) => account !== null)

function ask(route: Route, path: string, as: string) {
  const body = bodyExample(route)
  return front.ask(`${route.method} ${path}`, as, body)
}

/** Whatever else its path names is 1. */
function pathOf({ path }: Route, login: number): string {
  return path.replace('{login}', String(login)).replaceAll(/\{\w+\}/g, '1')
}

const linesOf = async (login: number): Promise<unknown> =>
  (await front.ask(`GET /admin/v1/accounts/${login}/journal`, 'admin')).data['total']

type Seen = Readonly<Record<string, unknown>>

t.test('an account out of scope, or none, is answered by none of its routes', async (t) => {
  t.ok(ofAccounts.length >= 26)
  const read = () => front.ask(`GET /admin/v1/accounts/${beyond}`, 'admin')
  const [before, lines] = [await read(), await linesOf(beyond)]
  for (const route of ofAccounts) {
    const answer = await ask(route, pathOf(route, beyond), clerk)
    t.ok(isRefusedAsBeyond(answer), `${nameOf(route)}: ${answer.status} ${answer.code}`)
    const { reason: _, params = {}, ...more } = (answer.data ?? {}) as Record<string, object>
    t.same([more, { login: beyond, ...params }], [{}, { login: beyond }], nameOf(route))
    const nobody = await ask(route, pathOf(route, 987_654), 'admin')
    t.match(nobody, { status: 404, code: 'not_found' }, nameOf(route))
  }
  // Its money moves by prices, and when it was last there is written a moment after its own sign-in.
  const standing = ({ money: _, last_access: __, last_ip: ___, ...rest }: Seen) => rest
  t.same(standing((await read()).data as Seen), standing(before.data as Seen))
  t.equal(await linesOf(beyond), lines)
})

t.test('the same user is refused by none of them within the scope', async (t) => {
  const last = (route: Route): number => Number(route.method === 'DELETE')
  for (const route of ofAccounts.toSorted((a, b) => last(a) - last(b))) {
    const answer = await ask(route, pathOf(route, within), clerk)
    // Deal 1 may be another account's, which is not found either.
    if (route.path.includes('/deals/')) continue
    t.notOk(isRefusedAsBeyond(answer), `${nameOf(route)}: ${answer.status} ${answer.code}`)
  }
})

/** What changes something of an account; a right password and a trade are looked for where they are. */
const CHANGES: Readonly<Record<string, unknown>> = {
  'PATCH /admin/v1/accounts/{login}': { version: 1, city: 'Bremen' },
  'POST /admin/v1/accounts/{login}/group': { group: CAREFUL },
  'POST /admin/v1/accounts/{login}/leverage': { leverage: 77 },
  'PUT /admin/v1/accounts/{login}/clients': { version: 4, logins: [friend] },
  'POST /admin/v1/accounts/{login}/passwords': { kind: 'phone' },
  'POST /admin/v1/accounts/{login}/passwords/check': { kind: 'phone', password: 'Wrong1!x' },
  'POST /admin/v1/accounts/{login}/balance': {
    action: 'deposit',
    amount: '1000',
    request_id: '6f9d0c52-0f0e-4f3e-8f43-0d3a5f5b7c99',
  },
  'POST /admin/v1/accounts/{login}/trade': { ...OPEN, volume: '0.01' },
  'POST /admin/v1/accounts/{login}/disable': undefined,
  'POST /admin/v1/accounts/{login}/enable': undefined,
}
/** They change nothing, or nothing of this account: codes are off, no sum is wrong, no fill is held, no draft is written, and it holds a position. */
const NO_CHANGES = [
  'check',
  'trade/check',
  'repair',
  'reset-otp',
  'mail/drafts',
  'held-fills/{order_id}/{number}',
  'deals/{id}/reverse',
  'notes',
  'notes/{id}',
  'notes/{id}',
  'restore',
  'sign-in-link',
  'statement/email',
  '',
]

t.test('each change of an account has its line in the journal', async (t) => {
  const changed = await front.open({ group: 'real\\standard' })
  const named = (path: string): string => path.replace('/admin/v1/accounts/{login}', '').slice(1)
  const changes = ofAccounts.filter((route) => route.changesState)
  const others = changes.filter((route) => !(nameOf(route) in CHANGES))
  t.same(others.map(({ path }) => named(path)).sort(), [...NO_CHANGES].sort())
  for (const [name, body] of Object.entries(CHANGES)) {
    const before = Number(await linesOf(changed))
    const answer = await front.ask(name.replace('{login}', String(changed)), clerk, body)
    t.equal(answer.status, 200, `${name}: ${answer.message}`)
    // Lines of what a shard did come with the tables.
    const isOfShard = /\/(trade|balance)$/.test(name)
    while (isOfShard && Number(await linesOf(changed)) === before) await moment()
    t.equal(await linesOf(changed), before + 1, name)
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
  const one = await front.ask(`POST /admin/v1/online/${session.id}/kick`, 'admin', {})
  t.match(one, { status: 200 }, 'the session was one that can be kicked')
  t.equal(front.sessions.ofLogin(beyond).length, 0)
})

function isRefusedAsBeyond({ status, code }: { status: number; code: string }): boolean {
  return (status === 404 && code === 'not_found') || (status === 403 && code === 'forbidden')
}
