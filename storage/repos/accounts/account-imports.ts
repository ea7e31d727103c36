import type { Login } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The only SQL that names the tables of imports. Synchronous; the caller owns the transaction. */
export interface ImportPartRow {
  /** The number of the first record of the import in this part, from 0. */
  readonly first: number
  readonly sealed: string
}

export interface ImportRowsRow {
  readonly first: number
  /** Rows without passwords. */
  readonly plain: string
  /** Rows with passwords; null where there are none to show. */
  readonly sealed: string | null
}

export const accountImportsRepo = perDatabase((db: Sqlite) => {
  const insertPart = db.prepare<[number, number, string]>(
    'INSERT INTO import_parts (job, first, sealed) VALUES (?, ?, ?)',
  )
  const adopt = db.prepare<[number, number]>('UPDATE import_parts SET job = ? WHERE job = -?')
  const removeReceipt = db.prepare<[number]>('DELETE FROM import_parts WHERE job = -?')
  const removeReceipts = db.prepare('DELETE FROM import_parts WHERE job < 0')
  const partsReceived = db
    .prepare<[number], number>('SELECT count(*) FROM import_parts WHERE job = -?')
    .pluck()
  const receivedBytes = db
    .prepare<[], number>('SELECT coalesce(sum(length(sealed)), 0) FROM import_parts WHERE job < 0')
    .pluck()
  const selectPart = db.prepare<[number, number], ImportPartRow>(
    'SELECT first, sealed FROM import_parts WHERE job = ? AND first <= ? ORDER BY first DESC LIMIT 1',
  )
  const removeBefore = db.prepare<[number, number, number]>(
    `DELETE FROM import_parts WHERE job = ? AND first <
       (SELECT max(first) FROM import_parts WHERE job = ? AND first <= ?)`,
  )
  const insertRows = db.prepare<[number, number, string, string | null, string]>(
    'INSERT INTO import_rows (job, first, plain, sealed, logins) VALUES (?, ?, ?, ?, ?)',
  )
  const selectRows = db.prepare<[number], ImportRowsRow>(
    'SELECT first, plain, sealed FROM import_rows WHERE job = ? ORDER BY first',
  )
  const hide = db.prepare<[number]>('UPDATE import_rows SET sealed = NULL WHERE job = ?')
  const plainBytes = db
    .prepare<[number], number>(
      'SELECT coalesce(sum(length(CAST(plain AS BLOB))), 0) FROM import_rows WHERE job = ?',
    )
    .pluck()
  const selectClaim = db
    .prepare<[number, number], number>(
      `SELECT 1 FROM import_rows, json_each(import_rows.logins)
         WHERE job = ? AND json_each.value = ? LIMIT 1`,
    )
    .pluck()
  return {
    addPart(job: number, { first, sealed }: ImportPartRow): void {
      insertPart.run(job, first, sealed)
    },
    /**
     * Adds a part of an import that is no job yet: it waits under a receipt, which stands in the
     * job's place as a negative.
     */
    receive(receipt: number, { first, sealed }: ImportPartRow): void {
      insertPart.run(-receipt, first, sealed)
    },
    /** Makes the parts the job's; answers how many there are. */
    adopt: (receipt: number, job: number): number => adopt.run(job, receipt).changes,
    removeReceipt(receipt: number): void {
      removeReceipt.run(receipt)
    },
    removeReceipts(): void {
      removeReceipts.run()
    },
    partsReceived: (receipt: number): number => partsReceived.get(receipt) as number,
    receivedBytes: (): number => receivedBytes.get() as number,
    /** The one that holds this record. */
    partOf: (job: number, record: number): ImportPartRow | undefined => selectPart.get(job, record),
    /** Removes the parts before the one that holds this record: nothing is left to do of them. */
    removePartsBefore(job: number, record: number): void {
      removeBefore.run(job, job, record)
    },
    addRows(job: number, { first, plain, sealed }: ImportRowsRow, logins: readonly Login[]): void {
      insertRows.run(job, first, plain, sealed, JSON.stringify(logins))
    },
    rows: (job: number): ImportRowsRow[] => selectRows.all(job),
    /** Removes the sealed rows, so that only plain ones are left; answers their bytes. */
    hide(job: number): number {
      hide.run(job)
      return plainBytes.get(job) as number
    },
    /** True when a row of the dry run has taken this login already. */
    isClaimed: (job: number, login: Login): boolean => selectClaim.get(job, login) !== undefined,
  }
})
