import { assert } from '../assert.js'
import { addProduct, addRated, addSafe, exactSum, SUM_SIZE } from '../exact-sums.js'
import type { Minor, Side, VolumeUnits } from '../units.js'
import type { Exposure, Position } from './state.js'

/**
 * The open positions of an account, summed by symbol (A3).
 *
 *   E1. A symbol is a row of doubles, one behind the other in one list: a decision reads the rows of all
 *       symbols of the account, and as objects with bigints each of them was a dozen places in memory.
 *   E2. The sums are exact (`engine/exact-sums.ts`), so taking a position out leaves what was there
 *       before; a row without positions is gone.
 *   E3. Rows are in no order that means something.
 */
export class Exposures {
  /** Those beyond `size` are left over. */
  #rows: number[] = NO_ROWS
  #size = 0
  /** Where a symbol's row is, once there are many. */
  #places: Map<number, number> | undefined
  /** What the rows are charged, and by which settings. */
  #margin = 0
  #symbols: unknown
  #group: unknown
  #leverage = 0

  /** Symbols with open positions. */
  get size(): number {
    return this.#size
  }

  /** For readers of figures: `ROW` apart, and only up to `size` of them. */
  get rows(): readonly number[] {
    return this.#rows
  }

  has(symbolId: number): boolean {
    return this.placeOf(symbolId) >= 0
  }

  /** Where its row begins; below zero is nowhere. */
  placeOf(symbolId: number): number {
    if (this.#places !== undefined) return this.#places.get(symbolId) ?? -1
    const rows = this.#rows
    const end = this.#size * ROW
    for (let at = 0; at < end; at += ROW) if (rows[at + SYMBOL] === symbolId) return at
    return -1
  }

  symbolIds(): number[] {
    return Array.from({ length: this.#size }, (_, i) => this.#rows[i * ROW + SYMBOL] as number)
  }

  /** A copy of the row, in exact integers. */
  get(symbolId: number): Exposure | undefined {
    const at = this.placeOf(symbolId)
    return at < 0 ? undefined : this.exposureAt(at)
  }

  exposureAt(at: number): Exposure {
    const rows = this.#rows
    return {
      symbolId: rows[at + SYMBOL] as number,
      count: rows[at + COUNT] as number,
      buyVolume: rows[at + BUY + VOLUME] as number,
      sellVolume: rows[at + SELL + VOLUME] as number,
      buyValue: exactSum(rows, at + BUY + VALUE),
      sellValue: exactSum(rows, at + SELL + VALUE),
      buyRate: exactSum(rows, at + BUY + RATE),
      sellRate: exactSum(rows, at + SELL + RATE),
      swap: rows[at + SWAP] as number,
    }
  }

  volumeOf(symbolId: number, side: Side): VolumeUnits {
    const at = this.placeOf(symbolId)
    return at < 0 ? 0 : (this.#rows[at + (side === 1 ? BUY : SELL) + VOLUME] as number)
  }

  /** Of all positions. */
  get swap(): Minor {
    let swap = 0
    const end = this.#size * ROW
    for (let at = 0; at < end; at += ROW) swap += this.#rows[at + SWAP] as number
    return swap
  }

  /** What was remembered by the same settings; nothing else moves it. */
  knownMargin(symbols: object, group: object, leverage: number): Minor | undefined {
    const isSame = this.#symbols === symbols && this.#group === group && this.#leverage === leverage
    return isSame ? this.#margin : undefined
  }

  rememberMargin(margin: Minor, symbols: object, group: object, leverage: number): void {
    this.#margin = margin
    this.#symbols = symbols
    this.#group = group
    this.#leverage = leverage
  }

  add(position: Position): void {
    const place = this.placeOf(position.symbolId)
    this.#move(place < 0 ? this.#append(position.symbolId) : place, position, 1)
  }

  /** As it was added: before its volume or swap changes, not after. */
  remove(position: Position): void {
    const at = this.placeOf(position.symbolId)
    assert(at >= 0, 'an open position is in the exposure of its symbol')
    this.#move(at, position, -1)
    const rows = this.#rows
    const count = rows[at + COUNT] as number
    assert(count >= 0, 'an exposure gives back only what it took')
    const isNegative =
      (rows[at + BUY + VOLUME] as number) < 0 || (rows[at + SELL + VOLUME] as number) < 0
    assert(!isNegative, 'an exposure has no negative volume')
    if (count === 0) this.#drop(at)
  }

  copy(): Exposures {
    const copy = new Exposures()
    if (this.#size > 0) copy.#rows = this.#rows.slice(0, this.#size * ROW)
    copy.#size = this.#size
    copy.#places = this.#places && new Map(this.#places)
    return copy
  }

  #move(at: number, position: Position, direction: 1 | -1): void {
    const rows = this.#rows
    const { volume, priceOpen, openRest, rateMargin, side, swap } = position
    const leg = side === 1 ? at + BUY : at + SELL
    rows[at + COUNT] = (rows[at + COUNT] as number) + direction
    rows[at + SWAP] = (rows[at + SWAP] as number) + direction * swap
    rows[leg + VOLUME] = (rows[leg + VOLUME] as number) + direction * volume
    addProduct(rows, leg + VALUE, volume, priceOpen, direction)
    if (openRest !== 0) addSafe(rows, leg + VALUE, direction * openRest)
    addRated(rows, leg + RATE, volume, rateMargin, direction)
    this.#symbols = undefined
  }

  /** Answers where the new row begins. */
  #append(symbolId: number): number {
    const at = this.#size * ROW
    if (this.#rows === NO_ROWS) this.#rows = BLANK.slice()
    else if (at === this.#rows.length) this.#rows.push(...BLANK)
    const rows = this.#rows
    for (let i = at; i < at + ROW; i++) rows[i] = 0
    rows[at + SYMBOL] = symbolId
    this.#size++
    if (this.#size > FEW) this.#places ??= this.#listed()
    this.#places?.set(symbolId, at)
    return at
  }

  /** The last row takes its place. */
  #drop(at: number): void {
    const rows = this.#rows
    this.#places?.delete(rows[at + SYMBOL] as number)
    this.#size--
    const last = this.#size * ROW
    if (at === last) return
    for (let i = 0; i < ROW; i++) rows[at + i] = rows[last + i] as number
    this.#places?.set(rows[at + SYMBOL] as number, at)
  }

  #listed(): Map<number, number> {
    return new Map(this.symbolIds().map((symbolId, i) => [symbolId, i * ROW]))
  }
}

/** Up to so many rows are looked through. */
const FEW = 16

/** Where a row has its figures, and each of its two legs. */
export const SYMBOL = 0
export const COUNT = 1
export const SWAP = 2
export const VOLUME = 0
export const VALUE = 1
export const RATE = VALUE + SUM_SIZE
export const BUY = 3
export const SELL = BUY + RATE + SUM_SIZE
export const ROW = SELL + RATE + SUM_SIZE

/** Fractions, so that a list of rows is one of doubles from its first. */
const BLANK: number[] = [0.5]
while (BLANK.length < ROW) BLANK.push(0.5)
const NO_ROWS: number[] = []
