import { numberText } from '../figure.js'
import type { Bench, BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'
import { keepsDatabase } from '../keeps-database.js'
import { type NameProvider, startNameProvider } from '../load/dde-names.js'
import type { LoadCommands } from '../load/main.js'
import { startOthers, startTraders } from '../load/start-load.js'
import { orderP99 } from '../load/traffic-rate.js'
import type { Remote } from '../remote.js'
import { type Product, type StaffSession, tradingProduct } from '../server.js'

/**
 * A batch of settings: thousands of symbols of a datafeed are created at a time, while orders and
 * sign-ins continue.
 */
export const settingsBatch: BenchCase = {
  name: 'settings-batch',
  goals: [],
  async run(bench) {
    const environment = { OUTBOUND_ALLOW: '127.0.0.1' }
    if (!(await keepsDatabase(bench, environment))) {
      bench.say('the batch is left out: the product keeps no database')
      return
    }
    const names = bench.size(NAMES, 20)
    const { product, staff, traders } = await tradingProduct(
      bench,
      bench.size(TRADERS, 2),
      environment,
    )
    const load = await startTraders(bench, product, traders)
    const signIns = traders.map(({ login }) => product.signInRequest(login))
    const provider = await startNameProvider(bench, names)
    const side = { bench, product, staff, load, readers: startOthers(bench), signIns, provider }
    const [alone, beside] = [new Histogram(), new Histogram()]
    const seconds: number[] = []
    const orders = await bench.interleave(
      {
        alone: () => besides(side, alone, () => Promise.resolve(0)),
        beside: () => besides(side, beside, async () => seconds.push(await createdIn(side, names))),
      },
      false,
    )
    const mix = `${numberText(names)} symbols at a time, of a datafeed that quotes them`
    const shared = { better: 'lower', mix } as const
    bench.report({ ...shared, name: 'a batch of settings', unit: 's', values: seconds })
    bench.report({
      ...shared,
      name: 'order latency p99 beside a batch of settings',
      unit: 'ms',
      values: orders.beside,
      limits: [{ name: 'without it', values: orders.alone }],
      notes: `${numberText(RATE)} orders/s, open loop; the batches took ${share(bench, seconds)} of the time`,
    })
    for (const [times, when] of [
      [alone, 'alone'],
      [beside, 'beside a batch of settings'],
    ] as const) {
      const latency = times.summary()
      const name = `sign-in ${when}`
      bench.report({ ...shared, name, unit: 'ms (p50)', values: [latency.p50], latency })
    }
  },
}

const NAMES = 4_000
const TRADERS = 50
/** A rate at which a server that has nothing else to do is mostly idle. */
const RATE = 2_000
const SECONDS = 2

interface Side {
  readonly bench: Bench
  readonly product: Product
  readonly staff: StaffSession
  readonly load: Remote<LoadCommands>
  readonly readers: Remote<LoadCommands>
  readonly signIns: readonly string[]
  readonly provider: NameProvider
}

/** The p99 of orders, and the times of sign-ins, while `work` is done. */
async function besides(
  { bench, product, load, readers, signIns }: Side,
  times: Histogram,
  work: () => Promise<unknown>,
): Promise<number> {
  const seconds = bench.size(SECONDS, 0.3)
  const spec = { warmUpSec: 0, seconds }
  const [p99, signed] = await Promise.all([
    orderP99(load, { rate: bench.size(RATE, 50), ...spec }),
    readers.call('http', {
      port: product.port,
      connections: 1,
      requests: signIns,
      pauseMs: 10,
      ...spec,
    }),
    work(),
  ])
  if (signed.failed > 0) throw new Error(`a sign-in failed: ${signed.firstFailure}`)
  times.add(signed.latency)
  return p99
}

let feeds = 0

/** Seconds of a batch that creates what a new datafeed quotes. */
async function createdIn({ product, staff, provider }: Side, names: number): Promise<number> {
  const { data: feed } = await product.send(
    'POST',
    FEEDS,
    {
      module: 'dde',
      name: `Names ${++feeds}`,
      server: `127.0.0.1:${provider.port}`,
      login: 'bench',
      password: 'bench',
      symbols: ['*'],
    },
    staff.headers,
  )
  for (;;) {
    const { data } = JSON.parse(await product.getText(`${FEEDS}/statuses`, staff.headers)) as {
      data: readonly { readonly datafeed_id: number; readonly bytes_in: number }[]
    }
    const status = data.find(({ datafeed_id: id }) => id === feed['id'])
    if (provider.bytes > names && status?.bytes_in === provider.bytes) break
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const begin = performance.now()
  const { data } = await product.send(
    'POST',
    `${FEEDS}/${feed['id']}/import-symbols`,
    {},
    staff.headers,
  )
  const created = (data['created'] as unknown[]).length
  if (created !== names) throw new Error(`${created} of ${names} symbols were created`)
  return (performance.now() - begin) / 1000
}

const FEEDS = '/admin/v1/datafeeds'

function share(bench: Bench, seconds: readonly number[]): string {
  const sum = seconds.reduce((total, one) => total + one, 0)
  return `${Math.round((100 * sum) / seconds.length / bench.size(SECONDS, 0.3))} %`
}
