import { type AccountDifference, auditDeal } from '../../engine/account/audit/audit.js'
import { Recomputation, type RecomputedAccount } from '../../engine/account/audit/recompute.js'
import type { AccountRecord, DealEvent, RestoredDealEvent } from '../../engine/account/event.js'
import { endsMonth } from '../../engine/calendar/server-day.js'
import type { Login } from '../../engine/units.js'
import { BadRecordError } from '../log/log.js'
import { accountStatesRepo } from '../repos/accounts/account-states.js'
import { dailyRepo } from '../repos/accounts/daily.js'
import { dealsRepo } from '../repos/trades/deals.js'
import { positionCorrectionsRepo } from '../repos/trades/position-corrections.js'
import type { Sqlite } from '../sqlite/open.js'

/**
 * All that happened to one account, newest first, and what it makes of the account.
 *
 *   A1. The log is the truth as far as it reaches: its deals, corrections and day ends. The rows that the
 *       tables have of these deals are held against it.
 *   A2. What is older comes from the tables, and is believed.
 *   A3. A history with a hole makes nothing of an account: then there is no `found`.
 */
export interface AccountHistory {
  /** Undefined when a deal is missing that the log has no more (A3). */
  readonly found: RecomputedAccount | undefined
  /** The differences between rows of deals and the deals that the log still has. */
  readonly differences: readonly AccountDifference[]
  /** The deals of which rows differ, as they were. */
  readonly deals: readonly RestoredDeal[]
}

export type RestoredDeal = Omit<RestoredDealEvent, 'type'>

/** The point at which the account stands; its tables have everything up to there. */
export interface HistoryEnd {
  readonly login: Login
  readonly seq: number
  /** Its newest record. */
  readonly recordSeq: number
  /** Its newest day end. */
  readonly day: number
  readonly positions: Iterable<number>
}

/**
 * `logged` are the account's records as the log has them, newest first, as far back as it does. Make one
 * reader for a connection: preparing its statements takes longer than most histories.
 */
export function historyReader(
  db: Sqlite,
): (logged: Iterable<AccountRecord>, end: HistoryEnd) => AccountHistory {
  const tables = tablesOf(db)
  return (logged, end) => {
    const reading = new HistoryReading(tables, end)
    const isWhole = reading.readLog(logged) || reading.readTables()
    const { differences, deals } = reading
    if (reading.lostDeal !== 0) return { found: undefined, differences, deals }
    return { found: reading.found.result(isWhole), differences, deals }
  }
}

function tablesOf(db: Sqlite) {
  return {
    states: accountStatesRepo(db),
    deals: dealsRepo(db),
    corrections: positionCorrectionsRepo(db),
    daily: dailyRepo(db),
  }
}

class HistoryReading {
  readonly found: Recomputation
  readonly differences: AccountDifference[] = []
  readonly deals: RestoredDeal[] = []
  lostDeal = 0
  readonly #tables: ReturnType<typeof tablesOf>
  readonly #end: HistoryEnd
  /** The account's seq before what was read. */
  #seq: number
  /** The oldest that was read: it waits for the one before it. */
  #deal: Omit<RestoredDeal, 'previousId'> | undefined

  constructor(tables: ReturnType<typeof tablesOf>, end: HistoryEnd) {
    this.#tables = tables
    this.#end = end
    this.#seq = end.seq
    this.found = new Recomputation(end.positions)
  }

  /** True when they go back to the account's first record. */
  readLog(logged: Iterable<AccountRecord>): boolean {
    let { recordSeq } = this.#end
    for (const { seq, login, accountSeq, events, previousSeq } of logged) {
      const isNext = seq === recordSeq && login === this.#end.login
      if (!isNext || accountSeq + events.length !== this.#seq) {
        throw new BadRecordError(`record ${recordSeq} is not the one that the account follows from`)
      }
      for (let i = events.length - 1; i >= 0; i--) {
        const event = events[i] as (typeof events)[number]
        this.found.event(event)
        if (event.type === 'deal') this.#takeLogged(event, accountSeq + i + 1)
      }
      this.#seq = accountSeq
      recordSeq = previousSeq
    }
    if (recordSeq !== 0) return false
    this.#finishDeal(0)
    return true
  }

  #takeLogged({ type: _, ...deal }: DealEvent, seq: number): void {
    this.#finishDeal(deal.id)
    this.#deal = { ...deal, seq }
  }

  #finishDeal(previousId: number): void {
    const deal = this.#deal
    if (deal === undefined) return
    const row = this.#tables.deals.get(deal.id)
    const found = auditDeal(deal, row?.login === this.#end.login ? row : undefined)
    if (found.length === 0) return
    this.differences.push(...found)
    this.deals.push({ ...deal, previousId })
  }

  /** True when they go back to the account's first record. */
  readTables(): boolean {
    const { login, day } = this.#end
    const { deals, daily } = this.#tables
    const corrections = this.#tables.corrections.back(login, this.#seq).values()
    const days = daily.chain(day, login)
    let correction = corrections.next().value
    let ended = days.next().value
    let dayBefore = day
    /** Folds in the corrections and day ends between two deals. */
    const takeAfter = (seq: number): void => {
      for (; correction && correction.seq > seq; correction = corrections.next().value) {
        this.found.correction(correction)
      }
      for (; ended && ended.seq > seq; ended = days.next().value) {
        if (ended.seq <= this.#seq) this.found.dayEnd(endsMonth(ended.day))
        dayBefore = ended.previousDay
      }
    }
    let id = this.#newestStored()
    this.#finishDeal(id)
    while (id !== 0) {
      const row = deals.linked(id)
      if (row?.deal.login !== login || row.previousId >= id) {
        this.#lose(id)
        return false
      }
      id = row.previousId
      if (row.deal.seq > this.#seq) continue
      takeAfter(row.deal.seq)
      this.found.deal(row.deal)
    }
    takeAfter(0)
    return dayBefore === 0
  }

  /** The account's newest deal that the log does not have. */
  #newestStored(): number {
    const { login } = this.#end
    const { id } = this.#deal ?? {}
    const { deals, states } = this.#tables
    if (id === undefined) return states.get(login)?.lastDealId ?? 0
    const row = deals.linked(id)
    return row?.deal.login === login ? row.previousId : deals.before(login, id)
  }

  /** A3. */
  #lose(id: number): void {
    this.lostDeal = id
    const nothing = { field: '', stored: undefined, computed: undefined }
    this.differences.push({ of: 'deal', isShown: true, id, symbolId: 0, ...nothing })
  }
}
