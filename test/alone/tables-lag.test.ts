import t from 'tap'
import { Bench } from '../../bench/harness.js'
import { startLoad } from '../../bench/load/start-load.js'
import { PATHS, tradingProduct } from '../../bench/server.js'
import { BUILT_COMMAND } from '../given/built-command.js'

// The real server under more orders than its tables take, with a bound that is soon reached.

const LAG_MAX = 2_000
const SOCKETS = 16
const IN_FLIGHT = 64

t.test('however many orders come, the tables stay within the bound behind the logs', async (t) => {
  const bench = new Bench({ smoke: true, product: BUILT_COMMAND, print: () => {}, say: () => {} })
  t.teardown(() => bench.finish())
  const env = { PROJECTION_LAG_MAX: String(LAG_MAX), RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
  const floor = await tradingProduct(bench, SOCKETS, env)
  const load = startLoad(bench)
  await load.call('openSockets', {
    port: floor.product.port,
    path: PATHS.traderSocket,
    protocol: 'openfloor.json',
    tokens: floor.traders.map(({ token }) => token),
    signIn: 'header',
  })
  const spec = { mix: 'orders', rate: 0, inFlight: IN_FLIGHT, warmUpSec: 0, seconds: 3 } as const
  let isOver = false
  const traffic = load.call('traffic', spec).finally(() => {
    isOver = true
  })
  let most = 0
  let paused = 0
  while (!isOver) {
    const text = await floor.product.getText('/metrics', {})
    most = Math.max(most, metric(text, 'projection_lag'))
    paused = Math.max(paused, metric(text, 'intake_pause_seconds'))
  }
  const { answers, refused } = await traffic
  t.equal(refused, 0)
  t.ok(answers > LAG_MAX, `${answers} orders were answered`)
  t.ok(paused > 0, 'it was slowed down')
  t.ok(most <= LAG_MAX, `at most ${most} records behind`)
  await floor.product.tablesCaughtUp()
})

function metric(text: string, name: string): number {
  return Number(new RegExp(`^openfloor_${name} (\\S+)$`, 'm').exec(text)?.[1])
}
