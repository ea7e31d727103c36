import t from 'tap'
import type { OrderEnd, TraderLive } from '../../client/index.js'
import { CHEAP_SERVER, type ServerOptions, ServerProcess } from '../crash/server-process.js'
import { moment, scratch, until } from '../given/desk.js'
import { signedIn } from './client-server.js'
import { CutLine } from './cut-line.js'
import { NO_PYTHON, PythonClient } from './python-client.js'

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

const options: ServerOptions = { dataDir: scratch(t), script: CHEAP_SERVER }
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

t.test('an order that is placed twice under one name while it waits has one end', async (t) => {
  const place = () => live.orders.place(OPEN, { id: 'twice', lifeMs: 60_000 })
  const [one, other] = await Promise.all([place(), place()])
  t.match(one, { end: 'done', id: 'twice' })
  t.same(other.end === 'done' && other.data.deal_id, one.end === 'done' && one.data.deal_id)
  t.same(await dealsOf(['twice']), [1])
})

/** Sends more messages than an account may: on a busy machine, 1,200 may take longer than a second. */
async function flood(): Promise<void> {
  for (let isRefused = false; !isRefused; ) {
    const pings = Array.from({ length: 1_200 }, () => live.tryAsk('ping', {}))
    const replies = await Promise.all(pings)
    isRefused = replies.some((reply) => reply?.code === 'trade.too_many_requests')
  }
}

t.test('an order that the server did not look at is refused, or sent again', async (t) => {
  const placed = async (id: string) => {
    const flooded = flood()
    const end = await live.orders.place(OPEN, { id })
    await flooded
    return end
  }
  // A slow server allows another message before it has read the flood.
  let unread = await placed('unread')
  for (let i = 0; unread.end === 'done'; i++) unread = await placed(`unread-${i}`)
  t.match(unread, { end: 'refused', code: 'trade.too_many_requests' })
  const again = flood()
  const sent = live.orders.place(OPEN, { id: 'read', lifeMs: 60_000, ifUnseen: 'send-again' })
  await again
  t.match(await sent, { end: 'done', id: 'read' })
  t.same(await dealsOf([unread.id, 'read']), [0, 1])
})

t.test('an order that cannot be sent within its life is never sent', async (t) => {
  line.isDown = true
  line.cut()
  await until(() => live.state !== 'live')
  t.match(await live.orders.place(OPEN, { id: 'no-line', lifeMs: 200 }), {
    end: 'not-placed',
    id: 'no-line',
    request: OPEN,
  })
  line.isDown = false
  await live.whenLive()
  t.same(await dealsOf(['no-line']), [0])
})

t.test('a caller waits no longer than it wants to, and settles the order later', async (t) => {
  line.hold()
  const options = { id: 'slow', lifeMs: 60_000, timeoutMs: 300 }
  await t.rejects(live.orders.place(OPEN, options), { code: 'timeout', isUnknown: true })
  t.same(await live.orders.settleKept({ timeoutMs: 50 }), [], 'it stays kept')
  line.cut()
  t.match(await live.orders.settleKept(), [{ end: 'done', id: 'slow' }])
  t.same(await live.orders.settleKept(), [])
  t.same(await dealsOf(['slow']), [1])
})

/** Calls a method of the live socket for each line that it reads. */
const PYTHON = `
import json, sys
from openfloor import OpenfloorError, Trader
trader = Trader(sys.argv[1])
trader.sign_in(int(sys.argv[2]), sys.argv[3])
with trader.live() as live:
    print("{}", flush=True)
    for line in sys.stdin:
        name, args = json.loads(line)
        if name == "flood":
            for _ in range(args["pings"]):
                live._line.send('{"id":0,"op":"ping","args":{}}')
            name, args = "place", args["place"]
        try:
            end = getattr(live, name)(**args)
            print(json.dumps({} if end is None else vars(end)), flush=True)
        except OpenfloorError as error:
            print(json.dumps({"error": error.code, "unknown": error.is_unknown}), flush=True)
`

t.test('Python: orders have the same ends', { skip: NO_PYTHON }, async (t) => {
  const python = new PythonClient(t, PYTHON, [line.base, String(login), MASTER])
  await python.told()
  const named = (client_order_id: string) => ({ order: OPEN, client_order_id, life_sec: 60 })

  const first = live.orders.place(OPEN, { id: 'py-twice', lifeMs: 60_000 })
  t.match(await python.ask('place', named('py-twice')), { end: 'done' }, 'it waits already')
  t.match(await first, { end: 'done' })

  const pinged = (place: object) => python.ask('flood', { pings: 1_200, place })
  let unread = await pinged(named('py-unread'))
  // The account may send one more message each 5 ms.
  for (let i = 0; unread['end'] === 'done'; i++) unread = await pinged(named(`py-unread-${i}`))
  t.match(unread, { end: 'refused', code: 'trade.too_many_requests' })
  const again = { ...named('py-read'), if_unseen: 'send-again' }
  t.match(await pinged(again), { end: 'done' })

  line.hold()
  const slow = { ...named('py-slow'), timeout_sec: 0.3 }
  t.same(await python.ask('place', slow), { error: 'timeout', unknown: true })
  const not_after = new Date(Date.now() + 60_000).toISOString()
  const kept = { client_order_id: 'py-slow', not_after }
  t.same(await python.ask('settle', { ...kept, timeout_sec: 0.1 }), {
    error: 'timeout',
    unknown: true,
  })
  line.cut()
  t.match(await python.ask('settle', kept), { end: 'done' })

  line.isDown = true
  line.cut()
  const waited = () => python.ask('wait_live', { timeout_sec: 0.1 })
  let answer = await waited()
  while (answer['error'] === undefined) answer = await waited()
  t.same(answer, { error: 'timeout', unknown: true })
  t.match(await python.ask('place', { ...named('py-no-line'), life_sec: 0.3 }), {
    end: 'not-placed',
  })
  line.isDown = false
  await live.whenLive()
  const ids = [String(unread['client_order_id']), 'py-twice', 'py-read', 'py-slow', 'py-no-line']
  t.same(await dealsOf(ids), [0, 1, 1, 1, 0])
})
