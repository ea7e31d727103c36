import { accountDrift } from '../account/money/margin.js'
import type { MarginStanding } from '../account/money/margin-standing.js'
import type { Account } from '../account/state.js'
import type { Book, GroupSpec } from '../book/compiled.js'
import { groupPrices } from '../book/group-prices.js'
import type { Prices } from '../book/prices.js'
import { type BookChange, bookChange, isTouched } from './book-change.js'
import { groupViewOf, type View, viewOf } from './group-view.js'
import { holdingsOf } from './holdings.js'
import { type Judgement, judge } from './judgement.js'
import { driftRates } from './margin-drift.js'
import { missingPrices } from './missing-prices.js'
import { BID_RISES, NO_EDGES, PriceEdges } from './price-edges.js'
import { type AccountMeasure, guardsOf } from './safe-prices.js'
import { TurnPrices } from './turn-prices.js'

/**
 * Finds accounts that reach or leave their margin call and stop out levels
 * (docs/decisions/margin-watch.md). A tick checks only accounts whose price left the range in which
 * they are known to be safe.
 *
 *   - After `due` has returned everything, every watched account has the standing that judging it
 *     at the last prices would give; one that cannot be judged keeps its former standing.
 *   - An account is due after it changed, after a price crossed one of its edges, and after a
 *     change of settings that affects it. Others are not read.
 *   - An account without positions and orders is dropped, except that its standing is remembered
 *     until it was reported as fine.
 *   - Changed accounts and crossed edges are processed before the scan after a change of settings.
 */
export class MarginWatch {
  readonly #prices: TurnPrices
  readonly #edges = new PriceEdges()
  /** The view of groups that use prices unchanged. */
  #plain: View
  /** The views of groups with spread differences, created when one of their accounts is checked. */
  readonly #views = new Map<GroupSpec, View>()
  readonly #numbers = new Map<number, number>()
  /** Accounts by slot number. A slot that becomes free is used again. */
  readonly #watched: (HeldAccount | undefined)[] = []
  readonly #free: number[] = []
  /** Numbers, first in first out from `#head` on. */
  #queue: number[] = []
  #head = 0
  #book: Book
  /** The version of the settings; it rises with every change. */
  #settings = 0
  #sweep: { readonly change: BookChange; next: number } | undefined
  #judged = 0
  #judging: Account | undefined

  constructor(book: Book, prices: Prices) {
    this.#book = book
    this.#prices = new TurnPrices(prices)
    this.#plain = viewOf(book, this.#prices, this.#edges)
  }

  get size(): number {
    return this.#numbers.size
  }

  /** The number of accounts that were judged so far. */
  get judged(): number {
    return this.#judged
  }

  /**
   * The account that `due` was judging when it threw; undefined if the error is not about one
   * account.
   */
  get judging(): Account | undefined {
    return this.#judging
  }

  get bytes(): number {
    return this.#edges.bytes
  }

  /** Accounts with holdings are at places from 0 up to this number. Some places are empty. */
  get places(): number {
    return this.#watched.length
  }

  holderAt(place: number): Account | undefined {
    return this.#watched[place]?.account
  }

