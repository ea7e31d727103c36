import { assert } from '../assert.js'
import type { SymbolSpec } from '../book/compiled.js'
import { MINUTE_MS, SECOND_MS } from '../calendar/durations.js'
import { type ServerClock, wallMoment, wallOffsetMin } from '../calendar/server-clock.js'
import type { HolidayRecord } from '../config/records/holiday.js'
import type { PricePts, UnixMs } from '../units.js'
import { askWithSpread, bidWithSpread } from './fixed-spread.js'
import { JumpFilter } from './jump-filter.js'
import { QuoteOwner } from './merge.js'
import { isMarket, rescaledPoints } from './points.js'
import { closingAfter, quoteHoursAt, wasClosedSince } from './quote-hours.js'

/** Settings besides a symbol's own record that determine its hours. */
export interface QuoteCalendar {
  readonly holidays: readonly HolidayRecord[]
  readonly clock: ServerClock
}

/** The wall clock may change by daylight saving, at a full quarter of an hour. */
const LOOK_AGAIN_MS = 900_000
/** How far ahead hours are computed for prices without a maximum age. Sessions repeat weekly. */
const LOOK_AHEAD_MS = 8 * 86_400_000
const EXPECTED_AFTER_SEC = 120

/**
 * Turns a quote in points of the symbol into the price for trading. Owns the symbol's choice of
 * feed, its filter, and the period for which its hours are known.
 *
 *   - No quote is accepted while the symbol is closed; the first quote after that is not filtered.
 *   - The filter compares quotes before the fixed spread is applied.
 *   - A fixed spread is based on the bid: `bid + spread_balance_pts`, and the ask `spread_pts`
 *     above it.
 *   - `bid` and `ask` are the last market that `takes` accepted.
 *   S5. A price may be traded at until it is `quote_max_age_sec` old, and not beyond the session in
 *       which it arrived: the close of a session is not the opening price of the next.
 *   - `carriers` is the number of online feeds for the symbol. Without any, nobody guarantees its
 *     price; when one is back, the price is usable only after its next quote.
 */
export class QuotedSymbol {
  readonly id: number
  readonly owner = new QuoteOwner()
  /** The symbol whose quotes this one uses; undefined if that symbol does not exist. */
  source: QuotedSymbol | undefined
  /** All symbols that use this one's quotes, directly or indirectly, each after its source. */
  followers: readonly QuotedSymbol[] = []
  bid: PricePts = 0
  ask: PricePts = 0
  /** The number of the last accepted quote, by which followers detect a new one. */
  pass = 0
  carriers = 0
  /** True if the symbol had carriers at the last check. */
  isCarried = false
  /**
   * The time until which the price may be used for trading, limited by S5 and by the symbol's
   * source.
   */
  until: UnixMs = 0
  /**
   * Whether the symbol is reported as one without a usable price
   * (actors/links/pricing/price-outages.ts).
   */
  isOut = false
  readonly #filter = new JumpFilter()
  #spec: SymbolSpec
  #calendar: QuoteCalendar
  #maxJump: PricePts
  #spread: PricePts
  #balance: PricePts
  #maxAgeMs: number
  #knownFrom: UnixMs = 0
  #knownUntil: UnixMs = 0
  #isOpen = false
  /** The end of the current session, if it is known and a price may be usable until then. */
  #closesAt: UnixMs = Number.POSITIVE_INFINITY

  constructor(spec: SymbolSpec, calendar: QuoteCalendar) {
    this.id = spec.id
    this.#spec = spec
    this.#calendar = calendar
    const { record } = spec
    this.#maxJump = record.filter_max_jump_pts
    this.#spread = record.spread_pts
    this.#balance = record.spread_balance_pts
    this.#maxAgeMs = maxAgeMs(spec)
  }

  get spec(): SymbolSpec {
    return this.#spec
  }

  get digits(): number {
    return this.#spec.digits
  }

  /**
   * True if the symbol names a quote source, whether the source exists or not. No feed quotes such
   * a symbol directly.
   */
  get isDerived(): boolean {
    return this.#spec.record.quote_source !== ''
  }

