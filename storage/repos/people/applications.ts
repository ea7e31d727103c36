import type {
  ApplicationState,
  StoredApplication,
} from '../../../wire/stored/stored-application.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The only SQL that reads applications. Synchronous; the caller owns the transaction. */
const COLUMNS = `id, state, group_path, leverage, allocation_id, name, last_name, email, phone, address, city, country,
  language, ip, login, reason, created_at, decided_at, decided_by`

export interface ApplicationFilter {
  readonly state?: ApplicationState
  /** Paths of groups as they are kept. */
  readonly groups: readonly string[]
}

interface Asked {
  readonly state: string | null
  readonly groups: string
}

const FITS = `(@state IS NULL OR state = @state) AND group_path IN (SELECT value FROM json_each(@groups))`

export const applicationsRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[number], StoredApplication>(
    `SELECT ${COLUMNS} FROM applications WHERE id = ?`,
  )
  const selectPage = db.prepare<[Asked & { limit: number; skip: number }], StoredApplication>(
    `SELECT ${COLUMNS} FROM applications WHERE ${FITS} ORDER BY id DESC LIMIT @limit OFFSET @skip`,
  )
  const count = db
    .prepare<[Asked], number>(`SELECT count(*) FROM applications WHERE ${FITS}`)
    .pluck()
  const countNew = db
    .prepare<[], number>("SELECT count(*) FROM applications WHERE state = 'new'")
    .pluck()
  return {
    get: (id: number): StoredApplication | undefined => selectOne.get(id),
    /** Newest first. */
    page({ state, groups }: ApplicationFilter, page: number, limit: number) {
      const asked = { state: state ?? null, groups: JSON.stringify(groups) }
      const rows = selectPage.all({ ...asked, limit, skip: (page - 1) * limit })
      return { rows, total: count.get(asked) ?? 0 }
    },
    open: (): number => countNew.get() ?? 0,
  }
})
