import { assert } from '../../../engine/assert.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { FileKind, StoredFile } from '../../../wire/stored/stored-file.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql, sqlPart } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * All SQL statements for the files table, apart from migrations. They run synchronously, in the
 * caller's transaction.
 */
export interface FileSums {
  readonly files: number
  readonly bytes: number
}

export type FileChange = Partial<Pick<StoredFile, 'state' | 'bytes' | 'sha256' | 'expires_at'>>

const COUNTED = sqlPart`state IN ('growing', 'new', 'whole')`
const SUMS = sqlPart`SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes FROM files`

export const filesRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const after = (id: string, max: number) =>
    sql.all<StoredFile>`SELECT * FROM files WHERE id > ${id} ORDER BY id LIMIT ${max}`
  return {
    insert(file: StoredFile): void {
      sql.insert('files', { ...file })
    },
    get: (id: string) => sql.get<StoredFile>`SELECT * FROM files WHERE id = ${id}`,
    update(file: StoredFile, change: FileChange): StoredFile {
      const changes = sql.update('files', { state: file.state, ...change }, { id: file.id })
      assert(changes === 1, 'a file that is changed is there')
      return { ...file, ...change }
    },
    /** The sums over all files that use disk space. */
    sums: (): FileSums => sql.get<FileSums>`${SUMS} WHERE ${COUNTED}` as FileSums,
    sumsOfKind: (kind: FileKind): FileSums =>
      sql.get<FileSums>`${SUMS} WHERE ${COUNTED} AND kind = ${kind}` as FileSums,
    sumsOfOwner: (kind: FileKind, owner: Login): FileSums =>
      sql.get<FileSums>`${SUMS} WHERE ${COUNTED} AND kind = ${kind} AND owner = ${owner}` as FileSums,
    markGone(id: string): void {
      sql.run`UPDATE files SET state = 'gone' WHERE id = ${id}`
    },
    /** Changes the number of references to a file by `count`. */
    refer(id: string, count: number): void {
      sql.run`UPDATE files SET refs = refs + ${count} WHERE id = ${id}`
    },
    /** Marks a file as deleted if nothing refers to it any more. True if it was marked. */
    goUnlessReferred: (id: string): boolean =>
      sql.run`UPDATE files SET state = 'gone'
        WHERE id = ${id} AND refs = 0 AND state = 'whole'` === 1,
    /** Marks files that have expired at that time. Returns how many. */
    expireUntil: (at: UnixMs, max: number): number => sql.run`UPDATE files SET state = 'gone'
        WHERE id IN (SELECT id FROM files WHERE expires_at <= ${at} AND state <> 'gone' LIMIT ${max})`,
    gone: (max: number) =>
      sql.values<string>`SELECT id FROM files WHERE state = 'gone' LIMIT ${max}`,
    /** Deletes the row of a file whose content was removed before. */
    forget: (id: string): boolean =>
      sql.run`DELETE FROM files WHERE id = ${id} AND state = 'gone'` === 1,
    after,
    any: (): boolean => after('', 1).length > 0,
    /** Yields every row, ordered by id. */
    *each(): Generator<StoredFile> {
      for (let rows = after('', EACH_ROWS); rows.length > 0; ) {
        yield* rows
        rows = after(rows.at(-1)?.id ?? '', EACH_ROWS)
      }
    },
  }
})

const EACH_ROWS = 1000
