import { assert } from '../../../engine/assert.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { FileKind, StoredFile } from '../../../wire/stored/stored-file.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The only SQL that names the files table but its migration. Synchronous; the caller owns the transaction. */
export interface FileSums {
  readonly files: number
  readonly bytes: number
}

export type FileChange = Partial<Pick<StoredFile, 'state' | 'bytes' | 'sha256' | 'expires_at'>>

const COUNTED = "state IN ('growing', 'new', 'whole')"
const COLUMNS = [
  'id',
  'owner',
  'kind',
  'name',
  'media',
  'state',
  'bytes',
  'sha256',
  'created_at',
  'expires_at',
]
const SUMS = 'SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes FROM files'

export const filesRepo = perDatabase((db: Sqlite) => {
  const insert = db.prepare<[StoredFile]>(
    `INSERT INTO files (${COLUMNS.join(', ')})
     VALUES (${COLUMNS.map((name) => `@${name}`).join(', ')})`,
  )
  const selectOne = db.prepare<[string], StoredFile>('SELECT * FROM files WHERE id = ?')
  const update = db.prepare<[StoredFile]>(
    `UPDATE files SET state = @state, bytes = @bytes, sha256 = @sha256, expires_at = @expires_at
     WHERE id = @id`,
  )
  const sums = db.prepare<[], FileSums>(`${SUMS} WHERE ${COUNTED}`)
  const sumsOfKind = db.prepare<[string], FileSums>(`${SUMS} WHERE ${COUNTED} AND kind = ?`)
  const sumsOfOwner = db.prepare<[string, number], FileSums>(
    `${SUMS} WHERE ${COUNTED} AND kind = ? AND owner = ?`,
  )
  const markGone = db.prepare<[string]>("UPDATE files SET state = 'gone' WHERE id = ?")
  const expire = db.prepare<[number, number]>(
    `UPDATE files SET state = 'gone' WHERE id IN
       (SELECT id FROM files WHERE expires_at <= ? AND state <> 'gone' LIMIT ?)`,
  )
  const selectGone = db
    .prepare<[number], string>("SELECT id FROM files WHERE state = 'gone' LIMIT ?")
    .pluck()
  const remove = db.prepare<[string]>("DELETE FROM files WHERE id = ? AND state = 'gone'")
  const addReferences = db.prepare<[number, string]>(
    'UPDATE files SET refs = refs + ? WHERE id = ?',
  )
  const goneUnlessReferred = db.prepare<[string]>(
    "UPDATE files SET state = 'gone' WHERE id = ? AND refs = 0 AND state = 'whole'",
  )
  const selectAfter = db.prepare<[string, number], StoredFile>(
    'SELECT * FROM files WHERE id > ? ORDER BY id LIMIT ?',
  )
  return {
    insert(file: StoredFile): void {
      insert.run(file)
    },
    get: (id: string): StoredFile | undefined => selectOne.get(id),
    update(file: StoredFile, change: FileChange): StoredFile {
      const changed = { ...file, ...change }
      assert(update.run(changed).changes === 1, 'a file that is changed is there')
      return changed
    },
    /** The sums over files that are there and take up room. */
    sums: (): FileSums => sums.get() as FileSums,
    sumsOfKind: (kind: FileKind): FileSums => sumsOfKind.get(kind) as FileSums,
    sumsOfOwner: (kind: FileKind, owner: Login): FileSums =>
      sumsOfOwner.get(kind, owner) as FileSums,
    markGone(id: string): void {
      markGone.run(id)
    },
    /** So many more refer to it, or fewer. */
    refer(id: string, count: number): void {
      addReferences.run(count, id)
    },
    /** True when nobody referred to it any more, so that it is gone. */
    goUnlessReferred: (id: string): boolean => goneUnlessReferred.run(id).changes === 1,
    /** Marks files whose time is over by then; answers how many. */
    expireUntil: (at: UnixMs, max: number): number => expire.run(at, max).changes,
    gone: (max: number): string[] => selectGone.all(max),
    /** One whose content is removed. */
    forget: (id: string): boolean => remove.run(id).changes === 1,
    after: (id: string, max: number): StoredFile[] => selectAfter.all(id, max),
    any: (): boolean => selectAfter.get('', 1) !== undefined,
    /** Every row, by id. */
    *each(): Generator<StoredFile> {
      for (let rows = selectAfter.all('', EACH_ROWS); rows.length > 0; ) {
        yield* rows
        rows = selectAfter.all(rows.at(-1)?.id ?? '', EACH_ROWS)
      }
    },
  }
})

const EACH_ROWS = 1000
