import type { Sqlite } from '../../sqlite/open.js'
import { type NumberedRow, numberedRows, type TradeFilter } from '../numbered-rows.js'

/**
 * Closed positions of all accounts by closing time, found by the closing deals, whose ids rise with
 * time. An index on the time would cost the projection a tenth of its work.
 *
 *   - A position is listed at its last deal, once even if several of its deals have the same time.
 *   - Newest first; at the same time the position with the higher deal id first.
 */
export function closedByTime(db: Sqlite) {
  const closes = `entry <> 'in' AND position_id <> 0 AND EXISTS (
    SELECT 1 FROM closed_positions AS c WHERE c.id = deals.position_id AND c.closed_at = deals.at)`
  const closings = numberedRows(db, 'deals', 'at', closes)
  const positionOf = db
    .prepare<[number], number>('SELECT position_id FROM deals WHERE id = ?')
    .pluck()

  /** The positions of these deals. A position with several of the deals is listed at its newest. */
  const positionsOf = (deals: readonly NumberedRow[]): number[] => [
    ...new Set(deals.map(({ id }) => positionOf.get(id) as number)),
  ]

  return {
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
    /** The filter as a condition on closed_positions; undefined if it has no times. */
    condition(
      filter: TradeFilter,
      rangeLength: number,
    ): { sql: string; value: string } | undefined {
      if (filter.from === undefined && filter.to === undefined) return undefined
      const spans = closings.spans(filter, rangeLength).map(({ low, high }) => [low, high])
      // The positions with a deal in these times. Positions closed in them are among these.
      const sql = `id IN (SELECT position_id FROM json_each(?) AS span CROSS JOIN deals
        WHERE deals.id BETWEEN span.value ->> 0 AND span.value ->> 1
          AND entry <> 'in' AND position_id <> 0)`
      return { sql, value: JSON.stringify(spans) }
    },
  }
}
