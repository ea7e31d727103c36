import { randomUUID } from 'node:crypto'
import t from 'tap'
import { SESSION_RATE } from '../../../../http/pipeline/rates/rate.js'
import { bearer, HERE, makeKey, API_KEYS_PATH as PATH, staffUser } from '../../../given/api-keys.js'
import { moment } from '../../../given/desk.js'
import { WholeServer } from '../../../given/fronts/whole-server.js'

// Goal: programs act for staff with API keys, by real requests: how keys are made and changed, and what they open.

t.setTimeout(0)
const server = await WholeServer.shared()
const EXPIRED = { status: 401, code: 'auth.session_expired' }
const FORBIDDEN = { status: 403, code: 'forbidden' }
const accounts = (headers: object) => server.ask('GET /admin/v1/accounts', { ...headers })

async function change(id: number, fields: object) {
  const { version } = await server.done(`GET ${PATH}/${id}`)
  return server.ask(`PATCH ${PATH}/${id}`, server.staff, { version, ...fields })
}

async function newestLine(kind: string, about = '') {
  const { data } = await server.ask(`GET /admin/v1/journal?kind=${kind}&limit=1${about}`)
  return data.items[0]
}

t.test('a key reads what its login may read, and the journal names both', async (t) => {
  const { data, headers, id, key, name } = await makeKey(server)
  t.match(key, /^ofk_[\w-]{43}$/)
  t.equal(data['prefix'], key.slice(0, 12))
  t.match(data, { login: 1, created_by: 1, rights: null, group_scope: null, version: 1 })
  t.match(data, { enabled: true, expires_at: null, last_used_at: null, last_ip: '' })
  const { key: _, ...shown } = data
  t.same((await server.ask(`GET ${PATH}/${id}`)).data, shown, 'the key is shown once')
  t.match(await accounts(headers), { status: 200 })
  const group = { path: `real\\keys${id}` }
  t.match(await server.ask('POST /admin/v1/groups', headers, group), { status: 200 })
  t.match(await newestLine('config'), { actor: 1, via: name })
  const created = await newestLine('api_key', `&about=api_keys:${id}`)
  t.match(created, { actor: 1, login: 1, via: null, text: `The API key ${name} of 1 was created` })
  t.notMatch(JSON.stringify(created), key)
})

t.test('a line about a trade names the key by which staff traded', async (t) => {
  const { login } = await server.account()
  const { headers, name } = await makeKey(server)
  const deposit = { action: 'deposit', amount: '5.00', request_id: randomUUID() }
  t.match(await server.ask(`POST /admin/v1/accounts/${login}/balance`, headers, deposit), {
    status: 200,
  })
  const wanted = `GET /admin/v1/journal?kind=balance&login=${login}&limit=1`
  const line = await server.until(wanted, ({ data }) => data.items[0]?.via === name)
  t.match(line.data.items[0], { actor: 1, via: name })
  const events = await server.ask(`GET /admin/v1/events?kinds=deal&logins=${login}`)
  t.match(events.data.items.at(-1), { actor: 1, via: name }, 'so does its event')
  t.match(await server.ask('GET /admin/v1/journal/chain'), { data: { ok: /true|null/ } })
})

t.test('a read of events that waits tells nothing more once its key is revoked', async (t) => {
  const { login } = await server.account()
  const { headers, id } = await makeKey(server)
  // Else the event of the first deposit may end the read.
  const deals = `GET /admin/v1/events?kinds=deal&logins=${login}`
  await server.until(deals, ({ data }) => data.items.length > 0)
  const { next } = (await server.ask('GET /admin/v1/events?latest=true', headers)).data
  const query = `after=${next}&kinds=deal&logins=${login}&wait_sec=30`
  const waiting = server.ask(`GET /admin/v1/events?${query}`, headers)
  await until(async () => {
    const metrics = await (await fetch(`${server.origin}/metrics`)).text()
    return metrics.includes('event_reads_waiting 1')
  })
  await server.done(`DELETE ${PATH}/${id}`)
  const deposit = { action: 'deposit', amount: '5.00', request_id: randomUUID() }
  await server.done(`POST /admin/v1/accounts/${login}/balance`, deposit)
  t.match(await waiting, EXPIRED)
})

