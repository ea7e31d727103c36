import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { FakeShard } from '../../given/fake-shard.js'
import { factsOf, SocketFront, staffFacts } from '../../given/fronts/socket-front.js'

t.test('a closed session is told and closes its sockets with 4001, and only its', async (t) => {
  const front = await SocketFront.start(t)
  const { session, tokens } = front.signIn()
  const sockets = [await front.connectWith(tokens.access), await front.connectWith(tokens.access)]
  const other = await front.connect()
  front.sessions.close(session.id)
  for (const socket of sockets) {
    t.match(await socket.event('session_closed'), { data: { reason: 'closed' } })
    t.match(await socket.closing(), { code: 4001 })
  }
  t.equal(other.closed, null)
  t.equal(front.sockets.size, 1)
  t.equal(front.shard().opened.size, 1)
})

t.test(
  'a session that the desk closed, since its account was disabled, ends at once',
  async (t) => {
    const front = await SocketFront.start(t)
    const { session, tokens } = front.signIn()
    const client = await front.connectWith(tokens.access)
    front.sessions.take({ type: 'sessions_closed', ids: [session.id] })
    t.match(await client.event('session_closed'), { data: { reason: 'closed' } })
    t.match(await client.closing(), { code: 4001 })
  },
)

t.test('what the desk announces of a login reaches its sockets at once', async (t) => {
  const front = await SocketFront.start(t)
  const [client, other] = [await front.connect(), await front.connect({ login: 1002 })]
  front.sessions.take({ type: 'access', facts: factsOf(1001, { mustChangePassword: true }) })
  t.match(await client.event('session_closed'), {
    data: { reason: 'auth.password_change_required' },
  })
  t.match(await client.closing(), { code: 4001 })
  t.equal(other.closed, null)
  const staff = await front.connectStaff({ login: 7 })
  const elsewhere = staffFacts({ ipAllow: ['192.0.2.1'] })
  front.sessions.take({ type: 'access', facts: factsOf(7, elsewhere) })
  t.match(await staff.event('session_closed'), { data: { reason: 'auth.ip_not_allowed' } })
})

t.test('a group that traders are moved to is theirs at once', async (t) => {
  const front = await SocketFront.start(t)
  await front.connect()
  const [connection] = [...front.sockets.live.all.values()]
  const before = connection?.group
  front.sessions.take({ type: 'access', facts: factsOf(1001, { group: 'real\\standard' }) })
  t.ok(connection?.group)
  t.not(connection?.group, before)
})

t.test('logout is answered, then the session is closed, then the socket', async (t) => {
  const front = await SocketFront.start(t)
  const { session, tokens } = front.signIn()
  const client = await front.connectWith(tokens.access)
  const twin = await front.connectWith(tokens.access)
  const [id] = [...front.shard().opened.keys()] as [number]
  front.sockets.onBatch(front.shard().control(id, { op: 'logout', id: 5, args: {} }).batch())
  t.match(await client.closing(), { code: 4001 })
  t.match(client.frames, [
    { id: 5, code: 'ok' },
    { event: 'session_closed', data: { reason: 'logout' } },
  ])
  t.equal(client.frames.length, 2)
  t.match(await twin.event('session_closed'), { data: { reason: 'closed' } })
  t.same(front.signedOut, [session.id])
})

t.test('a logout that fails says so, and the socket stays', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connect()
  front.logoutRefusal = refuse('unavailable', 'The desk is restarting.')
  const [id] = [...front.shard().opened.keys()] as [number]
  front.sockets.onBatch(front.shard().control(id, { op: 'logout', id: 5, args: {} }).batch())
  t.match(await client.reply(5), { code: 'unavailable' })
  t.equal(client.closed, null)
})

t.test('a dead shard closes the sockets that wait for it and keeps the others', async (t) => {
  const front = await SocketFront.start(t, { shards: [new FakeShard(0), new FakeShard(1)] })
  const busy = await front.connect({ login: 1001 })
  const sibling = await front.connect({ login: 1001 })
  const idle = await front.connect({ login: 1003 })
  const elsewhere = await front.connect({ login: 1002 })
  busy.send({ id: 1, op: 'trade', args: {} })
  const shard = front.shard(1)
  await shard.until(() => shard.frames.length === 1)
  shard.ready = false
  shard.opened.clear()
  front.sockets.onShardDeath(1)
  t.match(await busy.closing(), { code: 1012 })
  t.match(await sibling.closing(), { code: 1012 }, 'it may miss what the dying turn made')
  idle.send({ id: 2, op: 'ping' })
  t.match(await idle.reply(2), { code: 'unavailable' })
  const late = await front.connect({ login: 1005 })
  t.equal(shard.opened.size, 0)
  shard.ready = true
  front.sockets.onShardReady(1)
  t.same(
    [...shard.opened.values()].map(({ login }) => login),
    [1003, 1005],
  )
  idle.send({ id: 3, op: 'ping' })
  await shard.until(() => shard.frames.length === 2)
  t.same([idle.closed, elsewhere.closed, late.closed], [null, null, null])
  t.equal(front.shard(0).openings.length, 1)
})

t.test('a drain waits for replies, takes nothing new, then closes all with 1012', async (t) => {
  const rate = { perSecond: 20, burst: 10 }
  const front = await SocketFront.start(t, { rates: { trader: rate, staff: rate } })
  const clients = [await front.connect(), await front.connect(), await front.connect()]
  const first = clients[0] as (typeof clients)[number]
  first.send({ id: 1, op: 'ping' })
  await front.shard().until(() => front.shard().frames.length === 1)
  const drained = Promise.all([front.sockets.drain(3000), front.staff.drain(3000)])
  first.send({ id: 2, op: 'ping' })
  t.match(await first.reply(2), { code: 'unavailable' })
  t.equal(first.closed, null, 'a reply is still to come')
  const [id] = [...front.shard().opened.keys()] as [number]
  front.sockets.onBatch(front.shard().reply(id, { id: 1, code: 'ok' }).batch())
  await t.rejects(front.connect(), /503/)
  let isOver = false
  void drained.then(() => {
    isOver = true
  })
  while (!isOver) {
    front.clock.advance(20)
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const client of clients) t.match(await client.closing(), { code: 1012 })
  t.match(first.frames, [{ id: 1 }])
  t.equal(front.clock.timers, 0, 'nothing is looked at any more')
})
