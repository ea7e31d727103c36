import type { PositionEvent, PositionSums } from '../../../engine/account/event.js'
import type { Login, Side } from '../../../engine/units.js'
import type { ClosedPosition } from '../../../wire/stored/stored-trades.js'
import { AppendedRows, type Column } from '../../sqlite/appended-rows.js'
import type { Sqlite } from '../../sqlite/open.js'
import type { TradeFilter } from '../numbered-rows.js'
import { chainLength, rowsBack } from './chain.js'
import { closedByTime } from './closed-by-time.js'

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
  dealer: number
}

/** Sums in minor units and volume units, over every match. */
export interface ClosedTotals {
  readonly count: bigint
  readonly commission: bigint
  readonly fee: bigint
  readonly profit: bigint
  readonly swap: bigint
  readonly volume: bigint
}

const COLUMNS: readonly Column[] = [
  { name: 'id' },
  { name: 'login' },
  { name: 'symbol_id' },
  { name: 'side' },
  { name: 'volume' },
  { name: 'price_open' },
  { name: 'price_close' },
  { name: 'opened_at' },
  { name: 'closed_at' },
  { name: 'profit' },
  { name: 'commission', usual: 0 },
  { name: 'fee', usual: 0 },
  { name: 'swap', usual: 0 },
  { name: 'reason', usual: 'client' },
  { name: 'comment', usual: '' },
  { name: 'version', usual: 2 },
  { name: 'previous_id' },
  { name: 'dealer', usual: 0 },
]

export function closedPositionsRepo(db: Sqlite) {
  const rows = new AppendedRows(db, 'closed_positions', COLUMNS)
  const byTime = closedByTime(db)
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
    add(login: Login, row: PositionEvent, sums: PositionSums, previousId: number): void {
      const { next } = rows
      next[0] = row.id
      next[1] = login
      next[2] = row.symbolId
      next[3] = row.side
      next[4] = sums.closedVolume
      next[5] = row.priceOpen
      next[6] = row.priceClose
      next[7] = row.openedAt
      next[8] = row.closedAt
      next[9] = sums.profit
      next[10] = sums.commission
      next[11] = sums.fee
      next[12] = sums.swapPaid
      next[13] = row.reason
      next[14] = row.comment
      next[15] = row.version
      next[16] = previousId
      next[17] = row.dealer
      rows.add()
    },
    /** Writes what waits; `forget` when the transaction was undone. */
    flush: () => rows.flush(),
    forget: () => rows.forget(),
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
    /** Closed positions of all accounts, last closed first. */
    page(
      filter: TradeFilter,
      rangeLength: number,
      offset: number,
      limit: number,
    ): ClosedPosition[] {
      const ids = byTime.page(filter, rangeLength, offset, limit)
      return ids.map((id) => fromRow(selectOne.get(id) as Row))
    },
    totals(filter: TradeFilter, rangeLength: number): ClosedTotals {
      const { where, values } = conditions(filter, byTime.condition(filter, rangeLength))
      const sums = ['commission', 'fee', 'profit', 'swap', 'volume']
        .map((column) => `coalesce(sum(${column}), 0) AS ${column}`)
        .join(', ')
      return db
        .prepare<unknown[], ClosedTotals>(
          `SELECT count(*) AS count, ${sums} FROM closed_positions ${where}`,
        )
        .safeIntegers()
        .get(...values) as ClosedTotals
    },
    *ofShard(shard: number, shards: number): Generator<ClosedPosition> {
      for (const row of selectShard.iterate(shards, shard)) yield fromRow(row)
    },
  }
}

/** `from` and `to` are included. */
function conditions(
  { from, to, symbolId, reach }: TradeFilter,
  dealt: { readonly sql: string; readonly value: string } | undefined,
): { where: string; values: unknown[] } {
  const parts = [
    ...(dealt === undefined ? [] : [dealt]),
    ...(from === undefined ? [] : [{ sql: 'closed_at >= ?', value: from }]),
    ...(to === undefined ? [] : [{ sql: 'closed_at <= ?', value: to }]),
    ...(symbolId === undefined ? [] : [{ sql: 'symbol_id = ?', value: symbolId }]),
    ...(reach === undefined ? [] : [reach]),
  ]
  const where = parts.length === 0 ? '' : `WHERE ${parts.map(({ sql }) => sql).join(' AND ')}`
  return { where, values: parts.map(({ value }) => value) }
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
    dealer: row.dealer,
  }
}
