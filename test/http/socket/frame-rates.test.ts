import t from 'tap'
import { SOCKET_AT_SHARD_MAX } from '../../../engine/limits/sockets.js'
import { FRAME } from '../../../http/socket/frame-rate.js'
import { FrameRates } from '../../../http/socket/frame-rates.js'
import { TraderConnection } from '../../../http/socket/trader-connection.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { SocketFront } from '../../given/fronts/socket-front.js'
import { clientFrame, OPCODE, type WsClient } from '../../given/fronts/ws-client.js'

const RATE = { perSecond: 20, burst: 10 }
const TOO_MANY = 'trade.too_many_requests'
/** That are refused before a socket is closed. */
const FLOOD = 20 * 10 * 2

let lastId = 0

/** Sends so many frames at once, answers their ids. */
function sendMany(client: WsClient, count: number): number[] {
  const ids = Array.from({ length: count }, () => ++lastId)
  client.write(Buffer.concat(ids.map((id) => client.encode({ id, op: 'ping', args: {} }))))
  return ids
}

/** Resolves when the shard has had so many frames. */
async function reached(front: SocketFront, count: number): Promise<void> {
  await front.shard().until(() => front.shard().frames.length >= count)
}

t.test('at the limit every frame is taken, one past it is refused, in both codecs', async (t) => {
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const front = await SocketFront.start(t, { rates: { trader: RATE } })
    const client = await front.connect({}, protocol)
    sendMany(client, RATE.burst)
    await reached(front, RATE.burst)
    const [past = 0] = sendMany(client, 1)
    t.match(await client.reply(past), { id: past, code: TOO_MANY, data: { retry_after_ms: 50 } })
    t.equal(front.shard().frames.length, RATE.burst)
    front.clock.advance(1000)
    sendMany(client, RATE.burst)
    await reached(front, 2 * RATE.burst)
    t.equal(client.frames.length, 0, 'after a second there is room again')
    front.clock.advance(100)
    const ids = sendMany(client, 3)
    t.match(await client.reply(ids[2] ?? 0), { code: TOO_MANY }, 'two in a tenth of a second')
    t.equal(front.shard().frames.length, 2 * RATE.burst + 2)
  }
})

t.test('the sockets of an account share its rate, and cost no other account its own', async (t) => {
  const front = await SocketFront.start(t, { rates: { trader: RATE } })
  const clients: WsClient[] = []
  for (let i = 0; i < RATE.burst; i++) clients.push(await front.connect())
  for (const client of clients) sendMany(client, 1)
  await reached(front, RATE.burst)
  for (const client of clients) {
    const [past = 0] = sendMany(client, 1)
    t.match(await client.reply(past), { code: TOO_MANY })
  }
  const other = await front.connect({ login: 1002 })
  sendMany(other, RATE.burst)
  await reached(front, 2 * RATE.burst)
  t.equal(other.frames.length, 0)
  const looking = await front.connect({ readOnly: true })
  sendMany(looking, RATE.burst)
  await reached(front, 3 * RATE.burst)
  t.equal(looking.frames.length, 0, 'who may only look uses up nothing of the owner’s')
  clients[0]?.destroy()
  const again = await front.connect()
  const [past = 0] = sendMany(again, 1)
  t.match(await again.reply(past), { code: TOO_MANY }, 'a new socket is no new rate')
})

t.test('a large frame is refused by its id, unread', async (t) => {
  const front = await SocketFront.start(t, { rates: { trader: RATE } })
  const client = await front.connect()
  sendMany(client, RATE.burst)
  await reached(front, RATE.burst)
  const huge = `{"id":"big","op":"trade","args":${'['.repeat(60_000)}`
  client.write(clientFrame(OPCODE.text, Buffer.from(huge)))
  t.match(await client.reply('big'), { code: TOO_MANY })
  client.write(clientFrame(OPCODE.text, Buffer.from('['.repeat(60_000))))
  t.match(await client.reply(null), { id: null, code: TOO_MANY })
})

t.test('who floods on is closed with 4029, and may come back', async (t) => {
  const front = await SocketFront.start(t, { rates: { trader: RATE } })
  const client = await front.connect()
  const innocent = await front.connect({ login: 1002 })
  const ids = sendMany(client, RATE.burst + FLOOD)
  t.match(await client.reply(ids.at(-1) ?? 0), { code: TOO_MANY })
  t.equal(client.closed, null, 'so many are answered')
  sendMany(client, 1)
  t.match(await client.closing(), { code: 4029, why: 'too_many_requests' })
  t.equal(front.shard().frames.length, RATE.burst)
  t.equal(innocent.closed, null)
  front.clock.advance(1000)
  const again = await front.connect()
  sendMany(again, 1)
  await reached(front, RATE.burst + 1)
})

t.test('ten times the rate is answered for ever, more than that is not', async (t) => {
  const clock = new ManualClock()
  const rates = new FrameRates(RATE, clock)
  const taker = (perTick: number) => {
    const connection = new TraderConnection(1, 'json', '', { kind: 'closed' }, 0)
    rates.join(connection, perTick)
    return (ticks: number): number[] => {
      const counts = [0, 0, 0]
      for (let tick = 0; tick < ticks; tick++) {
        clock.advance(50)
        for (let i = 0; i < perTick; i++) {
          const fate = rates.take(connection)
          counts[fate] = (counts[fate] ?? 0) + 1
        }
      }
      return counts
    }
  }
  t.equal(taker(10)(20 * 600)[2], 0, 'at 200 a second')
  t.not(taker(11)(20 * 60)[2], 0, 'at 220 a second')
  rates.stop()
})

