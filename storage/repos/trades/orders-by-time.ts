import type { Sqlite } from '../../sqlite/open.js'
import { Statements } from '../../sqlite/statements.js'
import { type NumberedRow, newestOf, numberedRows, type TradeFilter } from '../numbered-rows.js'

/**
 * Finished orders of all accounts by the time of their end. Orders that ended at once are found by
 * number, because numbers rise with time. An index finds orders that were pending before.
 */
export function ordersByTime(db: Sqlite) {
  const atOnce = numberedRows(db, 'orders', 'created_at', 'version = 1')

  // Statements are cached, because filters have few different shapes.
  const filtered = new Statements(db)
  const rested = ({ from, to, symbolId, reach }: TradeFilter) => {
    const parts = [
      { sql: 'done_at >= ?', value: from ?? 0 },
      ...(to === undefined ? [] : [{ sql: 'done_at <= ?', value: to }]),
      ...(symbolId === undefined ? [] : [{ sql: 'symbol_id = ?', value: symbolId }]),
      ...(reach === undefined ? [] : [reach]),
    ]
    const where = ['version > 1', ...parts.map(({ sql }) => sql)].join(' AND ')
    const sql = `FROM orders INDEXED BY orders_rested WHERE ${where}`
    return { sql, values: parts.map(({ value }) => value) }
  }

  return {
    /** A page of orders, newest first. For equal times the higher number comes first. */
    page(filter: TradeFilter, rangeLength: number, offset: number, limit: number): number[] {
      const most = offset + limit
      const { sql, values } = rested(filter)
      const select = filtered.of<NumberedRow>(
        `SELECT id, done_at AS at ${sql} ORDER BY done_at DESC, id DESC LIMIT ?`,
      )
      const all = [...atOnce.newest(filter, rangeLength, most), ...select.iterate(...values, most)]
      return newestOf(all, most)
        .slice(offset)
        .map(({ id }) => id)
    },
    count(filter: TradeFilter, rangeLength: number): number {
      const { sql, values } = rested(filter)
      const count = filtered.of<number>(`SELECT count(*) ${sql}`).pluck()
      return atOnce.count(filter, rangeLength) + (count.get(...values) as number)
    },
  }
}
