import t from 'tap'
import { type Headers, WholeServer } from '../../../given/fronts/whole-server.js'
import { WsClient } from '../../../given/fronts/ws-client.js'

// Where somebody is signed in, as they see it and end it: a whole server, over its port.

const MASTER = 'Abcd12!x'
const LOOK = 'Look34?y'
const MACHINE = 'Mach56!z'
const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14)' }
const GONE = { status: 404, code: 'not_found' }
const OVER = { status: 401, code: 'auth.session_expired' }

interface Row {
  readonly id: string
  readonly terminal: string
  readonly current: boolean
  readonly last_activity: string
}

type Side = 'admin' | 'trader'

const server = await WholeServer.start(t)

/** Signs in; answers what the session's requests carry. */
async function signIn(login: number, terminal: string, password = MASTER, side: Side = 'trader') {
  const answer = await fetch(`${server.origin}/${side}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...PHONE },
    body: JSON.stringify({ login, password, terminal }),
  })
  const { data } = (await answer.json()) as { data: Record<string, string | null> }
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const carried: Headers =
    cookies.length > 0
      ? { cookie: cookies.join('; '), 'x-csrf-token': String(data['csrf_token']) }
      : { authorization: `Bearer ${data['access_token']}` }
  return carried
}

async function list(as: Headers, side: Side = 'trader'): Promise<Row[]> {
  const { status, data } = await server.ask(`GET /${side}/v1/auth/sessions`, as)
  if (status !== 200) throw new Error(`the list was refused with ${status}`)
  return data
}

const own = async (as: Headers, side: Side = 'trader') =>
  (await list(as, side)).find(({ current }) => current)?.id ?? ''
const end = (id: string, as: Headers, side: Side = 'trader') =>
  server.ask(`DELETE /${side}/v1/auth/sessions/${id}`, as)

t.test('the sessions of the login, oldest first, with what is no secret', async (t) => {
  const { login, headers } = await server.account()
  const web = await signIn(login, 'web')
  const phone = await signIn(login, 'android')
  const rows = await list(web)
  t.same(
    rows.map(({ terminal, current }) => [terminal, current]),
    [
      ['desktop', false],
      ['web', true],
      ['android', false],
    ],
  )
  t.match(rows[2], {
    address: '127.0.0.1',
    os: 'Android',
    user_agent: PHONE['user-agent'],
    read_only: false,
    created_at: /Z$/,
  })
  t.same(Object.keys(rows[0] ?? {}).sort(), [
    'address',
    'by_link',
    'created_at',
    'current',
    'id',
    'last_activity',
    'os',
    'read_only',
    'terminal',
    'user_agent',
  ])
  const known = await server.ask(`GET /admin/v1/accounts/${login}/sessions`)
  t.same(
    rows.map(({ id }) => id),
    known.data.map(({ session }: { session: string }) => session),
    'the ids by which staff know them',
  )
  await server.ask('GET /trader/v1/auth/me', phone)
  const active = async () => Date.parse((await list(headers))[2]?.last_activity ?? '')
  t.ok((await active()) >= Date.parse(rows[2]?.last_activity ?? ''))
})

t.test('one is ended: its tokens and sockets at once, the others go on', async (t) => {
  const { login, headers } = await server.account()
  const phone = await signIn(login, 'ios')
  const socket = (as: Headers) =>
    WsClient.open({ port: server.port, path: '/trader/v1/socket', headers: as })
  const [stays, ends] = [await socket(headers), await socket(phone)]
  const id = await own(phone)
  t.match(await end(id, headers), { status: 200, data: null })
  t.match(await ends.event('session_closed'), { data: { reason: 'closed' } })
  t.match(await ends.closing(), { code: 4001 })
  t.match(await server.ask('GET /trader/v1/auth/me', phone), OVER)
  t.match(await end(id, headers), GONE, 'over already')
  t.equal((await list(headers)).length, 1)
  stays.send({ id: 1, op: 'ping' })
  t.match(await stays.reply(1), { code: 'ok' })
  stays.destroy()
  const { data } = await server.ask(`GET /admin/v1/accounts/${login}/journal`)
  const text = 'Signed out of terminal ios, from terminal desktop'
  t.match(data.items[0], { actor: login, login, kind: 'auth', text, ip: '127.0.0.1' })
})

t.test('one of somebody else is not there', async (t) => {
  const [ada, bob] = [await server.account(), await server.account()]
  const id = await own(bob.headers)
  t.match(await end(id, ada.headers), GONE)
  t.match(await end('nonsense', ada.headers), GONE)
  t.match(await end('x'.repeat(65), ada.headers), { status: 400, code: 'invalid_input' })
  t.equal(await own(bob.headers), id)
})

t.test('sessions of the investor and the api password have themselves alone', async (t) => {
  const { login } = await server.account()
  await server.patch(`/admin/v1/accounts/${login}`, { api_enabled: true })
  await server.done(`POST /admin/v1/accounts/${login}/passwords`, {
    kind: 'api',
    password: MACHINE,
  })
  const owner = await signIn(login, 'desktop')
  const lesser = [await signIn(login, 'desktop', LOOK), await signIn(login, 'api', MACHINE)]
  const id = await own(owner)
  for (const as of lesser) {
    t.match(await list(as), [{ current: true }])
    t.match(await end(id, as), GONE)
  }
  t.match(await list(owner), [{ read_only: false }, { read_only: true }, { terminal: 'api' }])
  const [looks = {}, machine = {}] = lesser
  t.match(await end(await own(looks), looks), { status: 200 })
  t.match(await list(looks).catch(({ message }) => message), 'the list was refused with 401')
  t.match(await end(await own(machine), owner), { status: 200 })
  t.equal((await list(owner)).length, 1)
})

t.test('a browser that ends its own session is signed out', async (t) => {
  const { login } = await server.account()
  const web = await signIn(login, 'web')
  const path = `/trader/v1/auth/sessions/${await own(web)}`
  t.match(await server.ask(`DELETE ${path}`, { cookie: web['cookie'] ?? '' }), {
    status: 403,
    code: 'auth.csrf_invalid',
  })
  const other = { ...web, 'x-app-account': '1' }
  t.match(await server.ask(`DELETE ${path}`, other), { code: 'auth.account_changed' })
  const answer = await fetch(`${server.origin}${path}`, { method: 'DELETE', headers: web })
  t.equal(answer.status, 200)
  t.match(answer.headers.getSetCookie(), [/^of_access_t=; .*Max-Age=0/, /^of_refresh_t=; /])
  t.match(await server.ask('GET /trader/v1/auth/me', web), OVER)
  const { data } = await server.ask(`GET /admin/v1/accounts/${login}/journal`)
  t.match(data.items[0], { text: 'Signed out' })
})

t.test('who has to change the password first neither sees nor ends any', async (t) => {
  const { login, headers } = await server.account()
  const id = await own(headers)
  await server.patch(`/admin/v1/accounts/${login}`, { must_change_password: true })
  const refused = { status: 403, code: 'auth.password_change_required' }
  t.match(await server.ask('GET /trader/v1/auth/sessions', headers), refused)
  t.match(await end(id, headers), refused)
})

t.test('staff have the same of their own, and no side has those of the other', async (t) => {
  const password = 'Admin12!x'
  const other = await signIn(1, 'admin', password, 'admin')
  const trading = await signIn(1, 'desktop', password)
  t.match(await list(server.staff, 'admin'), [{ current: true }, { terminal: 'admin' }])
  t.match(await list(trading), [{ terminal: 'desktop' }])
  const id = await own(other, 'admin')
  t.match(await end(id, trading), GONE)
  t.match(await end(await own(trading), server.staff, 'admin'), GONE)
  t.match(await end(id, server.staff, 'admin'), { status: 200 })
  t.match(await server.ask('GET /admin/v1/auth/me', other), OVER)
})
