import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The used numbers of a kind of record. They are text, because clients receive them as text. */
export interface UsedSpan {
  readonly allocator: string
  readonly total: string
  readonly used_from: string
  readonly used_to: string
}

interface Row {
  readonly total: number
  readonly low: number | null
  readonly high: number | null
}

export const spansRepo = perDatabase((db: Sqlite) => {
  const span = (allocator: string, sql: string) => {
    const select = db.prepare<[], Row>(sql)
    return (): UsedSpan => {
      const { total, low, high } = select.get() ?? { total: 0, low: null, high: null }
      return {
        allocator,
        total: String(total),
        used_from: String(low ?? 0),
        used_to: String(high ?? 0),
      }
    }
  }
  // Deals and orders are not counted, which takes long for millions. Their numbers give the result.
  const ends = (table: string): string =>
    `SELECT coalesce(high - low + 1, 0) AS total, low, high FROM
       (SELECT (SELECT min(id) FROM ${table}) AS low, (SELECT max(id) FROM ${table}) AS high)`
  return {
    accounts: span(
      'next free login',
      'SELECT count(*) AS total, min(login) AS low, max(login) AS high FROM accounts',
    ),
    clients: span(
      'given by staff',
      'SELECT count(DISTINCT client_id) AS total, min(client_id) AS low, max(client_id) AS high FROM accounts WHERE client_id > 0',
    ),
    deals: span('ranges of shards', ends('deals')),
    orders: span('ranges of shards', ends('orders')),
  }
})
