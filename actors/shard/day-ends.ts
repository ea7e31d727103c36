import {
  type DayEndContext,
  type DayEndDecision,
  type DoneWithout,
  decideDayEnd,
} from '../../engine/account/day-end/day-end.js'
import { idsAbove, nightIds } from '../../engine/account/day-end/night-ids.js'
import type { AccountEvent, JournalNote } from '../../engine/account/event.js'
import type { Account } from '../../engine/account/state.js'
import { moneyDigitsOf } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { contextOfGroup } from '../../engine/book/group-prices.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import {
  dateOfDay,
  dayNumber,
  type EndedDay,
  endedDay,
  endedDayAt,
  serverDayAt,
} from '../../engine/calendar/server-day.js'
import { textFromScaled } from '../../engine/numbers/decimal.js'
import type { Login, UnixMs } from '../../engine/units.js'
import type { DayEndNotice } from '../../wire/thread/day-end-notice.js'
import type { AccountTable } from './accounts/account-table.js'

/**
 * Ends the server's days for the accounts of a shard.
 *
 *   - Each day of an account ends once, in order, as one record of the log; `account.day` is the
 *     newest ended day. After a crash a day has either ended or not. Days during which the server
 *     was down are ended one by one. More than `NIGHT_ROWS_MAX` swaps become several records, and
 *     the last of them ends the day; `account.nightThrough` is the progress.
 *   D2. Past days end before anything else is decided for an account, so nothing that happens after
 *       midnight is in the row of the day before. `isDue` costs a trade one comparison. Only an
 *       account that waits for a price (D3) trades before its day has ended.
 *   D3. If a swap lacks a price, the account waits until the next midnight. If only the account's
 *       value lacks a price, it waits `VALUE_WAIT_MS`. After the wait the day ends without them,
 *       and the journal names each swap that was left out.
 *   D4. Accounts without a record and archived accounts have no days. The first day to end is that
 *       of the first record. If the tables do not know its time, it is the newest ended day.
 *   - Work runs between requests in slices of bounded effort, so that neither a million accounts
 *     nor one account with a million positions delays a trade.
 */
export interface DayEndHost {
  readonly accounts: Pick<AccountTable, 'get' | 'values'>
  readonly context: DayEndContext
  /** True while nothing may be written or no ids for deals are available; due day ends wait. */
  readonly isHalted: boolean
  /** The most swaps in one record of a day end. */
  readonly nightRowsMax: number
  isSetAside(login: Login): boolean
  /** False if the record cannot be written at the moment. */
  append(account: Account, events: readonly AccountEvent[], note: JournalNote | undefined): boolean
  /** Sets aside an account whose events cannot be decided or applied. */
  setAside(account: Account, error: unknown): void
}

/**
 * The positions of an account that still lack this night's swap; valid until the account's next
 * record.
 */
interface NightLeft {
  readonly account: Account
  readonly recordSeq: number
  readonly ids: Float64Array
}

interface Waiting {
  readonly since: UnixMs
  /** The newest ended day when the wait began. */
  readonly ended: number
}

const VALUE_WAIT_MS = 60_000
/**
 * The effort of a slice. Checking an account costs 1; working on one costs `WORK_EFFORT` plus its
 * positions. A request that arrives meanwhile waits for the slice and for its commit. This slice
 * takes about as long as the commit, so smaller slices would hardly shorten the wait.
 */
const SLICE_EFFORT = 1024
export const WORK_EFFORT = 16
/** The most swaps in one record; they take a shard about as long as a slice of accounts. */
export const NIGHT_ROWS_MAX = 1024
/** The most deals of a day end: a commission, and the correction of a negative balance after it. */
export const DAY_END_DEALS_MAX = 2
const NAMED_POSITIONS_MAX = 10
const NO_COUNTS = { accounts: 0, days: 0, swaps: 0, commissions: 0, unpriced: 0 }

export class DayEnds {
  readonly #host: DayEndHost
  #clock: ServerClock | undefined
  /** The period in which `#ended` is the newest ended day. */
  #from: UnixMs = 0
  #until: UnixMs = 0
  #ended = 0
  #waiting = new Map<Login, Waiting>()
  /**
   * Accounts that were still waiting at midnight: their earlier days end now without the missing
   * prices.
   */
  readonly #overdue = new Map<Login, Waiting>()
  /** The account whose day ends are only partly done. The next slice continues with it. */
  #begunAccount: Account | undefined
  #left: NightLeft | undefined
  #round: Iterator<Account> | undefined
  #retry: Iterator<Login> | undefined
  #counts = { ...NO_COUNTS }
  /** The newest day that the journal has announced. */
  #begun = 0
  #notices: DayEndNotice[] = []
  readonly #days = new Map<number, EndedDay>()

