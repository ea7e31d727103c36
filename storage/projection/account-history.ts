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
 * The history of one account, newest first, and the account computed from it.
 *
 *   - The log is the truth for the time that it covers: its deals, corrections and day ends. The
 *     tables' rows of these deals are compared with it.
 *   - Older entries come from the tables and are taken as correct.
 *   A3. A history with a gap gives no account: `found` is undefined.
 */
export interface AccountHistory {
  /** The result; undefined if a deal is missing that the log no longer contains (A3). */
  readonly found: RecomputedAccount | undefined
  /** The differences between rows of deals and the deals in the log. */
  readonly differences: readonly AccountDifference[]
  /** The correct versions of deals whose rows differ. */
  readonly deals: readonly RestoredDeal[]
}

export type RestoredDeal = Omit<RestoredDealEvent, 'type'>

/** The end of a history: the account's current state, up to which the tables are complete. */
export interface HistoryEnd {
  readonly login: Login
  readonly seq: number
  readonly recordSeq: number
  /** The day of the account's newest day end. */
  readonly day: number
  readonly positions: Iterable<number>
}

/**
 * Reads the history of an account. `logged` are its records in the log, newest first, as far back
 * as the log goes. Create one reader per connection, because preparing its statements takes longer
 * than reading most histories.
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
  /** The account's seq before the oldest entry read so far. */
  #seq: number
  /** The oldest deal read so far, which still lacks the id of the deal before it. */
  #deal: Omit<RestoredDeal, 'previousId'> | undefined

  constructor(tables: ReturnType<typeof tablesOf>, end: HistoryEnd) {
    this.#tables = tables
    this.#end = end
    this.#seq = end.seq
    this.found = new Recomputation(end.positions)
  }

  /** Reads the log. True if its records reach back to the account's first one. */
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

  /** Reads the tables. True if their rows reach back to the account's first record. */
  readTables(): boolean {
    const { login, day } = this.#end
    const { deals, daily } = this.#tables
    const corrections = this.#tables.corrections.back(login, this.#seq).values()
    const days = daily.chain(day, login)
    let correction = corrections.next().value
    let ended = days.next().value
    let dayBefore = day
    /** Adds the corrections and day ends between two deals. */
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

  /** The id of the account's newest deal that the log no longer has. */
  #newestStored(): number {
    const { login } = this.#end
    const { id } = this.#deal ?? {}
    const { deals, states } = this.#tables
    if (id === undefined) return states.get(login)?.lastDealId ?? 0
    const row = deals.linked(id)
    return row?.deal.login === login ? row.previousId : deals.before(login, id)
  }

  /** See A3. */
  #lose(id: number): void {
    this.lostDeal = id
    const nothing = { field: '', stored: undefined, computed: undefined }
    this.differences.push({ of: 'deal', isShown: true, id, symbolId: 0, ...nothing })
  }
}
