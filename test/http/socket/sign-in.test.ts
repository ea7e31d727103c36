import t from 'tap'
import { SocketFront } from '../../given/fronts/socket-front.js'
import { WsClient } from '../../given/fronts/ws-client.js'

const own = (front: SocketFront) => `http://127.0.0.1:${front.port}`

t.test('a bearer token opens the socket at the shard of its account', async (t) => {
  const front = await SocketFront.start(t)
  await front.connect({ login: 1001, terminal: 'api' })
  t.same(
    [...front.shard().opened.values()],
    [
      {
        login: 1001,
        codec: 'json',
        read_only: false,
        reason: 'api',
        session: 'api:s-1',
        ip: '127.0.0.1',
      },
    ],
  )
})

t.test(
  'an investor opens a read-only socket, and MessagePack is named by its subprotocol',
  async (t) => {
    const front = await SocketFront.start(t)
    await front.connect({ readOnly: true }, 'other, openfloor.msgpack, openfloor.json')
    t.match([...front.shard().opened.values()], [{ codec: 'msgpack', read_only: true }])
  },
)

t.test('a subprotocol that is not spoken here is 400', async (t) => {
  const front = await SocketFront.start(t)
  const refused = await WsClient.refused({ port: front.port, protocol: 'graphql-ws' })
  t.match(refused, { status: 400, body: { code: 'invalid_input', success: false } })
})

t.test('a cookie opens the socket from the own origin and from allowed ones only', async (t) => {
  const front = await SocketFront.start(t)
  front.origins.add('https://trade.example')
  const { tokens } = front.signIn({ terminal: 'web' })
  const cookie = `of_access_t=${tokens.access}`
  for (const origin of [own(front), 'https://trade.example', 'https://TRADE.example']) {
    const client = await front.open({ headers: { cookie, origin } })
    t.equal(client.closed, null)
  }
  const foreign = [
    'https://evil.example',
    'null',
    `${own(front)}1`,
    `https://127.0.0.1:${front.port}`,
  ]
  for (const origin of foreign) {
    const refused = await WsClient.refused({ port: front.port, headers: { cookie, origin } })
    t.match(refused, { status: 403, body: { code: 'forbidden' } }, origin)
  }
  const refused = await WsClient.refused({ port: front.port, headers: { cookie } })
  t.match(refused, { status: 403 }, 'no origin at all')
})

t.test('a dead token is 401, a staff token 403, a stale cookie 401', async (t) => {
  const front = await SocketFront.start(t)
  const refused = (headers: Record<string, string>) =>
    WsClient.refused({ port: front.port, headers })
  t.match(await refused({ authorization: `Bearer ${'x'.repeat(43)}` }), {
    status: 401,
    body: { code: 'auth.session_expired' },
  })
  t.match(await refused({ authorization: 'Basic eDp4' }), { status: 401 })
  const staff = front.signIn({ login: 1, terminal: 'manager', side: 'staff' })
  // A browser session's token is no bearer token, whatever its side.
  t.match(await refused({ authorization: `Bearer ${staff.tokens.access}` }), { status: 401 })
  const other = front.signIn({ login: 1, terminal: 'api', side: 'staff' })
  t.match(await refused({ authorization: `Bearer ${other.tokens.access}` }), {
    status: 403,
    body: { code: 'auth.invalid_terminal' },
  })
  const stale = { cookie: `of_access_t=${'x'.repeat(43)}`, origin: own(front) }
  t.match(await refused(stale), { status: 401, body: { code: 'auth.session_expired' } })
})

t.test('a session that must change its password or set up codes opens nothing', async (t) => {
  const front = await SocketFront.start(t)
  const refused = (facts: object) => {
    const { tokens } = front.signIn({ facts })
    const headers = { authorization: `Bearer ${tokens.access}` }
    return WsClient.refused({ port: front.port, headers })
  }
  t.match(await refused({ mustChangePassword: true, otpRequired: true }), {
    status: 403,
    body: { code: 'auth.password_change_required' },
  })
  t.match(await refused({ otpRequired: true }), {
    status: 403,
    body: { code: 'auth.otp_enrol_required' },
  })
})

t.test('a first frame signs in, and nothing else does', async (t) => {
  const front = await SocketFront.start(t)
  const { tokens } = front.signIn()
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const client = await front.open({ protocol })
    client.send({ id: 1, op: 'auth', args: { access_token: tokens.access } })
    t.match(await client.reply(1), { id: 1, code: 'ok', message: '', data: null })
  }
  t.equal(front.shard().opened.size, 2)
  const others = [
    [{ id: 7, op: 'ping' }, 'auth.session_expired'],
    [{ id: 7, op: 'auth', args: { access_token: 'x' } }, 'auth.session_expired'],
    [{ id: 7, op: 'auth', args: {} }, 'invalid_input'],
  ] as const
  for (const [frame, code] of others) {
    const client = await front.open()
    client.send(frame)
    t.match(await client.reply(7), { id: 7, code })
    t.match(await client.closing(), { code: 4001 })
  }
  t.equal(front.shard().frames.length, 0)
})

t.test(
  'a frame that cannot be read before sign-in is answered without id and closes',
  async (t) => {
    const front = await SocketFront.start(t)
    const client = await front.open()
    client.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x7b]))
    t.match(await client.reply(null), { id: null, code: 'auth.session_expired' })
    t.match(await client.closing(), { code: 4001 })
  },
)

t.test('five seconds without sign-in close the socket', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.open()
  front.clock.advance(4999)
  t.equal(front.sockets.size, 1)
  t.equal(client.closed, null)
  front.clock.advance(1)
  t.match(await client.closing(), { code: 4001, why: 'auth.session_expired' })
  t.match(client.frames, [
    { code: 'auth.session_expired', message: /^You are not signed in\. Send the operation auth/ },
  ])
})

t.test('a fresh token of the same account binds the socket to its session', async (t) => {
  const front = await SocketFront.start(t)
  const first = front.signIn()
  const client = await front.connectWith(first.tokens.access)
  const [id] = [...front.shard().opened.keys()] as [number]
  const bind = async (accessToken: string) => {
    client.send({ id: 2, op: 'auth', args: { access_token: accessToken } })
    const seen = front.shard().frames.length
    await front.shard().until(() => front.shard().frames.length > seen)
    const control = { op: 'auth', id: 2, args: { access_token: accessToken } } as const
    front.sockets.onBatch(front.shard().control(id, control).batch())
    return client.reply(2)
  }
  const other = front.signIn({ login: 1002 })
  t.match(await bind(other.tokens.access), { code: 'auth.account_changed' })
  t.match(await bind('nonsense'), { code: 'auth.session_expired' })
  const second = front.signIn({ readOnly: true })
  t.match(await bind(second.tokens.access), { code: 'ok' })
  t.match([...front.shard().opened.values()], [{ login: 1001, read_only: true }])
  front.sessions.close(first.session.id)
  t.equal(client.closed, null, 'the old session is no longer its own')
  front.sessions.close(second.session.id)
  t.match(await client.closing(), { code: 4001 })
})
