import { assert } from '../../../engine/assert.js'
import { sortText } from '../../../engine/names/sort-text.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import {
  ACCOUNT_FIELDS,
  type AccountFieldName,
  accountField,
  type FieldsWith,
} from '../../../wire/account/account-fields.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import { holdsInAnyCase } from '../../sqlite/any-case.js'
import type { Sqlite } from '../../sqlite/open.js'
import { blockSql, rowsInBlocks } from '../../sqlite/row-blocks.js'
import { json, Sql } from '../../sqlite/sql.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import { accountWordsRepo, WORDED_FIELDS, type WordedTexts } from './account-words.js'

/**
 * All SQL statements for the accounts table. They run synchronously, in the caller's transaction.
 */

/** The raw columns of an account that a shard needs. It reads a million such rows. */
export type ProfileRow = [
  login: number,
  groupPath: string,
  leverage: number,
  enabled: number,
  tradingEnabled: number,
  limitPositions: number,
  archivedAt: number | null,
  limitOrders: number,
  selfOpened: number,
]

export interface AccountFilter {
  readonly login?: Login
  /** A part of the name, ignoring case. */
  readonly name?: string
  readonly email?: string
  /** The groups of the accounts, exactly as stored; undefined for all groups. */
  readonly groups?: readonly string[]
}

/** A numbered change of an account. Version and profile are the account's current ones. */
export type ChangedRow = [number: number, version: number, ...profile: ProfileRow]

const PROFILE_NAMES =
  'login, group_path, leverage, enabled, trading_enabled, limit_positions, archived_at, limit_orders'
const PROFILE_COLUMNS = `${PROFILE_NAMES},
  EXISTS (SELECT 1 FROM sign_up_accounts WHERE login = accounts.login) AS self_opened`

/** Accounts are never deleted, so the newest change number always exists in a row. */
export const NEWEST_CHANGE = 'SELECT max(change_number) FROM accounts WHERE change_number > 0'
const API_PASSWORD_SET =
  "EXISTS (SELECT 1 FROM credentials WHERE login = accounts.login AND kind = 'api')"

/**
 * The column of a field. The group's column has another name, because `group` is a reserved word of
 * SQL.
 */
export function columnOf(field: AccountFieldName): string {
  return field === 'group' ? 'group_path' : field
}

const EXPRESSIONS = ACCOUNT_FIELDS.map((field) =>
  field === 'api_password_set' ? API_PASSWORD_SET : columnOf(field),
)

const WHOLE_ACCOUNT = EXPRESSIONS.map((sql, at) => `${sql} AS "${ACCOUNT_FIELDS[at]}"`)

const PAGE_COLUMNS = [
  ...EXPRESSIONS,
  ...['balance', 'credit', 'balance_prev_day', 'balance_prev_month'].map(
    (column) => `coalesce((SELECT ${column} FROM account_states WHERE login = accounts.login), 0)`,
  ),
].join(', ')

export type NewAccount = Omit<StoredAccount, FieldsWith<{ readonly isMade: true }>>

/** The fields of an account that the desk may change. */
export type AccountChange = Partial<Omit<NewAccount, 'login'>>

/** Texts by which lists are sorted and searched. Each has a column with its comparable form. */
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

const INSERT = `INSERT INTO accounts (${WRITTEN.join(', ')}, change_number)
  VALUES (${WRITTEN.map((column) => `@${column}`).join(', ')}, ${NEXT_CHANGE})`

