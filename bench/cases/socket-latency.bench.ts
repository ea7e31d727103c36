import { numberText } from '../figure.js'
import type { Bench, BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'
import { type Pgbench, startPgbench } from '../limits/pgbench.js'
import { ORDER_MIX } from '../load/order-frames.js'
import { startTraders } from '../load/start-load.js'
import { answersPerSecond, checkRefusals } from '../load/traffic-rate.js'
import { DURABILITY, tradingProduct } from '../server.js'
import { median } from '../stats.js'

/**
 * The time of one order at half the rate that the closed loop reached, in an open loop: requests
 * fall due whatever the server does, and their time runs from then. PostgreSQL is measured in the
 * same rounds in the same way, at half of its rate.
 */
export const socketLatency: BenchCase = {
  name: 'socket-latency',
  goals: ['P3'],
  async run(bench) {
    const pgbench = await startPgbench(bench)
    const { product, traders } = await tradingProduct(bench, bench.size(50, 4))
    const load = await startTraders(bench, product, traders)
    const closedLoop = { inFlight: 1, warmUpSec: bench.size(1, 0.05), seconds: bench.size(3, 0.2) }
    const peak = await bench.interleave({
      pgbench: () => (typeof pgbench === 'string' ? 0 : pgbench.updatesPerSecond(PGBENCH_SEC)),
      rate: () => answersPerSecond(load, closedLoop, new Histogram()),
    })
    const rate = median(peak.rate) / 2
    const updates = new Updates(pgbench, median(peak.pgbench))
    const all = new Histogram()
    const [p50, p99]: [number[], number[]] = [[], []]
    let clientCpu = 0
    let backlog = 0
    for (let round = 0; round < bench.rounds; round++) {
      const result = await load.call('traffic', {
        mix: 'orders',
        inFlight: SLOTS,
        rate,
        warmUpSec: bench.size(2, 0.05),
        seconds: bench.size(10, 0.2),
      })
      checkRefusals(result)
      all.add(result.latency)
      const one = new Histogram()
      one.add(result.latency)
      p50.push(one.quantile(0.5))
      p99.push(one.quantile(0.99))
      clientCpu = Math.max(clientCpu, result.clientCpu)
      backlog = Math.max(backlog, result.backlogMax)
      await updates.round(bench)
    }
    const common = {
      unit: 'ms',
      better: 'lower',
      judged: 'value',
      latency: all.summary(),
      mix: ORDER_MIX,
      durability: DURABILITY,
      notes:
        `open loop at ${numberText(rate)} orders/s, half of P1's peak, over ${traders.length} sockets; ` +
        `load client at ${Math.round(clientCpu * 100)} % of a core, rests of 0.05 ms; ` +
        `at most ${backlog} requests waited for a free slot; ${updates.text}`,
    } as const
    bench.report({ name: 'P3 order latency p99', values: p99, floor: 5, goal: 2, ...common })
    bench.report({ name: 'P3 order latency p50', values: p50, goal: 0.5, ...common })
  },
}

/** The whole seconds of PostgreSQL's peak in a round. */
const PGBENCH_SEC = 3

/** PostgreSQL at half of its peak, beside the rounds of the orders. */
class Updates {
  readonly #pgbench: Pgbench | string
  readonly #peak: number
  readonly #times = new Histogram()

  constructor(pgbench: Pgbench | string, peak: number) {
    this.#pgbench = pgbench
    this.#peak = peak
  }

  async round(bench: Bench): Promise<void> {
    if (typeof this.#pgbench === 'string') return
    const spec = { rate: this.#peak / 2, warmUpSec: 2, seconds: bench.size(10, 1) }
    this.#times.add((await this.#pgbench.latencyAt(spec)).encode())
  }

  get text(): string {
    if (typeof this.#pgbench === 'string') return `nothing beside it: ${this.#pgbench}`
    const [p50, p99] = [this.#times.quantile(0.5), this.#times.quantile(0.99)]
    return (
      `${this.#pgbench.name}: ${numberText(this.#peak)} transactions/s, and at half of that, ` +
      `open loop, p50 ${numberText(p50)} ms, p99 ${numberText(p99)} ms`
    )
  }
}

/** Requests that one socket may have in flight before the next one waits in the client. */
const SLOTS = 256
