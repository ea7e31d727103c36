import { getPriority, setPriority } from 'node:os'
import { numberText } from '../figure.js'
import type { Bench, BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'
import type { LoadCommands } from '../load/main.js'
import { ORDER_MIX } from '../load/order-frames.js'
import { startLoad, startOthers, startTraders } from '../load/start-load.js'
import { answersPerSecond, orderP99 } from '../load/traffic-rate.js'
import type { Remote } from '../remote.js'
import { DURABILITY, PATHS, type Trader, tradingProduct } from '../server.js'

/**
 * The stream of events with one follower of all kinds: how late an event is after the answer of its order, and what the
 * follower costs the orders of others, at a steady rate and in the closed loop of P2.
 */
export const eventStream: BenchCase = {
  name: 'event-stream',
  goals: ['E3', 'E7'],
  async run(bench) {
    const { product, staff, traders } = await tradingProduct(bench, bench.size(51, 5))
    const [probe, ...others] = traders as [Trader, ...Trader[]]
    const load = await startTraders(bench, product, others)
    const asked = { name: 'Follower', ip_allow: ['127.0.0.1'] }
    const { data } = await product.send('POST', '/admin/v1/api-keys', asked, staff.headers)
    const side: Side = {
      bench,
      load,
      follower: startBehind(bench),
      others: startOthers(bench),
      spec: {
        port: product.port,
        path: PATHS.staffSocket,
        key: String(data['key']),
        traderPath: PATHS.traderSocket,
        ...probe,
      },
      tablesCaughtUp: () => product.tablesCaughtUp(),
    }
    await atSteadyRate(side)
    await inClosedLoop({ ...side, follower: side.others })
  },
}

/**
 * The niceness of a follower whose delay is measured, so that it runs after server and orders. In
 * the closed loop, which uses both cores, it has the lowest priority, because a real follower runs
 * on another machine.
 */
const BEHIND = 5
const PRIORITY_LEAST = 19

function startBehind(bench: Bench): Remote<LoadCommands> {
  const load = startLoad(bench)
  setPriority(load.pid, Math.min(PRIORITY_LEAST, getPriority() + BEHIND))
  return load
}

const RATE = 10_000
const IN_FLIGHT = 16

interface Side {
  readonly bench: Bench
  readonly load: Remote<LoadCommands>
  readonly follower: Remote<LoadCommands>
  readonly others: Remote<LoadCommands>
  readonly spec: Parameters<LoadCommands['openFollower']>[0]
  readonly tablesCaughtUp: () => Promise<void>
}

type Followed = Awaited<ReturnType<LoadCommands['follow']>>

/** Runs `work` while a program follows the stream; `take` gets the events that it received. */
async function followed(
  { bench, follower, spec, tablesCaughtUp }: Side,
  seconds: number,
  work: () => Promise<number>,
  take: (result: Followed) => void,
): Promise<number> {
  await follower.call('openFollower', spec)
  const following = follower.call('follow', { seconds })
  const value = await work()
  take(await following)
  await follower.call('closeFollower', null)
  if (!bench.smoke) await tablesCaughtUp()
  return value
}

async function atSteadyRate(side: Side): Promise<void> {
  const { bench, load } = side
  const spec = {
    rate: bench.size(RATE, 50),
    warmUpSec: bench.size(2, 0.05),
    seconds: bench.size(10, 0.5),
  }
  const delay = new Histogram()
  const events: number[] = []
  const missing: string[] = []
  const take = (one: Followed): void => {
    delay.add(one.delay)
    events.push(one.events / one.seconds)
    if (one.waitedMs > MISSING_MS) missing.push(`${one.missing} for ${numberText(one.waitedMs)} ms`)
  }
  const seconds = spec.warmUpSec + spec.seconds
  const orders = await bench.interleave({
    alone: () => orderP99(load, spec),
    beside: () => followed(side, seconds, () => orderP99(load, spec), take),
  })
  const late = missing.length === 0 ? 'none was missing' : `missing at ends: ${missing.join(', ')}`
  const rate = `${numberText(spec.rate)} orders/s, open loop; one follower of all kinds`
  const { p99 } = delay.summary()
  bench.report({
    name: 'E3 time from the answer of an order to the event of its deal, p99',
    unit: 'ms',
    better: 'lower',
    values: [p99],
    judged: 'value',
    floor: 1_000,
    latency: delay.summary(),
    mix: rate,
    notes: `${events.map(numberText).join(', ')} events/s; ${late}`,
  })
  bench.report({
    name: 'E7 order latency p99 with a follower',
    unit: 'ms',
    better: 'lower',
    values: orders.beside,
    limits: [{ name: 'without it', values: orders.alone }],
    judged: 'ratio',
    floor: 1.1,
    mix: `${rate}; ${ORDER_MIX}`,
    durability: DURABILITY,
  })
}

/** The run reports an event that is missing for longer at its end. */
const MISSING_MS = 1_000

async function inClosedLoop(side: Side): Promise<void> {
  const { bench, load } = side
  const spec = {
    inFlight: IN_FLIGHT,
    warmUpSec: bench.size(1, 0.05),
    seconds: bench.size(8, 0.2),
  }
  const events: number[] = []
  const run = () => answersPerSecond(load, spec, new Histogram())
  const take = (one: Followed): void => {
    events.push(one.events / one.seconds)
  }
  const rates = await bench.interleave({
    alone: async () => {
      const rate = await run()
      if (!bench.smoke) await side.tablesCaughtUp()
      return rate
    },
    beside: () => followed(side, spec.warmUpSec + spec.seconds, run, take),
  })
  bench.report({
    name: 'E7 durable orders with a follower',
    unit: 'orders/s',
    better: 'higher',
    values: rates.beside,
    limits: [{ name: 'without it', values: rates.alone }],
    judged: 'ratio',
    floor: 0.97,
    mix: ORDER_MIX,
    durability: DURABILITY,
    notes: `closed loop, 50 x ${IN_FLIGHT} in flight; ${events.map(numberText).join(', ')} events/s`,
  })
}
