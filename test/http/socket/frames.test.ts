import t from 'tap'
import { decodeRequest } from '../../../wire/frame/socket-frame.js'
import { FROM_SHARD } from '../../../wire/thread/batch.js'
import type { SocketControl } from '../../../wire/thread/messages.js'
import { SocketFront } from '../../given/fronts/socket-front.js'
import { clientFrame, OPCODE, type WsClient } from '../../given/fronts/ws-client.js'

const IN_FLIGHT = 1024
const AT_SHARD = 128
const KIB_64 = 65_536

function onlyId(front: SocketFront): number {
  const [id] = [...front.shard().opened.keys()]
  if (id === undefined) throw new Error('the shard knows no socket')
  return id
}

/** A JSON frame of exactly so many bytes. */
function frameOf(size: number, id: number): Buffer {
  const empty = JSON.stringify({ id, op: 'ping', args: { x: '' } })
  const text = JSON.stringify({ id, op: 'ping', args: { x: 'x'.repeat(size - empty.length) } })
  return clientFrame(OPCODE.text, Buffer.from(text))
}

async function sent(front: SocketFront, count: number): Promise<void> {
  await front.shard().until(() => front.shard().frames.length >= count)
}

t.test(
  'frames reach the shard as they are, in order, and replies come back in theirs',
  async (t) => {
    const front = await SocketFront.start(t)
    const client = await front.connect()
    const texts = [1, 2, 3].map((id) => JSON.stringify({ id, op: 'ping', args: {} }))
    for (const text of texts) client.write(clientFrame(OPCODE.text, Buffer.from(text)))
    await sent(front, 3)
    t.same(
      front.shard().frames.map(({ bytes }) => bytes.toString()),
      texts,
    )
    const id = onlyId(front)
    const shard = front.shard()
    shard.reply(id, { id: 1, code: 'ok' }).event(id, { event: 'order', seq: '1', data: {} })
    shard.reply(999, { id: 9, code: 'ok' })
    shard.push(FROM_SHARD.answer, id, Buffer.from('{}')).push(FROM_SHARD.taken, 64, Buffer.alloc(0))
    shard.reply(id, { id: 2, code: 'ok' }).reply(id, { id: 3, code: 'ok' })
    front.sockets.onBatch(shard.batch())
    const seen = [
      await client.next(),
      await client.next(),
      await client.next(),
      await client.next(),
    ]
    t.match(seen, [{ id: 1 }, { event: 'order', seq: '1' }, { id: 2 }, { id: 3 }])
  },
)

t.test('a batch for many sockets gives each its own, in order', async (t) => {
  const front = await SocketFront.start(t)
  const clients: WsClient[] = []
  for (let i = 0; i < 20; i++) clients.push(await front.connect({ login: 1001 + i }))
  const ids = [...front.shard().opened.keys()]
  for (let n = 0; n < 30; n++) {
    for (const id of ids) front.shard().event(id, { event: 'deal', seq: String(n), data: { id } })
  }
  front.sockets.onBatch(front.shard().batch())
  for (const [i, client] of clients.entries()) {
    for (let n = 0; n < 30; n++) {
      const frame = await client.next()
      if (frame.seq !== String(n) || frame.data?.['id'] !== ids[i]) t.fail(`frame ${n} of ${i}`)
    }
    t.equal(client.frames.length, 0)
  }
})

t.test('1,024 requests may wait, the next is answered trade.too_many_requests', async (t) => {
  const front = await SocketFront.start(t)
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const client = await front.connect({}, protocol)
    const id = [...front.shard().opened.keys()].at(-1) as number
    const before = front.shard().frames.length
    const frames = Array.from({ length: IN_FLIGHT + 1 }, (_, i) =>
      client.encode({ id: i, op: 'ping', args: {} }),
    )
    client.write(Buffer.concat(frames))
    t.match(await client.reply(IN_FLIGHT), { id: IN_FLIGHT, code: 'trade.too_many_requests' })
    t.equal(front.shard().frames.length - before, AT_SHARD, 'so many are with the shard')
    const empty = protocol === 'openfloor.json' ? Buffer.from('{}') : Buffer.from([0x80])
    const answer = (): void =>
      front.sockets.onBatch(front.shard().push(FROM_SHARD.reply, id, empty).batch())
    answer()
    t.equal(front.shard().frames.length - before, AT_SHARD + 1, 'one that waited takes its place')
    client.send({ id: 'again', op: 'ping' })
    for (let n = 1; n < IN_FLIGHT; n++) answer()
    await sent(front, before + IN_FLIGHT + 1)
    t.equal(client.frames.filter((frame) => frame.id === 'again').length, 0)
    const ids = front
      .shard()
      .frames.slice(before)
      .map(
        ({ bytes }) => decodeRequest(protocol === 'openfloor.json' ? 'json' : 'msgpack', bytes)?.id,
      )
    t.same(ids, [...Array(IN_FLIGHT).keys(), 'again'], 'in the order in which they came')
  }
})

