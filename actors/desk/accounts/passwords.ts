import { isRefusal, type Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { CredentialKind } from '../../../storage/repos/accounts/credentials.js'
import type { StoredAccount } from '../../../wire/account/stored-account.js'
import { passwordChanged, sessionsClosed } from '../../../wire/stored/line-facts.js'
import type { StoredCredential } from '../../../wire/thread/auth-messages.js'
import { madeHash } from '../../sign-in/made-hash.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { madePassword } from '../../thread/random.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { type ClosedSession, closedText, LiveAccess } from '../identity/live-access.js'
import { ChangedAccounts } from './changed-accounts.js'

/**
 * Staff set and check passwords of an account (docs/decisions/sign-in.md). Only hashes are passed,
 * except for a generated password, which is answered once.
 *
 *   - Setting any password closes every session of the login.
 *   - No staff user sets or checks their own password here; that needs the current one.
 */

export interface PasswordOfOne {
  readonly actor: Actor
  readonly login: Login
  readonly kind: CredentialKind
}

export interface PasswordRules {
  readonly group: string
  /** The hash of the current password; null if none is set. */
  readonly current: string | null
  readonly others: readonly StoredCredential[]
}

interface SetPassword extends PasswordOfOne {
  /** The hash of the new password; null if the server should generate one. */
  readonly hash: string | null
}

interface CheckedPassword extends PasswordOfOne {
  readonly fits: boolean
}

export function accountPasswordsDesk(desk: Desk) {
  const passwords = new AccountPasswords(desk)
  return {
    /** The rules for a password of this kind; refused in the same cases as setting one. */
    'accounts.password_rules': (request: PasswordOfOne) => passwords.rules(request),
    /** Returns the generated password; null if none was generated. */
    'accounts.set_password': (request: SetPassword) => passwords.set(request),
    'accounts.password_checked': (request: CheckedPassword) => passwords.checked(request),
  }
}

class AccountPasswords {
  readonly #desk: Desk
  readonly #changed: ChangedAccounts
  readonly #live: LiveAccess

  constructor(desk: Desk) {
    this.#desk = desk
    this.#changed = new ChangedAccounts(desk)
    this.#live = new LiveAccess(desk)
  }

  rules(request: PasswordOfOne): Outcome<PasswordRules> {
    const account = this.#asked(request)
    if (isRefusal(account)) return account
    const { login, kind } = request
    const others = this.#desk.tables.credentials.others(login, kind)
    const current = this.#desk.tables.credentials.hash(login, kind) ?? null
    return accept({ group: account.group, current, others })
  }

  set(request: SetPassword): Outcome<string | null> {
    const account = this.#asked(request)
    if (isRefusal(account)) return account
    const { actor, login, kind } = request
    if (kind === 'api' && !account.api_enabled) {
      return because('conflict.api_off', { login })
    }
    const made = request.hash === null ? madePassword() : null
    const hash = made === null ? request.hash : madeHash(this.#desk.seal.mark, made)
    const now = this.#desk.clock.now()
    let closed: readonly ClosedSession[] = []
    const outcome = this.#desk.change((journal) => {
      this.#desk.tables.credentials.set(login, kind, hash as string, now)
      const mustChange = made !== null && kind === 'master'
      // The record shows both: an api password, and a master password to be changed.
      if (mustChange) this.#desk.tables.accounts.update(login, { must_change_password: true }, now)
      else if (kind === 'api') this.#desk.tables.accounts.update(login, {}, now)
      closed = this.#live.closeAll(login)
      const how = made === null ? 'set' : 'made'
      const text = `The ${kind} password of ${login} was ${how} by staff${closedText(closed)}`
      const changes = [passwordChanged(kind, 'set'), ...sessionsClosed(closed)]
      journal(actor, { kind: 'account.password', login, text, changes })
      return accept(made)
    })
    if (outcome.ok) this.#live.tellClosed(closed)
    return outcome
  }

  checked(request: CheckedPassword): Outcome<null> {
    const account = this.#asked(request)
    if (isRefusal(account)) return account
    const { actor, login, kind, fits } = request
    return this.#desk.change((journal) => {
      const found = fits ? 'it fits' : 'it does not fit'
      const text = `A ${kind} password of ${login} was checked by staff: ${found}`
      journal(actor, { kind: 'account.password_check', login, text })
      return accept(null)
    })
  }

  #asked({ actor, login }: PasswordOfOne): StoredAccount | Refusal {
    const account = this.#changed.asked({ actor, login })
    if (isRefusal(account) || login !== actor.login) return account
    return because('forbidden.own_password')
  }
}
