import type { Side } from '../../../engine/units.js'
import type { ClosedPosition } from '../../../wire/stored/stored-trades.js'
import { type HalfSums, halfSums, wholeSums } from '../../sqlite/exact-sums.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import type { TradeFilter } from '../numbered-rows.js'
import { chainLength } from './chain.js'
import { closedByTime } from './closed-by-time.js'

/** All SQL statements that read the closed_positions table. Only the projector writes it. */

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
  /** The reason of the close; undefined in archives that are older than this column. */
  close_reason?: string
}

/** Sums over all matching rows, in minor units and volume units. */
export interface ClosedTotals {
  readonly count: bigint
  readonly commission: bigint
  readonly fee: bigint
  readonly profit: bigint
  readonly swap: bigint
  readonly volume: bigint
}

const SUMMED = ['commission', 'fee', 'profit', 'swap', 'volume'] as const

export const closedPositionsRepo = perDatabase((db: Sqlite) => {
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
  // Statements are cached, because filters have few different shapes.
  const filtered = new Statements(db)
  return {
    get(id: number): ClosedPosition | undefined {
      const row = selectOne.get(id)
      return row === undefined ? undefined : fromRow(row)
    },
    countOfShard: (shard: number, shards: number): number =>
      countShard.get(shards, shard) as number,
    chainLength: (lastId: number, most: number): number =>
      chainLength(lastId, most, (id) => selectPrevious.get(id)),
    /** The ids of a page of closed positions of all accounts, the last closed first. */
    page: byTime.page,
    totals(filter: TradeFilter, rangeLength: number): ClosedTotals {
      const { where, values } = conditions(filter, byTime.condition(filter, rangeLength))
      const halves = filtered
        .of<HalfSums>(`SELECT ${halfSums(SUMMED)} FROM closed_positions ${where}`)
        .safeIntegers()
        .get(...values)
      const sums = wholeSums(halves)
      const of = (name: keyof ClosedTotals): bigint => sums[name] ?? 0n
      return {
        count: of('count'),
        commission: of('commission'),
        fee: of('fee'),
        profit: of('profit'),
        swap: of('swap'),
        volume: of('volume'),
      }
    },
    *ofShard(shard: number, shards: number): Generator<ClosedPosition> {
      for (const row of selectShard.iterate(shards, shard)) yield fromRow(row)
    },
  }
})

/** The conditions of a filter; `from` and `to` are inclusive. */
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
    closeReason: row.close_reason ?? '',
    comment: row.comment,
    version: row.version,
    dealer: row.dealer,
  }
}