t.test('what waits for the replies of others has a bound in bytes', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connect()
  const small = Array.from({ length: AT_SHARD }, (_, id) => client.encode({ id, op: 'ping' }))
  client.write(Buffer.concat(small))
  await sent(front, AT_SHARD)
  for (let id = 1000; id < 1004; id++) client.write(frameOf(KIB_64, id))
  client.send({ id: 'more', op: 'ping' })
  t.match(await client.reply('more'), { code: 'trade.too_many_requests' })
  t.equal(front.shard().frames.length, AT_SHARD)
  const id = onlyId(front)
  const answer = (): void =>
    front.sockets.onBatch(front.shard().push(FROM_SHARD.reply, id, Buffer.from('{}')).batch())
  answer()
  t.equal(front.shard().frames.at(-1)?.bytes.length, KIB_64)
  client.send({ id: 'now', op: 'ping' })
  for (let n = 0; n < AT_SHARD; n++) answer()
  await sent(front, AT_SHARD + 5)
  t.match(front.shard().frames.at(-1)?.bytes.toString(), /"now"/, 'there was room for it again')
})

t.test('a shard that is not ready, or has too much waiting, means unavailable', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connect()
  front.shard().ready = false
  client.send({ id: 'a', op: 'ping' })
  t.match(await client.reply('a'), { code: 'unavailable' })
  client.write(clientFrame(OPCODE.text, Buffer.from('{"id":')))
  t.match(await client.reply(null), { id: null, code: 'unavailable' })
  t.equal(client.closed, null)
})

t.test('a frame of 64 KiB passes, one byte more closes with 1009', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connect()
  client.write(frameOf(KIB_64, 1))
  await sent(front, 1)
  t.equal(front.shard().frames[0]?.bytes.length, KIB_64)
  client.write(frameOf(KIB_64 + 1, 2))
  t.match(await client.closing(), { code: 1009 })
  t.equal(front.shard().frames.length, 1)
  t.equal(front.shard().opened.size, 0, 'the shard forgets the socket')
  const huge = await front.connect()
  huge.write(frameOf(5 * KIB_64, 2))
  t.match(await huge.closing(), { code: 1006 }, 'far more is cut without a word')
  const gone = front.sockets.size
  t.equal(gone, 0)
})

t.test('a frame in pieces is one frame', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connect()
  const first = clientFrame(OPCODE.text, Buffer.from('{"id":1,'))
  first[0] = OPCODE.text
  const last = clientFrame(0, Buffer.from('"op":"ping"}'))
  client.write(Buffer.concat([first, last]))
  await sent(front, 1)
  t.equal(front.shard().frames[0]?.bytes.toString(), '{"id":1,"op":"ping"}')
})

t.test('a frame of the wrong kind reaches the shard as an empty one', async (t) => {
  const front = await SocketFront.start(t)
  const json = await front.connect()
  json.write(clientFrame(OPCODE.binary, Buffer.from('{"id":1,"op":"ping"}')))
  const packed = await front.connect({}, 'openfloor.msgpack')
  packed.write(clientFrame(OPCODE.text, Buffer.from('hello')))
  await sent(front, 2)
  t.same(
    front.shard().frames.map(({ bytes }) => bytes.length),
    [0, 0],
  )
})

t.test('a close control comes after what was sent before it and lets nothing follow', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connect()
  const id = onlyId(front)
  const close: SocketControl = { op: 'close', code: 4003, reason: 'too many bad frames' }
  const shard = front.shard()
  shard.reply(id, { id: 1, code: 'ok' }).control(id, close).event(id, { event: 'deal', seq: '1' })
  front.sockets.onBatch(shard.batch())
  t.match(await client.closing(), { code: 4003, why: 'too many bad frames' })
  t.match(client.frames, [{ id: 1 }])
  t.equal(client.frames.length, 1)
  front.sockets.onBatch(shard.event(id, { event: 'deal', seq: '2' }).batch())
  t.equal(front.sockets.size, 0)
})

t.test('silence is pinged at 30 s and closed at 60 s; a pong is life', async (t) => {
  const front = await SocketFront.start(t)
  const alive = await front.connect()
  const dead = await front.connect({ login: 1002 })
  dead.answersPings = false
  front.clock.advance(29_000)
  t.equal(alive.pings.length + dead.pings.length, 0)
  front.clock.advance(3000)
  await Promise.all([alive.pinged(), dead.pinged()])
  // The pong of the living one arrives before this reply does.
  alive.send({ id: 1, op: 'ping' })
  await sent(front, 1)
  front.clock.advance(27_000)
  t.equal(dead.closed, null)
  front.clock.advance(2000)
  t.match(await dead.closing(), { code: 1001 })
  t.equal(alive.closed, null)
  t.equal(front.sockets.size, 1)
})
