import t from 'tap'
import { FLOOD_TICK_MS } from '../../../engine/limits/floods.js'
import { BULK_WAITING_MAX } from '../../../engine/limits/long-answers.js'
import { SocketShard } from '../../given/fronts/socket-shard.js'
import type { WsClient } from '../../given/fronts/ws-client.js'

/** One account with many orders asks for everything again and again; others must not feel it. */
const ORDERS = 10_000
const BURST = 500
/** Made at once they take 4 to 5 s on a machine that does nothing else; it may be busy with others. */
const PING_MS_MAX = 3_000
/** Made at once they take 0.5 to 1.25 GiB. */
const GROWTH_MIB_MAX = 350
const MIB = 1024 * 1024
t.setTimeout(0)

const PLACE = {
  kind: 'place',
  symbol: 'EURUSD',
  side: 'buy',
  order_kind: 'limit',
  volume: '0.01',
  price: '0.50000',
}
const { shard, front } = await SocketShard.start(t)
shard.price('EURUSD', 110_000, 110_010)
const login = await shard.account('100000000', { limit_orders: 2 * ORDERS })
const other = await front.connect({ login: await shard.account('10000') })

async function fill(): Promise<void> {
  const client = await front.connect({ login }, 'openfloor.msgpack')
  for (let sent = 0; sent < ORDERS; sent += BURST) {
    for (let n = 1; n <= BURST; n++) client.send({ id: sent + n, op: 'trade', args: PLACE })
    const { code } = await client.reply(sent + BURST)
    if (code !== 'trade.placed') throw new Error(code)
    client.frames.length = 0
    front.clock.advance(FLOOD_TICK_MS)
  }
  client.destroy()
}

/** Pings of another account until it holds; the slowest, in ms. */
async function slowestPing(until: () => boolean): Promise<number> {
  let slowest = 0
  for (let n = 0; !until(); n++) {
    const begun = performance.now()
    other.send({ id: `p${n}`, op: 'ping' })
    const { code } = await other.reply(`p${n}`)
    if (code !== 'ok') throw new Error(code)
    slowest = Math.max(slowest, performance.now() - begun)
  }
  return slowest
}

function replies(client: WsClient): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { code } of client.frames) {
    if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}

async function asked(op: string, times: number, args: object, reads: boolean) {
  const client = await front.connect({ login })
  await client.next()
  if (!reads) client.pause()
  const before = process.memoryUsage().rss
  const frames = Array.from({ length: times }, (_, id) => client.encode({ id, op, args }))
  client.write(Buffer.concat(frames))
  let pings = 0
  const isOver = () =>
    reads ? [...replies(client).values()].reduce((a, b) => a + b, 0) === times : pings++ > 200
  const slowest = await slowestPing(isOver)
  const growth = Math.round((process.memoryUsage().rss - before) / MIB)
  return { client, slowest: Math.round(slowest), growth }
}

await fill()

for (const [op, times, args] of [
  ['resume', 250, { seq: '500' }],
  ['snapshot', 100, {}],
] as const) {
  t.test(`${times} of ${op} by one who reads nothing`, async (t) => {
    const { client, slowest, growth } = await asked(op, times, args, false)
    t.comment(`slowest ping of another ${slowest} ms, ${growth} MiB more`)
    t.ok(slowest < PING_MS_MAX, `${slowest} ms`)
    t.ok(growth < GROWTH_MIB_MAX, `${growth} MiB`)
    t.same(shard.deaths, [])
    client.destroy()
  })

  t.test(`${times} of ${op} by one who reads all`, async (t) => {
    const { client, slowest, growth } = await asked(op, times, args, true)
    t.comment(`slowest ping of another ${slowest} ms, ${growth} MiB more`)
    t.ok(slowest < PING_MS_MAX, `${slowest} ms`)
    t.ok(growth < GROWTH_MIB_MAX, `${growth} MiB`)
    const codes = replies(client)
    t.same([...codes.keys()].sort(), ['ok', 'trade.too_many_requests'])
    if (op === 'snapshot') {
      const whole = client.frames.find(({ code }) => code === 'ok')
      const orders = whole?.data?.['orders'] ?? []
      t.equal((orders as unknown[]).length, ORDERS)
      t.ok(client.parts > 10, `in ${client.parts} parts`)
    } else {
      const last = ORDERS + 1
      const answered = codes.get('ok') ?? 0
      t.equal(answered, 1 + BULK_WAITING_MAX, 'one after the other')
      for (let n = 0; n < answered; n++) await client.next(({ seq }) => seq === String(last))
      const seqs = client.frames.flatMap(({ seq }) => (seq === undefined ? [] : [Number(seq)]))
      const each = Array.from({ length: last - 501 }, (_, n) => 501 + n)
      t.ok(seqs.length === answered * each.length, `${seqs.length} events`)
      t.ok(
        seqs.every((seq, n) => seq === each[n % each.length]),
        'in order, and whole',
      )
    }
    t.same(shard.deaths, [])
    client.destroy()
  })
}

t.test('trading goes on under a long snapshot, and its reader misses nothing', async (t) => {
  const reader = await front.connect({ login }, 'openfloor.msgpack')
  const trader = await front.connect({ login })
  reader.send({ id: 1, op: 'snapshot' })
  let orders = 0
  const snapshot = reader.reply(1)
  let isThere = false
  void snapshot.then(() => {
    isThere = true
  })
  for (; !isThere; orders++) {
    trader.send({ id: `t${orders}`, op: 'trade', args: PLACE })
    const { code } = await trader.reply(`t${orders}`)
    if (code !== 'trade.placed') throw new Error(code)
  }
  const { data } = await snapshot
  const from = Number(data?.['seq'])
  trader.send({ id: 'last', op: 'trade', args: PLACE })
  const to = Number((await trader.reply('last')).data?.['seq'])
  const seqs: number[] = []
  while (seqs.at(-1) !== to) {
    const { seq } = await reader.next((frame) => frame.event === 'order')
    seqs.push(Number(seq))
  }
  t.ok(orders > 0, `${orders} orders meanwhile`)
  t.same(
    seqs.filter((seq) => seq > from),
    Array.from({ length: to - from }, (_, n) => from + 1 + n),
  )
})
