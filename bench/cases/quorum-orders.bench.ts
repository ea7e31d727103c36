import { clusterEnv } from '../../test/given/cluster.js'
import { openfloor } from '../../test/given/command.js'
import { postgresPrograms } from '../../test/given/postgres.js'
import { PostgresTrio } from '../../test/given/postgres-trio.js'
import type { Bench, BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'
import type { LoadCommands } from '../load/main.js'
import { ORDER_MIX } from '../load/order-frames.js'
import { startTraders } from '../load/start-load.js'
import { closedLoop, rateOf } from '../load/traffic-rate.js'
import type { Remote } from '../remote.js'
import { Product, type StaffSession, type Trader } from '../server.js'
import { median } from '../stats.js'

/**
 * The cost of a quorum of two out of three databases: the same orders and changes of the desk,
 * round by round, with a log in a quorum and with a local log. Databases, both servers and the load
 * are on this machine.
 */
export const quorumOrders: BenchCase = {
  name: 'quorum-orders',
  goals: ['P1r', 'P2r'],
  async run(bench) {
    const programs = postgresPrograms()
    if (programs === undefined)
      return bench.say('P1r, P2r are left out: no PostgreSQL is installed')
    const trio = await PostgresTrio.start(programs)
    bench.defer(() => trio.stop())
    const sides = [await side(bench, trio), await side(bench)] as const
    for (const { name, sockets, inFlight, seconds, floor } of STEPS) {
      const count = bench.size(sockets, Math.min(sockets, 4))
      const loads = await Promise.all(
        sides.map(({ product, traders }) => startTraders(bench, product, traders.slice(0, count))),
      )
      const latency = [new Histogram(), new Histogram()] as const
      const medians: number[][] = [[], []]
      const rate = (at: 0 | 1) => async (): Promise<number> => {
        const own = new Histogram()
        const spec = { inFlight, warmUpSec: bench.size(1, 0.05), seconds: bench.size(seconds, 0.2) }
        const result = await closedLoop(loads[at] as Remote<LoadCommands>, spec)
        latency[at].add(result.latency)
        const orders = rateOf(result, own)
        medians[at]?.push(own.quantile(0.5))
        await sides[at].product.tablesCaughtUp()
        return orders
      }
      const { quorum, alone } = await bench.interleave({ quorum: rate(0), alone: rate(1) })
      const what = `${count} x ${inFlight} in flight`
      const mix = ORDER_MIX
      if (floor !== undefined) {
        bench.report({
          name: `${name} orders that a quorum has, ${what}`,
          unit: 'orders/s',
          better: 'higher',
          judged: 'ratio',
          values: quorum,
          limits: [{ name: ALONE, values: alone }],
          floor,
          latency: latency[0].summary(),
          mix,
        })
        continue
      }
      bench.report({
        name: `${name} p50 of an order that a quorum has, ${what}`,
        unit: 'ms',
        better: 'lower',
        judged: 'value',
        // The first is the warm-up.
        values: (medians[0] ?? []).slice(-bench.rounds),
        limits: [{ name: ALONE, values: (medians[1] ?? []).slice(-bench.rounds) }],
        floor: 1.5,
        mix,
      })
    }
    const change = (at: 0 | 1) => () => changeP50(bench, sides[at])
    const changes = await bench.interleave({ quorum: change(0), alone: change(1) })
    bench.report({
      name: 'P1r p50 of a change of the desk that a quorum has: a comment of an account, over HTTP',
      unit: 'ms',
      better: 'lower',
      judged: 'value',
      values: changes.quorum,
      limits: [{ name: ALONE, values: changes.alone }],
      floor: 2,
    })
  },
}

const ALONE = 'the log on this machine alone'
const SOCKETS = 50
const CHANGES = 200

const STEPS: readonly {
  readonly name: string
  readonly sockets: number
  readonly inFlight: number
  readonly seconds: number
  /** The limit of the rate; undefined if the median time of an order is judged. */
  readonly floor?: number
}[] = [
  { name: 'P1r', sockets: SOCKETS, inFlight: 1, seconds: 3, floor: 0.55 },
  { name: 'P2r', sockets: SOCKETS, inFlight: 16, seconds: 8, floor: 0.75 },
  { name: 'P1r', sockets: 1, inFlight: 1, seconds: 3 },
]

interface Side {
  readonly product: Product
  readonly staff: StaffSession
  readonly traders: readonly Trader[]
}

/** A server with traders. If there are databases, they keep its log as a quorum. */
async function side(bench: Bench, trio?: PostgresTrio): Promise<Side> {
  const product = await Product.prepare(bench)
  if (trio !== undefined) {
    await product.start()
    await product.stop()
    const env = { ...clusterEnv(trio), DATA_DIR: product.dataDir }
    const made = await openfloor(['replicate', 'init'], env)
    if (made.code !== 0) throw new Error(made.stderr)
  }
  await product.start(trio === undefined ? {} : clusterEnv(trio))
  const staff = await product.signInStaff()
  const traders = await product.openTraders(staff, bench.size(SOCKETS, 4))
  await product.firstQuote(traders[0] as Trader, 'EURUSD')
  return { product, staff, traders }
}

async function changeP50(bench: Bench, { product, staff, traders }: Side): Promise<number> {
  const path = `/admin/v1/accounts/${traders[0]?.login}`
  const { data } = JSON.parse(await product.getText(path, staff.headers)) as {
    data: { version: number }
  }
  let { version } = data
  const took: number[] = []
  for (let n = 0; n < bench.size(CHANGES, 3); n++) {
    const begun = performance.now()
    await product.send('PATCH', path, { comment: `n ${n}`, version }, staff.headers)
    took.push(performance.now() - begun)
    version++
  }
  return median(took)
}
