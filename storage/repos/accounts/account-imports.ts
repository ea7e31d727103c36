import type { Login } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * All SQL statements for the tables of imports. They run synchronously, in the caller's
 * transaction.
 */
export interface ImportPartRow {
  /** The index of the part's first record in the import. */
  readonly first: number
  readonly sealed: string
}

export interface ImportRowsRow {
  readonly first: number
  /** The validated rows as JSON, without passwords. */
  readonly plain: string
  /** Rows with passwords, encrypted; null if there are none to show. */
  readonly sealed: string | null
}

export const accountImportsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    addPart(job: number, { first, sealed }: ImportPartRow): void {
      sql.run`INSERT INTO import_parts (job, first, sealed) VALUES (${job}, ${first}, ${sealed})`
    },
    /**
     * Stores a part of an import that has no job yet. Its receipt, a negative number, takes the
     * place of the job's id.
     */
    receive(receipt: number, { first, sealed }: ImportPartRow): void {
      sql.run`INSERT INTO import_parts (job, first, sealed) VALUES (${-receipt}, ${first}, ${sealed})`
    },
    /** Assigns the parts of a receipt to a job. Returns the number of parts. */
    adopt: (receipt: number, job: number): number =>
      sql.run`UPDATE import_parts SET job = ${job} WHERE job = -${receipt}`,
    removeReceipt(receipt: number): void {
      sql.run`DELETE FROM import_parts WHERE job = -${receipt}`
    },
    removeReceipts(): void {
      sql.run`DELETE FROM import_parts WHERE job < 0`
    },
    partsReceived: (receipt: number): number =>
      sql.value<number>`SELECT count(*) FROM import_parts WHERE job = -${receipt}` as number,
    receivedBytes: (): number =>
      sql.value<number>`SELECT coalesce(sum(length(sealed)), 0)
        FROM import_parts WHERE job < 0` as number,
    partOf: (job: number, record: number) => sql.get<ImportPartRow>`SELECT first, sealed
        FROM import_parts WHERE job = ${job} AND first <= ${record} ORDER BY first DESC LIMIT 1`,
    /** Removes the parts before the one with this record, because they are done. */
    removePartsBefore(job: number, record: number): void {
      sql.run`DELETE FROM import_parts WHERE job = ${job} AND first < (SELECT max(first)
          FROM import_parts WHERE job = ${job} AND first <= ${record})`
    },
    removeParts(job: number): void {
      sql.run`DELETE FROM import_parts WHERE job = ${job}`
    },
    removeRows(job: number): void {
      sql.run`DELETE FROM import_rows WHERE job = ${job}`
    },
    addRows(job: number, { first, plain, sealed }: ImportRowsRow, logins: readonly Login[]): void {
      sql.run`INSERT INTO import_rows (job, first, plain, sealed, logins)
          VALUES (${job}, ${first}, ${plain}, ${sealed}, ${JSON.stringify(logins)})`
    },
    rows: (job: number) => sql.all<ImportRowsRow>`SELECT first, plain, sealed FROM import_rows
        WHERE job = ${job} ORDER BY first`,
    /** Removes the encrypted rows. Returns the bytes of the remaining plain rows. */
    hide(job: number): number {
      sql.run`UPDATE import_rows SET sealed = NULL WHERE job = ${job}`
      return sql.value<number>`SELECT coalesce(sum(length(CAST(plain AS BLOB))), 0)
          FROM import_rows WHERE job = ${job}` as number
    },
    /** Those of the given logins that earlier rows of the dry run use. Reads the rows once. */
    claimedAmong(job: number, logins: readonly Login[]): Login[] {
      const rows = sql.all<{ login: Login }>`SELECT taken.value AS login
        FROM import_rows, json_each(import_rows.logins) taken
        WHERE job = ${job} AND taken.value IN (SELECT value FROM json_each(${JSON.stringify(logins)}))`
      return rows.map(({ login }) => login)
    },
  }
})
