import type { ReportLine } from '../../../engine/access/staff-profile.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { StoredStaff } from '../../../wire/stored/stored-staff.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** All SQL statements for the staff table. A row in it makes an account a staff user. */
export type { StoredStaff }

type Given = Omit<StoredStaff, 'created_at' | 'updated_at' | 'version'>

export type NewStaff = Pick<Given, 'login' | 'rights' | 'group_scope'> & Partial<Given>

/** The fields of a staff user that a change may replace. */
export type StaffChange = Partial<Omit<Given, 'login'>>

export interface StaffFilter {
  readonly login?: Login
  /** A part of the account's name, in any case. */
  readonly name?: string
  /** The groups of the accounts, by their stored paths. */
  readonly groups: readonly string[]
}

type ListColumn = 'rights' | 'group_scope' | 'ip_allow' | 'reports'
type Row = Omit<StoredStaff, ListColumn | 'active'> &
  Record<ListColumn, string> & {
    active: number
  }

const FOUND = `FROM staff JOIN accounts USING (login)
  WHERE group_path COLLATE NOCASE IN (SELECT value FROM json_each(@groups))
    AND (@login = 0 OR login = @login) AND (@name = '' OR instr(lower_case(name), @name) > 0)`

export const staffRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const selectLogins = db
    .prepare<[FilterParameters & { limit: number; offset: number }], number>(
      `SELECT login ${FOUND} ORDER BY login LIMIT @limit OFFSET @offset`,
    )
    .pluck()
  const countFound = db.prepare<[FilterParameters], number>(`SELECT count(*) ${FOUND}`).pluck()
  return {
    insert(staff: NewStaff, at: UnixMs): void {
      const whole = { ...EMPTY, ...staff, created_at: at, updated_at: at, version: 1 }
      sql.insert('staff', toRow(whole))
    },
    get(login: Login): StoredStaff | undefined {
      const row = sql.get<Row>`SELECT * FROM staff WHERE login = ${login}`
      return row === undefined ? undefined : fromRow(row)
    },
    /** The staff users with a right, ordered by login. */
    holding: (right: string): StoredStaff[] =>
      sql.all<Row>`SELECT * FROM staff
        WHERE ${right} IN (SELECT value FROM json_each(rights)) ORDER BY login`.map(fromRow),
    update(before: StoredStaff, change: StaffChange, at: UnixMs): void {
      const { login, version } = before
      const after = { ...before, ...change, updated_at: at, version: version + 1 }
      sql.update('staff', toRow(after), { login })
    },
    remove: (login: Login): boolean => sql.run`DELETE FROM staff WHERE login = ${login}` === 1,
    /** The logins that match the filter, in ascending order. */
    logins: (filter: StaffFilter, offset: number, limit: number): Login[] =>
      selectLogins.all({ ...asked(filter), limit, offset }),
    countMatching: (filter: StaffFilter): number => countFound.get(asked(filter)) as number,
  }
})

const EMPTY = {
  ip_allow: [],
  mailbox_name: '',
  logs_months: 0,
  reports_months: 0,
  active: true,
  reports: [],
}

interface FilterParameters {
  readonly groups: string
  readonly login: number
  readonly name: string
}

function asked({ groups, login = 0, name = '' }: StaffFilter): FilterParameters {
  return { groups: JSON.stringify(groups), login, name: name.toLowerCase() }
}

function toRow(staff: StoredStaff): Row {
  return {
    ...staff,
    rights: JSON.stringify(staff.rights),
    group_scope: JSON.stringify(staff.group_scope),
    ip_allow: JSON.stringify(staff.ip_allow),
    reports: JSON.stringify(staff.reports),
    active: staff.active ? 1 : 0,
  }
}

function fromRow(row: Row): StoredStaff {
  return {
    ...row,
    rights: JSON.parse(row.rights) as string[],
    group_scope: JSON.parse(row.group_scope) as string[],
    ip_allow: JSON.parse(row.ip_allow) as string[],
    reports: JSON.parse(row.reports) as ReportLine[],
    active: row.active === 1,
  }
}
