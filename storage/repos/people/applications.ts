import { addressBlock } from '../../../engine/access/address.js'
import { phoneFigures } from '../../../engine/names/words.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type {
  AlikeField,
  Applicant,
  ApplicationState,
  StoredApplication,
} from '../../../wire/stored/stored-application.js'
import type { Sqlite } from '../../sqlite/open.js'
import { json, Sql, sqlPart } from '../../sqlite/sql.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'

export interface ApplicationFilter {
  readonly state?: ApplicationState
  /** The paths of the groups, as they are stored. */
  readonly groups: readonly string[]
}

type LikeApplication = Pick<StoredApplication, 'id' | 'state'>

type NewApplication = Applicant &
  Pick<StoredApplication, 'group_path' | 'leverage' | 'allocation_id' | 'ip' | 'created_at'>

export interface ApplicationDecision {
  readonly state: ApplicationState
  readonly login: Login | null
  readonly reason: string
  readonly decided_at: UnixMs
  readonly decided_by: Login | null
}

const APPLICATION = sqlPart`id, state, group_path, leverage, allocation_id, name, last_name, email, phone, address, city,
  country, language, ip, login, reason, created_at, decided_at, decided_by`

/** The columns for finding similar applications. Each has an index. */
const SAME: Readonly<Record<AlikeField, string>> = {
  email: "email = @email COLLATE NOCASE AND email <> ''",
  phone: "phone_key = @phone_key AND phone_key <> ''",
  address: "address = @address COLLATE NOCASE AND address <> '' AND city = @city COLLATE NOCASE",
  ip: "ip_key = @ip_key AND ip_key <> ''",
}

/** All SQL statements for applications. They run synchronously, in the caller's transaction. */
export const applicationsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const statements = new Statements(db)
  return {
    get: (id: number) =>
      sql.get<StoredApplication>`SELECT ${APPLICATION} FROM applications WHERE id = ${id}`,
    /** Newest first. */
    page({ state, groups }: ApplicationFilter, page: number, limit: number) {
      const rows = sql.all<StoredApplication>`SELECT ${APPLICATION} FROM applications
        WHERE (${state} IS NULL OR state = ${state}) AND group_path IN (SELECT value FROM json_each(${json(groups)}))
        ORDER BY id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`
      const total = sql.value<number>`SELECT count(*) FROM applications
        WHERE (${state} IS NULL OR state = ${state}) AND group_path IN (SELECT value FROM json_each(${json(groups)}))`
      return { rows, total: total ?? 0 }
    },
    open: () => sql.value<number>`SELECT count(*) FROM applications WHERE state = 'new'` ?? 0,
    add: (application: NewApplication): number =>
      Number(
        sql.insert('applications', {
          state: 'new',
          reason: '',
          ...application,
          phone_key: phoneFigures(application.phone),
          ip_key: addressBlock(application.ip),
        }),
      ),
    /**
     * Other applications in these groups that share a text with this one, newest first. An empty
     * text matches no application.
     */
    like(one: StoredApplication, field: AlikeField, groups: readonly string[], most: number) {
      const like = statements.of<LikeApplication>(
        `SELECT id, state FROM applications WHERE ${SAME[field]} AND id <> @id
         AND group_path IN (SELECT value FROM json_each(@groups)) ORDER BY id DESC LIMIT @most`,
      )
      const keys = { phone_key: phoneFigures(one.phone), ip_key: addressBlock(one.ip) }
      return like.all({ ...one, ...keys, groups: JSON.stringify(groups), most })
    },
    decide: (id: number, { state, login, reason, decided_at, decided_by }: ApplicationDecision) =>
      sql.run`UPDATE applications SET state = ${state}, login = ${login}, reason = ${reason},
        decided_at = ${decided_at}, decided_by = ${decided_by} WHERE id = ${id}`,
    sweep: (decidedUntil: UnixMs, most: number) =>
      sql.run`DELETE FROM applications WHERE id IN (SELECT id FROM applications
        WHERE decided_at IS NOT NULL AND decided_at <= ${decidedUntil} LIMIT ${most})`,
  }
})
