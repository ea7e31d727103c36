import {
  CHANGE_FIELDS,
  CHANGED_BY,
  type StoredChange,
  TRAILING_STEP_MS,
} from '../../../wire/stored/stored-change.js'
import { AppendedRows, type Column } from '../../sqlite/appended-rows.js'
import type { Sqlite } from '../../sqlite/open.js'
import { tradeChangesRepo } from './trade-changes.js'

const COLUMNS: readonly Column[] = [
  { name: 'id' },
  { name: 'of_order', either: [0, 1] },
  { name: 'seq' },
  { name: 'field' },
  { name: 'login' },
  { name: 'at' },
  { name: 'old' },
  { name: 'new' },
  { name: 'by' },
  { name: 'actor', usual: 0 },
  { name: 'client_order_id' },
  { name: 'request_id', usual: '' },
]

/**
 * Adds rows to the trade_changes table. Only the projector uses this. Successive steps of a
 * trailing stop within `TRAILING_STEP_MS` become one row with the last time and value. The result
 * does not depend on the size of batches.
 */
export function tradeChangeWrites(db: Sqlite) {
  const rows = new AppendedRows(db, 'trade_changes', COLUMNS)
  const { newest } = tradeChangesRepo(db)
  const moveOne = db.prepare<number[]>(
    `UPDATE trade_changes SET seq = ?, at = ?, new = ?
     WHERE id = ? AND of_order = 0 AND seq = ? AND field = ?`,
  )
  let waiting: StoredChange[] = []
  /** The index in `waiting` of each position's newest change. */
  let newestAt = new Map<number, number>()

  const isStepAfter = (before: StoredChange | undefined, change: StoredChange): boolean =>
    change.by === 'trailing' && before?.by === 'trailing' && slotOf(before) === slotOf(change)

  const append = (change: StoredChange): void => {
    const { next } = rows
    next[0] = change.id
    next[1] = change.ofOrder ? 1 : 0
    next[2] = change.seq
    next[3] = CHANGE_FIELDS.indexOf(change.field)
    next[4] = change.login
    next[5] = change.at
    next[6] = change.old
    next[7] = change.new
    next[8] = CHANGED_BY.indexOf(change.by)
    next[9] = change.actor
    next[10] = change.clientOrderId
    next[11] = change.requestId
    rows.add()
  }

  return {
    /** The number of rows that the next `flush` will write. */
    get size(): number {
      return waiting.length
    },
    add(change: StoredChange): void {
      const { id, seq, at, ofOrder } = change
      const place = ofOrder ? undefined : newestAt.get(id)
      const before = place === undefined ? undefined : waiting[place]
      if (before !== undefined && place !== undefined && isStepAfter(before, change)) {
        waiting[place] = { ...before, seq, at, new: change.new }
        return
      }
      if (!ofOrder) newestAt.set(id, waiting.length)
      waiting.push(change)
    },
    flush(): void {
      if (waiting.length === 0) return
      const seen = new Set<number>()
      for (const change of waiting) {
        const { id, seq, at, field, by } = change
        const stored = by === 'trailing' && !seen.has(id) ? newest(id, false) : undefined
        if (!change.ofOrder) seen.add(id)
        if (stored !== undefined && isStepAfter(stored, change)) {
          moveOne.run(seq, at, change.new, id, stored.seq, CHANGE_FIELDS.indexOf(field))
        } else append(change)
      }
      rows.flush()
    },
    /** Forgets the added rows, after they were written or rolled back. */
    forget(): void {
      if (waiting.length === 0) return
      rows.forget()
      waiting = []
      newestAt = new Map()
    },
  }
}

function slotOf({ at }: StoredChange): number {
  return Math.floor(at / TRAILING_STEP_MS)
}
