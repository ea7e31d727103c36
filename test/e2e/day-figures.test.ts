import t from 'tap'
import { CHEAP_SERVER, ServerProcess } from '../crash/server-process.js'
import { WsClient } from '../given/fronts/ws-client.js'

// The day of a quote is that of the market, and not that of the process that tells it.

interface Day {
  readonly o: string
  readonly h: string
  readonly l: string
  readonly c: string | null
}

const dataDir = t.testdir()
const script = CHEAP_SERVER

async function dayOf(server: ServerProcess): Promise<Day> {
  const staff = await server.signInStaff()
  const login = await server.openAccount(staff, 'demo\\standard', '1000')
  const { headers } = await server.signInTrader(login)
  const client = await WsClient.open({ port: server.port, headers })
  client.send({ id: 1, op: 'subscribe', args: { symbols: ['EURUSD'] } })
  const { data } = await client.event('quote')
  client.destroy()
  return data as unknown as Day
}

t.test("the day's open, high and low are those of before after a restart", async (t) => {
  const first = await ServerProcess.start({ dataDir, script })
  const before = await dayOf(first)
  t.match(before, { o: /^\d\.\d{5}$/, h: /^\d/, l: /^\d/ })
  t.equal((await first.terminate()).code, 0)

  const second = await ServerProcess.start({ dataDir, script })
  const after = await dayOf(second)
  t.equal(after.o, before.o)
  t.ok(Number(after.h) >= Number(before.h), `${after.h} after ${before.h}`)
  t.ok(Number(after.l) <= Number(before.l), `${after.l} after ${before.l}`)
  await second.kill()
})
