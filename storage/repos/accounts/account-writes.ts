import { assert } from '../../../engine/assert.js'
import { sortText } from '../../../engine/names/sort-text.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import {
  ACCOUNT_FIELDS,
  accountField,
  type FieldsWith,
} from '../../../wire/schema/accounts/account-fields.js'
import type { StoredAccount } from '../../../wire/stored/stored-account.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import { columnOf, NEWEST_CHANGE } from './accounts.js'

export type NewAccount = Omit<StoredAccount, FieldsWith<{ readonly isMade: true }>>

/** The fields of an account that the desk may change. */
export type AccountChange = Partial<Omit<NewAccount, 'login'>>

/** Texts that lists are ordered and searched by; beside each stands the form in which it is compared. */
const KEYED_TEXTS = ACCOUNT_FIELDS.filter((name): name is Exclude<keyof AccountChange, 'group'> => {
  const { kind, inWindows } = accountField(name)
  return kind === 'text' && inWindows === true && name !== 'group'
})

const WRITTEN = [
  ...ACCOUNT_FIELDS.filter((name) => accountField(name).isMade !== true).map(columnOf),
  'created_at',
  'updated_at',
  ...KEYED_TEXTS.map((text) => `${text}_key`),
]

const NEXT_CHANGE = `coalesce((${NEWEST_CHANGE}), 0) + 1`

/** What changes the accounts table. Synchronous; the caller owns the transaction. */
export const accountWrites = perDatabase((db: Sqlite) => {
  const insertOne = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO accounts (${WRITTEN.join(', ')}, change_number)
       VALUES (${WRITTEN.map((c) => `@${c}`).join(', ')}, ${NEXT_CHANGE})`,
  )
  const updateAccess = db.prepare<[number, string, number]>(
    'UPDATE accounts SET last_access = ?, last_ip = ? WHERE login = ?',
  )
  // A change has few shapes.
  const given = new Statements(db)
  return {
    insert(account: NewAccount, at: UnixMs): void {
      insertOne.run(toRow(account, at))
    },
    /** Leaves the version as it is: signing in changes nothing that a version guards. */
    touchAccess(login: Login, ip: string, at: UnixMs): void {
      updateAccess.run(at, ip, login)
    },
    /** One version on, and a change of its own number, also when nothing else is given. */
    update(login: Login, change: AccountChange, at: UnixMs): void {
      const { created_at: _, ...row } = toRow(change, at)
      const columns = Object.keys(row).map((column) => `${column} = @${column}`)
      const { changes } = given
        .of(
          `UPDATE accounts SET ${columns.join(', ')}, version = version + 1, change_number = ${NEXT_CHANGE}
           WHERE login = @login`,
        )
        .run({ ...row, login })
      assert(changes === 1, 'an account that is changed is there')
    },
  }
})

function toRow(account: AccountChange, at: UnixMs): Record<string, unknown> {
  const { group, ...fields } = account
  const row: Record<string, unknown> = {
    ...fields,
    ...(group === undefined ? {} : { group_path: group }),
    created_at: at,
    updated_at: at,
  }
  for (const text of KEYED_TEXTS) {
    const value = account[text]
    if (typeof value === 'string') row[`${text}_key`] = sortText(value)
  }
  for (const [column, value] of Object.entries(row)) {
    if (typeof value === 'boolean') row[column] = value ? 1 : 0
    else if (Array.isArray(value)) row[column] = JSON.stringify(value)
  }
  return row
}
