import t from 'tap'
import { SOCKET_BACKLOG_BYTES_MAX } from '../../../engine/limits/sockets.js'
import { SENT } from '../../../http/socket/connection.js'
import { FROM_SHARD } from '../../../wire/thread/batch.js'
import { SocketFront } from '../../given/fronts/socket-front.js'
import { clientFrame, OPCODE, type WsClient } from '../../given/fronts/ws-client.js'
import { GivenLibrarySocket } from '../../given/peers/library-socket.js'

const EURUSD = 1
const USDJPY = 2
const GBPUSD = 3
const XAUUSD = 5
const PADDING = 'x'.repeat(32 * 1024)
const EVENTS_MAX = 2000

interface Joined {
  readonly client: WsClient
  readonly id: number
}

async function join(front: SocketFront, protocol?: string): Promise<Joined> {
  const client = await front.connect({}, protocol)
  return { client, id: [...front.shard().opened.keys()].at(-1) as number }
}

function subscribe(front: SocketFront, { id }: Joined, symbols: number[]): void {
  front.sockets.onBatch(front.shard().control(id, { op: 'subscribe', symbols }).batch())
}

/** Account events until the reader counts as behind. Answers how many. */
function fill(front: SocketFront, { id }: Joined): number {
  let seq = 0
  while (front.quotes.behind === 0) {
    if (seq > EVENTS_MAX) throw new Error('the reader never counted as slow')
    const event = { event: 'deal', seq: String(++seq), data: { padding: PADDING } }
    front.sockets.onBatch(front.shard().event(id, event).batch())
  }
  return seq
}

t.test(
  'a subscriber gets the newest quote at once and then every move, in its codec',
  async (t) => {
    for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
      const front = await SocketFront.start(t)
      front.price(EURUSD, 110_000, 110_010)
      const at = new Date(front.clock.now()).toISOString()
      const joined = await join(front, protocol)
      subscribe(front, joined, [EURUSD, USDJPY])
      const day = { o: '1.10000', h: '1.10000', l: '1.10000', c: null }
      const quote = { s: 'EURUSD', b: '1.10000', a: '1.10010', t: at, ...day }
      t.same(await joined.client.next(), { event: 'quote', data: quote })
      front.price(USDJPY, 150_123, 150_133)
      t.match(await joined.client.next(), { data: { s: 'USDJPY', b: '150.123', a: '150.133' } })
      front.price(GBPUSD, 1, 2)
      front.price(EURUSD, 110_000, 110_010)
      t.match(
        await joined.client.next(),
        { data: { s: 'EURUSD' } },
        'not the one it did not ask for',
      )
      const { id } = joined
      const control = { op: 'unsubscribe', symbols: [EURUSD] } as const
      front.sockets.onBatch(front.shard().control(id, control).batch())
      front.price(EURUSD, 110_000, 110_010)
      front.price(USDJPY, 150_124, 150_134)
      t.match(await joined.client.next(), { data: { s: 'USDJPY', b: '150.124' } })
    }
  },
)

t.test(
  'a symbol that disappears is no longer told, a changed one reads as it is now',
  async (t) => {
    const front = await SocketFront.start(t)
    const joined = await join(front)
    subscribe(front, joined, [EURUSD, USDJPY, 999])
    const { book } = front
    const usdjpy = book.symbolsById.get(USDJPY)
    if (usdjpy === undefined) throw new Error('no USDJPY')
    front.quotes.setBook({ ...book, symbolsById: new Map([[USDJPY, { ...usdjpy, digits: 2 }]]) })
    front.price(EURUSD, 110_000, 110_010)
    front.price(USDJPY, 15_012, 15_013)
    t.match(await joined.client.next(), { data: { s: 'USDJPY', b: '150.12' } })
  },
)

