import t from 'tap'
import { SOCKET_BACKLOG_BYTES_MAX } from '../../../engine/limits/sockets.js'
import { FROM_SHARD } from '../../../wire/thread/batch.js'
import { NETTING } from '../../given/book.js'
import { encodeFrame } from '../../given/floors/shard.js'
import { factsOf, SocketFront } from '../../given/fronts/socket-front.js'
import type { WsClient } from '../../given/fronts/ws-client.js'

const EURUSD = 1
const CODECS = ['json', 'msgpack'] as const
type Codec = (typeof CODECS)[number]
const PART_BYTES = 60_000

interface Joined {
  readonly client: WsClient
  readonly id: number
  readonly codec: Codec
}

async function join(front: SocketFront, codec: Codec = 'json'): Promise<Joined> {
  const client = await front.connect({}, `openfloor.${codec}`)
  return { client, id: [...front.shard().opened.keys()].at(-1) as number, codec }
}

/** A reply of so many parts, as the shard makes them. */
function partsOf(codec: Codec, id: number, count: number): Uint8Array[] {
  const data = Array.from({ length: count }, (_, n) =>
    `${n}`.repeat(PART_BYTES).slice(0, PART_BYTES),
  )
  const frame = encodeFrame(codec, { id, code: 'ok', message: '', data })
  const size = Math.ceil(frame.length / count)
  return Array.from({ length: count }, (_, n) => frame.slice(n * size, (n + 1) * size))
}

function addHoliday(front: SocketFront): void {
  front.change('holidays', [{ id: 1, version: 1, position: 1 }])
}

class Teller {
  readonly #front: SocketFront
  readonly #joined: Joined

  constructor(front: SocketFront, joined: Joined) {
    this.#front = front
    this.#joined = joined
  }

  tell(kind: number, bytes: Uint8Array): void {
    this.#front.sockets.onBatch(this.#front.shard().push(kind, this.#joined.id, bytes).batch())
  }

