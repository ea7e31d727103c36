import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { windowQueries } from '../../actors/queries/window-query.js'
import { sqlitePath } from '../../storage/paths.js'
import { openReader } from '../../storage/sqlite/open.js'
import type { WindowCondition, WindowPlace, WindowPosition } from '../../wire/window/window.js'
import type { Bench, BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'
import { SECRET_KEY, seedDirectory } from '../prepared-data.js'
import { Product } from '../server.js'
import { fillWindowAccounts, WINDOW_GROUPS } from '../window-accounts.js'
import { PAGED_FIELDS, windowsBesideOrders } from '../windows-beside-orders.js'

/**
 * Pages of accounts at any place, by cursor and by offset, and their count: as a thread of the query pool reads
 * them, and over HTTP beside orders. The tables have a million accounts in several groups.
 */
export const windows: BenchCase = {
  name: 'windows',
  goals: ['X4'],
  async run(bench) {
    const accounts = bench.size(1_000_000, 300)
    const dataDir = await bench.kept(`windows-${accounts}`, async (directory) => {
      await seedDirectory(directory)
      fillWindowAccounts(sqlitePath(directory), accounts)
    })
    const product = await Product.prepare(bench, {
      SECRET_KEY: Buffer.from(SECRET_KEY).toString('base64'),
    })
    cpSync(dataDir, product.dataDir, { recursive: true })
    // Copies are on the disk before a measurement waits for the disk.
    execFileSync('sync')
    await readOnOneThread(bench, sqlitePath(dataDir), accounts)
    await product.start()
    await windowsBesideOrders(bench, product, accounts)
  },
}

async function readOnOneThread(bench: Bench, path: string, accounts: number): Promise<void> {
  const db = openReader(path)
  const reader = new PageReader(db, accounts)
  const pages = bench.size(60, 3)
  for (const field of PAGED_FIELDS) {
    await pageFigure(bench, `sorted by ${field}`, 50, () => reader.anywhere(field, pages))
  }
  const german = [condition('country', 'eq', 'de')]
  await pageFigure(bench, 'sorted by name, one country of five', 50, () =>
    reader.anywhere('name', pages, german),
  )
  const few = bench.size(3, 1)
  await pageFigure(bench, 'sorted by name, at an offset', undefined, () =>
    reader.offsets('name', few),
  )
  await pageFigure(bench, 'sorted by balance (a scan)', undefined, () =>
    reader.firsts('balance', few),
  )
  for (const [what, conditions] of COUNTS) {
    await pageFigure(bench, `count ${what}`, 300, () => reader.counts(few, conditions))
  }
  db.close()
}

const LIMIT = 100

const COUNTS: readonly (readonly [string, readonly WindowCondition[]])[] = [
  ['of all', []],
  ['of a country', [condition('country', 'eq', 'de')]],
  ['of a part of the name', [condition('name', 'contains', 'e 12')]],
  ['of a part of the comment', [condition('comment', 'contains', 'nowhere')]],
  ['of a leverage', [{ field: 'leverage', operator: 'ge', values: [[100n]] }]],
  ['of a balance', [{ field: 'balance', operator: 'gt', values: [[50_000n, 0]] }]],
]

function condition(
  field: string,
  operator: WindowCondition['operator'],
  text: string,
): WindowCondition {
  return { field, operator, values: [[text]] }
}

async function pageFigure(
  bench: Bench,
  what: string,
  floor: number | undefined,
  read: () => Histogram,
): Promise<void> {
  const all = new Histogram()
  const { p99 } = await bench.interleave({
    p99: async () => {
      const latency = read()
      all.add(latency.encode())
      return latency.summary().p99
    },
  })
  bench.report({
    name: `X4 window ${what}`,
    unit: 'ms (p99)',
    better: 'lower',
    values: p99,
    ...(floor === undefined ? {} : { judged: 'value' as const, floor }),
    latency: all.summary(),
    mix: `${LIMIT} rows, read on one thread`,
  })
}

class PageReader {
  readonly #handlers: ReturnType<typeof windowQueries>
  readonly #accounts: number
  #drawn = 1

  constructor(db: Parameters<typeof windowQueries>[0], accounts: number) {
    this.#handlers = windowQueries(db)
    this.#accounts = accounts
  }

  /** Pages after places all over the window. */
  anywhere(field: string, times: number, conditions: readonly WindowCondition[] = []): Histogram {
    const places = Array.from({ length: Math.min(times, 10) }, () => {
      const page = this.#page(field, { edge: 'around', offset: this.#draw() })
      return page.last as WindowPosition
    })
    const latency = new Histogram()
    for (let i = 0; i < times; i++) {
      const from = places[i % places.length] as WindowPosition
      // Going on from the last page, so that no place is read twice.
      const page = timed(latency, () => this.#page(field, { edge: 'after', from }, conditions))
      places[i % places.length] = (page.last as WindowPosition | null) ?? from
    }
    return latency
  }

  offsets(field: string, times: number): Histogram {
    const latency = new Histogram()
    for (let i = 0; i < times; i++) {
      const offset = this.#draw()
      timed(latency, () => this.#page(field, { edge: 'around', offset }))
    }
    return latency
  }

  firsts(field: string, times: number, conditions: readonly WindowCondition[] = []): Histogram {
    const latency = new Histogram()
    for (let i = 0; i < times; i++) {
      timed(latency, () => this.#page(field, { edge: 'first' }, conditions))
    }
    return latency
  }

  counts(times: number, conditions: readonly WindowCondition[]): Histogram {
    const latency = new Histogram()
    const sort = { field: 'login', isFalling: false }
    for (let i = 0; i < times; i++) {
      timed(latency, () => {
        const asked = { groups: WINDOW_GROUPS, conditions, sort }
        if (!this.#handlers['accounts.window_count'](asked).ok) throw new Error('no count')
      })
    }
    return latency
  }

  #page(field: string, place: WindowPlace, conditions: readonly WindowCondition[] = []) {
    const page = this.#handlers['accounts.window']({
      groups: WINDOW_GROUPS,
      conditions,
      place,
      limit: LIMIT,
      hidden: [],
      sort: { field, isFalling: false },
    })
    if (!page.ok) throw new Error(page.message)
    return page.value
  }

  #draw(): number {
    this.#drawn = (this.#drawn * 48_271) % 2_147_483_647
    return this.#drawn % this.#accounts
  }
}

function timed<Answer>(latency: Histogram, work: () => Answer): Answer {
  const start = performance.now()
  const answer = work()
  latency.record(performance.now() - start)
  return answer
}
