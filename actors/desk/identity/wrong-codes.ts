import { addressBlock } from '../../../engine/access/address.js'
import { CODE_GUESSES_MAX, CodeGuesses } from '../../../engine/access/code-guesses.js'
import { type Refusal, refuseFor } from '../../../engine/code.js'
import { NOTIFICATIONS_KEPT_MAX } from '../../../engine/limits/people.js'
import type { Login } from '../../../engine/units.js'
import { fullName } from '../../../wire/account/stored-account.js'
import { timeText } from '../../../wire/format/time-text.js'
import { letter } from '../../../wire/letters/letter.js'
import type { StoredNotification } from '../../../wire/stored/stored-notification.js'
import type { AuthOperations } from '../../../wire/thread/auth-messages.js'
import { lettersIn, readerLanguage } from '../../../wire/words/reader-language.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { letterHead } from '../people/letter-head.js'
import { Outbox } from '../people/outbox.js'

type CodeGuess = Pick<AuthOperations['auth.open']['request'], 'login' | 'origin' | 'isKnown'>

/**
 * Logins whose one-time codes are being guessed, with the right password or a sign-in link
 * (engine/access/code-guesses.ts).
 *
 *   W1. A login under attack accepts codes only from addresses from which it has signed in before;
 *       others are refused even with a right code.
 *   - The owner gets an e-mail and a notification, and staff a journal line, once for each attack.
 */
export class WrongCodes {
  readonly #desk: Desk
  readonly #guesses = new CodeGuesses()
  readonly #outbox: Outbox

  constructor(desk: Desk) {
    this.#desk = desk
    this.#outbox = new Outbox(desk)
  }

  /** Refuses by W1, before the code is checked. */
  refuse({ login, origin, isKnown = false }: CodeGuess): Refusal | null {
    const { clock, tables } = this.#desk
    const ms = this.#guesses.heldFor(login, this.#secretAt(login), clock.now())
    if (ms === 0 || isKnown) return null
    const last = tables.accounts.get(login)?.last_ip ?? ''
    if (last !== '' && addressBlock(last) === addressBlock(origin.ip)) return null
    const why =
      'Too many wrong one-time codes of this login. Sign in from an address that you have used before, or ask your broker to reset the codes.'
    return refuseFor(ms, 'auth.too_many_attempts', why)
  }

  right(login: Login): void {
    this.#guesses.clear(login)
  }

  /**
   * Counts a wrong code. With `isByLink` it came with a sign-in link, so its sender may not know
   * the password.
   */
  wrong({ login, origin }: CodeGuess, isByLink = false): Outcome<null> {
    const now = this.#desk.clock.now()
    if (!this.#guesses.failed(login, this.#secretAt(login), now)) return accept(null)
    let kept: StoredNotification | undefined
    const told = this.#desk.change((journal) => {
      const actor = { login: null, ip: origin.ip, requestId: origin.requestId }
      const proof = isByLink ? 'with sign-in links' : 'after the right password'
      const text = `${CODE_GUESSES_MAX} wrong one-time codes ${proof} within 24 hours: codes are taken from known addresses only for 24 hours`
      journal(actor, { kind: 'auth', login, text })
      // A full outbox must not prevent the journal line and the notification.
      if (!isByLink) this.#mail(login, origin.ip, now)
      kept = this.#notify(login, now, isByLink ? 'byLink' : 'byPassword')
      return accept(null)
    })
    if (!told.ok) return told
    this.#outbox.announce()
    if (kept !== undefined) this.#desk.publish({ type: 'notifications', items: [kept] })
    return told
  }

  #mail(login: Login, address: string, now: number): void {
    const account = this.#desk.tables.accounts.get(login)
    if (account === undefined || account.email === '') return
    const name = fullName(account)
    const values = { login, name, at: timeText(now), address, count: CODE_GUESSES_MAX }
    const head = letterHead(this.#desk, account.group)
    const content = letter('codeGuesses', values, account.language, head)
    this.#outbox.add({ kind: 'sign_in', login, to: account.email, content })
  }

  #notify(login: Login, now: number, way: 'byLink' | 'byPassword'): StoredNotification | undefined {
    const { config, tables } = this.#desk
    const account = tables.accounts.get(login)
    if (account === undefined) return undefined
    const company = config.world.named('groups', account.group)?.company ?? ''
    const { [way]: message } = lettersIn(readerLanguage(account.language))['wrong-codes']
    const row = {
      login,
      sender: company,
      company,
      message: message({ count: CODE_GUESSES_MAX }),
      created_at: now,
    }
    return tables.notifications.add(row, NOTIFICATIONS_KEPT_MAX)
  }

  /** The time when the secret of the login's codes was created; 0 if it has none. */
  #secretAt(login: Login): number {
    return this.#desk.tables.oneTimeCodes.get(login)?.made_at ?? 0
  }
}
