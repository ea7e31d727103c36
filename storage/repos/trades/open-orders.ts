import type { OrderEvent } from '../../../engine/account/event.js'
import { type HeldFill, heldFillsOf } from '../../../engine/account/rules/at-provider/held-fills.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import { conditions, type OpenFilter } from './open-filter.js'
import { type OrderRow, orderFromRow } from './order-row.js'

/** The SQL that selects every undecided fill with its order. */
function heldIn(where: string): string {
  return (
    `FROM (SELECT * FROM open_orders ${where}) AS held, json_each(NULLIF(held.held_fills, '')) AS fill ` +
    `WHERE json_type(fill.value, '$.decision') = 'null'`
  )
}

/**
 * All SQL statements that read the open_orders table of pending orders. Only the projector writes
 * it.
 */
export const openOrdersRepo = perDatabase((db: Sqlite) => {
  const selectShard = db.prepare<[number, number], OrderRow>(
    'SELECT * FROM open_orders WHERE login % ? = ? ORDER BY login, id',
  )
  const selectIds = db.prepare<[string], OrderRow>(
    `SELECT * FROM open_orders WHERE id IN (SELECT value FROM json_each(?)) ORDER BY login, id`,
  )
  // Statements are cached, because filters have few different shapes.
  const filtered = new Statements(db)
  return {
    /** Orders of all accounts, by login and id. */
    page(filter: OpenFilter, offset: number, limit: number): [Login, OrderEvent][] {
      const { where, values } = conditions(filter)
      const sql = `SELECT * FROM open_orders ${where} ORDER BY login, id LIMIT ? OFFSET ?`
      const rows = filtered.of<OrderRow>(sql).all(...values, limit, offset)
      return rows.map((row) => [row.login, orderFromRow(row)])
    },
    /** The provider fills that wait for staff, ordered by login and order. */
    heldFills(filter: OpenFilter, offset: number, limit: number): [Login, OrderEvent, HeldFill][] {
      const { where, values } = conditions({ ...filter, hasHeldFills: true })
      const sql = `SELECT held.*, fill.key AS place ${heldIn(where)} ORDER BY login, held.id, place LIMIT ? OFFSET ?`
      const rows = filtered.of<OrderRow & { readonly place: number }>(sql)
      return rows.all(...values, limit, offset).flatMap((row) => {
        const order = orderFromRow(row)
        const fill = heldFillsOf(order)[row.place]
        return fill === undefined ? [] : [[row.login, order, fill]]
      })
    },
    /** The number of held fills, and the time of the oldest one. */
    heldFillsWaiting(filter: OpenFilter): {
      readonly count: number
      readonly since: UnixMs | null
    } {
      const { where, values } = conditions({ ...filter, hasHeldFills: true })
      const sql = `SELECT count(*) AS count, min(json_extract(fill.value, '$.at')) AS since ${heldIn(where)}`
      const found = filtered.of<{ count: number; since: UnixMs | null }>(sql).get(...values)
      return found ?? { count: 0, since: null }
    },
    countHeldFills(filter: OpenFilter): number {
      const { where, values } = conditions({ ...filter, hasHeldFills: true })
      const count = filtered.of<number>(`SELECT count(*) ${heldIn(where)}`)
      return count.pluck().get(...values) as number
    },
    /** The resting orders with these ids, ordered by login and id. */
    ofIds: (ids: readonly number[]): [Login, OrderEvent][] =>
      selectIds.all(JSON.stringify(ids)).map((row) => [row.login, orderFromRow(row)]),
    countMatching(filter: OpenFilter): number {
      const { where, values } = conditions(filter)
      const count = filtered.of<number>(`SELECT count(*) FROM open_orders ${where}`)
      return count.pluck().get(...values) as number
    },
    /** Yields the orders of a shard, ordered by login and id. */
    *ofShard(shard: number, shards: number): Generator<[Login, OrderEvent]> {
      for (const row of selectShard.iterate(shards, shard)) yield [row.login, orderFromRow(row)]
    },
  }
})