export const accountsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const selectOne = db.prepare<[number], Record<string, unknown>>(
    `SELECT ${WHOLE_ACCOUNT.join(', ')} FROM accounts WHERE login = ?`,
  )
  const selectProfile = db
    .prepare<[number], ProfileRow>(`SELECT ${PROFILE_COLUMNS} FROM accounts WHERE login = ?`)
    .raw()
  const selectProfiles = db
    .prepare<[number, number, number], string>(
      blockSql(
        `${PROFILE_NAMES}, self_opened`,
        `SELECT ${PROFILE_COLUMNS} FROM accounts WHERE login > ? AND login % ? = ? ORDER BY login`,
      ),
    )
    .pluck()
  const selectNewest = db.prepare<[], number | null>(NEWEST_CHANGE).pluck()
  // The first condition uses the index. In reverse order SQLite would scan all accounts.
  const selectChanged = db
    .prepare<[number], ChangedRow>(
      `SELECT change_number, version, ${PROFILE_COLUMNS} FROM accounts
         WHERE change_number > ? AND change_number > 0 ORDER BY change_number`,
    )
    .raw()
  const words = accountWordsRepo(db)
  // A filter and a change have few shapes.
  const shaped = new Statements(db)
  return {
    get(login: Login): StoredAccount | undefined {
      const row = selectOne.get(login)
      return row === undefined ? undefined : fromRow(row)
    },
    group: (login: Login) =>
      sql.value<string>`SELECT group_path FROM accounts WHERE login = ${login}`,
    profile: (login: Login): ProfileRow | undefined => selectProfile.get(login),
    /** The accounts of a shard, ordered by login. */
    profilesOfShard: (shard: number, shards: number): Generator<ProfileRow> =>
      rowsInBlocks<ProfileRow>((after) => selectProfiles.get(after?.[0] ?? 0, shards, shard)),
    /** The number of the newest change; 0 if there is none. */
    newestChange: (): number => selectNewest.get() ?? 0,
    /** The accounts that changed after that number, oldest change first. */
    changedAfter: (number: number): ChangedRow[] => selectChanged.all(number),
    count: (): number => sql.value<number>`SELECT count(*) FROM accounts` as number,
    countOfShard: (shard: number, shards: number): number =>
      sql.value<number>`SELECT count(*) FROM accounts WHERE login % ${shards} = ${shard}` as number,
    countOpen: (): number =>
      sql.value<number>`SELECT (SELECT count(*) FROM accounts) -
        (SELECT count(*) FROM accounts WHERE archived_at IS NOT NULL)` as number,
    isGroupUsed: (path: string): boolean =>
      sql.get<number>`SELECT 1 FROM accounts
        WHERE group_path = ${path} COLLATE NOCASE LIMIT 1` !== undefined,
    loginsInGroup: (path: string) =>
      sql.values<number>`SELECT login FROM accounts WHERE group_path = ${path} COLLATE NOCASE`,
    /** The number of accounts in all these groups together, counted up to `most`. */
    countInGroups: (paths: readonly string[], most: number): number =>
      sql.value<number>`SELECT count(*) FROM (SELECT 1 FROM accounts
          WHERE group_path COLLATE NOCASE IN (SELECT value FROM json_each(${json(paths)}))
          LIMIT ${most})` as number,
    /** The number of accounts of each group, in the order of the groups. */
    countsOfGroups: (paths: readonly string[]) =>
      sql.values<number>`SELECT (SELECT count(*) FROM accounts
          WHERE group_path = f.value COLLATE NOCASE) FROM json_each(${json(paths)}) AS f`,
    loginsAfter: (login: Login, limit: number) => sql.values<number>`SELECT login FROM accounts
        WHERE login > ${login} ORDER BY login LIMIT ${limit}`,
    /** The first logins of a client, in ascending order. */
    ofClient: (client: number, most: number) => sql.values<number>`SELECT login FROM accounts
        WHERE client_id = ${client} ORDER BY login LIMIT ${most}`,
    /**
     * A page of accounts by login: the values of `ACCOUNT_FIELDS` in order, then the projected
     * balances and credit.
     */
    page(filter: AccountFilter, offset: number, limit: number): unknown[][] {
      const { where, values } = condition(filter)
      return shaped
        .of(`SELECT ${PAGE_COLUMNS} FROM accounts ${where} ORDER BY login LIMIT ? OFFSET ?`)
        .raw()
        .all(...values, limit, offset) as unknown[][]
    },
    /** The same values for the accounts after a login. Successive calls read each account once. */
    after(filter: AccountFilter, login: Login, limit: number): unknown[][] {
      const { where, values } = condition(filter)
      const more = where === '' ? 'WHERE login > ?' : `${where} AND login > ?`
      return shaped
        .of(`SELECT ${PAGE_COLUMNS} FROM accounts NOT INDEXED ${more} ORDER BY login LIMIT ?`)
        .raw()
        .all(...values, login, limit) as unknown[][]
    },
    /** The rows of these accounts in the form of `page`, unordered. */
    rowsOf(logins: readonly Login[]): unknown[][] {
      return shaped
        .of(`SELECT ${PAGE_COLUMNS} FROM accounts WHERE login IN (SELECT value FROM json_each(?))`)
        .raw()
        .all(JSON.stringify(logins)) as unknown[][]
    },
    countMatching(filter: AccountFilter): number {
      const { where, values } = condition(filter)
      const statement = shaped.of(`SELECT count(*) FROM accounts ${where}`)
      return statement.pluck().get(...values) as number
    },
    insert(account: NewAccount, at: UnixMs): void {
      shaped.of(INSERT).run(toRow(account, at))
      words.replace(account.login, {}, wordedTexts(account))
    },
    /** Stores the last sign-in. The version stays, because it does not cover these fields. */
    touchAccess(login: Login, ip: string, at: UnixMs): void {
      sql.run`UPDATE accounts SET last_access = ${at}, last_ip = ${ip} WHERE login = ${login}`
    },
    /** Stores a change, with the next version and a new change number. */
    update(login: Login, change: AccountChange, at: UnixMs): void {
      const { created_at: _, ...row } = toRow(change, at)
      const worded = wordedTexts(change)
      if (Object.keys(worded).length > 0) {
        const before = selectOne.get(login) as AccountChange | undefined
        words.replace(login, wordedTexts(before ?? {}), worded)
      }
      const columns = Object.keys(row).map((column) => `${column} = @${column}`)
      const { changes } = shaped
        .of(
          `UPDATE accounts SET ${columns.join(', ')}, version = version + 1, change_number = ${NEXT_CHANGE}
           WHERE login = @login`,
        )
        .run({ ...row, login })
      assert(changes === 1, 'an account that is changed is there')
    },
  }
})

