import type { UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import type { JournalRow } from '../records/journal.js'

export interface JournalSpan {
  /** The last line before, and the last one of all. */
  readonly after: number
  readonly through: number
  /** Times, both included. */
  readonly from: UnixMs
  readonly to: UnixMs
}

/** The only SQL that reads the journal oldest line first. The plus keeps SQLite from the order of times, which it would sort. */
export const journalByNumberRepo = perDatabase((db: Sqlite) => {
  const select = db.prepare<[number, number, number, number, number], JournalRow>(
    `SELECT * FROM journal WHERE id > ? AND id <= ? AND +at BETWEEN ? AND ? ORDER BY id LIMIT ?`,
  )
  const selectOfKind = db.prepare<[string, number, number, number, number, number], JournalRow>(
    `SELECT * FROM journal WHERE +kind = ? AND id > ? AND id <= ? AND +at BETWEEN ? AND ?
     ORDER BY id LIMIT ?`,
  )
  return {
    of({ after, through, from, to }: JournalSpan, limit: number): JournalRow[] {
      return select.all(after, through, from, to, limit)
    },
    ofKind(kind: string, { after, through, from, to }: JournalSpan, limit: number): JournalRow[] {
      return selectOfKind.all(kind, after, through, from, to, limit)
    },
  }
})
