import type { Refusal } from '../../../engine/code.js'
import { blocksOf, type SigningUp } from '../../../engine/config/blocked-sign-ups.js'
import { needsCode, type SignUpType } from '../../../engine/config/offers.js'
import {
  APPLICATION_KEPT_MS,
  APPLICATIONS_OPEN_MAX,
  SIGN_UP_CODE_MS,
  SIGN_UP_CONFIRMED_MS,
  SIGN_UP_SWEPT_AT_ONCE,
} from '../../../engine/limits/sign-up.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { letter } from '../../../wire/letters/letter.js'
import { passwordChanged, stateChanged } from '../../../wire/stored/line-facts.js'
import type { Applicant } from '../../../wire/stored/stored-application.js'
import type { SignUpStanding } from '../../../wire/thread/sign-up-messages.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { confirmationCode } from '../../thread/random.js'
import { isSameSecret } from '../../thread/same-secret.js'
import { NewAccounts } from '../accounts/accounts.js'
import { StrangersAccounts } from '../accounts/strangers-accounts.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { aboutApplication } from './applications.js'
import { letterHead } from './letter-head.js'
import { Outbox } from './outbox.js'
import { SignUpAttempts } from './sign-up-attempts.js'

/**
 * Strangers who sign up.
 *
 *   - Nothing here depends on whether an e-mail address is known, so neither an answer nor its time
 *     reveals it.
 *   - A code is stored as a keyed digest for half an hour. The right code confirms its address for
 *     three days; a used code, or one after too many wrong guesses, is deleted.
 *   - An attempt is counted on disk before the answer, even if it is refused.
 *   - A demo account is opened, then gets its money, and its password last, so a user who can sign
 *     in finds the money there.
 *   - Demo accounts are limited in total and per hour, and leave a part of the licence to staff
 *     (actors/desk/accounts/strangers-accounts.ts).
 *   - A blocked stranger is refused like any counted attempt, whatever the code. So masks cannot be
 *     tried out faster than people sign up.
 */

interface AskCode {
  readonly actor: Actor
  readonly email: string
  /** The applicant's language, such as `de`; empty if unknown. */
  readonly language: string
  /** The company of the page's brand; empty if the brand has none. */
  readonly company: string
}

export interface SentCode {
  readonly confirmed: boolean
  readonly sent: boolean
}

interface BeginSignUp {
  readonly actor: Actor
  readonly type: SignUpType
  readonly email: string
  readonly phone: string
  readonly code: string | undefined
}

interface Placed {
  readonly actor: Actor
  readonly group: string
  readonly leverage: number
  readonly applicant: Applicant
}

type OpenDemo = Placed

interface FileApplication extends Placed {
  readonly allocationId: number | null
}

export function signUpDesk(desk: Desk) {
  const signUp = new SignUp(desk)
  return {
    'sign_up.code': (request: AskCode) => signUp.sendCode(request),
    /** Counts an attempt to sign up, and uses up its code. */
    'sign_up.begin': (request: BeginSignUp) => signUp.begin(request),
    'sign_up.open': (request: OpenDemo) => signUp.open(request),
    'sign_up.password': ({
      actor,
      login,
      hash,
    }: {
      readonly actor: Actor
      readonly login: Login
      readonly hash: string
    }) => signUp.setPassword(actor, login, hash),
    'sign_up.apply': (request: FileApplication) => signUp.apply(request),
    'sign_up.standing': (): Outcome<SignUpStanding> => accept(signUp.strangers.standing()),
  }
}

const WRONG_CODE = because('auth.code_invalid.code')

const BLOCKED = because('forbidden.blocked')

const NO_CODES = because('unavailable.codes')

class SignUp {
  readonly #desk: Desk
  readonly #attempts: SignUpAttempts
  readonly #outbox: Outbox
  readonly #accounts: NewAccounts
  readonly strangers: StrangersAccounts

  constructor(desk: Desk) {
    this.#desk = desk
    this.#attempts = new SignUpAttempts(desk)
    this.#outbox = new Outbox(desk)
    this.#accounts = new NewAccounts(desk)
    this.strangers = new StrangersAccounts(desk)
  }

  sendCode(request: AskCode): Outcome<SentCode> {
    const { actor, email: address, language, company } = request
    const email = address.toLowerCase()
    const stranger = { ip: actor.ip, email }
    const refusal = this.#attempts.refuse('codes', stranger)
    if (refusal !== undefined) return refusal
    const isBlocked = this.#isBlocked({ ...stranger, phone: '' })
    // The count must stay, so a refusal for a blocked stranger must not refuse the change.
    const sent = this.#desk.change((): Outcome<SentCode | typeof BLOCKED> => {
      this.#attempts.add('codes', stranger)
      if (isBlocked) return accept(BLOCKED)
      const before = this.#desk.tables.signUp.code(email)
      if (this.#isConfirmed(email)) return accept({ confirmed: true, sent: false })
      if (!this.#outbox.hasDefault) return NO_CODES
      const code = confirmationCode()
      this.#desk.tables.signUp.put({
        email,
        digest: this.#digest(email, code),
        expires_at: this.#desk.clock.now() + SIGN_UP_CODE_MS,
        confirmed_at: before?.confirmed_at ?? 0,
      })
      const values = { code, minutes: SIGN_UP_CODE_MS / 60_000 }
      const content = letter('code', values, language, letterHead(this.#desk, '', company))
      const queued = this.#outbox.add({ kind: 'code', login: null, to: address, content })
      return queued.ok ? accept({ confirmed: false, sent: true }) : NO_CODES
    })
    if (!sent.ok) return sent
    if ('code' in sent.value) return sent.value
    if (sent.value.sent) this.#outbox.announce()
    return accept(sent.value)
  }

