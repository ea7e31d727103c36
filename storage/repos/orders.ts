import type { OrderEvent } from '../../engine/account/event.js'
import type { Login } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'

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
}

export function ordersRepo(db: Sqlite) {
  const upsertOne = db.prepare<unknown[]>(
    `INSERT INTO orders (id, login, symbol_id, side, kind, state, volume_initial, volume_current,
       price, position_id, reason, comment, created_at, done_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, volume_current = excluded.volume_current,
       price = excluded.price, position_id = excluded.position_id, reason = excluded.reason,
       comment = excluded.comment, done_at = excluded.done_at`,
  )
  const selectPage = db.prepare<[number, number, number], Row>(
    'SELECT * FROM orders WHERE login = ? ORDER BY id DESC LIMIT ? OFFSET ?',
  )
  const selectShard = db.prepare<[number, number], Row>(
    'SELECT * FROM orders WHERE login % ? = ? ORDER BY id',
  )
  return {
    upsert(login: Login, order: OrderEvent): void {
      upsertOne.run(
        order.id,
        login,
        order.symbolId,
        order.side,
        order.kind,
        order.state,
        order.volumeInitial,
        order.volumeCurrent,
        order.price,
        order.positionId,
        order.reason,
        order.comment,
        order.createdAt,
        order.doneAt,
      )
    },
    /** Newest first. */
    page: (login: Login, limit: number, offset: number): OrderEvent[] =>
      selectPage.all(login, limit, offset).map(fromRow),
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
