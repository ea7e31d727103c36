import t from 'tap'
import { catalog } from '../../../../http/catalog.js'
import { nameOf, type Route } from '../../../../http/pipeline/route.js'
import { STAFF_OPS } from '../../../../http/socket/staff/staff-catalog.js'
import { makeKey, staffSocket, staffUser } from '../../../given/api-keys.js'
import { type Headers, WholeServer } from '../../../given/fronts/whole-server.js'

/**
 * Goal: a key with a part of the rights and groups of its login does exactly this part. On every staff route and
 * operation of the socket it is answered as a person is who holds just these rights and groups.
 */
t.setTimeout(0)
const server = await WholeServer.start(t, { more: { RATE_LIMITS: 'off' } })
const RIGHTS = [
  'accounts.view',
  'accounts.edit',
  'trades.view',
  'confirm_actions',
  'journal',
  'config.groups',
]
const SCOPE = ['demo\\*']
const inside = await server.account('demo\\standard')
const outside = await server.account('real\\standard')
const { headers: ofKey } = await makeKey(server, { rights: RIGHTS, group_scope: SCOPE })
const person = await staffUser(server, { rights: RIGHTS, group_scope: SCOPE })

/** Paths whose answer is the caller's own: their session, what their login has asked for. */
const OWN = ['/auth/me', '/jobs', '/preferences', '/staff/rights', '/waiting']

const isOwn = ({ path }: Route): boolean => OWN.some((own) => path.startsWith(`/admin/v1${own}`))

const routes = catalog.filter((route) => route.audience === 'staff' && !route.refusesKeys)

function pathOf(route: Route, login: number): string {
  const given = (route.example.params ?? {}) as Readonly<Record<string, string>>
  return route.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
    name === 'login' ? String(login) : encodeURIComponent(given[name] ?? '1'),
  )
}

async function answer(route: Route, login: number, headers: Headers) {
  const { method, bodyMedia } = route
  const sent = method === 'GET' || bodyMedia !== null ? {} : { body: '{}' }
  const response = await fetch(`${server.origin}${pathOf(route, login)}`, {
    method,
    headers: { ...headers, ...('body' in sent ? { 'content-type': 'application/json' } : {}) },
    ...sent,
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const { code, message, data } = isJson
    ? (JSON.parse(text) as Readonly<Record<string, unknown>>)
    : { code: 'bytes', message: '', data: text }
  return { status: response.status, code, message, data }
}

function mayCall({ rights, anyOf }: Route): boolean {
  const has = (right: string) => RIGHTS.includes(right)
  return rights.every(has) && (anyOf.length === 0 || anyOf.some(has))
}

t.test('every staff route answers a key as a person with just its rights and groups', async (t) => {
  let answered = 0
  for (const route of routes) {
    for (const { login } of [inside, outside]) {
      const byKey = await answer(route, login, ofKey)
      const byPerson = await answer(route, login, person.headers)
      const name = `${nameOf(route)} of ${login}`
      if (!mayCall(route)) t.match(byKey, { status: 403, code: 'forbidden' }, name)
      if (isOwn(route)) continue
      t.same([byKey.status, byKey.code], [byPerson.status, byPerson.code], name)
      if (byKey.status === 200) answered++
      // A statement is a page, with the prices of its moment.
      if (route.method === 'GET' && byKey.status === 200 && typeof byKey.data !== 'string') {
        t.same(withoutNow(byKey.data), withoutNow(byPerson.data), name)
      }
    }
  }
  t.ok(answered > 30, `${answered} requests were answered`)
})

/** What each answer has of its own. */
const OF_ANSWER = new Set([
  'after',
  'as_of',
  'at',
  'before',
  'calculated_at',
  'generated_at',
  'now',
  'projection_seq',
  'observed_at',
  'page_id',
  'proof',
  'query_id',
])

function withoutNow(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data, (name, value) => (OF_ANSWER.has(name) ? '' : value)))
}

t.test('every operation of the staff socket answers a key likewise', async (t) => {
  const [byKey, byPerson] = [
    await staffSocket(server, ofKey),
    await staffSocket(server, person.headers),
  ]
  for (const [op, { rights = [] }] of Object.entries(STAFF_OPS)) {
    if (op === 'logout' || op === 'auth') continue
    const [one, other] = [await byKey.ask(op), await byPerson.ask(op)]
    t.equal(one.code, other.code, op)
    if (!rights.every((right) => RIGHTS.includes(right))) t.equal(one.code, 'forbidden', op)
  }
  for (const { login } of [inside, outside]) {
    const args = { logins: [login] }
    const [one, other] = [await byKey.ask('watch', args), await byPerson.ask('watch', args)]
    t.same([one.code, one.data], [other.code, other.data], `watch ${login}`)
  }
  for (const socket of [byKey, byPerson]) socket.destroy()
})