t.test('accounts that went away are forgotten when their rate would be full again', async (t) => {
  const clock = new ManualClock()
  const rates = new FrameRates(RATE, clock)
  const connections = Array.from(
    { length: 1000 },
    (_, id) => new TraderConnection(id, 'json', '', { kind: 'closed' }, 0),
  )
  for (const [i, connection] of connections.entries()) rates.join(connection, i % 500)
  t.equal(rates.size, 500)
  for (const connection of connections.slice(0, 500)) rates.leave(connection)
  clock.advance(60_000)
  t.equal(rates.size, 500, 'their other sockets are there')
  for (const connection of connections) rates.leave(connection)
  clock.advance(3_900)
  t.equal(rates.size, 500)
  clock.advance(150)
  t.equal(rates.size, 0)
  rates.stop()
  t.equal(clock.timers, 0)
})

t.test('who comes back after being forgotten is remembered as anybody else', async (t) => {
  const clock = new ManualClock()
  const rates = new FrameRates(RATE, clock)
  const connection = new TraderConnection(1, 'json', '', { kind: 'closed' }, 0)
  rates.join(connection, 1)
  rates.leave(connection)
  clock.advance(60_000)
  t.equal(rates.size, 0)
  rates.join(connection, 1)
  clock.advance(50)
  t.equal(rates.size, 1, 'its rate is kept while its socket is there')
  for (let i = 0; i < RATE.burst; i++) t.equal(rates.take(connection), FRAME.taken)
  const other = new TraderConnection(2, 'json', '', { kind: 'closed' }, 0)
  rates.join(other, 1)
  t.equal(rates.take(other), FRAME.refused, 'and another socket of it shares it')
  rates.stop()
})

t.test('without a rate nobody is refused and no timer runs', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connect()
  sendMany(client, SOCKET_AT_SHARD_MAX)
  await reached(front, SOCKET_AT_SHARD_MAX)
  t.equal(client.frames.length, 0)
  const clock = new ManualClock()
  const rates = new FrameRates(null, clock)
  const connection = new TraderConnection(1, 'json', '', { kind: 'closed' }, 0)
  rates.join(connection, 1)
  t.equal(rates.take(connection), 0)
  t.equal(rates.size + clock.timers, 0)
})

t.test('a frame that waits goes on once a question about the market is answered', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connect()
  const ids = sendMany(client, SOCKET_AT_SHARD_MAX + 2)
  const [socketId = 0] = front.shard().opened.keys()
  const connection = front.sockets.live.all.get(socketId)
  while (connection?.waiting.length !== 2) await new Promise(setImmediate)
  const [id = 0] = ids
  front.sockets.onBatch(front.shard().control(socketId, { op: 'symbols', id, args: {} }).batch())
  t.match(await client.reply(id), { code: 'unavailable' })
  t.equal(front.shard().frames.length, SOCKET_AT_SHARD_MAX + 1, 'one for one')
})

t.test('a frame that waits goes on for each that is answered here at once', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connect()
  const shard = front.shard()
  const ids = sendMany(client, SOCKET_AT_SHARD_MAX + 2)
  const [socketId = 0] = shard.opened.keys()
  const connection = front.sockets.live.all.get(socketId)
  while (connection?.waiting.length !== 2) await new Promise(setImmediate)
  const [depth = 0, auth = 0] = ids
  const args = { symbol: 'NONE', subscribe: true }
  front.sockets.onBatch(shard.control(socketId, { op: 'depth', id: depth, args }).batch())
  t.match(await client.reply(depth), { code: 'trade.symbol_unknown' })
  t.equal(shard.frames.length, SOCKET_AT_SHARD_MAX + 1)
  front.sockets.onBatch(shard.control(socketId, { op: 'auth', id: auth, args: {} }).batch())
  t.match(await client.reply(auth), { code: 'invalid_input' })
  t.equal(shard.frames.length, SOCKET_AT_SHARD_MAX + 2)
  t.equal(connection.inFlight, SOCKET_AT_SHARD_MAX)
})

t.test('a staff session has a rate of its own over all its sockets', async (t) => {
  const front = await SocketFront.start(t, { rates: { staff: RATE } })
  const { tokens } = front.signInStaff()
  const [one, two] = [
    await front.connectStaffWith(tokens.access),
    await front.connectStaffWith(tokens.access),
  ]
  for (const client of [one, two]) {
    for (const id of sendMany(client, RATE.burst / 2)) {
      t.match(await client.reply(id), { code: 'ok' })
    }
  }
  for (const client of [one, two]) {
    const [past = 0] = sendMany(client, 1)
    t.match(await client.reply(past), { id: past, code: 'too_many_requests' })
  }
  const other = await front.connectStaff()
  const [id = 0] = sendMany(other, 1)
  t.match(await other.reply(id), { code: 'ok' })
  sendMany(one, FLOOD)
  t.match(await one.closing(), { code: 4029, why: 'too_many_requests' })
})
