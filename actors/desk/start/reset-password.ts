import type { Login } from '../../../engine/units.js'
import { credentialsRepo } from '../../../storage/repos/accounts/credentials.js'
import { passwordChanged, sessionsClosed } from '../../../wire/stored/line-facts.js'
import type { QuorumStart } from '../../../wire/thread/quorum-messages.js'
import { OWN_PASSWORDS, type Passwords } from '../../sign-in/passwords.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Clock } from '../../thread/clock.js'
import { randomPassword } from '../../thread/random.js'
import { SYSTEM } from '../actor.js'
import { changeStopped, refuseRunning } from './stopped-desk.js'

/**
 * `openfloor admin reset-password LOGIN`: sets a random master password, which the caller prints
 * once, and closes the login's sessions.
 */
export async function resetPassword(
  dataDir: string,
  login: Login,
  passwords: Passwords,
  clock: Clock,
  quorum?: QuorumStart,
): Promise<Outcome<string>> {
  const refusal = refuseRunning(dataDir)
  if (refusal !== null) return refusal
  const password = randomPassword()
  const hash = await passwords.hash(password, OWN_PASSWORDS)
  if (typeof hash !== 'string') return hash
  return changeStopped(dataDir, login, clock, quorum, ({ db, journal, closeSessions }) => {
    credentialsRepo(db).set(login, 'master', hash, clock.now())
    const closed = closeSessions()
    const text = `The password of ${login} was reset on the server, ${closed.length} sessions closed`
    const changes = [passwordChanged('master', 'set'), ...sessionsClosed(closed)]
    journal(SYSTEM, { kind: 'account.password', login, text, changes })
    return accept(password)
  })
}
