import t from 'tap'
import { IP_ALLOW_MAX } from '../../../../engine/access/staff-profile.js'
import { STAFF } from '../../../given/desk.js'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { startFront } from '../../../given/fronts/front.js'

// The networks from which an account's terminal `api` may be used: as staff set them, and as they hold.

const MACHINE = 'Mach12!x'
const PASSWORD = 'Abcd12!x'

t.test('they are set as a list, checked, told to staff alone, and in the journal', async (t) => {
  const front = await AccountFront.start(t)
  const login = await front.open()
  let version = 1
  const set = (api_ip_allow: unknown) =>
    front.ask(`PATCH /admin/v1/accounts/${login}`, 'admin', { version, api_ip_allow })
  t.same((await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')).data['api_ip_allow'], [])
  const networks = ['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']
  const told = { api_ip_allow: networks, version: ++version }
  version = 1
  t.match(await set([...networks, '10.0.0.0/8']), { status: 200, data: told })
  version = 2
  t.match(await set([...networks].reverse()), { status: 200, data: told }, 'it is a set')
  for (const wrong of ['10.0.0.0/33', 'office', '', '10.0.0', '::1/129']) {
    const refused = { status: 400, fields: ['api_ip_allow[1]'] }
    t.match(await set(['10.0.0.1', wrong]), refused, wrong)
  }
  for (const wrong of [null, '10.0.0.0/8', [7]]) {
    t.match(await set(wrong), { status: 400, code: 'invalid_input' })
  }
  const many = (count: number) => Array.from({ length: count }, (_, i) => `10.1.0.${i}`)
  t.match(await set(many(IP_ALLOW_MAX + 1)), { status: 400, fields: ['api_ip_allow'] })
  t.match(await set(many(IP_ALLOW_MAX)), { status: 200, data: { version: 3 } })
  version = 3
  t.match(await set(networks), { status: 200, data: { api_ip_allow: networks } })
  const listed = await front.ask(`GET /admin/v1/accounts?login=${login}`, 'admin')
  t.same((listed.data['items'] as { api_ip_allow: unknown }[])[0]?.api_ip_allow, networks)
  const window = await front.ask(`GET /admin/v1/accounts/window?limit=100`, 'admin')
  const rows = window.data['items'] as { login: string; api_ip_allow: unknown }[]
  t.same(rows.find((row) => row.login === String(login))?.api_ip_allow, networks)
  const file = await front.take(`/admin/v1/accounts/export?login=${login}`, 'admin')
  t.match(file.text, `,${networks.join(' ')},`)
  const own = await front.ask('GET /trader/v1/account', login)
  t.match(own, { status: 200, data: { api_enabled: false } })
  t.notOk('api_ip_allow' in own.data, 'whoever looks on learns no address')
  const journal = await front.ask(`GET /admin/v1/accounts/${login}/journal`, 'admin')
  const lines = journal.data['items'] as { text: string; changes: unknown }[]
  const changed = lines.filter(({ text }) => text.includes('api_ip_allow'))
  t.equal(changed.length, 3, 'what changes nothing has no line')
  t.same(changed.at(-1)?.changes, [{ field: 'api_ip_allow', from: [], to: networks }])
  t.match(await front.ask(`PATCH /admin/v1/accounts/${login}`, 'without edit', { version: 4 }), {
    status: 403,
  })
})

t.test('the terminal api signs in, refreshes and lives within them, others anywhere', async (t) => {
  const front = await startFront(t)
  const login = await front.openAccount({ master: PASSWORD, api: MACHINE })
  let version = 1
  const edit = async (change: object): Promise<void> => {
    const done = await front.desk.ask('accounts.edit', { actor: STAFF, login, version, change })
    if (!done.ok) throw new Error(done.message)
    version = done.value.version
  }
  const signIn = (address: string, terminal = 'api') => {
    const password = terminal === 'api' ? MACHINE : PASSWORD
    const body = { login, password, terminal }
    return front.ask('POST /trader/v1/auth/login', { body, address })
  }
  const use = (session: Awaited<ReturnType<typeof signIn>>, address: string) => {
    const headers = { authorization: `Bearer ${session.data['access_token']}` }
    return front.ask('GET /trader/v1/auth/me', { headers, address })
  }
  front.edit((db) => db.exec(`UPDATE staff SET rights = '["accounts.edit"]' WHERE login = 1`))
  await edit({ api_enabled: true })
  const everywhere = await signIn('198.51.100.1')
  t.match(everywhere, { status: 200 })
  const desktop = await signIn('198.51.100.1', 'desktop')
  await edit({ api_ip_allow: ['192.0.2.0/30', '2001:db8::/64'] })
  t.match(await use(everywhere, '192.0.2.1'), { status: 401 }, 'where it came from is not allowed')
  t.match(await use(desktop, '198.51.100.1'), { status: 200 }, 'the rule is of the api terminal')
  const refused = { status: 403, code: 'auth.ip_not_allowed' }
  const inside = await signIn('192.0.2.3')
  t.match(inside, { status: 200 }, 'the last address of the network')
  t.match(await signIn('192.0.2.4'), refused, 'one past it')
  t.match(await signIn('2001:db8:0:0:ffff:ffff:ffff:ffff'), { status: 200 })
  t.match(await signIn('2001:db8:0:1::'), refused)
  t.match(await use(inside, '192.0.2.3'), { status: 200 })
  t.match(await use(inside, '192.0.2.4'), refused)
  const refresh = (address: string) => {
    const body = { refresh_token: inside.data['refresh_token'] }
    return front.ask('POST /trader/v1/auth/refresh', { body, address })
  }
  t.match(await refresh('192.0.2.4'), refused)
  t.match(await refresh('192.0.2.3'), { status: 200 }, 'and the token was not spent')
  await edit({ api_ip_allow: ['192.0.2.3'] })
  const journal = front.edit((db) =>
    db.prepare<[number], string>('SELECT text FROM journal WHERE login = ?').pluck().all(login),
  )
  t.ok(journal.includes(`Account ${login} was changed: api_ip_allow; 1 session closed`))
  await edit({ api_ip_allow: [] })
  t.match(await signIn('203.0.113.9'), { status: 200 }, 'empty is every address')
})
