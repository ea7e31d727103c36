import t from 'tap'
import { DEPTHS_MAX, SOCKET_BEHIND_BYTES } from '../../../engine/limits/sockets.js'
import { encodeMsgpack } from '../../../wire/frame/msgpack-encode.js'
import { FROM_SHARD } from '../../../wire/thread/batch.js'
import { SocketFront } from '../../given/fronts/socket-front.js'
import type { Frame, WsClient } from '../../given/fronts/ws-client.js'

const EURUSD = 1
const USDJPY = 2
const DAY_MS = 86_400_000

async function join(front: SocketFront, protocol?: string) {
  const client = await front.connect({}, protocol)
  return { client, id: [...front.shard().opened.keys()].at(-1) as number }
}

function control(front: SocketFront, id: number, asked: Record<string, unknown>): void {
  front.sockets.onBatch(
    front
      .shard()
      .control(id, asked as never)
      .batch(),
  )
}

/** Everything that was sent to the client up to now. */
async function heard(front: SocketFront, client: WsClient, id: number): Promise<Frame[]> {
  const mark = { event: 'mark', data: null }
  const bytes =
    front.shard().opened.get(id)?.codec === 'msgpack'
      ? encodeMsgpack(mark)
      : Buffer.from(JSON.stringify(mark))
  front.sockets.onBatch(front.shard().push(FROM_SHARD.event, id, bytes).batch())
  const frames: Frame[] = []
  for (;;) {
    const frame = await client.next()
    if (frame.event === 'mark') return frames
    frames.push(frame)
  }
}

const datas = (frames: readonly Frame[]) => frames.map(({ data }) => data ?? {})

t.test('the first quote has the day, and later ones when it changed, once a second', async (t) => {
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const front = await SocketFront.start(t)
    front.price(EURUSD, 110_000, 110_010)
    front.clock.advance(DAY_MS)
    const { client, id } = await join(front, protocol)
    control(front, id, { op: 'subscribe', symbols: [EURUSD] })
    t.match(datas(await heard(front, client, id)), [
      { s: 'EURUSD', b: '1.10000', o: null, h: null, l: null, c: '1.10000' },
    ])
    front.clock.advance(2_000)
    front.price(EURUSD, 110_020, 110_030)
    front.price(EURUSD, 110_050, 110_060)
    front.price(EURUSD, 110_040, 110_050)
    const [first, ...later] = datas(await heard(front, client, id))
    t.match(first, { o: '1.10020', h: '1.10020', l: '1.10020', c: '1.10000' })
    t.same(
      later.map((data) => [data['b'], Object.hasOwn(data, 'h')]),
      [
        ['1.10050', false],
        ['1.10040', false],
      ],
      'a change within the second waits',
    )
    front.clock.advance(950)
    t.same(await heard(front, client, id), [], 'not yet')
    front.clock.advance(100)
    t.match(datas(await heard(front, client, id)), [
      { b: '1.10040', o: '1.10020', h: '1.10050', l: '1.10020', c: '1.10000' },
    ])
    front.clock.advance(5_000)
    front.price(EURUSD, 110_041, 110_051)
    const [same] = datas(await heard(front, client, id))
    t.notOk(Object.hasOwn(same ?? {}, 'h'), 'nothing of the day has changed')
  }
})

t.test('the day that a first quote told is not told again with the next one', async (t) => {
  const front = await SocketFront.start(t)
  front.price(EURUSD, 110_000, 110_010)
  front.price(EURUSD, 110_100, 110_110)
  const { client, id } = await join(front)
  control(front, id, { op: 'subscribe', symbols: [EURUSD] })
  t.match(datas(await heard(front, client, id)), [{ b: '1.10100', l: '1.10000', h: '1.10100' }])
  front.price(EURUSD, 110_050, 110_060)
  const [next] = datas(await heard(front, client, id))
  t.equal(next?.['b'], '1.10050')
  t.notOk(Object.hasOwn(next ?? {}, 'h'))
})

