import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * All SQL statements for remembered answers. They run synchronously, in the caller's transaction.
 */
export interface RememberedAnswer {
  readonly login: Login
  readonly request_key: string
  readonly digest: string
  readonly answer: string
  readonly at: UnixMs
}

/** The number and bytes of a caller's answers. */
export interface RememberedSums {
  readonly answers: number
  readonly bytes: number
}

export const rememberedAnswersRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const replaceOne = db.prepare<[RememberedAnswer]>(
    `INSERT OR REPLACE INTO remembered_answers (login, request_key, digest, answer, at)
     VALUES (@login, @request_key, @digest, @answer, @at)`,
  )
  return {
    get: (login: Login, key: string) => sql.get<RememberedAnswer>`SELECT *
        FROM remembered_answers WHERE login = ${login} AND request_key = ${key}`,
    sumsOf: (login: Login): RememberedSums =>
      sql.get<RememberedSums>`
        SELECT count(*) AS answers, coalesce(sum(octet_length(answer)), 0) AS bytes FROM remembered_answers
        WHERE login = ${login}` as RememberedSums,
    put(answer: RememberedAnswer): void {
      replaceOne.run(answer)
    },
    /** Removes up to `max` rows from this time or earlier. Returns their number. */
    removeUntil: (at: UnixMs, max: number): number => sql.run`DELETE FROM remembered_answers
        WHERE (login, request_key) IN (SELECT login, request_key FROM remembered_answers WHERE at <= ${at}
        ORDER BY at LIMIT ${max})`,
  }
})
