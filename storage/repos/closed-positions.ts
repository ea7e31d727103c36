import type { PositionEvent } from '../../engine/account/event.js'
import type { Login, Minor, Side, VolumeUnits } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'
import type { PositionSums } from './positions.js'

/** The only SQL that names the closed_positions table, which the projector alone writes. */

export interface ClosedPosition {
  readonly id: number
  readonly login: Login
  readonly symbolId: number
  readonly side: Side
  /** All that was closed, over its partial closes. */
  readonly volume: VolumeUnits
  readonly priceOpen: number
  readonly priceClose: number
  readonly openedAt: number
  readonly closedAt: number
  readonly profit: Minor
  readonly commission: Minor
  readonly fee: Minor
  readonly swap: Minor
  readonly reason: string
  readonly comment: string
  readonly version: number
}

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
}

export function closedPositionsRepo(db: Sqlite) {
  const upsertOne = db.prepare<unknown[]>(
    `INSERT INTO closed_positions (id, login, symbol_id, side, volume, price_open, price_close,
       opened_at, closed_at, profit, commission, fee, swap, reason, comment, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET volume = excluded.volume, price_open = excluded.price_open,
       price_close = excluded.price_close, closed_at = excluded.closed_at, profit = excluded.profit,
       commission = excluded.commission, fee = excluded.fee, swap = excluded.swap,
       reason = excluded.reason, comment = excluded.comment, version = excluded.version`,
  )
  const selectPage = db.prepare<[number, number, number], Row>(
    `SELECT * FROM closed_positions WHERE login = ?
     ORDER BY closed_at DESC, id DESC LIMIT ? OFFSET ?`,
  )
  const selectShard = db.prepare<[number, number], Row>(
    'SELECT * FROM closed_positions WHERE login % ? = ? ORDER BY id',
  )
  return {
    upsert(login: Login, row: PositionEvent, sums: PositionSums): void {
      upsertOne.run(
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
      )
    },
    /** Newest first. */
    page: (login: Login, limit: number, offset: number): ClosedPosition[] =>
      selectPage.all(login, limit, offset).map(fromRow),
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
