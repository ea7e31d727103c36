import type { OrderEvent } from '../../../engine/account/event.js'
import type { Login } from '../../../engine/units.js'
import { AppendedRows, type Cell, type Column } from '../../sqlite/appended-rows.js'
import type { Sqlite } from '../../sqlite/open.js'
import { chainLength, rowsBack } from './chain.js'
import {
  hasPlainTerms,
  type OrderRow,
  orderFromRow,
  PLAIN_COLUMNS,
  setPlainValues,
  TERM_COLUMNS,
  termValues,
} from './order-row.js'
import { ordersByTime } from './orders-by-time.js'

/** The only SQL that names the orders table: orders that are done. The projector alone writes it. */

type Row = OrderRow & { readonly previous_id: number }

/** Usual is what a market order has. */
const USUAL: Readonly<Partial<Record<keyof Row, Cell>>> = {
  kind: 'market',
  state: 'filled',
  volume_current: 0,
  reason: 'client',
  comment: '',
  deviation_pts: 0,
  filling: '',
  client_order_id: '',
  session: '',
}
const COLUMNS: readonly Column[] = [...PLAIN_COLUMNS, 'previous_id' as const].map((name) => {
  const usual = USUAL[name]
  return usual === undefined ? { name } : { name, usual }
})

export function ordersRepo(db: Sqlite) {
  const insertInto = (columns: readonly string[]): string =>
    `INSERT INTO orders (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  const rows = new AppendedRows(db, 'orders', COLUMNS)
  const insertWhole = db.prepare<unknown[]>(
    insertInto([...PLAIN_COLUMNS, 'previous_id', ...TERM_COLUMNS]),
  )
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
    /** An order is done once; `previousId` is the one of the account that was done before it. */
    add(login: Login, order: OrderEvent, previousId: number): void {
      const { next } = rows
      setPlainValues(next, login, order)
      next[PLAIN_COLUMNS.length] = previousId
      if (hasPlainTerms(order)) {
        rows.add()
        return
      }
      rows.flush()
      insertWhole.run(...next, ...termValues(order))
    },
    /** Writes what waits; `forget` when the transaction was undone. */
    flush: () => rows.flush(),
    forget: () => rows.forget(),
    get(id: number): { login: Login; order: OrderEvent } | undefined {
      const row = selectOne.get(id)
      return row === undefined ? undefined : { login: row.login, order: orderFromRow(row) }
    },
    /** Orders of all accounts, by the time at which they were done. */
    all: ordersByTime(db),
    countOfShard: (shard: number, shards: number): number =>
      countShard.get(shards, shard) as number,
    chainLength: (lastId: number, most: number): number =>
      chainLength(lastId, most, (id) => selectPrevious.get(id)),
    /** The account's orders from `lastId` (its `lastOrderId`) back in time. */
    *chain(lastId: number): Generator<OrderEvent> {
      for (const row of rowsBack(lastId, (id) => selectOne.get(id))) yield orderFromRow(row)
    },
    *ofShard(shard: number, shards: number): Generator<[Login, OrderEvent]> {
      for (const row of selectShard.iterate(shards, shard)) yield [row.login, orderFromRow(row)]
    },
  }
}