t.test('a reader that stalls misses quotes, not events, and others notice nothing', async (t) => {
  const front = await SocketFront.start(t)
  const live = await join(front)
  const stalled = await join(front)
  for (const one of [live, stalled]) subscribe(front, one, [EURUSD, USDJPY])
  stalled.client.pause()
  const events = fill(front, stalled)
  const money = (n: number) => Buffer.from(JSON.stringify({ event: 'money', data: { n } }))
  for (let n = 1; n <= 100; n++) {
    front.price(EURUSD, 110_000 + n, 110_010 + n)
    front.sockets.onBatch(front.shard().push(FROM_SHARD.latest, stalled.id, money(n)).batch())
  }
  front.price(XAUUSD, 200_000, 200_010)
  subscribe(front, stalled, [GBPUSD, XAUUSD])
  front.price(GBPUSD, 125_000, 125_010)
  front.price(GBPUSD, 125_001, 125_011)
  for (let n = 1; n <= 100; n++) {
    const quote = await live.client.next()
    if (quote.data?.['b'] !== `1.10${String(n).padStart(3, '0')}`) t.fail(`quote ${n}`)
  }
  stalled.client.resume()
  await front.settle(() => front.quotes.behind === 0)
  for (let n = 1; n <= events; n++) {
    if ((await stalled.client.next()).seq !== String(n)) t.fail(`event ${n}`)
  }
  const rest: unknown[] = []
  for (let n = 0; n < 4; n++) rest.push(await stalled.client.next())
  t.match(rest, [
    { event: 'money', data: { n: 100 } },
    { event: 'quote', data: { s: 'XAUUSD', b: '2000.00' } },
    { event: 'quote', data: { s: 'EURUSD', b: '1.10100' } },
    { event: 'quote', data: { s: 'GBPUSD', b: '1.25001' } },
  ])
  front.price(EURUSD, 110_500, 110_510)
  t.match(await stalled.client.next(), { data: { b: '1.10500' } }, 'and back among the others')
  t.equal(stalled.client.frames.length, 0)
})

t.test(
  'a reader that stalls is queued no valuation, and is told the newest once it has read',
  async (t) => {
    const front = await SocketFront.start(t)
    const live = await join(front)
    const stalled = await join(front)
    stalled.client.pause()
    const part = (n: number) =>
      Buffer.from(JSON.stringify({ event: 'valuation', data: { n, padding: PADDING } }))
    const value = ({ id }: Joined, n: number): void =>
      front.sockets.onBatch(front.shard().push(FROM_SHARD.valuation, id, part(n)).batch())
    const COUNT = 2_000
    for (let n = 1; n <= COUNT; n++) {
      value(stalled, n)
      value(live, n)
      const told = await live.client.next()
      if (told.data?.['n'] !== n) t.fail(`another hears part ${n}`)
    }
    t.same(front.shard().valuedAgain, [], 'its shard is not asked while it reads nothing')
    stalled.client.resume()
    const isGone = (): boolean => !front.shard().opened.has(stalled.id)
    await front.settle(() => front.shard().valuedAgain.length > 0 || isGone())
    if (isGone()) throw new Error('what was queued has closed it')
    t.same(front.shard().valuedAgain, [stalled.id])
    value(stalled, COUNT + 1)
    await stalled.client.next(({ data }) => data?.['n'] === COUNT + 1)
    const queued = stalled.client.frames.length
    // What the kernel and the library hold for a reader, and not the 64 MB that were told meanwhile.
    t.ok(queued < COUNT / 4, `${queued} parts of ${COUNT} were on their way`)
    t.equal(stalled.client.closed, null)
  },
)

t.test('a reader of quotes alone is found by the scan', async (t) => {
  const front = await SocketFront.start(t)
  const stalled = await join(front)
  subscribe(front, stalled, [EURUSD])
  stalled.client.pause()
  let published = 0
  while (front.quotes.behind === 0) {
    for (let n = 0; n < 2000; n++) front.price(EURUSD, 110_000 + (++published % 1000), 111_010)
    await front.settle(() => true)
    front.clock.advance(50)
    await new Promise((resolve) => setImmediate(resolve))
  }
  front.price(EURUSD, 119_000, 119_010)
  front.price(EURUSD, 120_000, 120_010)
  stalled.client.resume()
  await front.settle(() => front.quotes.behind === 0)
  await stalled.client.next((frame) => frame.data?.['b'] === '1.20000')
  const queued = stalled.client.frames
  // The day's figures were told by a quote of their own where a second had passed.
  const days = Math.ceil(front.clock.monotonic() / 1000)
  const [least, most] = [published, published + days]
  const isAll = queued.length >= least && queued.length <= most
  t.ok(isAll, 'before the newest came what was queued and nothing else')
  t.notOk(queued.some((frame) => frame.data?.['b'] === '1.19000'))
})

