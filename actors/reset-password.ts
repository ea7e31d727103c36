import { existsSync } from 'node:fs'
import { refuse } from '../engine/code.js'
import type { Login } from '../engine/units.js'
import { sqlitePath } from '../storage/paths.js'
import { accountsRepo } from '../storage/repos/accounts.js'
import { credentialsRepo } from '../storage/repos/credentials.js'
import { sessionsRepo } from '../storage/repos/sessions.js'
import { openSeal } from '../storage/seal.js'
import { isDatabaseInUse } from '../storage/sqlite/in-use.js'
import { migrate } from '../storage/sqlite/migrate.js'
import { openWriter } from '../storage/sqlite/open.js'
import { accept, type Outcome } from './ask.js'
import type { Clock } from './clock.js'
import { openDesk, SYSTEM } from './desk/desk.js'
import type { Passwords } from './jobs/passwords.js'
import { randomKey, randomPassword } from './random.js'

/**
 * `openfloor admin reset-password LOGIN`: sets a random master password, for the caller to print once,
 * and closes the login's sessions. Works on the data directory of a server that does not run, since
 * the desk is the only writer while it does.
 */
export async function resetPassword(
  dataDir: string,
  login: Login,
  passwords: Passwords,
  clock: Clock,
): Promise<Outcome<string>> {
  const path = sqlitePath(dataDir)
  if (!existsSync(path)) {
    return refuse('not_found', `There is no server in ${dataDir}. Set DATA_DIR to its directory.`)
  }
  if (isDatabaseInUse(path)) {
    return refuse('conflict', `The server in ${dataDir} is running. Stop it first.`)
  }
  const password = randomPassword()
  const hash = await passwords.hash(password)
  if (typeof hash !== 'string') return hash
  const db = openWriter(path)
  try {
    migrate(db)
    // Nothing sealed is read or written here, so no key is needed; one shard is as good as another.
    const desk = openDesk(db, clock, 1, openSeal(randomKey(), randomKey))
    return desk.change((journal) => {
      if (accountsRepo(db).profile(login) === undefined) {
        return refuse('not_found', `There is no account ${login}.`)
      }
      credentialsRepo(db).set(login, 'master', hash, clock.now())
      const sessions = sessionsRepo(db)
      const closed = sessions.ofLogin(login)
      for (const { id } of closed) sessions.remove(id)
      const text = `The password of ${login} was reset on the server, ${closed.length} sessions closed`
      journal(SYSTEM, { kind: 'account.password', login, text })
      return accept(password)
    })
  } finally {
    db.close()
  }
}