  configure(spec: SymbolSpec): void {
    assert(spec.id === this.id, 'a symbol keeps its id')
    const before = this.#spec
    this.#spec = spec
    const { record } = spec
    this.#maxJump = record.filter_max_jump_pts
    this.#spread = record.spread_pts
    this.#balance = record.spread_balance_pts
    this.#maxAgeMs = maxAgeMs(spec)
    this.#knownUntil = 0
    const other = before.digits !== spec.digits
    if (other || before.record.quote_source !== record.quote_source) this.#filter.restart()
  }

  /** Called when the holidays or the server's clock settings changed. */
  follow(calendar: QuoteCalendar): void {
    this.#calendar = calendar
    this.#knownUntil = 0
  }

  /**
   * False if the quote is rejected: the symbol is closed, the quote is a jump, or its spread makes
   * it no valid market.
   */
  takes(bid: PricePts, ask: PricePts, now: UnixMs): boolean {
    if (now >= this.#knownUntil || now < this.#knownFrom) this.#lookUpHours(now)
    if (!this.#isOpen) return false
    if (!this.#filter.takes(bid, ask, this.#maxJump, now)) return false
    const shown = bidWithSpread(bid, this.#spread, this.#balance)
    const asked = askWithSpread(ask, shown, this.#spread)
    if (!isMarket(shown, asked)) return false
    this.bid = shown
    this.ask = asked
    return true
  }

  /** The time until which a price that arrives at this moment is usable (S5). */
  usableUntil(at: UnixMs): UnixMs {
    if (at >= this.#knownUntil || at < this.#knownFrom) this.#lookUpHours(at)
    if (!this.#isOpen) return at
    return Math.min(at + this.#maxAgeMs, this.#closesAt - 1)
  }

  /**
   * True if the symbol has been open for longer than the maximum age of a price, so it should have
   * a price by now.
   */
  isExpected(now: UnixMs): boolean {
    const { quote_max_age_sec, trade_access } = this.#spec.record
    if (trade_access === 'disabled') return false
    const { holidays, clock } = this.#calendar
    const wall = now + wallOffsetMin(clock, now) * MINUTE_MS
    const since = wall - (quote_max_age_sec || EXPECTED_AFTER_SEC) * SECOND_MS
    return !wasClosedSince(this.#spec.record, holidays, since, wall)
  }

  /**
   * Handles a quote that the source accepted, converted to this symbol's digits and with its
   * markups.
   */
  takesFrom(source: QuotedSymbol, now: UnixMs): boolean {
    const { quote_markup_bid_pts, quote_markup_ask_pts } = this.#spec.record
    const bid = rescaledPoints(source.bid, source.digits, this.digits) + quote_markup_bid_pts
    const ask = rescaledPoints(source.ask, source.digits, this.digits) + quote_markup_ask_pts
    return isMarket(bid, ask) && this.takes(bid, ask, now)
  }

  #lookUpHours(now: UnixMs): void {
    const { holidays, clock } = this.#calendar
    const { record } = this.#spec
    const offsetMs = wallOffsetMin(clock, now) * MINUTE_MS
    const { isOpen, until } = quoteHoursAt(record, holidays, now + offsetMs)
    const acceptedAt = this.#filter.acceptedAt
    if (isOpen && acceptedAt > 0 && this.#maxJump > 0) {
      const from = acceptedAt + wallOffsetMin(clock, acceptedAt) * MINUTE_MS
      if (wasClosedSince(record, holidays, from, now + offsetMs)) this.#filter.restart()
    }
    this.#isOpen = isOpen
    this.#knownFrom = now
    this.#knownUntil = Math.min(until - offsetMs, now - (now % LOOK_AGAIN_MS) + LOOK_AGAIN_MS)
    if (!isOpen) return
    const oldest = Math.min(this.#maxAgeMs, LOOK_AHEAD_MS)
    const closing = closingAfter(record, holidays, until, this.#knownUntil + oldest + offsetMs)
    this.#closesAt = closing === undefined ? Number.POSITIVE_INFINITY : wallMoment(clock, closing)
  }
}

function maxAgeMs({ record: { quote_max_age_sec: age } }: SymbolSpec): number {
  return age === 0 ? Number.POSITIVE_INFINITY : age * SECOND_MS
}
