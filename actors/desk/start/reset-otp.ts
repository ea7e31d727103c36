import type { Login } from '../../../engine/units.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { oneTimeCodesRepo } from '../../../storage/repos/people/one-time-codes.js'
import { sessionsClosed } from '../../../wire/stored/line-facts.js'
import type { QuorumStart } from '../../../wire/thread/quorum-messages.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Clock } from '../../thread/clock.js'
import { SYSTEM } from '../actor.js'
import { changeStopped } from './stopped-desk.js'

/**
 * `openfloor admin reset-otp LOGIN`: turns the one-time codes of a login off, deletes its secret
 * (also an unconfirmed one), and closes its sessions. Returns true if it had a secret.
 */
export function resetOtp(
  dataDir: string,
  login: Login,
  clock: Clock,
  quorum?: QuorumStart,
): Outcome<boolean> {
  return changeStopped(dataDir, login, clock, quorum, ({ db, journal, closeSessions }) => {
    const accounts = accountsRepo(db)
    const hadSecret = oneTimeCodesRepo(db).remove(login)
    const isOn = accounts.get(login)?.otp_enabled === true
    if (!isOn && !hadSecret) return accept(false)
    if (isOn) accountsRepo(db).update(login, { otp_enabled: false }, clock.now())
    const closed = closeSessions()
    const text = `The one-time codes of ${login} were reset on the server, ${closed.length} sessions closed`
    const turnedOff = isOn ? [{ field: 'otp_enabled', from: true, to: false }] : []
    const changes = [...turnedOff, ...sessionsClosed(closed)]
    journal(SYSTEM, { kind: 'account.otp', login, text, changes })
    return accept(true)
  })
}
