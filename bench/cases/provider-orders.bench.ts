import type { BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'
import { ORDER_MIX } from '../load/order-frames.js'
import { startTraders } from '../load/start-load.js'
import { closedLoop, rateOf } from '../load/traffic-rate.js'
import { cpuSeconds } from '../process-cost.js'
import { DURABILITY, type Product, type StaffSession, tradingProduct } from '../server.js'

/**
 * Market orders that the built-in provider fills over FIX, one at a time on each socket: from the
 * shard to the links thread, and back with the provider's report.
 */
export const providerOrders: BenchCase = {
  name: 'provider-orders',
  goals: [],
  async run(bench) {
    const environment = { DEMO_PROVIDER: 'fix44' }
    const sockets = bench.size(SOCKETS, 2)
    const { product, staff, traders } = await tradingProduct(bench, sockets, environment)
    await sendToProvider(product, staff)
    const load = await startTraders(bench, product, traders)
    const latency = new Histogram()
    const cost: number[] = []
    const { orders } = await bench.interleave({
      orders: async () => {
        const before = cpuSeconds(product.pid)
        const warmUpSec = bench.size(1, 0.05)
        const spec = { inFlight: 1, warmUpSec, seconds: bench.size(5, 0.2) }
        const result = await closedLoop(load, spec)
        // The warm-up is in it, at about the same rate.
        const share = result.seconds / (result.seconds + warmUpSec)
        const used = cpuSeconds(product.pid) - before
        cost.push((used * share * 1e6) / Math.max(1, result.answers))
        return rateOf(result, latency)
      },
    })
    const shared = { mix: ORDER_MIX, durability: DURABILITY }
    bench.report({
      ...shared,
      name: 'orders at a provider',
      unit: 'orders/s',
      better: 'higher',
      values: orders,
      latency: latency.summary(),
    })
    bench.report({
      ...shared,
      name: 'processor time of an order at a provider',
      unit: 'µs',
      better: 'lower',
      values: cost,
    })
  },
}

const SOCKETS = 50
const LOOK_MS = 20

/** Sends every order to the built-in provider, once its gateway is online. */
async function sendToProvider(product: Product, { headers }: StaffSession): Promise<void> {
  for (;;) {
    const text = await product.getText('/admin/v1/gateways/statuses', headers)
    if (text.includes('"state":"online"')) break
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  const rule = { name: 'Provider', action: 'gateway', dealers: [1], position: 1 }
  await product.send('POST', '/admin/v1/routing', rule, headers)
}