t.test('fields beyond their bounds are refused by name', async (t) => {
  const refused = async (fields: object, ...names: string[]) => {
    const answer = await server.ask(`POST ${PATH}`, server.staff, {
      name: 'Bad',
      ip_allow: HERE,
      ...fields,
    })
    t.match(answer, { status: 400, code: 'invalid_input' }, JSON.stringify(fields))
    const paths = answer.data.fields.map(({ path }: { path: string }) => path)
    t.same(paths, names, JSON.stringify(fields))
  }
  await refused({ name: '' }, 'name')
  await refused({ name: 'x'.repeat(65) }, 'name')
  await refused({ name: 'a\nb' }, 'name')
  await refused({ rights: [] }, 'rights')
  await refused({ rights: ['config.staff'] }, 'rights[0]', 'rights')
  await refused({ rights: ['config.api_keys'] }, 'rights[0]', 'rights')
  await refused({ group_scope: [] }, 'group_scope')
  await refused({ group_scope: ['!real\\*'] }, 'group_scope')
  await refused({ ip_allow: [] }, 'ip_allow')
  await refused({ ip_allow: ['10.0.0.0/7'] }, 'ip_allow[0]')
  await refused({ ip_allow: ['0.0.0.0/0'] }, 'ip_allow[0]')
  await refused({ ip_allow: ['10.0.0.0/8', '2001::/23'] }, 'ip_allow[1]')
  await refused({ ip_allow: ['anywhere'] }, 'ip_allow[0]')
  await refused({ ip_allow: Array.from({ length: 65 }, (_, i) => `10.0.0.${i}`) }, 'ip_allow')
  await refused({ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at')
  await refused({ expires_at: '2030-01-01T00:00:00Z' }, 'expires_at')
  await refused({ secret: 'mine' }, 'secret')
  await makeKey(server, { ip_allow: ['127.0.0.0/8', '2001:db8::/24'], name: 'x'.repeat(64) })
})

t.test('names are unique per login, and a stale version is a conflict', async (t) => {
  const { id, name } = await makeKey(server)
  const again = await server.ask(`POST ${PATH}`, server.staff, { name, ip_allow: HERE })
  t.match(again, { status: 409, data: { reason: 'conflict.name_taken' } })
  const other = await makeKey(server)
  t.match(await change(other.id, { name }), { status: 409 })
  t.match(await change(id, { name: ` ${name}2 ` }), { data: { name: `${name}2`, version: 2 } })
  const stale = await server.ask(`PATCH ${PATH}/${id}`, server.staff, { version: 1, name: 'New' })
  t.match(stale, { status: 409, data: { reason: 'conflict.changed' } })
  t.match(await newestLine('api_key'), { text: /was changed: name$/, changes: [{ from: name }] })
})

t.test('a repeat under its Idempotency-Key answers the id, never the secret again', async (t) => {
  const headers = { ...server.staff, 'idempotency-key': randomUUID() }
  const body = { name: `Once ${process.pid}`, ip_allow: HERE }
  const first = await server.ask(`POST ${PATH}`, headers, body)
  t.match(first, { status: 200, data: { key: /^ofk_/ } })
  const shown = { status: 409, code: 'conflict', data: { id: first.data.id } }
  const repeat = await server.ask(`POST ${PATH}`, headers, body)
  t.match(repeat, shown)
  t.notMatch(JSON.stringify(repeat), first.data.key)
  const rotating = { ...server.staff, 'idempotency-key': randomUUID() }
  const rotate = `POST ${PATH}/${first.data.id}/rotate`
  const rotated = await server.ask(rotate, rotating, {})
  t.match(rotated, { status: 200, data: { key: /^ofk_/ } })
  t.match(await server.ask(rotate, rotating, {}), shown)
  t.match(await accounts(bearer(rotated.data.key)), { status: 200 }, 'the repeat rotated nothing')
})

t.test('a revoked, disabled, expired or unknown key is refused', async (t) => {
  const { id, headers } = await makeKey(server)
  t.match(await change(id, { enabled: false }), { status: 200 })
  t.match(await accounts(headers), EXPIRED)
  t.match(await change(id, { enabled: true }), { status: 200 })
  t.match(await accounts(headers), { status: 200 })
  await server.done(`DELETE ${PATH}/${id}`)
  t.match(await accounts(headers), EXPIRED)
  t.match(await server.ask(`GET ${PATH}/${id}`), { status: 404 })
  const soon = new Date(Date.now() + 1500).toISOString()
  const brief = await makeKey(server, { expires_at: soon })
  t.match(await accounts(brief.headers), { status: 200 })
  await until(async () => (await accounts(brief.headers)).status === 401)
})

async function until(claim: () => Promise<boolean>): Promise<void> {
  while (!(await claim())) await moment()
}

t.test('after a rotation the key before works for the grace period', async (t) => {
  const { id, headers } = await makeKey(server)
  const next = await server.done(`POST ${PATH}/${id}/rotate`, { grace_sec: 3600 })
  t.match(next, { version: 2, old_key_until: /T/ })
  t.match(await accounts(headers), { status: 200 })
  t.match(await accounts(bearer(next['key'])), { status: 200 })
  const last = await server.done(`POST ${PATH}/${id}/rotate`, { grace_sec: 0 })
  t.match(last, { old_key_until: null })
  t.match(await accounts(headers), EXPIRED, 'two rotations ago')
  t.match(await accounts(bearer(next['key'])), EXPIRED)
  t.match(await accounts(bearer(last['key'])), { status: 200 })
  t.match(await newestLine('api_key'), { text: /was rotated; the key before ends at once$/ })
})

t.test('the secrets of a key share one rate, and another key has its own', async (t) => {
  const { id, headers } = await makeKey(server)
  const next = await server.done(`POST ${PATH}/${id}/rotate`, { grace_sec: 3600 })
  const other = await makeKey(server)
  const left = async (as: object): Promise<number> => {
    const answer = await fetch(`${server.origin}/admin/v1/auth/me`, { headers: { ...as } })
    await answer.arrayBuffer()
    return Number(answer.headers.get('ratelimit-remaining'))
  }
  await Promise.all(Array.from({ length: SESSION_RATE.burst }, () => left(headers)))
  t.ok((await left(bearer(next['key']))) < SESSION_RATE.burst - 1)
  t.equal(await left(other.headers), SESSION_RATE.burst - 1)
})

t.test('a key used from another address is forbidden', async (t) => {
  const { headers, id } = await makeKey(server, { ip_allow: ['203.0.113.7'] })
  t.match(await accounts(headers), FORBIDDEN)
  t.match(await change(id, { ip_allow: ['203.0.113.7', '127.0.0.1'] }), { status: 200 })
  t.match(await accounts(headers), { status: 200 })
})

t.test('the addresses of the login hold for its keys', async (t) => {
  const { login } = await staffUser(server, { rights: ['accounts.view'] })
  const { headers } = await makeKey(server, { login })
  t.match(await accounts(headers), { status: 200 })
  await server.patch(`/admin/v1/staff/${login}`, { ip_allow: ['203.0.113.0/24'] })
  t.match(await accounts(headers), FORBIDDEN)
})

t.test('a key loses at once what its login loses', async (t) => {
  const { login } = await staffUser(server, { rights: ['accounts.view', 'trades.view'] })
  const { headers } = await makeKey(server, { login, rights: ['accounts.view'] })
  const me = await server.ask('GET /admin/v1/auth/me', headers)
  t.match(me, { status: 200, data: { login, expires_at: null, csrf_token: '' } })
  t.same(me.data.rights, ['accounts.view'])
  await server.patch(`/admin/v1/staff/${login}`, { rights: ['trades.view'] })
  t.match(await accounts(headers), FORBIDDEN)
  await server.patch(`/admin/v1/staff/${login}`, { rights: ['accounts.view'] })
  t.match(await accounts(headers), { status: 200 })
  await server.done(`POST /admin/v1/staff/${login}/disable`)
  t.match(await accounts(headers), EXPIRED)
  await server.patch(`/admin/v1/staff/${login}`, { active: true })
  t.match(await accounts(headers), { status: 200 })
  await server.done(`DELETE /admin/v1/staff/${login}`)
  t.match(await accounts(headers), EXPIRED)
})

t.test('a key ends with the group of its login', async (t) => {
  const path = `managers\\keys${process.pid}`
  await server.done('POST /admin/v1/groups', { path })
  const group = `/admin/v1/groups/${encodeURIComponent(path)}`
  const { login } = await staffUser(server, { rights: ['accounts.view'] }, path)
  const { headers } = await makeKey(server, { login })
  await server.ask('POST /admin/v1/online/kick', server.staff, { login })
  t.match(await accounts(headers), { status: 200 }, 'the person signed out, the key did not')
  await server.patch(group, { enabled: false })
  t.match(await accounts(headers), EXPIRED)
  await server.patch(group, { enabled: true })
  t.match(await accounts(headers), { status: 200 })
})

t.test('duties of the person do not bind a key, but confirmations do', async (t) => {
  const rights = ['accounts.view', 'accounts.edit', 'confirm_actions']
  const { login } = await staffUser(server, { rights })
  const { headers } = await makeKey(server, { login, rights: ['accounts.view'] })
  const { version } = await server.done(`GET /admin/v1/accounts/${login}`)
  const must = { must_change_password: true, version }
  t.match(await server.ask(`PATCH /admin/v1/accounts/${login}`, server.staff, must), {
    status: 200,
  })
  t.match(await accounts(headers), { status: 200 })
  const me = await server.ask('GET /admin/v1/auth/me', headers)
  t.same(me.data.rights, ['accounts.view', 'confirm_actions'])
  t.equal(me.data.must_change_password, false)
})

t.test('an API key opens nothing of sign-in, of keys and of traders', async (t) => {
  const { headers, id } = await makeKey(server)
  for (const what of [
    'POST /admin/v1/auth/logout',
    'POST /admin/v1/auth/change-password',
    'GET /admin/v1/auth/sessions',
    'POST /admin/v1/auth/otp/enrol',
    `GET ${PATH}`,
    `GET ${PATH}/${id}`,
    `DELETE ${PATH}/${id}`,
    `POST ${PATH}/${id}/rotate`,
  ]) {
    const body = what.startsWith('POST') ? {} : undefined
    t.match(await server.ask(what, headers, body), FORBIDDEN, what)
  }
  t.match(await server.ask(`POST ${PATH}`, headers, { name: 'More', ip_allow: HERE }), FORBIDDEN)
  t.match(await server.ask('GET /admin/v1/staff', headers), FORBIDDEN)
  t.match(await server.ask('GET /trader/v1/account', headers), { code: 'auth.invalid_terminal' })
})

t.test('keys of others need config.staff, and nobody grants beyond what they hold', async (t) => {
  const keeper = await staffUser(server, {
    rights: ['config.api_keys', 'accounts.view'],
    group_scope: ['real\\*', 'managers\\*'],
  })
  const leader = await staffUser(server, {
    rights: ['config.api_keys', 'config.staff', 'accounts.view', 'trades.view'],
    group_scope: ['real\\*', 'managers\\*'],
  })
  const clerk = await staffUser(server, { rights: ['accounts.view'], group_scope: ['real\\*'] })
  const make = (as: typeof keeper, over: object) =>
    server.ask(`POST ${PATH}`, as.headers, { name: 'Given', ip_allow: HERE, ...over })
  t.match(await make(keeper, { login: clerk.login }), FORBIDDEN)
  t.match(await make(keeper, { rights: ['trades.view'] }), FORBIDDEN)
  t.match(await make(keeper, { group_scope: ['demo\\*'] }), FORBIDDEN)
  t.match(await make(clerk, {}), FORBIDDEN)
  t.match(await make(leader, { login: 1 }), { status: /40[34]/ }, 'the administrator')
  const wrong = await make(leader, { login: clerk.login, rights: ['trades.view'] })
  t.match(wrong, { status: 400, data: { fields: [{ path: 'rights' }] } })
  const far = await make(leader, { login: clerk.login, group_scope: ['managers\\*'] })
  t.match(far, { status: 400, data: { fields: [{ path: 'group_scope' }] } })
  const { data } = await make(leader, { login: clerk.login, rights: ['accounts.view'] })
  t.match(data, { login: clerk.login, created_by: leader.login })
  const seen = async (as: typeof keeper) =>
    (await server.ask(`GET ${PATH}`, as.headers)).data.items.map(({ id }: { id: number }) => id)
  t.same(await seen(keeper), [])
  t.same(await seen(leader), [data.id])
  t.same(await seen(clerk), [data.id])
  t.match(await server.ask(`GET ${PATH}/${data.id}`, keeper.headers), { status: 404 })
  t.match(await server.ask(`DELETE ${PATH}/${data.id}`, keeper.headers), { status: 404 })
  t.match(await server.ask(`DELETE ${PATH}/${data.id}`, clerk.headers), { status: 200 })
})

t.test('the last use is kept', async (t) => {
  const { id, headers } = await makeKey(server)
  t.match(await accounts(headers), { status: 200 })
  const used = await server.until(`GET ${PATH}/${id}`, ({ data }) => data.last_used_at !== null)
  t.match(used.data, { last_ip: '127.0.0.1', version: 1 })
})
