import type { CredentialKind } from '../../../engine/access/sign-in.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { StoredCredential } from '../../../wire/thread/auth-messages.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The only SQL that names the credentials table: password hashes, never passwords. */
export type { CredentialKind }

export const credentialsRepo = perDatabase((db: Sqlite) => {
  const upsertOne = db.prepare<[number, string, string, number]>(
    `INSERT INTO credentials (login, kind, hash, changed_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (login, kind) DO UPDATE SET hash = excluded.hash, changed_at = excluded.changed_at`,
  )
  const selectHash = db
    .prepare<[number, string], string>('SELECT hash FROM credentials WHERE login = ? AND kind = ?')
    .pluck()
  const selectOthers = db.prepare<[number, string], StoredCredential>(
    'SELECT kind, hash FROM credentials WHERE login = ? AND kind <> ? ORDER BY kind',
  )
  const updateHash = db.prepare<[string, number, string, string]>(
    'UPDATE credentials SET hash = ? WHERE login = ? AND kind = ? AND hash = ?',
  )
  return {
    set(login: Login, kind: CredentialKind, hash: string, at: UnixMs): void {
      upsertOne.run(login, kind, hash, at)
    },
    hash: (login: Login, kind: CredentialKind): string | undefined => selectHash.get(login, kind),
    /** The credentials that a new password of this kind must differ from. */
    others: (login: Login, kind: CredentialKind): StoredCredential[] =>
      selectOthers.all(login, kind),
    /** The same password hashed anew: `changed_at` stays, and a password set meanwhile wins. */
    rehash(login: Login, kind: CredentialKind, from: string, to: string): boolean {
      return updateHash.run(to, login, kind, from).changes === 1
    },
  }
})
