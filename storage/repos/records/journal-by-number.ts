import type { UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'
import type { JournalRow } from './journal.js'

export interface JournalSpan {
  /** The last line that was read, and the last line to read. */
  readonly after: number
  readonly through: number
  /** The first and last time, both inclusive. */
  readonly from: UnixMs
  readonly to: UnixMs
}

/**
 * All SQL statements that read the journal oldest line first. The plus keeps SQLite from using the
 * index by time, because it would have to sort the result.
 */
export const journalByNumberRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    of({ after, through, from, to }: JournalSpan, limit: number): JournalRow[] {
      return sql.all<JournalRow>`SELECT * FROM journal WHERE id > ${after} AND id <= ${through}
          AND +at BETWEEN ${from} AND ${to} ORDER BY id LIMIT ${limit}`
    },
    ofKind(kind: string, { after, through, from, to }: JournalSpan, limit: number): JournalRow[] {
      return sql.all<JournalRow>`SELECT * FROM journal WHERE +kind = ${kind} AND id > ${after}
          AND id <= ${through} AND +at BETWEEN ${from} AND ${to} ORDER BY id LIMIT ${limit}`
    },
  }
})
