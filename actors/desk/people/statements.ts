import type { ServerClock } from '../../../engine/calendar/server-clock.js'
import { dateOfDay, endedDayAt } from '../../../engine/calendar/server-day.js'
import { isRefusal } from '../../../engine/code.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { StatementPlace } from '../../../storage/repos/people/mailed-statements.js'
import { fullName, type StoredAccount } from '../../../wire/account/stored-account.js'
import { letter } from '../../../wire/letters/letter.js'
import type { StoredDaily } from '../../../wire/stored/stored-daily.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { ChangedAccounts } from '../accounts/changed-accounts.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import type { Once } from '../remembered-answers.js'
import { letterHead } from './letter-head.js'
import { Outbox } from './outbox.js'

/**
 * Statements by e-mail: daily ones to accounts with an address in groups with `daily_reports`, and
 * those of a period that staff send.
 *
 *   - A statement is marked as sent in the change that puts its e-mail into the outbox, so it is
 *     sent once.
 *   - A shard's rows of a day may arrive late, so the last two days are checked each time.
 *   - A step checks a limited number of rows, so that other requests of the desk run in between.
 */

interface MailStatements {
  readonly clock: ServerClock
  /** The last statement of the previous step; null begins with the first. */
  readonly after: StatementPlace | null
}

export interface MailedStatements {
  readonly mailed: number
  /** The place at which the next step continues; null at the end. */
  readonly next: StatementPlace | null
}

interface DueStatement {
  readonly row: StatementPlace
  readonly account: StoredAccount
}

interface SendStatement {
  readonly actor: Actor
  readonly once?: Once
  readonly login: Login
  /** The period as staff entered it; empty for no limit. */
  readonly from: string
  readonly to: string
  readonly page: string
}

const DAYS = 2
const ROWS_AT_ONCE = 1000
const MAILED_AT_ONCE = 100

export function statementsDesk(desk: Desk) {
  const statements = new Statements(desk)
  return {
    'statements.mail': (request: MailStatements) => statements.mail(request),
    /** Sends the account's holder a page that staff requested. Returns the e-mail address. */
    'statements.send': (request: SendStatement) => statements.send(request),
  }
}

class Statements {
  readonly #desk: Desk
  readonly #outbox: Outbox
  readonly #reach: ChangedAccounts

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new ChangedAccounts(desk)
    this.#outbox = new Outbox(desk)
  }

  send(request: SendStatement): Outcome<{ readonly to: string }> {
    const { actor, login, from, to, page } = request
    const reached = this.#reach.reached(actor, login)
    if (isRefusal(reached)) return reached
    const { email, language, group, ...account } = reached.account
    if (email === '') return because('conflict.account_no_email', { login })
    const values = { login, name: fullName(account), from, to }
    const content = {
      ...letter('periodStatement', values, language, letterHead(this.#desk, group)),
      attached: { name: `statement-${login}.html`, media: 'text/html; charset=utf-8', text: page },
    }
    const done = this.#desk.change((journal) => {
      const queued = this.#outbox.add({ kind: 'statement', login, to: email, content })
      if (!queued.ok) return queued
      const period = [from === '' ? '' : ` from ${from}`, to === '' ? '' : ` to ${to}`].join('')
      const text = `The statement of ${login}${period} was e-mailed to the holder`
      journal(actor, { kind: 'account.statement', login, text })
      return accept({ to: email })
    })
    if (done.ok) this.#outbox.announce()
    return done
  }

  mail({ clock, after }: MailStatements): Outcome<MailedStatements> {
    const { config } = this.#desk
    const over = accept({ mailed: 0, next: null })
    if (!config.records.groups.some(({ daily_reports }) => daily_reports)) return over
    const last = endedDayAt(clock, this.#desk.clock.now())
    const from = after ?? { day: last - DAYS, login: Number.MAX_SAFE_INTEGER }
    const rows = this.#desk.tables.mailedStatements.next(from, last, ROWS_AT_ONCE)
    let looked = 0
    const due: DueStatement[] = []
    for (const row of rows) {
      if (due.length === MAILED_AT_ONCE) break
      looked++
      const account = this.#readerOf(row)
      if (account !== undefined) due.push({ row, account })
    }
    const place = rows[looked - 1]
    const next = place === undefined ? null : { day: place.day, login: place.login }
    if (due.length === 0) return accept({ mailed: 0, next })
    const done = this.#desk.change((): Outcome<MailedStatements> => {
      this.#desk.tables.mailedStatements.letGo(last - DAYS)
      for (const one of due) {
        const queued = this.#queue(one)
        if (!queued.ok) return queued
        this.#desk.tables.mailedStatements.mailed(one.row)
      }
      return accept({ mailed: due.length, next })
    })
    if (done.ok) this.#outbox.announce()
    return done
  }

  /**
   * The account that gets this statement; undefined if the statement was sent already or no account
   * gets it.
   */
  #readerOf(row: StatementPlace): StoredAccount | undefined {
    const path = this.#desk.tables.accounts.group(row.login)
    const group = path === undefined ? undefined : this.#desk.config.world.named('groups', path)
    if (group?.daily_reports !== true || this.#desk.tables.mailedStatements.isMailed(row))
      return undefined
    const account = this.#desk.tables.accounts.get(row.login)
    return account === undefined || account.email === '' ? undefined : account
  }

  #queue({ row: { day, login }, account }: DueStatement): Outcome<unknown> {
    const row = this.#desk.tables.daily.get(day, login)
    if (row === undefined) return accept(null)
    const group = this.#desk.config.world.named('groups', account.group)
    const { currency = '', currency_digits = 2 } = group ?? {}
    const values = {
      login,
      name: fullName(account),
      date: dateOfDay(day),
      currency,
      ...amountsOf(row, currency_digits),
    }
    const content = letter(
      'statement',
      values,
      account.language,
      letterHead(this.#desk, account.group),
    )
    return this.#outbox.add({ kind: 'statement', login, to: account.email, content })
  }
}

function amountsOf(row: StoredDaily, digits: number) {
  const money = (value: number): string => textFromScaled(value, digits)
  const { sums } = row
  const costs =
    sums.daily_swap +
    sums.daily_fee +
    sums.daily_commission_instant +
    sums.daily_commission_turnover
  return {
    balance: money(row.balance),
    balanceBefore: money(row.balancePrevDay),
    profit: money(sums.daily_profit),
    deposits: money(sums.daily_deposits),
    withdrawals: money(sums.daily_withdrawals),
    costs: money(costs),
    credit: money(row.credit),
    equity: row.isValued ? money(row.equity) : null,
    margin: row.isValued ? money(row.margin) : null,
  }
}