/** Account events after those of `fill` until the socket is given up. Answers how many in all. */
function overfill(front: SocketFront, joined: Joined, filled: number): number {
  let seq = filled
  while (front.shard().opened.has(joined.id)) {
    if (seq > EVENTS_MAX) throw new Error('the reader never counted as slow')
    const event = { event: 'deal', seq: String(++seq), data: { padding: PADDING } }
    front.sockets.onBatch(front.shard().event(joined.id, event).batch())
  }
  return seq
}

t.test(
  'a reader over 1 MiB behind gets what was kept and 4008, and can resume there',
  async (t) => {
    const front = await SocketFront.start(t)
    const joined = await join(front)
    const { client } = joined
    client.pause()
    const behindAt = fill(front, joined)
    const events = overfill(front, joined, behindAt)
    const kept = (events - behindAt) * PADDING.length
    t.ok(kept > SOCKET_BACKLOG_BYTES_MAX - 2 * PADDING.length, `${kept} bytes were kept`)
    // The kernel may have taken some more of it meanwhile.
    t.ok(kept < 16 * SOCKET_BACKLOG_BYTES_MAX, `${kept} bytes were kept`)
    client.resume()
    t.match(await client.closing(), { code: 4008, why: 'too_slow' })
    t.equal(client.frames.length, events)
    t.equal(client.frames.at(-1)?.seq, String(events), 'no gap: resume goes on from here')
    t.equal(front.sockets.size, 0)
  },
)

t.test('a reader that never reads again is let go after five seconds', async (t) => {
  const front = await SocketFront.start(t)
  const joined = await join(front)
  joined.client.pause()
  overfill(front, joined, fill(front, joined))
  t.equal(front.sockets.size, 1)
  front.clock.advance(4999)
  t.equal(front.sockets.size, 1)
  front.clock.advance(1)
  t.equal(front.sockets.size, 0)
})

t.test('requests whose refusals nobody reads end the socket too', async (t) => {
  const front = await SocketFront.start(t)
  const { client } = await join(front)
  front.shard().ready = false
  client.pause()
  const burst = Buffer.concat(
    Array.from({ length: 2000 }, (_, i) => client.encode({ id: i, op: 'ping' })),
  )
  while (front.shard().opened.size > 0) {
    client.write(burst)
    await new Promise((resolve) => setImmediate(resolve))
  }
  front.clock.advance(6000)
  t.equal(front.sockets.size, 0)
})

t.test('pings whose pongs nobody reads end the socket too', async (t) => {
  const front = await SocketFront.start(t)
  const { client } = await join(front)
  client.pause()
  const ping = clientFrame(OPCODE.ping, Buffer.alloc(125))
  const burst = Buffer.concat(Array.from({ length: 1000 }, () => ping))
  while (front.shard().opened.size > 0) {
    client.write(burst)
    await new Promise((resolve) => setImmediate(resolve))
  }
  front.clock.advance(6000)
  t.equal(front.sockets.size, 0)
})

t.test(
  'once the library has dropped a frame nothing follows it, and the socket ends',
  async (t) => {
    const front = await SocketFront.start(t)
    const shard = front.shard()
    for (const isLong of [false, true]) {
      const { id } = await join(front)
      const connection = front.sockets.live.all.get(id)
      if (connection === undefined) throw new Error('there is no connection')
      const offered: string[] = []
      const takes = () => SENT.sent
      connection.ws = Object.assign(new GivenLibrarySocket(), {
        sendFirstFragment: takes,
        sendLastFragment: takes,
        send: (bytes: Uint8Array) => {
          offered.push(Buffer.from(bytes).toString())
          return SENT.dropped
        },
      }).ws
      if (isLong) shard.push(FROM_SHARD.part, id, Buffer.from('{'))
      for (const seq of [1, 2]) shard.push(FROM_SHARD.event, id, Buffer.from(`${seq}`))
      if (isLong) shard.push(FROM_SHARD.lastPart, id, Buffer.from('}'))
      front.sockets.onBatch(shard.batch())
      t.equal(offered.at(-1), '1')
      t.match(connection.state, { kind: 'closing', code: 4008, why: 'too_slow' })
    }
  },
)
