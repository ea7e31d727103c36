import { listedLevel } from '../book/group-prices.js'
import type { Quote } from '../book/prices.js'
import type { Login, PricePts, Side } from '../units.js'
import { TriggerBook } from './trigger-book.js'

/**
 * The trailing stops of one symbol, each at the price from which it moves: a tick touches only
 * those that it moves. The owner moves the stop (`trailedStop`) and sets it here again; until then
 * it is returned in every round, like hits (trigger-book.ts, G3).
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
   * `stop` is the current stop loss; without one (0) it moves at the first price at which it would
   * be above zero. With a difference it uses the prices of the account's group (`listedLevel`).
   * False if it is set like that already.
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

  /** False if the position had no trailing stop. */
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

/** The level of the stop. A long position without a stop begins at zero, which no price reaches. */
function standing(side: Side, stop: PricePts): number {
  if (side === 1) return Math.max(0, stop)
  return stop === 0 ? Number.POSITIVE_INFINITY : stop
}