  begin({ actor, type, email: address, phone, code }: BeginSignUp): Outcome<null> {
    const email = address.toLowerCase()
    const stranger = { ip: actor.ip, email }
    const attempts = this.#attempts
    const isCodeNeeded = needsCode(this.#desk.config.records.settings[0], type)
    const refusal =
      (type === 'demo' ? this.strangers.refuse() : undefined) ??
      attempts.refuse('sign_ups', stranger) ??
      (isCodeNeeded ? attempts.refuse('wrong_codes', stranger) : undefined)
    if (refusal !== undefined) return refusal
    // The count must stay, so a refusal must not refuse the change.
    const begun = this.#desk.change((): Outcome<Refusal | null> => {
      attempts.add('sign_ups', stranger)
      if (this.#isBlocked({ ...stranger, phone })) return accept(BLOCKED)
      if (!isCodeNeeded || this.#isConfirmed(email)) return accept(null)
      if (code === undefined) return accept(WRONG_CODE)
      if (this.#isRight(email, code)) {
        this.#desk.tables.signUp.put({
          email,
          digest: '',
          expires_at: 0,
          confirmed_at: this.#desk.clock.now(),
        })
        return accept(null)
      }
      attempts.add('wrong_codes', stranger)
      return accept(WRONG_CODE)
    })
    if (!begun.ok) return begun
    return begun.value === null ? accept(null) : begun.value
  }

  open({ actor, group, leverage, applicant }: OpenDemo): Outcome<{ readonly login: Login }> {
    const unconfirmed = this.#refuseUnconfirmed('demo', applicant.email)
    if (unconfirmed !== undefined) return unconfirmed
    const full = this.strangers.refuse()
    if (full !== undefined) return full
    const made = this.#desk.change((journal) => {
      const opened = this.#accounts.open(
        {
          actor,
          group,
          must_change_password: false,
          details: { ...applicant, leverage, lead_source: 'sign-up' },
          hashes: {},
        },
        journal,
      )
      if (!opened.ok) return opened
      this.strangers.add(opened.value)
      return accept({ login: opened.value })
    })
    if (made.ok) this.strangers.tell()
    return made
  }

  /**
   * Sets the first password of an account; refused if it has another one. The same hash is a
   * repeated request.
   */
  setPassword(actor: Actor, login: Login, hash: string): Outcome<null> {
    const credentials = this.#desk.tables.credentials
    if (credentials.hash(login, 'master') === hash) return accept(null)
    return this.#desk.change((journal) => {
      if (credentials.hash(login, 'master') !== undefined) {
        return because('conflict.password_set', { login })
      }
      credentials.set(login, 'master', hash, this.#desk.clock.now())
      const text = `Whoever signed up as ${login} set the first password`
      const changes = [passwordChanged('master', 'set')]
      journal(actor, { kind: 'account.password', login, text, changes })
      return accept(null)
    })
  }

  apply({ actor, group, leverage, allocationId, applicant }: FileApplication): Outcome<null> {
    const unconfirmed = this.#refuseUnconfirmed('real', applicant.email)
    if (unconfirmed !== undefined) return unconfirmed
    if (this.#desk.tables.applications.open() >= APPLICATIONS_OPEN_MAX) {
      return because('unavailable.applications')
    }
    const now = this.#desk.clock.now()
    return this.#desk.change((journal) => {
      const id = this.#desk.tables.applications.add({
        ...applicant,
        group_path: group,
        leverage,
        allocation_id: allocationId,
        ip: actor.ip,
        created_at: now,
      })
      this.#desk.tables.applications.sweep(now - APPLICATION_KEPT_MS, SIGN_UP_SWEPT_AT_ONCE)
      const text = `Application ${id} for ${group} was received`
      const line = {
        kind: 'application',
        about: aboutApplication(id),
        masks: [group],
        text,
      } as const
      journal(actor, { ...line, changes: [stateChanged(null, 'new')] })
      return accept(null)
    })
  }

  #refuseUnconfirmed(type: SignUpType, email: string): Refusal | undefined {
    const isCodeNeeded = needsCode(this.#desk.config.records.settings[0], type)
    return isCodeNeeded && !this.#isConfirmed(email.toLowerCase()) ? WRONG_CODE : undefined
  }

  #isBlocked(who: SigningUp): boolean {
    const blocks = this.#desk.config.records.settings[0]?.blocked_signups ?? []
    return blocksOf(blocks, who).length > 0
  }

  #isConfirmed(email: string): boolean {
    const confirmedAt = this.#desk.tables.signUp.code(email)?.confirmed_at ?? 0
    return confirmedAt > this.#desk.clock.now() - SIGN_UP_CONFIRMED_MS
  }

  #isRight(email: string, code: string): boolean {
    const known = this.#desk.tables.signUp.code(email)
    if (known === undefined || known.digest === '') return false
    if (known.expires_at <= this.#desk.clock.now()) return false
    return isSameSecret(known.digest, this.#digest(email, code))
  }

  #digest(email: string, code: string): string {
    return this.#desk.seal.mark(`sign-up/${email}/${code}`)
  }
}
