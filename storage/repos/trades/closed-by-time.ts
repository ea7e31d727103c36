import type { Sqlite } from '../../sqlite/open.js'
import { type NumberedRow, numberedRows, type TradeFilter } from '../numbered-rows.js'

/**
 * Closed positions of all accounts by the time at which they were closed, found by the deals that closed
 * them, whose numbers rise with the time: an index on the time cost the projection a tenth of its work.
 *
 *   C1. A position is listed where its last deal lies. Of several deals of one moment it is taken once.
 *   C2. Newest first; of one time the position whose deal has the higher number first.
 */
export function closedByTime(db: Sqlite) {
  const closes = `entry <> 'in' AND position_id <> 0 AND EXISTS (
    SELECT 1 FROM closed_positions AS c WHERE c.id = deals.position_id AND c.closed_at = deals.at)`
  const closings = numberedRows(db, 'deals', 'at', closes)
  const positionOf = db
    .prepare<[number], number>('SELECT position_id FROM deals WHERE id = ?')
    .pluck()

  /** A position that several deals name is in the place of the newest. */
  const positionsOf = (deals: readonly NumberedRow[]): number[] => [
    ...new Set(deals.map(({ id }) => positionOf.get(id) as number)),
  ]

  return {
    /** Numbers of positions. */
    page(filter: TradeFilter, rangeLength: number, offset: number, limit: number): number[] {
      const needed = offset + limit
      for (let most = needed; ; most *= 2) {
        const deals = closings.newest(filter, rangeLength, most)
        const positions = positionsOf(deals)
        if (deals.length < most || positions.length >= needed) {
          return positions.slice(offset, needed)
        }
      }
    },
    /** The filter as a condition on closed_positions; absent where every time is asked for. */
    condition(
      filter: TradeFilter,
      rangeLength: number,
    ): { sql: string; value: string } | undefined {
      if (filter.from === undefined && filter.to === undefined) return undefined
      const spans = closings.spans(filter, rangeLength).map(({ low, high }) => [low, high])
      // The positions that had a deal in these times: those closed in them are among these.
      const sql = `id IN (SELECT position_id FROM json_each(?) AS span CROSS JOIN deals
        WHERE deals.id BETWEEN span.value ->> 0 AND span.value ->> 1
          AND entry <> 'in' AND position_id <> 0)`
      return { sql, value: JSON.stringify(spans) }
    },
  }
}
