import type { Login, UnixMs } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'

/** The only SQL that names the staff table: what makes an account a staff user. */
export interface StoredStaff {
  readonly login: Login
  readonly rights: readonly string[]
  readonly group_scope: readonly string[]
  readonly ip_allow: readonly string[]
  readonly mailbox_name: string
  readonly logs_months: number
  readonly reports_months: number
  readonly active: boolean
  readonly created_at: UnixMs
  readonly updated_at: UnixMs
  readonly version: number
}

export type NewStaff = Pick<StoredStaff, 'login' | 'rights' | 'group_scope'>

type Row = Omit<StoredStaff, 'rights' | 'group_scope' | 'ip_allow' | 'active'> & {
  rights: string
  group_scope: string
  ip_allow: string
  active: number
}

export function staffRepo(db: Sqlite) {
  const insertOne = db.prepare<[number, string, string, number, number]>(
    'INSERT INTO staff (login, rights, group_scope, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  )
  const selectOne = db.prepare<[number], Row>('SELECT * FROM staff WHERE login = ?')
  return {
    insert(staff: NewStaff, at: UnixMs): void {
      const { login, rights, group_scope } = staff
      insertOne.run(login, JSON.stringify(rights), JSON.stringify(group_scope), at, at)
    },
    get(login: Login): StoredStaff | undefined {
      const row = selectOne.get(login)
      if (row === undefined) return undefined
      return {
        ...row,
        rights: JSON.parse(row.rights) as string[],
        group_scope: JSON.parse(row.group_scope) as string[],
        ip_allow: JSON.parse(row.ip_allow) as string[],
        active: row.active === 1,
      }
    },
  }
}
