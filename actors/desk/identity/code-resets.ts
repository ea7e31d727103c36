import { isRefusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import type { FieldChange } from '../../../wire/stored/journal-line.js'
import { sessionsClosed } from '../../../wire/stored/line-facts.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk, JournalWriter } from '../desk.js'
import { type ClosedSession, closedText, LiveAccess } from './live-access.js'
import { OneTimeCodes } from './one-time-codes.js'
import { StaffReach } from './staff-reach.js'

/**
 * Resets of another user's one-time codes. The scope is checked here against the stored account.
 */

export function codeResetDesk(desk: Desk) {
  const resets = new CodeResets(desk)
  return {
    'accounts.reset_otp': (request: { readonly actor: Actor; readonly login: Login }) =>
      resets.resetAccount(request),
  }
}

export class CodeResets {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #live: LiveAccess
  readonly #codes: OneTimeCodes

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new StaffReach(desk)
    this.#live = new LiveAccess(desk)
    this.#codes = new OneTimeCodes(desk)
  }

  resetAccount({ actor, login }: { actor: Actor; login: Login }): Outcome<null> {
    const caller = this.#reach.caller(actor)
    if (isRefusal(caller)) return caller
    const account = this.#reach.account(caller, login)
    return isRefusal(account) ? account : this.reset(actor, account)
  }

  /**
   * Deletes the secret, also an unconfirmed one, with its used codes; closes the login's sessions.
   * No effect without a secret. Staff cannot reset their own: turning it off needs a code, which is
   * not requested here.
   */
  reset(actor: Actor, { login, otp_enabled }: StoredAccount): Outcome<null> {
    if (login === actor.login && otp_enabled) {
      return because('forbidden.own_codes')
    }
    const outcome = this.#desk.change((journal) => {
      const hadSecret = this.#codes.forget(login)
      if (!otp_enabled) return accept(hadSecret ? this.#ended(actor, login, journal, []) : [])
      this.#desk.tables.accounts.update(login, { otp_enabled: false }, this.#desk.clock.now())
      const changes = [{ field: 'otp_enabled', from: true, to: false }]
      return accept(this.#ended(actor, login, journal, changes))
    })
    if (!outcome.ok) return outcome
    this.#live.tellClosed(outcome.value)
    return accept(null)
  }

  #ended(
    actor: Actor,
    login: Login,
    journal: JournalWriter,
    changes: FieldChange[],
  ): readonly ClosedSession[] {
    const closed = this.#live.closeAll(login)
    const text = `The one-time codes of ${login} were reset${closedText(closed)}`
    const all = [...changes, ...sessionsClosed(closed)]
    journal(actor, { kind: 'account.otp', login, text, changes: all })
    return closed
  }
}
