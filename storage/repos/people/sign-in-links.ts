import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** A sign-in link that was not used yet. */
export interface StoredSignInLink {
  /** The SHA-256 digest of the link's code. */
  readonly digest: string
  readonly login: Login
  /** The only address that may use the link; empty if any may. */
  readonly ip: string
  readonly read_only: boolean
  readonly issued_by: Login
  /** The name of the API key that issued the link. */
  readonly via: string | null
  /**
   * True after an exchange that required a one-time code. The next exchange with a code uses up the
   * link.
   */
  readonly code_asked: boolean
  readonly expires_at: UnixMs
}

/** The stored facts about an account's links. */
export interface LinkAccount {
  readonly login: Login
  /** False if the trader turned links off. */
  readonly allowed: boolean
  /** True if nobody has signed in to the account with a password yet. */
  readonly only_by_links: boolean
}

type LinkRow = Omit<StoredSignInLink, 'read_only' | 'code_asked'> & {
  readonly read_only: number
  readonly code_asked: number
}
type AccountRow = {
  readonly login: Login
  readonly allowed: number
  readonly only_by_links: number
}

/** All SQL statements for sign-in links. They run synchronously, in the caller's transaction. */
export const signInLinksRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    get: (digest: string): StoredSignInLink | undefined => {
      const row = sql.get<LinkRow>`SELECT * FROM sign_in_links WHERE digest = ${digest}`
      return row && { ...row, read_only: row.read_only === 1, code_asked: row.code_asked === 1 }
    },
    count: (): number => sql.value<number>`SELECT count(*) FROM sign_in_links` ?? 0,
    add: ({ read_only, code_asked, ...link }: StoredSignInLink) =>
      sql.insert('sign_in_links', {
        ...link,
        read_only: Number(read_only),
        code_asked: Number(code_asked),
      }),
    askCode: (digest: string, expires_at: UnixMs): boolean =>
      sql.update('sign_in_links', { code_asked: 1, expires_at }, { digest }) === 1,
    remove: (digest: string): boolean =>
      sql.run`DELETE FROM sign_in_links WHERE digest = ${digest}` === 1,
    removeAll: (): number => sql.run`DELETE FROM sign_in_links`,
    removeOfLogin: (login: Login): number =>
      sql.run`DELETE FROM sign_in_links WHERE login = ${login}`,
    /** Removes all links of a login except for its newest `kept`. */
    removeOldest: (login: Login, kept: number): number =>
      sql.run`DELETE FROM sign_in_links WHERE digest IN (SELECT digest FROM sign_in_links
        WHERE login = ${login} ORDER BY expires_at DESC, digest LIMIT -1 OFFSET ${kept})`,
    removeExpired: (now: UnixMs, max: number): number =>
      sql.run`DELETE FROM sign_in_links WHERE digest IN (SELECT digest FROM sign_in_links
        WHERE expires_at <= ${now} LIMIT ${max})`,
    account: (login: Login): LinkAccount => {
      const row = sql.get<AccountRow>`SELECT * FROM link_accounts WHERE login = ${login}`
      if (row === undefined) return { login, allowed: true, only_by_links: false }
      return { login, allowed: row.allowed === 1, only_by_links: row.only_by_links === 1 }
    },
    putAccount: ({ login, allowed, only_by_links }: LinkAccount) =>
      sql.insert(
        'link_accounts',
        { login, allowed: Number(allowed), only_by_links: Number(only_by_links) },
        'OR REPLACE',
      ),
    /** Records that the owner has signed in with the password. */
    passwordUsed: (login: Login): number =>
      sql.run`UPDATE link_accounts SET only_by_links = 0 WHERE login = ${login} AND only_by_links = 1`,
  }
})
