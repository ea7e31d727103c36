import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { numberText } from '../figure.js'
import type { Bench, BenchCase } from '../harness.js'
import type { LoadCommands } from '../load/main.js'
import { startTraders } from '../load/start-load.js'
import { orderP99 } from '../load/traffic-rate.js'
import { SECRET_KEY, seedDirectory } from '../prepared-data.js'
import { residentBytes } from '../process-cost.js'
import type { Remote } from '../remote.js'
import { readReport } from '../reports/read-report.js'
import { type FilledDeals, fillDeals } from '../reports/report-deals.js'
import { type ReportRun, runReport, timeCancel, timeDownload } from '../reports/report-run.js'
import { Product, type StaffSession, type Trader } from '../server.js'
import { walBytes } from '../soak/soak-samples.js'
import { median } from '../stats.js'

/**
 * A report of a million deals in every format, as a real job of a running server: first without
 * load, then with orders. Other projects’ parsers read its file.
 */
export const reports: BenchCase = {
  name: 'reports',
  goals: ['X5'],
  async run(bench) {
    const side = await startSide(bench)
    await orderTime(side)
    for (const format of FORMATS) {
      const idle = await idleMemory(side)
      const run = await runReport(side.product, side.staff, format)
      await checkFile(side, format, run)
      reportAlone(side, format, run, idle)
      await besideOrders(side, format, await ordersAlone(side))
    }
    // A small one is over before it can be cancelled.
    if (bench.smoke) return
    const waits: number[] = []
    for (const format of FORMATS) waits.push(await timeCancel(side.product, side.staff, format))
    bench.report({
      name: 'X5 a report that is cancelled leaves the thread to the next one',
      unit: 'ms',
      better: 'lower',
      values: [Math.max(...waits)],
      judged: 'value',
      floor: 1_000,
      notes: `the slowest of ${FORMATS.join(', ')}, until the next job has its first rows`,
    })
  },
}

const FORMATS = ['json', 'csv', 'xlsx', 'html'] as const
/** Rows that a page shows; its totals are of all. */
const HTML_ROWS = 20_000
const TRADERS = 20
const RATE = 2_000
const THREAD_ENDED_MS = 13_000
const MIB = 1_048_576

interface Side {
  readonly bench: Bench
  readonly product: Product
  readonly staff: StaffSession
  readonly load: Remote<LoadCommands>
  readonly deals: number
  readonly filled: FilledDeals
}

async function startSide(bench: Bench): Promise<Side> {
  const deals = bench.size(1_000_000, 3_000)
  const dataDir = await bench.kept(`reports-${deals}`, async (directory) => {
    const book = await seedDirectory(directory)
    const filled = fillDeals(directory, book, deals)
    writeFileSync(join(directory, FILLED), JSON.stringify(filled))
  })
  const product = await Product.prepare(bench, {
    SECRET_KEY: Buffer.from(SECRET_KEY).toString('base64'),
  })
  execFileSync('cp', ['-r', dataDir, product.dataDir])
  execFileSync('sync')
  await product.start()
  const staff = await product.signInStaff()
  const traders = await product.openTraders(staff, bench.size(TRADERS, 2))
  await product.firstQuote(traders[0] as Trader, 'EURUSD')
  const load = await startTraders(bench, product, traders)
  const filled = JSON.parse(readFileSync(join(dataDir, FILLED), 'utf8')) as FilledDeals
  return { bench, product, staff, load, deals, filled }
}

/** Bytes, once the thread of jobs has ended. */
async function idleMemory({ bench, product }: Side): Promise<number> {
  await product.tablesCaughtUp()
  await new Promise((resolve) => setTimeout(resolve, bench.size(THREAD_ENDED_MS, 0)))
  return residentBytes(product.pid)
}

const FILLED = 'bench-filled.json'

function orderTime({ bench, load }: Pick<Side, 'bench' | 'load'>): Promise<number> {
  const seconds = bench.size(3, 0.3)
  return orderP99(load, { rate: bench.size(RATE, 50), warmUpSec: 0, seconds })
}

async function ordersAlone(side: Side): Promise<number[]> {
  const { p99 } = await side.bench.interleave({ p99: () => orderTime(side) }, false)
  return p99
}

async function fileOf(
  { bench, product, staff }: Side,
  format: string,
  { id }: ReportRun,
): Promise<string> {
  const path = join(bench.directory('report'), `report.${format}`)
  await timeDownload(product, staff, id, path)
  return path
}

/** The file has every deal, and their sums equal those of the tables. */
async function checkFile(side: Side, format: string, run: ReportRun): Promise<void> {
  const { deals, filled } = side
  const { rows, profit } = await readReport(format, await fileOf(side, format, run))
  const total = run.totals.reduce((sum, line) => sum + Math.round(100 * Number(line['profit'])), 0)
  const expected = format === 'html' ? Math.min(deals, HTML_ROWS) : deals
  if (run.rows !== deals || rows !== expected) {
    throw new Error(`${format}: ${rows} of ${run.rows} rows were read`)
  }
  // A page shows only the first rows.
  const read = format === 'html' ? total : profit
  if (read !== total || total !== filled.profit) {
    throw new Error(`${format}: ${read} and totals of ${total}, not ${filled.profit}`)
  }
}

function reportAlone({ bench, deals }: Side, format: string, run: ReportRun, idle: number): void {
  const shared = {
    better: 'lower',
    judged: 'value',
    mix: `${numberText(deals)} deals, alone`,
  } as const
  const name = `X5 report in ${format}`
  const perRow = (1e6 * run.seconds) / run.rows
  bench.report({ ...shared, name: `${name}, a row`, unit: 'µs', values: [perRow] })
  bench.report({
    ...shared,
    name: `${name}, memory above idle`,
    unit: 'MiB',
    values: [Math.max(1, run.resident - idle) / MIB],
    floor: 150,
  })
  for (const [what, ms] of [
    ['first progress', run.firstProgress],
    ['longest step', run.longestStep],
  ] as const) {
    bench.report({ ...shared, name: `${name}, ${what}`, unit: 'ms', values: [ms], floor: 1_000 })
  }
}

/** Runs the same report again, with orders until it ends. */
async function besideOrders(side: Side, format: string, alone: readonly number[]): Promise<void> {
  const { bench, product, staff, deals } = side
  let isOver = false
  const times: number[] = []
  const orders = async (): Promise<void> => {
    while (!isOver || times.length === 0) times.push(await orderTime(side))
  }
  const [run] = await Promise.all([
    runReport(product, staff, format).finally(() => {
      isOver = true
    }),
    orders(),
  ])
  await product.send('DELETE', `/admin/v1/reports/jobs/${run.id}`, undefined, staff.headers)
  const mib = (bytes: number): string => String(Math.round(bytes / MIB))
  bench.report({
    name: `X5 order latency p99 beside a report in ${format}`,
    unit: 'ms',
    better: 'lower',
    values: [median(times)],
    limits: [{ name: 'without it', values: [median(alone)] }],
    judged: 'ratio',
    floor: 1.2,
    mix: `${numberText(bench.size(RATE, 50))} orders/s, open loop; ${numberText(deals)} deals`,
    notes: [
      `${times.length} runs of orders in ${run.seconds.toFixed(1)} s`,
      `first progress ${Math.round(run.firstProgress)} ms, longest step ${Math.round(run.longestStep)} ms`,
      `write-ahead logs at most ${mib(run.wal)} MiB, ${mib(walBytes(product.dataDir))} after it`,
    ].join(', '),
  })
}