t.test('a socket at a rate hears no more of a symbol, and always the last one', async (t) => {
  const front = await SocketFront.start(t)
  front.price(EURUSD, 110_000, 110_010)
  const slow = await join(front)
  const fast = await join(front, 'openfloor.msgpack')
  control(front, slow.id, { op: 'subscribe', symbols: [EURUSD, USDJPY], max_per_sec: 2 })
  control(front, fast.id, { op: 'subscribe', symbols: [EURUSD] })
  t.match(datas(await heard(front, slow.client, slow.id)), [{ b: '1.10000', c: null }])
  await heard(front, fast.client, fast.id)
  const times: number[] = []
  for (let moved = 1; moved <= 310; moved++) {
    front.price(EURUSD, 110_000 + moved, 110_010 + moved)
    front.clock.advance(10)
    const frames = await heard(front, slow.client, slow.id)
    for (const _ of frames) times.push(front.clock.monotonic())
    t.ok(frames.length <= 1)
  }
  const gaps = times.slice(1).map((time, i) => time - (times[i] as number))
  t.ok(
    gaps.every((gap) => gap >= 500),
    `${gaps}`,
  )
  t.ok(times.length >= 5 && times.length <= 7, `${times.length} in three seconds and a bit`)
  front.clock.advance(600)
  t.match(datas(await heard(front, slow.client, slow.id)).at(-1), { b: '1.10310' })
  // The day, which had changed too soon to be told before.
  front.clock.advance(2_000)
  await heard(front, slow.client, slow.id)
  front.clock.advance(10_000)
  t.same(await heard(front, slow.client, slow.id), [], 'nothing moved')
  // A day that changed is told again at its time: those count among the fast one's.
  const all = datas(await heard(front, fast.client, fast.id))
  t.ok(all.length >= 310, 'others hear all')
  front.price(USDJPY, 150_000, 150_010)
  front.clock.advance(20)
  t.match(datas(await heard(front, slow.client, slow.id)), [{ s: 'USDJPY', o: '150.000' }])

  control(front, slow.id, { op: 'subscribe', symbols: [EURUSD] })
  t.match(datas(await heard(front, slow.client, slow.id)), [{ b: '1.10310', h: '1.10310' }])
  front.price(EURUSD, 110_200, 110_210)
  front.price(EURUSD, 110_201, 110_211)
  t.equal((await heard(front, slow.client, slow.id)).length, 2, 'without a rate again')
  control(front, slow.id, { op: 'subscribe', symbols: [EURUSD], max_per_sec: 50 })
  control(front, slow.id, { op: 'unsubscribe', symbols: [EURUSD, USDJPY] })
  await heard(front, slow.client, slow.id)
  front.price(EURUSD, 110_202, 110_212)
  front.clock.advance(2_000)
  t.same(await heard(front, slow.client, slow.id), [])
  control(front, fast.id, { op: 'unsubscribe', symbols: [EURUSD] })
  t.equal(front.quotes.topics, 0, 'nothing is left behind')
})

t.test('what is owed of a symbol goes with its subscription, and the rest comes', async (t) => {
  const front = await SocketFront.start(t)
  const { client, id } = await join(front)
  front.price(EURUSD, 110_000, 110_010)
  front.price(USDJPY, 150_000, 150_010)
  control(front, id, { op: 'subscribe', symbols: [EURUSD, USDJPY], max_per_sec: 1 })
  t.equal((await heard(front, client, id)).length, 2)
  front.price(EURUSD, 110_001, 110_011)
  front.price(USDJPY, 150_001, 150_011)
  control(front, id, { op: 'unsubscribe', symbols: [EURUSD] })
  front.clock.advance(1_000)
  t.match(datas(await heard(front, client, id)), [{ s: 'USDJPY', b: '150.001' }])
  front.price(USDJPY, 150_002, 150_012)
  control(front, id, { op: 'subscribe', symbols: [USDJPY], max_per_sec: 2 })
  t.match(datas(await heard(front, client, id)), [{ s: 'USDJPY', b: '150.002' }])
  front.clock.advance(3_000)
  t.same(await heard(front, client, id), [], 'at another rate it is told once')
})

t.test(
  'a socket at a rate that does not read is behind, and gets the newest once it has',
  async (t) => {
    const front = await SocketFront.start(t)
    const { client, id } = await join(front)
    control(front, id, { op: 'subscribe', symbols: [EURUSD, USDJPY], max_per_sec: 50 })
    await heard(front, client, id)
    const [connection] = [...front.sockets.live.all.values()]
    if (connection === undefined) throw new Error('there is no connection')
    let unsent = SOCKET_BEHIND_BYTES
    Object.defineProperty(connection, 'unsent', { get: () => unsent })
    front.price(EURUSD, 110_000, 110_010)
    front.clock.advance(20)
    t.equal(front.quotes.behind, 0)
    t.match(datas(await heard(front, client, id)), [{ b: '1.10000' }], 'at the bound it is not')
    // All readers are looked at every 50 ms: just now.
    front.clock.advance(30)
    unsent = SOCKET_BEHIND_BYTES + 1
    front.price(EURUSD, 110_001, 110_011)
    t.equal(front.quotes.behind, 0)
    front.clock.advance(10)
    t.equal(front.quotes.behind, 1)
    for (let n = 2; n <= 9; n++) {
      front.price(EURUSD, 110_000 + n, 110_010 + n)
      front.clock.advance(100)
    }
    unsent = SOCKET_BEHIND_BYTES
    front.clock.advance(100)
    t.same(await heard(front, client, id), [], 'until it has read all')
    unsent = 0
    front.clock.advance(100)
    t.equal(front.quotes.behind, 0)
    t.match(
      (await heard(front, client, id))
        .filter(({ event }) => event === 'quote')
        .map(({ data }) => data),
      [{ s: 'EURUSD', b: '1.10009' }],
    )
  },
)

