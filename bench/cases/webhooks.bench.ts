import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { numberText } from '../figure.js'
import type { Bench, BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'
import { ORDER_MIX } from '../load/order-frames.js'
import { startTraders } from '../load/start-load.js'
import { answersPerSecond, orderP99 } from '../load/traffic-rate.js'
import { DURABILITY, type Product, type StaffSession, tradingProduct } from '../server.js'
import { median } from '../stats.js'

/** The time of an order as in P3, while a webhook has all its events to deliver to a receiver that hangs. */
export const webhooks: BenchCase = {
  name: 'webhooks',
  goals: ['W6'],
  async run(bench) {
    const floor = await tradingProduct(bench, bench.size(50, 4), { OUTBOUND_ALLOW: '127.0.0.0/8' })
    const { product, staff, traders } = floor
    const load = await startTraders(bench, product, traders)
    const peakLoop = { inFlight: 1, warmUpSec: bench.size(1, 0.05), seconds: bench.size(3, 0.2) }
    const peak = await bench.interleave({
      rate: () => answersPerSecond(load, peakLoop, new Histogram()),
    })
    const rate = median(peak.rate) / 2
    const spec = { rate, warmUpSec: bench.size(2, 0.05), seconds: bench.size(10, 0.2) }
    const hook = await HungWebhook.make(bench, product, staff)
    const orders = await bench.interleave({
      alone: () => orderP99(load, spec),
      beside: async () => {
        await hook.enable(true)
        const p99 = await orderP99(load, spec)
        await hook.enable(false)
        if (!bench.smoke) await product.tablesCaughtUp()
        return p99
      },
    })
    bench.report({
      name: 'W6 order latency p99 with a webhook whose receiver hangs',
      unit: 'ms',
      better: 'lower',
      values: orders.beside,
      limits: [{ name: 'without it', values: orders.alone }],
      judged: 'ratio',
      floor: 1.05,
      mix: `${numberText(rate)} orders/s, open loop, all their events; ${ORDER_MIX}`,
      durability: DURABILITY,
      notes: `${hook.requests} requests hung`,
    })
  },
}

const HOOKS = '/admin/v1/webhooks'

/** A webhook to a receiver that takes requests and never answers. */
class HungWebhook {
  readonly #product: Product
  readonly #staff: StaffSession
  readonly #path: string
  #version: unknown
  requests = 0

  private constructor(product: Product, staff: StaffSession, made: Record<string, unknown>) {
    this.#product = product
    this.#staff = staff
    this.#path = `${HOOKS}/${made['id']}`
    this.#version = made['version']
  }

  static async make(bench: Bench, product: Product, staff: StaffSession): Promise<HungWebhook> {
    const sockets = new Set<Socket>()
    let hook: HungWebhook | undefined
    const server = createServer(() => {
      if (hook !== undefined) hook.requests++
    })
    server.on('connection', (socket) => sockets.add(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    bench.defer(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const body = { name: 'Hangs', url: `http://127.0.0.1:${port}/`, enabled: false }
    const { data } = await product.send('POST', HOOKS, body, staff.headers)
    hook = new HungWebhook(product, staff, data)
    return hook
  }

  /** It tries at once when it is enabled. */
  async enable(enabled: boolean): Promise<void> {
    const change = { version: this.#version, enabled }
    const { data } = await this.#product.send('PATCH', this.#path, change, this.#staff.headers)
    this.#version = data['version']
  }
}
