import { shown } from '../figure.js'
import type { BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'
import { ORDER_MIX } from '../load/order-frames.js'
import { startTraders } from '../load/start-load.js'
import { DURABILITY, tradingProduct } from '../server.js'
import { median } from '../stats.js'
import { answersPerSecond, checkRefusals } from './traffic-rate.js'

/**
 * The time of one order at half the rate that the closed loop reached, in an open loop: requests
 * fall due whatever the server does, and their time runs from then.
 */
export const socketLatency: BenchCase = {
  name: 'socket-latency',
  goals: ['P3'],
  async run(bench) {
    const { product, traders } = await tradingProduct(bench, bench.size(50, 4))
    const load = await startTraders(bench, product, traders)
    const closedLoop = { inFlight: 1, warmUpSec: bench.size(1, 0.05), seconds: bench.size(3, 0.2) }
    const peak = await bench.interleave({
      rate: () => answersPerSecond(load, closedLoop, new Histogram()),
    })
    const rate = median(peak.rate) / 2
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
    }
    const common = {
      unit: 'ms',
      better: 'lower',
      judged: 'value',
      latency: all.summary(),
      mix: ORDER_MIX,
      durability: DURABILITY,
      notes:
        `open loop at ${shown(rate)} orders/s, half of P1's peak, over ${traders.length} sockets; ` +
        `load client at ${Math.round(clientCpu * 100)} % of a core, rests of 0.05 ms; ` +
        `at most ${backlog} requests waited for a free slot`,
    } as const
    bench.report({ name: 'P3 order latency p99', values: p99, floor: 5, goal: 2, ...common })
    bench.report({ name: 'P3 order latency p50', values: p50, goal: 0.5, ...common })
  },
}

/** Requests that one socket may have in flight before the next one waits in the client. */
const SLOTS = 256
