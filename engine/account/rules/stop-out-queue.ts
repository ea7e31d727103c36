import type { Book, GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { symbolOfGroup } from '../../book/group-symbols.js'
import type { Prices } from '../../book/prices.js'
import { isTradingOpen } from '../../book/trading-hours.js'
import { LevelQueue, QueuePlaces } from '../../triggers/level-queue.js'
import type { UnixMs } from '../../units.js'
import type { Position } from '../holdings/position.js'
import { profitNow } from '../money/position-value.js'
import type { Account } from '../state.js'
import { usableQuote } from './symbol-checks.js'

/** The prices, settings and time of one turn. Positions are sorted by their values at it. */
interface Moment {
  readonly book: Book
  readonly prices: Prices
  readonly now: UnixMs
}

/** The symbol as the group sees it; undefined while it may not be traded. */
export function tradedSymbol(
  { book, now }: Pick<Moment, 'book' | 'now'>,
  group: GroupSpec,
  symbolId: number,
): SymbolSpec | undefined {
  const listed = book.symbolsById.get(symbolId)
  const symbol = listed && symbolOfGroup(group, listed)
  if (symbol === undefined || symbol.tradeAccess === 'disabled') return undefined
  return isTradingOpen(book, symbol, now) ? symbol : undefined
}

/**
 * The open positions of an account in stop-out order: the largest loss first, or the smallest gain;
 * of equal ones the one opened first. Positions that cannot be traded or valued now, or whose price
 * nobody guarantees, are left out.
 *
 *   - The positions are valued once, at the prices and settings of the first step, and again only
 *     after the account changed in another way (`took`). The owner of the queue decides how long an
 *     order stays valid.
 *   - A position that was tried and not closed keeps its place (`putBack`).
 *   - At most `atOnce` positions are valued in one step, each at the prices of its step, and none
 *     is closed before all are valued (`isPartial`). If the account changed meanwhile, all are
 *     valued at once, because otherwise the queue might never be complete.
 */
export class StopOutQueue {
  #places = new QueuePlaces()
  #queue = new LevelQueue(this.#places)
  /** The seq of the account for which the queue is correct; negative before the first step. */
  #seq = -1
  #passed: { readonly slot: number; readonly profit: number }[] = []
  readonly #atOnce: number
  /** The number of positions valued so far. */
  #valued = 0
  #isPartial = false
  /** The number of checked positions and orders. It measures the work of a turn. */
  looked = 0

  constructor(atOnce = Number.POSITIVE_INFINITY) {
    this.#atOnce = atOnce
  }

  /** True if positions are left to be valued by the next steps. */
  get isPartial(): boolean {
    return this.#isPartial
  }

  /** Begins a step. Returns false while not all positions are valued. */
  begin(moment: Moment, account: Account, group: GroupSpec): boolean {
    const isOther = this.#seq !== account.seq
    if (!isOther && !this.#isPartial) return true
    const most = isOther && this.#isPartial ? Number.POSITIVE_INFINITY : this.#atOnce
    if (isOther) this.#restart(account)
    const { size } = account.positions
    const end = Math.min(size, this.#valued + most)
    this.#value(moment, account, group, end)
    this.#isPartial = end < size
    return !this.#isPartial
  }

  #restart({ seq }: Account): void {
    this.#places = new QueuePlaces()
    this.#queue = new LevelQueue(this.#places)
    this.#passed = []
    this.#valued = 0
    this.#seq = seq
  }

  #value(moment: Moment, { positions }: Account, group: GroupSpec, end: number): void {
    const { book, prices } = moment
    /** The symbols found so far; null for one that cannot be traded now. */
    const symbols = new Map<number, SymbolSpec | null>()
    for (let place = this.#valued; place < end; place++) {
      const position = positions.nth(place)
      const { symbolId } = position
      let symbol = symbols.get(symbolId)
      if (symbol === undefined) {
        const isPriced = usableQuote(moment, symbolId) !== undefined
        symbol = (isPriced && tradedSymbol(moment, group, symbolId)) || null
        symbols.set(symbolId, symbol)
      }
      if (symbol === null) continue
      const profit = profitNow(position, symbol, book, group, prices)
      if (profit !== undefined) this.#queue.add(this.#places.take(position.id), profit)
    }
    this.looked += end - this.#valued
    this.#valued = end
  }

  /**
   * The next position; undefined after the last. The result stays the same until `took` or
   * `putBack`.
   */
  next(account: Account): Position | undefined {
    while (this.#queue.length > 0) {
      const profit = this.#queue.firstKey
      const slot = this.#queue.take()
      this.looked++
      const position = account.positions.get(this.#places.order[slot] as number)
      if (position === undefined) continue
      this.#passed.push({ slot, profit })
      return position
    }
    return undefined
  }

  /**
   * Notes that the position from `next` was closed with that many events, and that nothing else has
   * changed.
   */
  took(account: Account, events: number): void {
    this.#passed.pop()
    this.#seq = account.seq + events
  }

  putBack(): void {
    for (const { slot, profit } of this.#passed) this.#queue.add(slot, profit)
    this.#passed = []
  }
}
