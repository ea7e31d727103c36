import { join } from 'node:path'
import { accountWithDefaults } from '../../actors/desk/accounts.js'
import { windowQueries } from '../../actors/queries/window-query.js'
import { sqlitePath } from '../../storage/paths.js'
import { accountsRepo } from '../../storage/repos/accounts.js'
import { openReader, openWriter } from '../../storage/sqlite/open.js'
import type { WindowCondition, WindowPlace, WindowPosition } from '../../wire/thread/window.js'
import type { Bench, BenchCase } from '../harness.js'
import { Histogram } from '../histogram.js'
import { seedDirectory } from '../prepared-data.js'

/**
 * Pages of accounts at any place, by cursor and by offset, and their count, as a thread of the query pool
 * reads them: the tables have a million accounts in several groups.
 */
export const windows: BenchCase = {
  name: 'windows',
  goals: [],
  async run(bench) {
    const dataDir = join(bench.directory('windows'), 'data')
    await seedDirectory(dataDir)
    const accounts = bench.size(1_000_000, 300)
    fillAccounts(sqlitePath(dataDir), accounts)
    const db = openReader(sqlitePath(dataDir))
    const reader = new PageReader(db, accounts)
    const pages = bench.size(200, 3)
    for (const field of ['login', 'group', 'name', 'email', 'country', 'agent', 'created_at']) {
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
    const rare = [condition('comment', 'contains', 'nowhere')]
    await pageFigure(bench, 'sorted by name, a filter that takes nothing (a scan)', undefined, () =>
      reader.firsts('name', few, rare),
    )
    const counts: readonly (readonly [string, readonly WindowCondition[], number | undefined])[] = [
      ['of all', [], 300],
      ['of a country', german, 300],
      ['of a part of the name', [condition('name', 'contains', 'e 12')], 300],
      ['of a leverage', [{ field: 'leverage', operator: 'ge', values: [[100n]] }], 300],
      ['of a balance', [{ field: 'balance', operator: 'gt', values: [[1n, 0]] }], undefined],
    ]
    for (const [what, conditions, goal] of counts) {
      await pageFigure(bench, `count ${what}`, goal, () => reader.counts(few, conditions))
    }
    db.close()
  },
}

const LIMIT = 100
const GROUPS = Array.from({ length: 10 }, (_, i) => ({
  ...{ path: `demo\\group ${i}`, currency: 'USD', digits: 2, leverage: 100 },
}))
const COUNTRIES = ['DE', 'FR', 'CY', 'MT', '']
const ROWS_PER_TRANSACTION = 50_000
const FIRST_LOGIN = 1_000

/** Half of them in one group; names and balances in no order, countries shared by many. */
function fillAccounts(path: string, count: number): void {
  const db = openWriter(path)
  // Made at the end: so many rows in no order are put into indexes much faster at once.
  const indexes = db
    .prepare<[], { readonly name: string; readonly sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE tbl_name = 'accounts' AND type = 'index'`,
    )
    .all()
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`)
  const repo = accountsRepo(db)
  for (let first = 0; first < count; first += ROWS_PER_TRANSACTION) {
    db.transaction(() => {
      for (let i = first; i < Math.min(count, first + ROWS_PER_TRANSACTION); i++) {
        const mixed = (i * 48_271) % 999_983
        const { path: group } = GROUPS[i % 2 === 0 ? 0 : mixed % GROUPS.length] as { path: string }
        const names = { name: `Name ${mixed}`, email: `holder${i}@example.com` }
        const country = COUNTRIES[mixed % COUNTRIES.length] as string
        const agent = i % 3 === 0 ? mixed % 1000 : null
        const login = FIRST_LOGIN + i
        repo.insert(accountWithDefaults({ login, group, ...names, country, agent }), 1e12 + mixed)
      }
    })()
  }
  db.exec(
    `INSERT INTO account_states (login, balance, credit, seq, record_seq, last_order_id, last_deal_id,
       last_closed_id, orders, deals, closed)
     SELECT login, (login * 7919) % 10000019, 0, 1, 0, 0, 0, 0, 0, 0, 0 FROM accounts WHERE login >= 1000`,
  )
  for (const { sql } of indexes) db.exec(sql)
  db.close()
}

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
  goal: number | undefined,
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
    name: `window ${what}`,
    unit: 'ms (p99)',
    better: 'lower',
    values: p99,
    ...(goal === undefined ? {} : { judged: 'value' as const, goal }),
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
        const asked = { groups: GROUPS, conditions, sort }
        if (!this.#handlers['accounts.window_count'](asked).ok) throw new Error('no count')
      })
    }
    return latency
  }

  #page(field: string, place: WindowPlace, conditions: readonly WindowCondition[] = []) {
    const page = this.#handlers['accounts.window']({
      ...{ groups: GROUPS, conditions, place, limit: LIMIT, hidden: [] },
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
