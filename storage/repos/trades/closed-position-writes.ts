import type { PositionEvent, PositionSums, Reason } from '../../../engine/account/event.js'
import type { Login } from '../../../engine/units.js'
import { AppendedRows, type Column } from '../../sqlite/appended-rows.js'
import type { Sqlite } from '../../sqlite/open.js'

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
  { name: 'close_reason', usual: 'client' },
]

/**
 * Adds rows to the closed_positions table. Only the projector uses this. Rows are collected and
 * written together, so each user needs its own instance.
 */
export function closedPositionWrites(db: Sqlite) {
  const rows = new AppendedRows(db, 'closed_positions', COLUMNS)
  return {
    /** Adds a closed position. `previousId` is the position that the account closed before it. */
    add(
      login: Login,
      row: PositionEvent,
      sums: PositionSums,
      closeReason: Reason | '',
      previousId: number,
    ): void {
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
      next[18] = closeReason
      rows.add()
    },
    /** Writes the collected rows. Call `forget` after a rollback. */
    flush: () => rows.flush(),
    forget: () => rows.forget(),
  }
}
