import t from 'tap'
import { SocketFront, STAFF_PATH, staffFacts } from '../../given/fronts/socket-front.js'
import { WsClient } from '../../given/fronts/ws-client.js'

const own = (front: SocketFront) => `http://127.0.0.1:${front.port}`
const path = STAFF_PATH

t.test('a bearer token of staff opens the staff socket, in either codec', async (t) => {
  const front = await SocketFront.start(t)
  for (const protocol of [undefined, 'openfloor.json', 'openfloor.msgpack']) {
    const client = await front.connectStaff({}, protocol)
    client.send({ id: 'a', op: 'ping' })
    t.match(
      await client.reply('a'),
      { code: 'ok', message: '', data: { at: String } },
      `${protocol}`,
    )
  }
  t.equal(front.staff.size, 3)
  t.equal(front.shard().openings.length, 0, 'no shard hears of it')
  const refused = await WsClient.refused({ port: front.port, path, protocol: 'graphql-ws' })
  t.match(refused, { status: 400, body: { code: 'invalid_input' } })
})

t.test('a cookie of staff opens it from the own origin and from allowed ones only', async (t) => {
  const front = await SocketFront.start(t)
  front.origins.add('https://desk.example')
  const { tokens } = front.signInStaff({ terminal: 'manager' })
  const cookie = `of_access_s=${tokens.access}`
  for (const origin of [own(front), 'https://desk.example']) {
    const client = await front.open({ path, headers: { cookie, origin } })
    client.send({ id: 1, op: 'ping' })
    t.match(await client.reply(1), { code: 'ok' })
  }
  const refused = (headers: Record<string, string>) =>
    WsClient.refused({ port: front.port, path, headers })
  for (const origin of ['https://evil.example', 'null', `${own(front)}1`]) {
    t.match(await refused({ cookie, origin }), { status: 403, body: { code: 'forbidden' } }, origin)
  }
  t.match(await refused({ cookie }), { status: 403 }, 'no origin at all')
})

t.test('a token of the trader opens it in no way, nor does a dead one', async (t) => {
  const front = await SocketFront.start(t)
  const refused = (headers: Record<string, string>) =>
    WsClient.refused({ port: front.port, path, headers })
  const trader = front.signIn()
  t.match(await refused({ authorization: `Bearer ${trader.tokens.access}` }), {
    status: 403,
    body: { code: 'auth.invalid_terminal' },
  })
  t.match(await refused({ authorization: `Bearer ${'x'.repeat(43)}` }), { status: 401 })
  const manager = front.signInStaff({ terminal: 'manager' })
  // A browser session's token is no bearer token.
  t.match(await refused({ authorization: `Bearer ${manager.tokens.access}` }), { status: 401 })
  const stale = { cookie: `of_access_s=${'x'.repeat(43)}`, origin: own(front) }
  t.match(await refused(stale), { status: 401, body: { code: 'auth.session_expired' } })
  const web = front.signIn({ terminal: 'web' })
  const client = await front.open({
    path,
    headers: { cookie: `of_access_t=${web.tokens.access}`, origin: own(front) },
  })
  client.send({ id: 1, op: 'ping' })
  t.match(await client.reply(1), { code: 'auth.session_expired' }, 'its cookie is not seen')
  const staff = front.signInStaff()
  t.match(
    await WsClient.refused({
      port: front.port,
      headers: { authorization: `Bearer ${staff.tokens.access}` },
    }),
    { status: 403, body: { code: 'auth.invalid_terminal' } },
    'and staff does not open the socket of traders',
  )
})

t.test('a first frame signs in within five seconds, and nothing else does', async (t) => {
  const front = await SocketFront.start(t)
  const { tokens } = front.signInStaff()
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const client = await front.open({ path, protocol })
    client.send({ id: 1, op: 'auth', args: { access_token: tokens.access } })
    t.match(await client.reply(1), { id: 1, code: 'ok', message: '', data: null })
    client.send({ id: 2, op: 'watch_config' })
    t.match(await client.reply(2), { code: 'ok' })
  }
  const trader = front.signIn()
  const others = [
    [{ id: 7, op: 'watch_journal' }, 'auth.session_expired'],
    [{ id: 7, op: 'auth', args: { access_token: trader.tokens.access } }, 'auth.invalid_terminal'],
    [{ id: 7, op: 'auth', args: {} }, 'invalid_input'],
  ] as const
  for (const [frame, code] of others) {
    const client = await front.open({ path })
    client.send(frame)
    t.match(await client.reply(7), { id: 7, code })
    t.match(await client.closing(), { code: 4001 })
  }
  const silent = await front.open({ path })
  front.clock.advance(4900)
  t.equal(silent.closed, null)
  front.clock.advance(400)
  t.match(await silent.closing(), { code: 4001, why: 'auth.session_expired' })
})

