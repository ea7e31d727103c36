import type { CredentialKind } from '../../../engine/access/sign-in.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { StoredCredential } from '../../../wire/thread/auth-messages.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** All SQL statements for the credentials table, which stores hashes of passwords. */
export type { CredentialKind }

export const credentialsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    set(login: Login, kind: CredentialKind, hash: string, at: UnixMs): void {
      sql.run`INSERT INTO credentials (login, kind, hash, changed_at)
          VALUES (${login}, ${kind}, ${hash}, ${at}) ON CONFLICT (login, kind) DO UPDATE
          SET hash = excluded.hash, changed_at = excluded.changed_at`
    },
    remove(login: Login, kind: CredentialKind): void {
      sql.run`DELETE FROM credentials WHERE login = ${login} AND kind = ${kind}`
    },
    hash: (login: Login, kind: CredentialKind) =>
      sql.value<string>`SELECT hash FROM credentials WHERE login = ${login} AND kind = ${kind}`,
    /** The credentials from which a new password of this kind must differ. */
    others: (login: Login, kind: CredentialKind) =>
      sql.all<StoredCredential>`SELECT kind, hash FROM credentials WHERE login = ${login}
          AND kind <> ${kind} ORDER BY kind`,
    /**
     * Replaces the hash of the same password. `changed_at` stays, and a password that was set
     * meanwhile is not overwritten.
     */
    rehash(login: Login, kind: CredentialKind, from: string, to: string): boolean {
      return (
        sql.run`UPDATE credentials SET hash = ${to} WHERE login = ${login}
          AND kind = ${kind} AND hash = ${from}` === 1
      )
    },
  }
})