  frame(kind: number, frame: object): void {
    this.tell(kind, encodeFrame(this.#joined.codec, frame))
  }

  get connection() {
    return this.#front.sockets.live.all.get(this.#joined.id)
  }
}

for (const codec of CODECS) {
  t.test(
    `a reply in parts is one message, and what comes meanwhile is behind it (${codec})`,
    async (t) => {
      const front = await SocketFront.start(t)
      front.price(EURUSD, 110_000, 110_010)
      const joined = await join(front, codec)
      const { client, id } = joined
      const teller = new Teller(front, joined)
      const control = { op: 'subscribe', symbols: [EURUSD] } as const
      front.sockets.onBatch(front.shard().control(id, control).batch())
      t.match(await client.next(), { event: 'quote' })
      for (const frame of [1, 2]) client.send({ id: frame, op: 'ping' })
      await front.shard().until(() => front.shard().frames.length === 2)

      const parts = partsOf(codec, 1, 4)
      for (const [n, part] of parts.entries()) {
        const isLast = n === parts.length - 1
        teller.tell(isLast ? FROM_SHARD.lastPart : FROM_SHARD.part, part)
        if (isLast) break
        t.ok(teller.connection?.isMidReply)
        // Whatever else the front may send to a socket.
        front.price(EURUSD, 110_001 + n, 110_011 + n)
        teller.frame(FROM_SHARD.latest, { event: 'money', data: { n } })
        if (n === 0) teller.frame(FROM_SHARD.reply, { id: 2, code: 'ok', message: '', data: null })
        if (n === 1) teller.frame(FROM_SHARD.event, { event: 'deal', seq: '1', data: null })
        if (n === 2) {
          const facts = factsOf(1001, { group: NETTING })
          front.told({ type: 'auth', event: { type: 'access', facts } })
          addHoliday(front)
        }
        front.shard().ready = false
        const before = teller.connection?.unsent ?? 0
        client.send({ id: `refused ${n}`, op: 'ping' })
        await front.settle(() => (teller.connection?.unsent ?? 0) > before)
        front.shard().ready = true
      }
      t.notOk(teller.connection?.isMidReply)
      t.equal(teller.connection?.inFlight, 0)
      const { code, data } = await client.next()
      t.equal(code, 'ok')
      t.same(
        (data as unknown as string[]).map((text) => text.length),
        parts.map(() => PART_BYTES),
      )
      t.equal(client.parts, parts.length)
      const rest: unknown[] = []
      for (let n = 0; n < 6; n++) rest.push(await client.next())
      t.match(rest, [
        { id: 2, code: 'ok' },
        { id: 'refused 0', code: 'unavailable' },
        { event: 'deal', seq: '1' },
        { id: 'refused 1', code: 'unavailable' },
        { event: 'config_changed', data: { kind: 'holidays' } },
        { id: 'refused 2', code: 'unavailable' },
      ])
      await front.settle(() => front.quotes.behind === 0)
      t.match(await client.next(), { event: 'money', data: { n: 2 } })
      t.match(await client.next(), { event: 'quote', data: { b: '1.10003' } })
      front.price(EURUSD, 110_500, 110_510)
      t.match(
        await client.next(),
        { event: 'quote', data: { b: '1.10500' } },
        'and hears as before',
      )
      addHoliday(front)
      t.match(await client.next(), { event: 'config_changed', data: { kind: 'holidays' } })
      t.equal(client.closed, null)
    },
  )
}

t.test('what waits behind a reply in parts is bounded', async (t) => {
  const front = await SocketFront.start(t)
  const joined = await join(front)
  const teller = new Teller(front, joined)
  teller.tell(FROM_SHARD.part, partsOf('json', 1, 2)[0] as Uint8Array)
  const padding = 'x'.repeat(PART_BYTES)
  let bytes = 0
  for (; front.shard().opened.size > 0; bytes += PART_BYTES) {
    if (bytes > 4 * SOCKET_BACKLOG_BYTES_MAX) throw new Error('it grows without a bound')
    teller.frame(FROM_SHARD.event, { event: 'deal', seq: '1', data: { padding } })
  }
  t.ok(bytes > SOCKET_BACKLOG_BYTES_MAX - 2 * PART_BYTES, `${bytes} bytes were kept`)
  t.match(await joined.client.closing(), { code: 4008, why: 'too_slow' })
})

t.test('credit comes when the reader has taken what was sent, and not before', async (t) => {
  const front = await SocketFront.start(t)
  const joined = await join(front)
  const { client, id } = joined
  const teller = new Teller(front, joined)
  const nothing = new Uint8Array(0)
  teller.tell(FROM_SHARD.credit, nothing)
  t.same(front.shard().credits, [id], 'nothing is unsent')
  client.pause()
  const padding = 'x'.repeat(PART_BYTES)
  let seq = 0
  while ((teller.connection?.unsent ?? 0) < 4 * PART_BYTES) {
    teller.frame(FROM_SHARD.event, { event: 'deal', seq: `${++seq}`, data: { padding } })
  }
  teller.tell(FROM_SHARD.credit, nothing)
  front.clock.advance(200)
  t.same(front.shard().credits, [id], 'much is')
  client.resume()
  await front.settle(() => front.shard().credits.length > 1)
  t.same(front.shard().credits, [id, id])
  client.destroy()
  await front.settle(() => front.sockets.size === 0)
  t.same(front.shard().credits, [id, id])
})

t.test('frames that wait behind a reply in parts do not hold back its credit', async (t) => {
  const front = await SocketFront.start(t)
  const joined = await join(front)
  const { client, id } = joined
  const teller = new Teller(front, joined)
  client.send({ id: 1, op: 'ping' })
  await front.shard().until(() => front.shard().frames.length === 1)
  const [first, last] = partsOf('json', 1, 2) as [Uint8Array, Uint8Array]
  teller.tell(FROM_SHARD.part, first)
  const padding = 'x'.repeat(PART_BYTES)
  teller.frame(FROM_SHARD.event, { event: 'deal', seq: '1', data: { padding } })
  teller.tell(FROM_SHARD.credit, new Uint8Array(0))
  front.clock.advance(200)
  await front.settle(() => front.shard().credits.length > 0)
  t.same(front.shard().credits, [id], 'the part is read, the event cannot be yet')
  teller.tell(FROM_SHARD.lastPart, last)
  t.match(await client.next(), { id: 1, code: 'ok' })
  t.match(await client.next(), { event: 'deal', seq: '1' })
})

t.test('a shard that ends in the middle of a long answer closes its socket', async (t) => {
  const front = await SocketFront.start(t)
  const [resuming, idle] = [await join(front), await join(front)]
  const login = 1002
  const other = await front.connect({ login })
  const under_way = (is: boolean) =>
    front.sockets.onBatch(front.shard().control(resuming.id, { op: 'bulk', under_way: is }).batch())
  under_way(true)
  under_way(false)
  under_way(true)
  front.sockets.onShardDeath(0)
  t.match(await resuming.client.closing(), { code: 1012 })
  t.match(await idle.client.closing(), { code: 1012 }, 'of the same account')
  t.equal(other.closed, null)
})
