import type { OrderEvent } from '../../../engine/account/event.js'
import type { Login } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import { chainLength } from './chain.js'
import { type OrderRow, orderFromRow } from './order-row.js'
import { ordersByTime } from './orders-by-time.js'

/**
 * All SQL statements that read the orders table of finished orders. Only the projector writes it.
 */

type Row = OrderRow & { readonly previous_id: number }

export const ordersRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[number], Row>('SELECT * FROM orders WHERE id = ?')
  const selectShard = db.prepare<[number, number], Row>(
    'SELECT * FROM orders WHERE login % ? = ? ORDER BY id',
  )
  const selectPrevious = db
    .prepare<[number], number>('SELECT previous_id FROM orders WHERE id = ?')
    .pluck()
  const countShard = db
    .prepare<[number, number], number>('SELECT count(*) FROM orders WHERE login % ? = ?')
    .pluck()
  return {
    get(id: number): { login: Login; order: OrderEvent } | undefined {
      const row = selectOne.get(id)
      return row === undefined ? undefined : { login: row.login, order: orderFromRow(row) }
    },
    /** Orders of all accounts, by the time of their end. */
    all: ordersByTime(db),
    countOfShard: (shard: number, shards: number): number =>
      countShard.get(shards, shard) as number,
    chainLength: (lastId: number, most: number): number =>
      chainLength(lastId, most, (id) => selectPrevious.get(id)),
    *ofShard(shard: number, shards: number): Generator<[Login, OrderEvent]> {
      for (const row of selectShard.iterate(shards, shard)) yield [row.login, orderFromRow(row)]
    },
  }
})
