import type { PositionEvent } from '../../engine/account/event.js'
import type { Login, Side } from '../../engine/units.js'
import type { ClosedPosition } from '../../wire/stored-trades.js'
import type { Sqlite } from '../sqlite/open.js'
import { chainLength, rowsBack } from './chain.js'
import type { PositionSums } from './positions.js'

/** The only SQL that names the closed_positions table, which the projector alone writes. */

type Row = {
  id: number
  login: number
  symbol_id: number
  side: Side
  volume: number
  price_open: number
  price_close: number
  opened_at: number
  closed_at: number
  profit: number
  commission: number
  fee: number
  swap: number
  reason: string
  comment: string
  version: number
  previous_id: number
}

export function closedPositionsRepo(db: Sqlite) {
  const insertOne = db.prepare<unknown[]>(
    `INSERT INTO closed_positions (id, login, symbol_id, side, volume, price_open, price_close,
       opened_at, closed_at, profit, commission, fee, swap, reason, comment, version, previous_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const selectOne = db.prepare<[number], Row>('SELECT * FROM closed_positions WHERE id = ?')
  const selectShard = db.prepare<[number, number], Row>(
    'SELECT * FROM closed_positions WHERE login % ? = ? ORDER BY id',
  )
  const selectPrevious = db
    .prepare<[number], number>('SELECT previous_id FROM closed_positions WHERE id = ?')
    .pluck()
  const countShard = db
    .prepare<[number, number], number>('SELECT count(*) FROM closed_positions WHERE login % ? = ?')
    .pluck()
  return {
    /** A position is closed once; `previousId` is the one the account closed before it. */
    insert(login: Login, row: PositionEvent, sums: PositionSums, previousId: number): void {
      insertOne.run(
        row.id,
        login,
        row.symbolId,
        row.side,
        sums.closedVolume,
        row.priceOpen,
        row.priceClose,
        row.openedAt,
        row.closedAt,
        sums.profit,
        sums.commission,
        sums.fee,
        sums.swapPaid,
        row.reason,
        row.comment,
        row.version,
        previousId,
      )
    },
    get(id: number): ClosedPosition | undefined {
      const row = selectOne.get(id)
      return row === undefined ? undefined : fromRow(row)
    },
    countOfShard: (shard: number, shards: number): number =>
      countShard.get(shards, shard) as number,
    chainLength: (lastId: number, most: number): number =>
      chainLength(lastId, most, (id) => selectPrevious.get(id)),
    /** The account's closed positions from `lastId` (its `lastClosedId`) back in time. */
    *chain(lastId: number): Generator<ClosedPosition> {
      for (const row of rowsBack(lastId, (id) => selectOne.get(id))) yield fromRow(row)
    },
    *ofShard(shard: number, shards: number): Generator<ClosedPosition> {
      for (const row of selectShard.iterate(shards, shard)) yield fromRow(row)
    },
  }
}

function fromRow(row: Row): ClosedPosition {
  return {
    id: row.id,
    login: row.login,
    symbolId: row.symbol_id,
    side: row.side,
    volume: row.volume,
    priceOpen: row.price_open,
    priceClose: row.price_close,
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    profit: row.profit,
    commission: row.commission,
    fee: row.fee,
    swap: row.swap,
    reason: row.reason,
    comment: row.comment,
    version: row.version,
  }
}
