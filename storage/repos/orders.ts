import type { OrderEvent } from '../../engine/account/event.js'
import type { Login } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'
import { chainLength, rowsBack } from './chain.js'
import { numberedRows } from './numbered-rows.js'

/** The only SQL that names the orders table, which the projector alone writes. */

type Row = {
  id: number
  login: number
  symbol_id: number
  side: OrderEvent['side']
  kind: OrderEvent['kind']
  state: OrderEvent['state']
  volume_initial: number
  volume_current: number
  price: number
  position_id: number
  reason: OrderEvent['reason']
  comment: string
  created_at: number
  done_at: number
  previous_id: number
}

export function ordersRepo(db: Sqlite) {
  const insertOne = db.prepare<unknown[]>(
    `INSERT INTO orders (id, login, symbol_id, side, kind, state, volume_initial, volume_current,
       price, position_id, reason, comment, created_at, done_at, previous_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  )
  const updateOne = db.prepare<unknown[]>(
    `UPDATE orders SET state = ?, volume_current = ?, price = ?, position_id = ?, reason = ?,
       comment = ?, done_at = ? WHERE id = ?`,
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
    /** True when the order is new: it is the account's newest then, after `previousId`. */
    upsert(login: Login, order: OrderEvent, previousId: number): boolean {
      const { id, state, volumeCurrent, price, positionId, reason, comment, doneAt } = order
      const { changes } = insertOne.run(
        id,
        login,
        order.symbolId,
        order.side,
        order.kind,
        state,
        order.volumeInitial,
        volumeCurrent,
        price,
        positionId,
        reason,
        comment,
        order.createdAt,
        doneAt,
        previousId,
      )
      if (changes === 1) return true
      updateOne.run(state, volumeCurrent, price, positionId, reason, comment, doneAt, id)
      return false
    },
    get(id: number): { login: Login; order: OrderEvent } | undefined {
      const row = selectOne.get(id)
      return row === undefined ? undefined : { login: row.login, order: fromRow(row) }
    },
    /** Of all accounts, by time. */
    all: numberedRows(db, 'orders', 'done_at'),
    countOfShard: (shard: number, shards: number): number =>
      countShard.get(shards, shard) as number,
    chainLength: (lastId: number, most: number): number =>
      chainLength(lastId, most, (id) => selectPrevious.get(id)),
    /** The account's orders from `lastId` (its `lastOrderId`) back in time. */
    *chain(lastId: number): Generator<OrderEvent> {
      for (const row of rowsBack(lastId, (id) => selectOne.get(id))) yield fromRow(row)
    },
    *ofShard(shard: number, shards: number): Generator<[Login, OrderEvent]> {
      for (const row of selectShard.iterate(shards, shard)) yield [row.login, fromRow(row)]
    },
  }
}

function fromRow(row: Row): OrderEvent {
  return {
    type: 'order',
    id: row.id,
    symbolId: row.symbol_id,
    side: row.side,
    kind: row.kind,
    state: row.state,
    volumeInitial: row.volume_initial,
    volumeCurrent: row.volume_current,
    price: row.price,
    positionId: row.position_id,
    reason: row.reason,
    comment: row.comment,
    createdAt: row.created_at,
    doneAt: row.done_at,
  }
}