t.test('a socket that goes leaves no topic, no depth and nothing owed', async (t) => {
  const front = await SocketFront.start(t)
  const { client, id } = await join(front)
  control(front, id, { op: 'subscribe', symbols: [EURUSD], max_per_sec: 1 })
  control(front, id, { op: 'depth', id: 1, args: { symbol: 'EURUSD', subscribe: true } })
  front.price(EURUSD, 110_000, 110_010)
  t.equal(front.quotes.topics, 1)
  t.equal(front.depths.size, 1)
  client.destroy()
  while (front.sockets.size > 0) await new Promise((resolve) => setImmediate(resolve))
  t.equal(front.quotes.topics, 0)
  t.equal(front.depths.size, 0)
})

t.test('depth answers what there is, and is told while it moves', async (t) => {
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const front = await SocketFront.start(t)
    const { client, id } = await join(front, protocol)
    const asks = async (args: object) => {
      control(front, id, { op: 'depth', id: 7, args })
      return heard(front, client, id)
    }
    t.match(await asks({ symbol: 'EURUSD' }), [
      { id: 7, code: 'ok', data: { symbol: 'EURUSD', bids: [], asks: [], at: null } },
    ])
    t.match(await asks({ symbol: 'NOTHING' }), [{ id: 7, code: 'trade.symbol_unknown' }])
    front.price(EURUSD, 110_000, 110_010)
    const at = new Date(front.clock.now()).toISOString()
    const alone = [{ price: '1.10000', volume: null }]
    t.match(await asks({ symbol: 'eurusd', subscribe: true }), [
      { data: { symbol: 'EURUSD', bids: alone, asks: [{ price: '1.10010', volume: null }], at } },
    ])
    front.clock.advance(1_000)
    t.same(await heard(front, client, id), [], 'nothing moved')
    const lots = (volume: number) => volume * 1e8
    front.board.depth.write(EURUSD, {
      bids: [
        { distance: 0, volume: lots(1.5) },
        { distance: 3, volume: lots(20) },
      ],
      asks: [{ distance: 0, volume: lots(2) }],
      at: front.clock.now(),
    })
    for (let moved = 1; moved <= 50; moved++) front.price(EURUSD, 110_000 + moved, 110_010 + moved)
    t.same(await heard(front, client, id), [], 'together, a tenth of a second later')
    front.clock.advance(100)
    const rows = [
      { price: '1.10050', volume: '1.5' },
      { price: '1.10047', volume: '20' },
    ]
    const asked = [{ price: '1.10060', volume: '2' }]
    const told = { symbol: 'EURUSD', bids: rows, asks: asked }
    t.match(await heard(front, client, id), [{ event: 'depth', data: told }])
    front.clock.advance(11_000)
    front.price(EURUSD, 110_000, 110_010)
    front.clock.advance(100)
    t.match(
      await heard(front, client, id),
      [{ event: 'depth', data: { bids: alone } }],
      'levels that are old are none',
    )
    await asks({ symbol: 'EURUSD', subscribe: false })
    front.price(EURUSD, 110_001, 110_011)
    front.clock.advance(1_000)
    t.same(await heard(front, client, id), [])
    t.equal(front.depths.size, 0)
  }
})

t.test('a socket hears of the depth of so many symbols, and of no more', async (t) => {
  const front = await SocketFront.start(t)
  const { client, id } = await join(front)
  const records = front.book.records.symbols
  const [first] = records
  const changed = Array.from({ length: DEPTHS_MAX + 1 }, (_, i) => ({
    ...first,
    id: 100 + i,
    path: `Many\\M${i}`,
  }))
  const version = front.book.version + 1
  front.told({
    type: 'config',
    change: { version, kind: 'symbols', changed, removed: [] } as never,
  })
  await heard(front, client, id)
  for (let i = 0; i <= DEPTHS_MAX; i++) {
    control(front, id, { op: 'depth', id: i, args: { symbol: `M${i}`, subscribe: true } })
    const code = i < DEPTHS_MAX ? 'ok' : 'invalid_input'
    t.match(await heard(front, client, id), [{ id: i, code }])
  }
  t.equal(front.depths.size, DEPTHS_MAX)
  front.told({
    type: 'config',
    change: { version: version + 1, kind: 'symbols', changed: [], removed: [100] },
  })
  await heard(front, client, id)
  t.equal(front.depths.size, DEPTHS_MAX - 1, 'a symbol that is gone is let go')
})
