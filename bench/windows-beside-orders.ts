import { numberText } from './figure.js'
import type { Bench } from './harness.js'
import { Histogram } from './histogram.js'
import { getRequest, type HttpResult } from './load/http-client.js'
import type { LoadCommands } from './load/main.js'
import { startOthers, startTraders } from './load/start-load.js'
import { answersPerSecond, orderP99 } from './load/traffic-rate.js'
import type { Remote } from './remote.js'
import type { Product, StaffSession } from './server.js'
import { median } from './stats.js'

/** The sort fields of this bench that have an index. */
export const PAGED_FIELDS = ['login', 'group', 'name', 'email', 'country', 'agent', 'created_at']
const PLACES = 10
const TRADERS = 50
const COUNTED = [
  [],
  [{ field: 'country', op: 'eq', value: 'DE' }],
  [{ field: 'name', op: 'contains', value: 'e 12' }],
  [{ field: 'leverage', op: 'ge', value: 100 }],
  [{ field: 'balance', op: 'gt', value: '50000' }],
  [{ field: 'comment', op: 'contains', value: 'nowhere' }],
]

interface Side {
  readonly bench: Bench
  readonly product: Product
  readonly load: Remote<LoadCommands>
  readonly readers: Remote<LoadCommands>
  readonly rate: number
  readonly pages: readonly string[]
  readonly counts: readonly string[]
}

/**
 * Windows over HTTP and the orders beside them, which come at half of the rate that the server reaches: staff users
 * who page and count at the pace of people, and two who ask again as soon as they are answered.
 */
export async function windowsBesideOrders(
  bench: Bench,
  product: Product,
  accounts: number,
): Promise<void> {
  const staff = await product.signInStaff()
  const traders = await product.openTraders(staff, bench.size(TRADERS, 4))
  await product.firstQuote(traders[0] as (typeof traders)[0], 'EURUSD')
  const load = await startTraders(bench, product, traders)
  const peak = { inFlight: 1, warmUpSec: bench.size(0.5, 0.05), seconds: bench.size(1.5, 0.2) }
  const peaks = await bench.interleave({
    rate: () => answersPerSecond(load, peak, new Histogram()),
  })
  const side: Side = {
    bench,
    product,
    load,
    rate: median(peaks.rate) / 2,
    // A reader would run on another machine. Here it must delay neither the clock of the orders nor
    // the server.
    readers: startOthers(bench),
    pages: await pageRequests(product, staff, accounts),
    counts: countRequests(product, await product.signInStaff()),
  }
  await report(side, accounts)
}

async function report(side: Side, accounts: number): Promise<void> {
  const { bench, rate } = side
  const [alone, paced, flood] = [new Reads(), new Reads(), new Reads()]
  const beside = async (reads: Reads, pace: Pace): Promise<number> =>
    (await Promise.all([orderTime(side), read(side, reads, pace)]))[0]
  const orders = await bench.interleave({
    alone: () => orderTime(side),
    paced: () => beside(paced, PACED),
    flood: () => beside(flood, FLOOD),
    reads: async () => {
      await read(side, alone, FLOOD)
      return 1
    },
  })
  const accountsText = `${numberText(accounts)} accounts; pages of 100 rows at ${PLACES} places of each of `
  const kinds = `${PAGED_FIELDS.length} orders, counts of ${COUNTED.length} filters`
  const rateText = `${numberText(rate)} orders/s`
  for (const [how, { text }, values] of [
    ['windows', PACED, orders.paced],
    ['a flood of windows', FLOOD, orders.flood],
  ] as const) {
    bench.report({
      name: `X4 order latency p99 beside ${how}`,
      unit: 'ms',
      better: 'lower',
      values,
      limits: [{ name: 'without them', values: orders.alone }],
      judged: 'ratio',
      floor: 1.2,
      goal: 1.05,
      mix: `${rateText}, half of P1's peak, open loop; ${accountsText}${kinds}, ${text}`,
    })
  }
  for (const [reads, { text }, when] of [
    [alone, FLOOD, 'without orders'],
    [paced, PACED, `beside ${rateText}`],
    [flood, FLOOD, `without a pause beside ${rateText}`],
  ] as const) {
    for (const what of ['pages', 'counts'] as const) {
      bench.report({
        name: `X4 ${what} of a window over HTTP, ${when}`,
        unit: 'ms (p99)',
        better: 'lower',
        values: reads[what].rounds,
        judged: 'value',
        floor: what === 'pages' ? 50 : 300,
        latency: reads[what].all.summary(),
        mix: `${accountsText}${kinds}, ${text}`,
      })
    }
  }
}

/** The milliseconds for which one who asks for pages rests after each answer, and one who asks for counts. */
interface Pace {
  readonly pages: number
  readonly counts: number
  readonly text: string
}

const PACED: Pace = { pages: 90, counts: 900, text: 'about 10 pages and a count each second' }
const FLOOD: Pace = { pages: 0, counts: 0, text: 'each on a connection of its own without a pause' }

function orderTime({ bench, load, rate }: Side): Promise<number> {
  return orderP99(load, {
    rate,
    warmUpSec: bench.size(0.5, 0.05),
    seconds: bench.size(3, 0.2),
  })
}

/** Latencies of one kind of request: the p99 of each round, and all together. */
class Latencies {
  readonly all = new Histogram()
  readonly rounds: number[] = []

  add({ latency, failed, firstFailure }: HttpResult): void {
    if (failed > 0) throw new Error(`${failed} failed: ${firstFailure}`)
    const round = new Histogram()
    round.add(latency)
    this.all.add(latency)
    this.rounds.push(round.quantile(0.99))
  }
}

class Reads {
  readonly pages = new Latencies()
  readonly counts = new Latencies()
}

async function read(
  { bench, product, readers, pages, counts }: Side,
  reads: Reads,
  pace: Pace,
): Promise<void> {
  const { port } = product
  const spec = {
    port,
    connections: 1,
    warmUpSec: bench.size(0.5, 0.05),
    seconds: bench.size(3, 0.2),
  }
  const [paged, counted] = await Promise.all([
    readers.call('http', { ...spec, requests: pages, pauseMs: pace.pages }),
    readers.call('http', { ...spec, requests: counts, pauseMs: pace.counts }),
  ])
  reads.pages.add(paged)
  reads.counts.add(counted)
}

/** Pages after places all over each order, the orders in turn. */
async function pageRequests(
  product: Product,
  staff: StaffSession,
  accounts: number,
): Promise<string[]> {
  const requests: string[] = []
  for (let place = 0; place < PLACES; place++) {
    for (const field of PAGED_FIELDS) {
      const offset = Math.floor((accounts * (place + 0.5)) / PLACES)
      const path = `/admin/v1/accounts/window?sort=${field}`
      const text = await product.getText(`${path}&edge=around&offset=${offset}`, staff.headers)
      const { data } = JSON.parse(text) as { data: { readonly after: string } }
      requests.push(request(product, staff, `${path}&edge=after&cursor=${data.after}`))
    }
  }
  return requests
}

function countRequests(product: Product, staff: StaffSession): string[] {
  return COUNTED.map((filter) => {
    const text = encodeURIComponent(JSON.stringify(filter))
    return request(product, staff, `/admin/v1/accounts/window/count?filter=${text}`)
  })
}

function request(product: Product, { headers }: StaffSession, path: string): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return getRequest(product.port, path, head)
}
