import { existsSync } from 'node:fs'
import type { Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { migrate } from '../../../storage/migrations/migrate.js'
import { sqlitePath } from '../../../storage/paths.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { sessionsRepo } from '../../../storage/repos/people/sessions.js'
import { openSeal } from '../../../storage/secrets/seal.js'
import { isDatabaseInUse } from '../../../storage/sqlite/in-use.js'
import { openWriter, type Sqlite } from '../../../storage/sqlite/open.js'
import type { SessionPlace } from '../../../wire/stored/line-facts.js'
import type { QuorumStart } from '../../../wire/thread/quorum-messages.js'
import type { Outcome } from '../../thread/ask.js'
import type { Clock } from '../../thread/clock.js'
import { randomKey } from '../../thread/random.js'
import { withStoppedLog } from '../cluster/stopped-log.js'
import { type JournalWriter, openDesk } from '../desk.js'

/** The parts with which a command changes an account of a stopped server. */
export interface StoppedAccount {
  readonly db: Sqlite
  readonly journal: JournalWriter
  /** Ends the sessions of the login and returns them. */
  closeSessions(): readonly SessionPlace[]
}

/** Refuses while a server runs, because then only its desk may write; null otherwise. */
export function refuseRunning(dataDir: string): Refusal | null {
  const path = sqlitePath(dataDir)
  if (!existsSync(path)) {
    return because('not_found.data_dir', { directory: dataDir })
  }
  if (!isDatabaseInUse(path)) return null
  return because('conflict.running', { directory: dataDir })
}

/** Changes one account and adds a journal line, in one transaction. */
export function changeStopped<T>(
  dataDir: string,
  login: Login,
  clock: Clock,
  quorum: QuorumStart | undefined,
  work: (account: StoppedAccount) => Outcome<T>,
): Outcome<T> {
  const refusal = refuseRunning(dataDir)
  if (refusal !== null) return refusal
  const db = openWriter(sqlitePath(dataDir))
  try {
    migrate(db)
    const shards = Number(metaRepo(db).get('shards') ?? 1)
    return withStoppedLog({ db, dataDir, shards, quorum, clock }, (log) => {
      // A random key is enough, because no secret is read or written here.
      const seal = openSeal(randomKey(), randomKey)
      const desk = openDesk(db, clock, shards, seal, undefined, { log })
      return desk.change((journal) => {
        if (accountsRepo(db).profile(login) === undefined) {
          return because('not_found.account', { login })
        }
        const closeSessions = () => sessionsRepo(db).removeOfLogin(login)
        return work({ db, journal, closeSessions })
      })
    })
  } finally {
    db.close()
  }
}
