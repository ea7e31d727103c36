import type { Login, UnixMs } from '../../../engine/units.js'
import type { StoredApiKey } from '../../../wire/stored/programs/stored-api-key.js'
import type { Sqlite } from '../../sqlite/open.js'
import { json, Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

type ListColumn = 'rights' | 'group_scope' | 'ip_allow'
type Row = Omit<StoredApiKey, ListColumn | 'enabled'> & {
  readonly rights: string | null
  readonly group_scope: string | null
  readonly ip_allow: string
  readonly enabled: number
}

/** All SQL statements for API keys. They run synchronously, in the caller's transaction. */
export const apiKeysRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const one = (row: Row | undefined): StoredApiKey | undefined => row && fromRow(row)
  return {
    all: () => sql.all<Row>`SELECT * FROM api_keys ORDER BY id`.map(fromRow),
    ofLogin: (login: Login) =>
      sql.all<Row>`SELECT * FROM api_keys WHERE login = ${login} ORDER BY id`.map(fromRow),
    loginsInGroup: (path: string) => sql.values<number>`SELECT DISTINCT api_keys.login
        FROM api_keys CROSS JOIN accounts ON accounts.login = api_keys.login
        WHERE accounts.group_path = ${path} COLLATE NOCASE`,
    get: (id: number) => one(sql.get<Row>`SELECT * FROM api_keys WHERE id = ${id}`),
    named: (login: Login, name: string) =>
      one(sql.get<Row>`SELECT * FROM api_keys WHERE login = ${login} AND name = ${name}`),
    count: (): number => sql.value<number>`SELECT count(*) FROM api_keys` ?? 0,
    add(key: Omit<StoredApiKey, 'id'>): StoredApiKey {
      const { rights, group_scope, ip_allow, enabled, ...rest } = key
      const row = { ...rest, ...columns(key) }
      return { id: Number(sql.insert('api_keys', row)), ...key }
    },
    put(key: StoredApiKey): void {
      const { id, rights, group_scope, ip_allow, enabled, ...rest } = key
      sql.update('api_keys', { ...rest, ...columns(key) }, { id })
    },
    used: (id: number, at: UnixMs, ip: string): boolean =>
      sql.run`UPDATE api_keys SET last_used_at = ${at}, last_ip = ${ip} WHERE id = ${id}` === 1,
    removeOfLogin: (login: Login): number => sql.run`DELETE FROM api_keys WHERE login = ${login}`,
    remove: (id: number): boolean => sql.run`DELETE FROM api_keys WHERE id = ${id}` === 1,
  }
})

function columns({ rights, group_scope, ip_allow, enabled }: Omit<StoredApiKey, 'id'>) {
  return {
    rights: rights && json(rights),
    group_scope: group_scope && json(group_scope),
    ip_allow: json(ip_allow),
    enabled: Number(enabled),
  }
}

function fromRow({ rights, group_scope, ip_allow, enabled, ...row }: Row): StoredApiKey {
  const list = (text: string | null) => text && (JSON.parse(text) as readonly string[])
  return {
    ...row,
    rights: list(rights) || null,
    group_scope: list(group_scope) || null,
    ip_allow: list(ip_allow) || [],
    enabled: enabled === 1,
  }
}
