import type { Book, GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { symbolSeen } from '../../book/group-symbols.js'
import type { Prices } from '../../book/prices.js'
import { isTradingOpen } from '../../book/trading-hours.js'
import { LevelQueue, QueuePlaces } from '../../triggers/level-queue.js'
import type { UnixMs } from '../../units.js'
import type { Position } from '../holdings/position.js'
import { profitNow } from '../money/position-value.js'
import type { Account } from '../state.js'
import { usableQuote } from './symbol-checks.js'

/** The moment that the order goes by; the prices and settings are those of one turn. */
interface Moment {
  readonly book: Book
  readonly prices: Prices
  readonly now: UnixMs
}

/** The symbol as the group sees it; undefined while nobody may trade it. */
export function tradedSymbol(
  { book, now }: Pick<Moment, 'book' | 'now'>,
  group: GroupSpec,
  symbolId: number,
): SymbolSpec | undefined {
  const listed = book.symbolsById.get(symbolId)
  const symbol = listed && symbolSeen(group, listed)
  if (symbol === undefined || symbol.tradeAccess === 'disabled') return undefined
  return isTradingOpen(book, symbol, now) ? symbol : undefined
}

/**
 * The open positions of an account in the order in which a stop out takes them: the largest loss first,
 * or the least gain, and of equal ones the one that was opened first. What cannot be traded or valued now,
 * or has a price behind which nobody stands, is left out.
 *
 *   O1. The positions are valued once, at the prices and settings of the first step, while the stop out goes
 *       on, and anew only after the account changed otherwise (`took`). For how long an order found once serves
 *       is up to who holds the queue.
 *   O3. No more than `atOnce` of them are valued in one step, and none is taken before all are (`isPartial`): each
 *       at the prices of its step. An account that changed meanwhile is valued at once, or it might never be whole.
 *   O2. What was looked at and not taken stays in its place (`putBack`).
 */
export class StopOutQueue {
  #places = new QueuePlaces()
  #queue = new LevelQueue(this.#places)
  /** The account's events up to which it is right; below zero before the first look. */
  #seq = -1
  #passed: { readonly slot: number; readonly profit: number }[] = []
  readonly #atOnce: number
  /** The number of positions that are valued; those behind them are left. */
  #valued = 0
  #isPartial = false
  /** Positions and orders that were looked at: what a turn has done for it. */
  looked = 0

  constructor(atOnce = Number.POSITIVE_INFINITY) {
    this.#atOnce = atOnce
  }

  /** Whether some positions are left to be valued by the next steps. */
  get isPartial(): boolean {
    return this.#isPartial
  }

  /** To be asked before each step; false while it is partial. */
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
    /** The symbols that were met: null where one cannot be traded now. */
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

  /** The next one; undefined after the last. It is looked at until it was taken or put back. */
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

  /** The last one that `next` named is closed by `events` events, and nothing else has changed. */
  took(account: Account, events: number): void {
    this.#passed.pop()
    this.#seq = account.seq + events
  }

  putBack(): void {
    for (const { slot, profit } of this.#passed) this.#queue.add(slot, profit)
    this.#passed = []
  }
}
