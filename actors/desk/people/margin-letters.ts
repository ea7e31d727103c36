import { HOUR_MS } from '../../../engine/calendar/durations.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import type { Login } from '../../../engine/units.js'
import type { DueMarginLetter } from '../../../storage/repos/people/margin-letters.js'
import { fullName } from '../../../wire/account/stored-account.js'
import { timeText } from '../../../wire/format/time-text.js'
import { letter } from '../../../wire/letters/letter.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { letterHead } from './letter-head.js'
import { Outbox } from './outbox.js'

/**
 * E-mails about margin calls and stop outs, to accounts with an address in groups with mail.
 *
 *   - The event is in the tables once, however often a log is read again; it is marked as done in
 *     the change that puts its e-mail into the outbox.
 *   - An account that reaches its margin call repeatedly gets one e-mail in four hours; each stop
 *     out gets one.
 */

const AT_ONCE = 100
const QUIET_MS = 4 * HOUR_MS

export function marginLettersDesk(desk: Desk) {
  const { marginLetters: due } = desk.tables
  const letters = new MarginLetters(desk)
  return {
    'margin_letters.mail': ({
      after,
    }: {
      readonly after: Login
    }): Outcome<{ readonly mailed: number; readonly next: Login | null }> => {
      const rows = due.due(after, AT_ONCE)
      const last = rows.at(-1)
      if (last === undefined) return accept({ mailed: 0, next: null })
      const now = desk.clock.now()
      const done = desk.change(() => {
        let mailed = 0
        for (const row of rows) {
          const queued = letters.queue(row, now)
          if (!queued.ok) return queued
          due.settle(row.login, queued.value ? now : row.mailed_at)
          if (queued.value) mailed++
        }
        return accept({ mailed, next: rows.length < AT_ONCE ? null : last.login })
      })
      if (done.ok && done.value.mailed > 0) letters.announce()
      return done
    },
  }
}

class MarginLetters {
  readonly #desk: Desk
  readonly #outbox: Outbox

  constructor(desk: Desk) {
    this.#desk = desk
    this.#outbox = new Outbox(desk)
  }

  announce(): void {
    this.#outbox.announce()
  }

  /** Queues an e-mail inside a change. True if it was put into the outbox. */
  queue(row: DueMarginLetter, now: number): Outcome<boolean> {
    const { login, standing, equity, margin, at, mailed_at } = row
    const account = this.#desk.tables.accounts.get(login)
    const group = account && this.#desk.config.world.named('groups', account.group)
    if (account === undefined || group?.mail_enabled !== true || account.email === '') {
      return accept(false)
    }
    const isStopOut = standing === 'stop_out'
    if (!isStopOut && mailed_at > now - QUIET_MS) return accept(false)
    const money = (value: number): string => textFromScaled(value, group.currency_digits)
    const values = {
      login,
      name: fullName(account),
      at: timeText(at),
      isStopOut,
      currency: group.currency,
      equity: money(equity),
      margin: money(margin),
      callLevel: group.margin_call_level,
      stopOutLevel: group.stop_out_level,
      levelUnit: group.stop_out_mode === 'percent' ? '%' : group.currency,
    }
    const head = letterHead(this.#desk, account.group)
    const content = letter('marginCall', values, account.language, head)
    const queued = this.#outbox.add({ kind: 'margin_call', login, to: account.email, content })
    return queued.ok ? accept(true) : queued
  }
}
