import type { Login } from '../../../engine/units.js'
import type { StoredNote } from '../../../wire/stored/stored-note.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * All SQL statements for notes on accounts. They run synchronously, in the caller's transaction.
 */
export const notesRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    /** The notes of an account, newest first. */
    page: (login: Login, offset: number, limit: number) =>
      sql.all<StoredNote>`SELECT * FROM notes WHERE login = ${login}
        ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
    count: (login: Login): number =>
      sql.get<{ n: number }>`SELECT count(*) AS n FROM notes WHERE login = ${login}`?.n ?? 0,
    /** A note of this account; undefined if it does not exist or belongs to another account. */
    get: (login: Login, id: number) =>
      sql.get<StoredNote>`SELECT * FROM notes WHERE id = ${id} AND login = ${login}`,
    add: (note: Omit<StoredNote, 'id'>): StoredNote => ({
      id: Number(sql.insert('notes', note)),
      ...note,
    }),
    put: ({ id, text, changed_at, version }: StoredNote) =>
      sql.run`UPDATE notes SET text = ${text}, changed_at = ${changed_at}, version = ${version}
        WHERE id = ${id}`,
    remove: (id: number) => sql.run`DELETE FROM notes WHERE id = ${id}`,
  }
})
