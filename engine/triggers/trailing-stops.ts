import type { Quote } from '../prices.js'
import type { Login, PricePts, Side } from '../units.js'
import { TriggerBook } from './trigger-book.js'

/**
 * The trailing stops of one symbol, each at the price from which it moves: a tick touches only those
 * that it moves. It is its owner who moves the stop (`trailedStop`) and sets it anew here; until then
 * it comes again with every round, as hits do (G3).
 */
export class TrailingStops {
  readonly #book = new TriggerBook()

  get size(): number {
    return this.#book.size
  }

  get bytes(): number {
    return this.#book.bytes
  }

  /** `stop` is the stop loss as it stands; without one it moves at the first price. */
  set(side: Side, login: Login, positionId: number, stop: PricePts | undefined, pts: number): void {
    const stands = stop ?? -side * Number.POSITIVE_INFINITY
    const from = stands + side * (pts + 1)
    this.#book.set(side === 1 ? 'bid_above' : 'ask_below', from, login, 'trailing', positionId)
  }

  /** False where there was none. */
  remove(positionId: number): boolean {
    return this.#book.remove('trailing', positionId)
  }

  /** Positions whose stop moves at these prices, in the order in which their prices were reached. */
  *moves(bid: PricePts, ask: PricePts): Generator<{ readonly login: Login; readonly id: number }> {
    for (const { login, id } of this.#book.hit(bid, ask)) yield { login, id }
  }
}

/** Where the stop of a position stands at these prices: it follows them by `pts`, and never back. */
export function trailedStop(
  side: Side,
  stop: PricePts | undefined,
  pts: number,
  quote: Quote,
): PricePts {
  if (side === 1) return Math.max(stop ?? Number.NEGATIVE_INFINITY, quote.bid - pts)
  return Math.min(stop ?? Number.POSITIVE_INFINITY, quote.ask + pts)
}
