import t from 'tap'
import type { OrderEnd, TraderLive } from '../../client/index.js'
import { type ServerOptions, ServerProcess } from '../crash/server-process.js'
import { moment, scratch } from '../given/desk.js'
import { signedIn } from './client-server.js'
import { CutLine } from './cut-line.js'

// Orders whose line or server is lost are asked for, and none is placed twice.

const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' } as const
const QUICK = { firstPauseMs: 20, mostPauseMs: 200 }
/** In the middle of it a kill meets orders that are not decided. */
const DELAY = {
  name: 'Wait a moment',
  position: 1,
  action: 'delay',
  action_value: '150',
  request_kinds: ['open'],
}
const MASTER = 'Crash#2026ma'
t.setTimeout(0)

const options: ServerOptions = { dataDir: scratch(t) }
let server = await ServerProcess.start(options)
t.teardown(() => server.kill())
const staff = await server.signInStaff()
const login = await server.openAccount(staff, 'demo\\standard', '100000.00')
const line = await CutLine.to(server.port, t)
const client = await signedIn(line.base, login, {}, MASTER)
const live: TraderLive = client.live(QUICK)
t.teardown(() => live.stop())
live.start()
await live.whenLive()

/** The deals of each name, once the tables have all that the logs have. */
async function dealsOf(ids: readonly string[]): Promise<number[]> {
  for (;;) {
    const { body } = await server.health()
    if (body.seq !== undefined && body.seq === body.projection_seq) break
    await moment()
  }
  const { items } = await client.request('GET /trader/v1/deals', { query: { limit: 1000 } })
  return ids.map((id) => items.filter((one) => one.client_order_id === id).length)
}

t.test('a request whose answer is lost has the end that the server knows', async (t) => {
  line.hold()
  const placing = live.orders.place(OPEN, { id: 'answer-lost', lifeMs: 60_000 })
  const other = await signedIn(`http://127.0.0.1:${server.port}`, login, {}, MASTER)
  while ((await other.request('GET /trader/v1/positions')).length === 0) await moment()
  line.cut()
  t.match(await placing, { end: 'done', code: 'ok', id: 'answer-lost' })
  t.same(await dealsOf(['answer-lost']), [1])
})

t.test('a request that never came is given up, when it can come no more', async (t) => {
  line.passes = () => false
  const placing = live.orders.place(OPEN, { id: 'never-came', lifeMs: 500 })
  await moment()
  line.passes = () => true
  line.cut()
  t.match(await placing, { end: 'not-placed', id: 'never-came', request: OPEN })
  const late = await live.tryAsk('trade', { ...OPEN, client_order_id: 'never-came' })
  t.equal(late?.code, 'ok', 'the name is free')
})

t.test('a program may have it sent again, while its time lasts', async (t) => {
  line.passes = () => false
  const placing = live.orders.place(OPEN, {
    id: 'sent-again',
    lifeMs: 60_000,
    ifUnseen: 'send-again',
  })
  await moment()
  line.passes = () => true
  line.cut()
  t.match(await placing, { end: 'done', id: 'sent-again' })
  t.same(await dealsOf(['sent-again']), [1])
})

t.test('a server that is killed in the middle doubles nothing', async (t) => {
  await server.sure('POST /admin/v1/routing', staff, DELAY)
  const before = live.picture.snapshots
  const ids = Array.from({ length: 12 }, (_, i) => `kill-${i}`)
  const placing: Promise<OrderEnd>[] = []
  for (const [i, id] of ids.entries()) {
    const ifUnseen = i % 2 === 0 ? 'send-again' : 'give-up'
    placing.push(live.orders.place(OPEN, { id, lifeMs: 4_000, ifUnseen }))
    if (i === 5) await Promise.race(placing)
  }
  await moment()
  await server.kill()
  server = await ServerProcess.start(options)
  line.goTo(server.port)
  const ends = await Promise.all(placing)
  t.comment(ends.map(({ end }) => end).join(' '))
  const done = ends.map(({ end }) => (end === 'done' ? 1 : 0))
  t.same(await dealsOf(ids), done, 'one deal for each that is done, none for the others')
  t.ok(done.slice(0, 6).includes(1))
  const { positions, seq } = await live.ask('snapshot')
  while (live.picture.seq !== Number(seq)) await moment()
  t.same(positions.map(({ id }) => id).toSorted(), [...live.picture.positions.keys()].toSorted())
  t.equal(live.picture.snapshots, before, 'it was resumed')
  t.equal(live.picture.gaps, 0)
})

t.test('a program hears of an order that waits, and then has its end', async (t) => {
  const heard: unknown[] = []
  const stop = live.on('pending', (pending) => heard.push(pending))
  t.teardown(stop)
  const end = await live.orders.place(OPEN, { id: 'waits', lifeMs: 60_000 })
  t.match(end, { end: 'done', id: 'waits' })
  t.match(heard, [{ client_order_id: 'waits', kind: 'delay', order_id: Number, until: String }])
})