  /**
   * Equity over margin of the account at a place, in doubles at the last prices. Undefined if only
   * exact figures give it: after a change, and if the margin drifts with prices.
   */
  roughLevelAt(place: number): number | undefined {
    const measured = this.#watched[place]?.measured
    if (measured === undefined || measured.drift !== undefined) return undefined
    if (measured.settings !== this.#settings) return undefined
    const { terms: allTerms, safe } = this.#viewOf(measured.group)
    return safe.equity(measured, allTerms.of(measured.group)) / measured.margin
  }

  /** True while `due` has accounts left to check. */
  get isPending(): boolean {
    return this.#head < this.#queue.length || this.#sweep !== undefined
  }

  /** The standing of an account; `fine` when the account is not watched. */
  standingOf(login: number): MarginStanding {
    return this.#watchedOf(login)?.standing ?? 'fine'
  }

  /**
   * Handles any change of the account or its profile; `before` is its former standing, if known.
   */
  update(account: Account, before?: MarginStanding): void {
    const number = this.#numbers.get(account.login)
    if (number === undefined) {
      if (before === undefined && holdsNothing(account)) return
      this.#enqueue(this.#watch(account, before ?? 'fine'))
      return
    }
    const watched = this.#watched[number] as HeldAccount
    watched.account = account
    watched.measured = undefined
    this.#enqueue(number)
  }

  /** Removes an account that was deleted. */
  remove(login: number): void {
    const number = this.#numbers.get(login)
    if (number !== undefined) this.#forget(number)
  }

  tick(symbolId: number): void {
    const quote = this.#prices.take(symbolId)
    this.#plain.terms.move(symbolId)
    if (this.#views.size > 0) for (const { terms } of this.#views.values()) terms.move(symbolId)
    if (quote !== undefined) this.#edges.cross(symbolId, quote, this.#enqueueCrossed)
  }

  setBook(book: Book): void {
    const change = bookChange(this.#book, book, this.#sweep?.change)
    this.#book = book
    if (change === undefined) return
    this.#settings++
    this.#plain = viewOf(book, this.#prices, this.#edges)
    this.#views.clear()
    for (const symbolId of change.symbols) this.#prices.take(symbolId)
    this.#sweep = { change, next: 0 }
  }

  /**
   * Judges the due accounts, at most `max`. Yields accounts whose standing changed, and accounts at
   * their stop out. The caller may change and update accounts between two results.
   */
  *due(max = Number.POSITIVE_INFINITY): Generator<MarginChange, void> {
    const until = this.#judged + max
    while (this.#judged < until) {
      const number = this.#next() ?? this.#nextOfSweep()
      if (number === undefined) return
      const change = this.#judge(number)
      if (change !== undefined) yield change
    }
  }

  readonly #enqueueCrossed = (number: number): void => this.#enqueue(number)

  #enqueue(number: number): void {
    const watched = this.#watched[number] as HeldAccount
    if (watched.isQueued) return
    watched.isQueued = true
    this.#queue.push(number)
  }

  #next(): number | undefined {
    while (this.#head < this.#queue.length) {
      const number = this.#queue[this.#head++] as number
      if (this.#head > QUEUE_SLACK && this.#head * 2 > this.#queue.length) {
        this.#queue = this.#queue.slice(this.#head)
        this.#head = 0
      }
      if (this.#watched[number]?.isQueued === true) return number
    }
    return undefined
  }

  #nextOfSweep(): number | undefined {
    const sweep = this.#sweep
    if (sweep === undefined) return undefined
    while (sweep.next < this.#watched.length) {
      const number = sweep.next++
      const watched = this.#watched[number]
      if (watched === undefined || watched.measured?.settings === this.#settings) continue
      if (!isTouched(watched.account, sweep.change)) continue
      watched.measured = undefined
      return number
    }
    this.#sweep = undefined
    return undefined
  }

  #judge(number: number): MarginChange | undefined {
    const watched = this.#watched[number] as HeldAccount
    watched.isQueued = false
    this.#judged++
    if (isForgettable(watched)) {
      this.#forget(number)
      return undefined
    }
    this.#edges.beginWanted()
    this.#judging = watched.account
    const change = this.#isAsMeasured(watched) ? undefined : this.#judgeExactly(watched)
    this.#judging = undefined
    watched.edges = this.#edges.settle(number, watched.edges)
    if (watched.edges === NO_EDGES && isForgettable(watched)) this.#forget(number)
    return change
  }

  /** True for most accounts, whose standing doubles can confirm. */
  #isAsMeasured({ measured, standing }: HeldAccount): boolean {
    if (measured === undefined || measured.drift !== undefined || standing === 'stop_out') {
      return false
    }
    const { terms: allTerms, safe } = this.#viewOf(measured.group)
    const terms = allTerms.of(measured.group)
    const equity = safe.equity(measured, terms)
    if (!safe.isAsMeasured(measured, equity)) return false
    safe.want(measured, terms, equity)
    return true
  }

