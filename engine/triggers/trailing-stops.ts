import { listedLevel } from '../book/group-prices.js'
import type { Quote } from '../book/prices.js'
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

  /**
   * `stop` is the stop loss as it stands; without one (0) it moves at the first price that leaves it above
   * zero. With a difference it goes by the prices of the account's group (`listedLevel`).
   * False where it moves from there already.
   */
  set(
    side: Side,
    login: Login,
    positionId: number,
    stop: PricePts,
    pts: number,
    spreadDiff = 0,
  ): boolean {
    const goesBy = side === 1 ? 'bid_above' : 'ask_below'
    const from = standing(side, stop) + side * (pts + 1)
    const level = listedLevel(goesBy, from, spreadDiff)
    return this.#book.set(goesBy, level, login, 'trailing', positionId)
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

/** The stop of a position at these prices: it follows them by `pts`, never back, and is above zero. */
export function trailedStop(side: Side, stop: PricePts, pts: number, quote: Quote): PricePts {
  const follows = side === 1 ? quote.bid - pts : quote.ask + pts
  return side * (follows - standing(side, stop)) > 0 ? follows : stop
}

/** The level that counts as the stop: a long position without one begins at zero, which no stop comes to. */
function standing(side: Side, stop: PricePts): number {
  if (side === 1) return Math.max(0, stop)
  return stop === 0 ? Number.POSITIVE_INFINITY : stop
}
