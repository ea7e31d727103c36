import { DEPTH_LEVELS } from '../../../engine/limits/sockets.js'
import { scaledFromText } from '../../../engine/numbers/decimal.js'
import type { DdeDepth } from '../../../wire/dde/depth.js'
import type { SimulatedInstrument } from './simulated-market.js'

/**
 * The prices of one symbol of the built-in provider, with the quantity at each. Owns both sides.
 *
 *   - At most `DEPTH_LEVELS` levels a side, best first, each worse than the one before it.
 *   - A traded quantity is removed from its level until the levels are drawn again.
 *   - A level keeps its name while it exists, so that changes of it can be sent.
 */
export type BookSide = 'bid' | 'ask'

export interface BookLevel {
  readonly name: number
  readonly price: number
  /** The quantity in `QUANTITY_DIGITS` decimals of a unit. */
  readonly size: bigint
}

/** A change of one level: its new content, or removed if `level` is undefined. */
export interface LevelChange {
  readonly side: BookSide
  readonly name: number
  readonly isNew: boolean
  readonly level: BookLevel | undefined
}

export interface Trade {
  readonly price: number
  readonly quantity: bigint
}

/** The decimals with which the provider counts quantities. */
export const QUANTITY_DIGITS = 8
const TENTHS_OF_A_LOT = 1
const UNIT = 10n ** BigInt(QUANTITY_DIGITS)
const SIDES = ['bid', 'ask'] as const

export class SimulatedBook {
  readonly instrument: SimulatedInstrument
  readonly #sides: Record<BookSide, BookLevel[]> = { bid: [], ask: [] }
  /** The levels as last sent, by name. */
  readonly #told: Record<BookSide, Map<number, BookLevel>> = { bid: new Map(), ask: new Map() }

  constructor(instrument: SimulatedInstrument) {
    this.instrument = instrument
  }

  levels(side: BookSide): readonly BookLevel[] {
    return this.#sides[side]
  }

  /** The best level of a side; undefined while the side is empty. */
  best(side: BookSide): BookLevel | undefined {
    return this.#sides[side][0]
  }

  /**
   * Moves the best prices; levels that would be better than them move to the end. False if a side
   * is empty.
   */
  move(bid: number, ask: number): boolean {
    return this.#moveSide('bid', bid) && this.#moveSide('ask', ask)
  }

  /** Replaces all levels by newly drawn ones. */
  refill({ bids, asks }: DdeDepth): void {
    const { digits, lot } = this.instrument
    for (const side of SIDES) {
      this.#sides[side] = (side === 'bid' ? bids : asks).map(({ price, lots }, name) => ({
        name,
        price: scaledFromText(price, digits) ?? 0,
        size: (BigInt(scaledFromText(lots, TENTHS_OF_A_LOT) ?? 0) * BigInt(lot) * UNIT) / 10n,
      }))
    }
  }

  /** The total quantity at prices that are good enough. */
  available(side: BookSide, isGood: (price: number) => boolean): bigint {
    let sum = 0n
    for (const { price, size } of this.#sides[side]) if (isGood(price)) sum += size
    return sum
  }

  /** Trades up to that quantity, best prices first. */
  take(side: BookSide, quantity: bigint, isGood: (price: number) => boolean): readonly Trade[] {
    const trades: Trade[] = []
    const levels = this.#sides[side]
    let rest = quantity
    while (rest > 0n) {
      const best = levels[0]
      if (best === undefined || !isGood(best.price)) break
      const isWhole = best.size <= rest
      const taken = isWhole ? best.size : rest
      trades.push({ price: best.price, quantity: taken })
      rest -= taken
      if (isWhole) levels.shift()
      else levels[0] = { ...best, size: best.size - taken }
    }
    return trades
  }

  /** The levels that changed since the last call. */
  changes(): readonly LevelChange[] {
    const changes: LevelChange[] = []
    for (const side of SIDES) {
      const told = this.#told[side]
      const levels = this.#sides[side]
      for (const name of told.keys()) {
        if (levels.some((level) => level.name === name)) continue
        told.delete(name)
        changes.push({ side, name, isNew: false, level: undefined })
      }
      for (const level of levels) {
        const before = told.get(level.name)
        if (before?.price === level.price && before.size === level.size) continue
        told.set(level.name, level)
        changes.push({ side, name: level.name, isNew: before === undefined, level })
      }
    }
    return changes
  }

  #moveSide(side: BookSide, price: number): boolean {
    const levels = this.#sides[side]
    const best = levels[0]
    if (best === undefined) return false
    if (best.price === price) return true
    const sign = side === 'bid' ? -1 : 1
    const isBehind = (level: BookLevel): boolean => (level.price - price) * sign > 0
    const moved = [{ ...best, price }, ...levels.slice(1).filter(isBehind)]
    const [before, end] = levels.slice(-2)
    const step = Math.max(1, Math.abs((end ?? best).price - (before ?? best).price))
    // Levels that were passed move to the end, so that a moving side keeps its number of levels.
    for (const passed of levels.slice(1).filter((level) => !isBehind(level))) {
      const last = (moved.at(-1) ?? best).price
      if (last + sign * step > 0) moved.push({ ...passed, price: last + sign * step })
    }
    this.#sides[side] = moved.slice(0, DEPTH_LEVELS)
    return true
  }
}