  constructor(host: DayEndHost) {
    this.#host = host
  }

  /** Called with the time of a turn at its start. Notes that a new day has ended. */
  at(now: UnixMs, clock: ServerClock): void {
    if (now >= this.#from && now < this.#until && clock === this.#clock) return
    const { start, end } = serverDayAt(clock, now)
    const ended = endedDayAt(clock, now)
    this.#clock = clock
    this.#from = start
    this.#until = end
    this.#days.clear()
    if (ended > this.#ended) this.#midnight(ended)
    // New settings moved the server time back over midnight. Days that have ended stay ended.
    else this.#ended = ended
  }

  /** True if days of the account must end before anything is decided for it. */
  isDue({ day, login, lastRecordSeq, firstAt, archived }: Account): boolean {
    if (day >= this.#ended) return false
    if (day === 0 && (lastRecordSeq === 0 || firstAt >= this.#from)) return false
    return !archived && !this.#waiting.has(login)
  }

  end(account: Account): void {
    while (this.#step(account) === 'more');
  }

  /** True if accounts are unchecked since midnight or are due for a retry. */
  get hasWork(): boolean {
    return !this.#host.isHalted && (this.#begunAccount ?? this.#round ?? this.#retry) !== undefined
  }

  /** Runs once a second: retries the accounts that wait for a price. */
  retryWaiting(): void {
    if (this.#waiting.size > 0) this.#retry ??= this.#waiting.keys()
  }

  /** Works on due day ends for at most one slice. */
  slice(effort = SLICE_EFFORT): void {
    let left = effort
    while (left > 0 && this.hasWork) {
      if (this.#begunAccount !== undefined) left -= this.#goOn(this.#begunAccount)
      else left -= this.#round === undefined ? this.#retryNext() : this.#lookAtNext(this.#round)
    }
  }

  takeNotices(): DayEndNotice[] {
    if (this.#notices.length === 0) return this.#notices
    return this.#notices.splice(0)
  }

  #midnight(ended: number): void {
    this.#ended = ended
    for (const [login, waiting] of this.#waiting) this.#overdue.set(login, waiting)
    this.#waiting.clear()
    this.#begunAccount = undefined
    this.#retry = undefined
    this.#round = this.#host.accounts.values()
  }

  #lookAtNext(round: Iterator<Account>): number {
    const next = round.next()
    if (next.done === true) {
      this.#round = undefined
      if (this.#begun === this.#ended) this.#tell('done')
      return 1
    }
    const account = next.value
    if (!this.isDue(account)) return 1
    return this.#tryToEnd(account)
  }

  #retryNext(): number {
    const next = this.#retry?.next()
    if (next === undefined || next.done === true) {
      this.#retry = undefined
      if (this.#waiting.size === 0) this.#tell('caught_up')
      return 1
    }
    const account = this.#host.accounts.get(next.value)
    if (account !== undefined && !account.archived) return this.#tryToEnd(account)
    this.#waiting.delete(next.value)
    return 1
  }

  #goOn(account: Account): number {
    this.#begunAccount = undefined
    // A request may have ended its days meanwhile.
    if (account.archived || account.day >= this.#ended) return 1
    return this.#tryToEnd(account)
  }

  /** Carries out one step of the account's day ends and returns its effort. */
  #tryToEnd(account: Account): number {
    if (this.#host.isSetAside(account.login)) {
      this.#waiting.delete(account.login)
      return 1
    }
    try {
      if (this.#step(account) === 'more') this.#begunAccount = account
    } catch (error) {
      this.#host.setAside(account, error)
    }
    return WORK_EFFORT + Math.min(account.positions.size, this.#host.nightRowsMax)
  }

  /** The first day to end for an account (D4). */
  #firstDay({ firstAt }: Account): number {
    if (firstAt === 0 || this.#clock === undefined) return this.#ended
    return dayNumber(serverDayAt(this.#clock, firstAt).date)
  }

  /** Writes one record: the account's next day, or a part of it. */
  #step(account: Account): 'more' | 'done' | 'waits' {
    const day = account.day === 0 ? this.#firstDay(account) : account.day + 1
    if (day > this.#ended) return this.#done(account)
    const ended = this.#dayOf(day)
    const { context, nightRowsMax } = this.#host
    const without = this.#without(account, ended)
    const ids = this.#idsLeft(account)
    const seen = contextOfGroup(context, account)
    const decided = decideDayEnd(seen, account, ended, without, nightRowsMax, ids)
    if ('waitsFor' in decided) {
      this.#wait(account)
      return 'waits'
    }
    const note = noteOf(context.book, account, ended, decided)
    const { commissionDue } = account
    if (!this.#host.append(account, decided.events, note)) {
      this.#wait(account)
      return 'waits'
    }
    if (this.#begun !== this.#ended) this.#tell('begun')
    this.#counts.swaps += decided.swaps
    this.#counts.unpriced += decided.unpriced.length
    if (decided.isPart) {
      if (ids !== undefined) this.#keep(account, idsAbove(ids, account.nightThrough))
      return 'more'
    }
    this.#counts.days++
    if (commissionDue !== 0) this.#counts.commissions++
    return day < this.#ended ? 'more' : this.#done(account)
  }

  /** The positions that still lack this night's swap; undefined if one record takes all of them. */
  #idsLeft(account: Account): Float64Array | undefined {
    const { positions, nightThrough, lastRecordSeq } = account
    if (nightThrough === 0 && positions.size <= this.#host.nightRowsMax) return undefined
    const known = this.#left
    if (known?.account === account && known.recordSeq === lastRecordSeq) return known.ids
    return this.#keep(account, nightIds(account))
  }

  #keep(account: Account, ids: Float64Array): Float64Array {
    this.#left = { account, recordSeq: account.lastRecordSeq, ids }
    return ids
  }

  #done({ login }: Account): 'done' {
    this.#waiting.delete(login)
    this.#overdue.delete(login)
    this.#counts.accounts++
    return 'done'
  }

  /**
   * The missing swaps or values that the day may end without, because the account has waited long
   * enough (D3).
   */
  #without({ login }: Account, { day }: EndedDay): DoneWithout {
    const isOverdue = day <= (this.#overdue.get(login)?.ended ?? 0)
    const since = this.#waiting.get(login)?.since ?? this.#host.context.now
    return {
      swaps: isOverdue,
      values: isOverdue || this.#host.context.now - since >= VALUE_WAIT_MS,
    }
  }

  #wait({ login }: Account): void {
    if (this.#waiting.has(login)) return
    this.#waiting.set(login, { since: this.#host.context.now, ended: this.#ended })
  }

  #dayOf(day: number): EndedDay {
    let known = this.#days.get(day)
    if (known === undefined) {
      known = endedDay(this.#clock as ServerClock, day)
      this.#days.set(day, known)
    }
    return known
  }

  #tell(what: DayEndNotice['what']): void {
    this.#begun = this.#ended
    const waiting = this.#waiting.size
    this.#notices.push({ what, date: dateOfDay(this.#ended), ...this.#counts, waiting })
    if (what !== 'begun') this.#counts = { ...NO_COUNTS }
  }
}

function noteOf(
  book: Book,
  account: Account,
  ended: EndedDay,
  decided: DayEndDecision,
): JournalNote | undefined {
  const { unpriced, compensation } = decided
  if (unpriced.length > 0) return unpricedNote(account, ended, decided)
  if (compensation === 0) return undefined
  const amount = textFromScaled(compensation, moneyDigitsOf(book, account.groupPath))
  const text = `Account ${account.login}: ${ended.date} ended, ${amount} compensates the balance for its commissions`
  return { actor: 0, kind: 'day_end', text, ip: '', requestId: '' }
}

function unpricedNote(
  { login }: Account,
  { date }: EndedDay,
  { unpriced }: DayEndDecision,
): JournalNote {
  const named = unpriced.slice(0, NAMED_POSITIONS_MAX).join(', ')
  const more = unpriced.length - NAMED_POSITIONS_MAX
  const which = more > 0 ? `${named} and ${more} more` : named
  const text = `Account ${login}: ${date} ended without the swap of position ${which}, for which there was no price`
  return { actor: 0, kind: 'day_end', text, ip: '', requestId: '' }
}
