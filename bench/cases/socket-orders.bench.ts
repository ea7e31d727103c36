import { numberText } from '../figure.js'
import type { BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'
import { startPgbench } from '../limits/pgbench.js'
import { startRedis } from '../limits/redis.js'
import { ORDER_MIX, type SocketProtocol } from '../load/order-frames.js'
import { startLoad } from '../load/start-load.js'
import { closedLoop, rateOf } from '../load/traffic-rate.js'
import { besidePeers, type Peer } from '../peers.js'
import { cpuSeconds } from '../process-cost.js'
import { DURABILITY, PATHS, tradingProduct } from '../server.js'
import { median } from '../stats.js'

/**
 * Durable market orders over live sockets, in a closed loop: load client, front, shard, log and
 * back. In the same rounds run Redis, at the same number of clients and requests in flight, and PostgreSQL at the
 * same number of clients.
 */
export const socketOrders: BenchCase = {
  name: 'socket-orders',
  goals: ['P1', 'P2'],
  async run(bench) {
    const [redis, pgbench] = [await startRedis(bench), await startPgbench(bench)]
    const { product, traders } = await tradingProduct(bench, bench.size(SOCKETS, 4))
    const load = startLoad(bench)
    const tokens = traders.map((trader) => trader.token)
    for (const step of STEPS) {
      const { port } = product
      const path = PATHS.traderSocket
      const { protocol } = step
      await load.call('openSockets', { port, path, protocol, tokens, signIn: 'header' })
      const latency = new Histogram()
      const cost: number[] = []
      const lag: number[] = []
      const ours = async (): Promise<number> => {
        const before = cpuSeconds(product.pid)
        const warmUpSec = bench.size(1, 0.05)
        const spec = { inFlight: step.inFlight, warmUpSec, seconds: bench.size(step.seconds, 0.2) }
        const result = await closedLoop(load, spec)
        lag.push(await product.projectionLag())
        // An order is paid for when it is in the tables, too.
        await product.tablesCaughtUp()
        const used = cpuSeconds(product.pid) - before
        // The warm-up is in it, at about the same rate.
        const share = result.seconds / (result.seconds + warmUpSec)
        cost.push((used * share * 1e6) / Math.max(1, result.answers))
        return rateOf(result, latency)
      }
      const requests = bench.size(step.redisRequests, 500)
      const sets: Peer =
        typeof redis === 'string'
          ? { missing: redis }
          : { name: redis.name, rate: () => redis.setsPerSecond(step.inFlight, requests) }
      const updates: Peer =
        typeof pgbench === 'string'
          ? { missing: pgbench }
          : { name: pgbench.name, rate: () => pgbench.updatesPerSecond(PGBENCH_SEC) }
      const measured = await besidePeers(bench, [sets, updates], ours)
      bench.report({
        name: `${step.name}, ${tokens.length} x ${step.inFlight} in flight, ${protocol}`,
        unit: 'orders/s',
        better: 'higher',
        ...measured,
        judged: step.floor === undefined ? undefined : 'ratio',
        floor: step.floor,
        goal: step.goal,
        latency: latency.summary(),
        mix: ORDER_MIX,
        durability: DURABILITY,
        notes:
          `closed loop: its latencies follow from its rate; ${step.seconds} s a round, at whose end the ` +
          `tables were ${lag.map(numberText).join(', ')} records behind; about ${numberText(median(cost))} µs of ` +
          `CPU an order in all threads of the server, until it is in the tables`,
      })
      if (step.judgesCost !== true) continue
      const common = { better: 'lower', judged: 'value', mix: ORDER_MIX } as const
      bench.report({
        name: 'P2 records behind at the end',
        unit: 'records',
        values: lag,
        floor: 100_000,
        ...common,
      })
      bench.report({
        name: 'P2c processor time of an order',
        unit: 'µs',
        values: cost,
        floor: 20,
        goal: 12,
        ...common,
      })
    }
  },
}

const SOCKETS = 50
/** The whole seconds of PostgreSQL in a round. */
const PGBENCH_SEC = 4

interface Step {
  readonly name: string
  readonly inFlight: number
  readonly protocol: SocketProtocol
  readonly redisRequests: number
  readonly floor?: number
  readonly goal?: number
  readonly seconds: number
  readonly judgesCost?: boolean
}

const JSON_TEXT = 'openfloor.json'
const STEPS: readonly Step[] = [
  {
    name: 'P1 durable orders',
    inFlight: 1,
    protocol: JSON_TEXT,
    redisRequests: 150_000,
    floor: 0.5,
    goal: 1,
    seconds: 3,
  },
  {
    name: 'P2 durable orders',
    inFlight: 16,
    protocol: JSON_TEXT,
    redisRequests: 1_000_000,
    floor: 0.25,
    goal: 0.5,
    seconds: 15,
    judgesCost: true,
  },
  {
    name: 'P2 durable orders',
    inFlight: 16,
    protocol: 'openfloor.msgpack',
    redisRequests: 1_000_000,
    seconds: 5,
  },
  {
    name: 'durable orders',
    inFlight: 100,
    protocol: JSON_TEXT,
    redisRequests: 1_000_000,
    seconds: 3,
  },
]
