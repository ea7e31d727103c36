import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { freePort } from '../../bench/free-port.js'
import { scratch } from '../given/desk.js'
import type { View } from './account-fold.js'
import { verifyAll } from './audit.js'
import {
  allDeals,
  DELAY_MS,
  delayOrders,
  deposit,
  isTheServers,
  ofDemoTrader,
} from './client-drill.js'
import { pause, ServerProcess } from './server-process.js'

// The Python client, in a program that trades from three threads while its server is killed twice.

const CLIENT = fileURLToPath(new URL('../../../client/python', import.meta.url))
const ORDERS = 18
/** The orders that have their end when the server is killed. */
const KILLS = [4, 11]
const PROGRAM = `
import json, os, sys, time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
if sys.argv[1] == "plain":
    sys.modules["websockets"] = None
import openfloor

trader = openfloor.Trader(os.environ["BASE"])
trader.sign_in(100, os.environ["PASSWORD"])
live = trader.live()
deals = []
live.on("deal", lambda deal: deals.append(deal["id"]))
whole, lost = live._take, []
def lossy(text):
    if '"event":"deal"' in text and not lost:
        return lost.append(text)
    return whole(text)
live._take = lossy
def place(number):
    order = {"kind": "open", "symbol": "EURUSD", "side": "buy", "volume": "0.01"}
    end = live.place(order, client_order_id=f"python-{number}", life_sec=0.9)
    print(json.dumps({"end": end.end, "name": end.client_order_id, "code": end.code}), flush=True)
    return end
with live:
    live.subscribe(["EURUSD"], 4)
    with ThreadPoolExecutor(3) as pool:
        ends = list(pool.map(place, range(${ORDERS})))
    place(0)
    for end in ends[:3]:
        try:
            assert trader.outcome(end.client_order_id)["deal_id"] == end.data["deal_id"]
        except openfloor.OpenfloorError as error:
            assert error.code == end.code, error
    newest = max(int(end.data["seq"]) for end in ends if end.end == "done")
    dealt = sum(end.end == "done" for end in ends) + ${KILLS.length}
    late = time.monotonic() + 60
    while (live.seq < newest or len(deals) < dealt) and time.monotonic() < late:
        time.sleep(0.01)
    told = datetime.fromisoformat(live.ask("ping")["at"].replace("Z", "+00:00")).timestamp()
    assert abs(live.server_now() - told) < 5
    assert live.settle("never-sent", "2020-01-01T00:00:00.000Z").end == "not-placed"
    assert live.quotes["EURUSD"]["b"] < live.quotes["EURUSD"]["a"]
    picture = {"seq": live.seq, "gaps": live.gaps, "snapshots": live.snapshots, "deals": deals}
    picture.update(positions=list(live.positions.values()), orders=list(live.orders.values()))
    picture["balance"] = live.money["balance"]
print(json.dumps(picture), flush=True)
try:
    live.place({"kind": "close", "position_id": 1})
except openfloor.OpenfloorError as error:
    assert error.code == "closed", error
trader.sign_out()
`
t.setTimeout(0)

function missing(module: string): string | false {
  const { status } = spawnSync('python3', ['-c', `import ${module}`])
  return status === 0 ? false : `python3 with ${module} is not there`
}

for (const socket of ['plain', 'websockets']) {
  const skip = missing(socket === 'plain' ? 'ssl' : 'websockets.sync.client')
  t.test(`${socket}: each order has one end, and nothing is missed`, { skip }, async (t) => {
    const dataDir = scratch(t)
    const port = await freePort()
    const options = { dataDir, env: { PORT: String(port) } }
    let server = await ServerProcess.start(options)
    t.teardown(() => server.kill())
    const password = await delayOrders(server)
    const child = spawn('python3', ['-c', PROGRAM, socket], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'] ?? '',
        PYTHONPATH: CLIENT,
        PYTHONDONTWRITEBYTECODE: '1',
        BASE: `http://127.0.0.1:${port}`,
        PASSWORD: password,
      },
    })
    t.teardown(() => child.kill('SIGKILL'))
    const ended = new Promise((resolve) => child.once('close', resolve))
    const lines: View[] = []
    for await (const line of createInterface(child.stdout)) {
      lines.push(JSON.parse(line))
      if (!KILLS.includes(lines.length)) continue
      await pause(DELAY_MS / 2)
      await server.kill()
      server = await ServerProcess.start(options)
      await deposit(server, lines.length)
    }
    t.equal(await ended, 0)
    const picture = lines.pop() as View
    t.match(picture, { gaps: 1, snapshots: 1 }, 'an event that is lost is made up for')
    t.same(
      lines.pop(),
      lines.find(({ name }) => name === 'python-0'),
      'a repeat hears its end',
    )
    const names = lines.map(({ name }) => String(name))
    t.same(names.toSorted(), Array.from({ length: ORDERS }, (_, i) => `python-${i}`).toSorted())
    t.comment(lines.map(({ end, code }) => `${end} ${code}`).join(', '))

    const trader = await ofDemoTrader(t, server, password)
    const deals = await allDeals(server, trader)
    const placed = deals.filter(({ entry }) => entry !== 'balance')
    const done = lines.filter(({ end }) => end === 'done').map(({ name }) => name)
    t.same(placed.map((deal) => deal['client_order_id']).toSorted(), done.toSorted())
    t.ok(done.length >= ORDERS / 2 && done.length < ORDERS, `${done.length} were done`)
    const heard = picture['deals'] as readonly number[]
    const since = deals.map(({ id }) => Number(id)).filter((id) => id >= Math.min(...heard))
    t.same(
      heard,
      since.toSorted((a, b) => a - b),
      'each deal is heard once, in order',
    )
    const shown = await isTheServers(t, port, trader, picture)
    t.equal(picture['seq'], shown.seq)
    await server.kill()
    t.same(await verifyAll(dataDir, 1), [])
  })
}