t.test('a restricted session opens nothing', async (t) => {
  const front = await SocketFront.start(t)
  for (const [facts, code] of [
    [{ mustChangePassword: true, otpRequired: true }, 'auth.password_change_required'],
    [{ otpRequired: true }, 'auth.otp_enrol_required'],
  ] as const) {
    const { tokens } = front.signInStaff({ facts })
    const headers = { authorization: `Bearer ${tokens.access}` }
    const refused = await WsClient.refused({ port: front.port, path, headers })
    t.match(refused, { status: 403, body: { code } })
  }
})

t.test('a fresh token of the same login binds the socket to its session', async (t) => {
  const front = await SocketFront.start(t)
  const first = front.signInStaff()
  const client = await front.connectStaffWith(first.tokens.access)
  const auth = (accessToken: string) => {
    client.send({ id: 2, op: 'auth', args: { access_token: accessToken } })
    return client.reply(2)
  }
  const other = front.signInStaff({ login: 8 })
  t.match(await auth(other.tokens.access), { code: 'auth.account_changed' })
  t.match(await auth('nonsense'), { code: 'auth.session_expired' })
  const second = front.signInStaff()
  t.match(await auth(second.tokens.access), { code: 'ok' })
  front.sessions.close(first.session.id)
  client.send({ id: 3, op: 'ping' })
  t.match(await client.reply(3), { code: 'ok' }, 'the old session is no longer its own')
  front.sessions.close(second.session.id)
  t.match(await client.event('session_closed'), { data: { reason: 'closed' } })
  t.match(await client.closing(), { code: 4001 })
})

t.test(
  'a session that ends takes its sockets along at once, one that may not go on within 2 s',
  async (t) => {
    const front = await SocketFront.start(t)
    const { session, tokens } = front.signInStaff()
    const closed = await front.connectStaffWith(tokens.access)
    front.told({ type: 'auth', event: { type: 'sessions_closed', ids: [session.id] } })
    t.match(await closed.event('session_closed'), { data: { reason: 'closed' } })
    t.match(await closed.closing(), { code: 4001 })
    const reasons = [
      [{ mustChangePassword: true }, 'auth.password_change_required'],
      [{ otpRequired: true }, 'auth.otp_enrol_required'],
      [staffFacts({ ipAllow: ['10.0.0.0/8'] }), 'auth.ip_not_allowed'],
    ] as const
    for (const [facts, reason] of reasons) {
      const client = await front.connectStaff()
      const all = { ...front.factsOfStaff(7), ...facts }
      front.told({ type: 'auth', event: { type: 'access', facts: all } })
      front.clock.advance(2000)
      t.match(await client.event('session_closed'), { data: { reason } })
      t.match(await client.closing(), { code: 4001 })
    }
  },
)

t.test('logout is answered, then the session is closed, then the socket', async (t) => {
  const front = await SocketFront.start(t)
  const { session, tokens } = front.signInStaff()
  const client = await front.connectStaffWith(tokens.access)
  const twin = await front.connectStaffWith(tokens.access)
  front.logoutRefusal = { ok: false, code: 'unavailable', message: 'Not now.' }
  client.send({ id: 4, op: 'logout' })
  t.match(await client.reply(4), { code: 'unavailable' })
  front.logoutRefusal = null
  client.send({ id: 5, op: 'logout' })
  t.match(await client.closing(), { code: 4001 })
  t.match(client.frames, [
    { id: 5, code: 'ok' },
    { event: 'session_closed', data: { reason: 'logout' } },
  ])
  t.match(await twin.event('session_closed'), { data: { reason: 'closed' } })
  t.same(front.signedOut, [session.id])
})