function condition(filter: AccountFilter): { where: string; values: unknown[] } {
  const parts: string[] = []
  const values: unknown[] = []
  if (filter.login !== undefined) {
    parts.push('login = ?')
    values.push(filter.login)
  }
  for (const column of ['name', 'email'] as const) {
    const text = filter[column]
    if (text === undefined || text === '') continue
    const { sql, value } = holdsInAnyCase(column, text)
    parts.push(sql)
    values.push(value)
  }
  if (filter.groups !== undefined) {
    parts.push('group_path COLLATE NOCASE IN (SELECT value FROM json_each(?))')
    values.push(JSON.stringify(filter.groups))
  }
  return { where: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values }
}

const FLAGS = ACCOUNT_FIELDS.filter((name) => accountField(name).kind === 'flag')
const LISTS = ACCOUNT_FIELDS.filter((name) => accountField(name).kind === 'list')

/** Converts a row: SQLite stores flags as 0 and 1, and lists as JSON. */
function fromRow(row: Record<string, unknown>): StoredAccount {
  for (const name of FLAGS) row[name] = row[name] === 1
  for (const name of LISTS) row[name] = JSON.parse(String(row[name]))
  return row as StoredAccount
}

/** The logins of accounts in these groups, or outside them. The groups are a JSON list. */
export function loginsInGroups(within: 'in' | 'not in'): string {
  const word = within === 'in' ? 'IN' : 'NOT IN'
  return `SELECT login FROM accounts WHERE group_path COLLATE NOCASE ${word} (SELECT value FROM json_each(?))`
}

/** The texts that searches find by words, in comparable form. */
function wordedTexts(account: AccountChange): WordedTexts {
  const texts = WORDED_FIELDS.flatMap((field) => {
    const text = account[field]
    return text === undefined ? [] : [[field, sortText(text)]]
  })
  return Object.fromEntries(texts) as WordedTexts
}

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