  #judgeExactly(watched: HeldAccount): MarginChange | undefined {
    const { account, standing: before } = watched
    const judgement = judge(account, this.#book, groupPrices(this.#book, account, this.#prices))
    if (judgement === undefined) {
      watched.measured = undefined
      this.#wantMissingPrices(account)
      return undefined
    }
    const { standing, equity, margin } = judgement
    watched.standing = standing
    watched.measured = this.#measure(judgement)
    if (standing === before && standing !== 'stop_out') return undefined
    return { account, before, standing, equity, margin }
  }

  #measure(judgement: Judgement): AccountMeasure {
    const { account, group, margin, hasPositions, equity } = judgement
    const holdings = holdingsOf(account)
    const { terms: allTerms, safe, prices } = this.#viewOf(group)
    for (const symbolId of account.exposures.keys()) allTerms.include(group, symbolId)
    const terms = allTerms.of(group)
    const moving = accountDrift(account, this.#book, group)
    const drift = moving && driftRates(moving, this.#book, prices)
    const guards = guardsOf(judgement, drift !== undefined)
    const settings = this.#settings
    const unfunded = { settings, group, holdings, hasPositions, rest: 0, margin, drift, guards }
    const measured = { ...unfunded, rest: equity - safe.equity(unfunded, terms) }
    safe.want(measured, terms, equity)
    return measured
  }

  #viewOf(group: GroupSpec): View {
    if (!group.hasSpreads) return this.#plain
    let view = this.#views.get(group)
    if (view === undefined) {
      view = groupViewOf(this.#book, group, this.#prices, this.#edges)
      this.#views.set(group, view)
    }
    return view
  }

  /**
   * Waits for the prices of these symbols. Only they, or other settings, can make the account
   * judgeable.
   */
  #wantMissingPrices(account: Account): void {
    for (const symbolId of missingPrices(account, this.#book, this.#prices)) {
      this.#edges.want(symbolId, BID_RISES, Number.NEGATIVE_INFINITY)
    }
  }

  #watchedOf(login: number): HeldAccount | undefined {
    const number = this.#numbers.get(login)
    return number === undefined ? undefined : this.#watched[number]
  }

  #watch(account: Account, standing: MarginStanding): number {
    const number = this.#free.pop() ?? this.#watched.length
    const edges = NO_EDGES
    this.#watched[number] = { account, standing, measured: undefined, edges, isQueued: false }
    this.#numbers.set(account.login, number)
    return number
  }

  #forget(number: number): void {
    const { account, edges } = this.#watched[number] as HeldAccount
    this.#edges.beginWanted()
    this.#edges.settle(number, edges)
    this.#watched[number] = undefined
    this.#numbers.delete(account.login)
    this.#free.push(number)
  }
}

/** An account whose standing changed, or that is at its stop out and must be acted on. */
export interface MarginChange {
  readonly account: Account
  readonly before: MarginStanding
  readonly standing: MarginStanding
  readonly equity: number
  readonly margin: number
}

/**
 * The queue may contain numbers that were already used, until they are this many and half of the
 * queue.
 */
const QUEUE_SLACK = 1024

interface HeldAccount {
  account: Account
  standing: MarginStanding
  /**
   * The last measurement; undefined after the account or its settings changed, and while the
   * account cannot be judged.
   */
  measured: AccountMeasure | undefined
  edges: number
  isQueued: boolean
}

function isForgettable({ account, standing }: HeldAccount): boolean {
  return standing === 'fine' && holdsNothing(account)
}

function holdsNothing({ exposures, pending }: Account): boolean {
  return exposures.size === 0 && pending.size === 0
}
