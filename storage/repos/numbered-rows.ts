import type { UnixMs } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'
import { perDatabase, Statements } from '../sqlite/statements.js'
import type { ReachCondition } from './accounts/account-reach.js'

export interface TradeFilter {
  /** The first and last time, both inclusive; undefined for no limit. */
  readonly from?: UnixMs
  readonly to?: UnixMs
  readonly symbolId?: number
  readonly reach?: ReachCondition | undefined
}

/**
 * Shared statements: reads of some rows and of all rows find the ends of a table's ranges in the
 * same way.
 */
const statementsOf = perDatabase((db: Sqlite) => new Statements(db))

/**
 * Orders and deals of all accounts by time, without an index on the time, which would cost as much
 * as the row itself. `time` is the column that rises with the id; for reads of `only` some rows it
 * is also the time by which they are listed.
 *
 *   - Ids are given to shards in ranges of one length, and a shard uses its range in order of time.
 *     So within a range time rises with the id: a range whose first and last rows are outside the
 *     requested times is skipped, and in the others bisection finds the ids between which the times
 *     are.
 *   - The newest rows of the ranges are taken until no other range can have a newer one.
 */
export function numberedRows(db: Sqlite, table: string, time: string, only = 'TRUE') {
  const columns = `id, ${time} AS at`
  const statements = statementsOf(db)
  const firstFrom = statements.of<NumberedRow>(
    `SELECT ${columns} FROM ${table} WHERE id >= ? ORDER BY id LIMIT 1`,
  )
  const lastBelow = statements.of<NumberedRow>(
    `SELECT ${columns} FROM ${table} WHERE id < ? ORDER BY id DESC LIMIT 1`,
  )

  /** The parts of id ranges that contain the requested times. */
  const spans = (filter: TradeFilter, rangeLength: number): Span[] => {
    const { from = 0, to = Number.MAX_SAFE_INTEGER } = filter
    const found: Span[] = []
    let first = firstFrom.get(0)
    while (first !== undefined) {
      const end = (Math.floor((first.id - 1) / rangeLength) + 1) * rangeLength + 1
      const last = lastBelow.get(end) as NumberedRow
      if (last.at >= from && first.at <= to) {
        const low = first.at >= from ? first.id : firstAt(first.id, last.id, from)
        const high = last.at <= to ? last.id : firstAt(first.id, last.id, to + 1) - 1
        if (low <= high) found.push({ low, high, newest: Math.min(last.at, to) })
      }
      first = firstFrom.get(end)
    }
    return found
  }

  /** The first number of rows from `at` on. `high` must be the number of an existing row. */
  const firstAt = (lowest: number, highest: number, at: UnixMs): number => {
    let [low, high] = [lowest, highest]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const row = firstFrom.get(middle) as NumberedRow
      if (row.at >= at) high = middle
      else low = row.id + 1
    }
    return low
  }

  const within = ({ symbolId, reach }: TradeFilter): { sql: string; values: unknown[] } => {
    const parts = ['id BETWEEN ? AND ?']
    if (symbolId !== undefined) parts.push('symbol_id = ?')
    parts.push(only)
    if (reach !== undefined) parts.push(reach.sql)
    const values = [symbolId, reach?.value].filter((value) => value !== undefined)
    return { sql: `FROM ${table} WHERE ${parts.join(' AND ')}`, values }
  }

  const newest = (filter: TradeFilter, rangeLength: number, most: number): NumberedRow[] => {
    const { sql, values } = within(filter)
    const select = statements.of<NumberedRow>(`SELECT ${columns} ${sql} ORDER BY id DESC LIMIT ?`)
    let found: NumberedRow[] = []
    for (const span of spans(filter, rangeLength).sort((a, b) => b.newest - a.newest)) {
      const oldest = found[most - 1]
      if (oldest !== undefined && oldest.at > span.newest) break
      found = newestOf([...found, ...select.iterate(span.low, span.high, ...values, most)], most)
    }
    return found
  }

  return {
    newest,
    spans,
    /** The first id from `at` on within one range; `high + 1` if the range has none. */
    firstAt(low: number, high: number, at: UnixMs): number {
      const last = lastBelow.get(high + 1)
      return last === undefined || last.at < at ? high + 1 : firstAt(low, last.id, at)
    },
    page(filter: TradeFilter, rangeLength: number, offset: number, limit: number): number[] {
      const rows = newest(filter, rangeLength, offset + limit)
      return rows.slice(offset).map(({ id }) => id)
    },
    count(filter: TradeFilter, rangeLength: number): number {
      const { sql, values } = within(filter)
      const count = statements.of<number>(`SELECT count(*) ${sql}`).pluck()
      let total = 0
      for (const { low, high } of spans(filter, rangeLength)) {
        total += count.get(low, high, ...values) as number
      }
      return total
    },
  }
}

/** The newest rows first. For equal times the higher number comes first. */
export function newestOf(rows: NumberedRow[], most: number): NumberedRow[] {
  return rows.sort((a, b) => b.at - a.at || b.id - a.id).slice(0, most)
}

export interface NumberedRow {
  readonly id: number
  readonly at: UnixMs
}

export interface Span {
  readonly low: number
  readonly high: number
  /** The time of the newest row in the span, or an upper bound for it. */
  readonly newest: UnixMs
}
