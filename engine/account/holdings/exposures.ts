import { assert } from '../../assert.js'
import {
  addProduct,
  addRatedProduct,
  addSafe,
  exactSum,
  SUM_SIZE,
} from '../../numbers/exact-sums.js'
import { KeyedRows } from '../../numbers/keyed-rows.js'
import type { Minor, Side, VolumeUnits } from '../../units.js'
import type { Exposure, Position } from './position.js'

/**
 * The open positions of an account, summed by symbol with one row per symbol (engine/account/state.ts, A3). The
 * sums are exact (`engine/numbers/exact-sums.ts`), so removing a position restores the former
 * value; a row without positions is removed.
 */
export class Exposures extends KeyedRows {
  /** The margin charged for the rows, and the settings with which it was computed. */
  #margin = 0
  #symbols: unknown
  #group: unknown
  #leverage = 0

  constructor() {
    super(ROW)
  }

  /** A copy of a symbol's row, in exact integers. */
  get(symbolId: number): Exposure | undefined {
    const at = this.placeOf(symbolId)
    return at < 0 ? undefined : this.exposureAt(at)
  }

  exposureAt(at: number): Exposure {
    const rows = this.numbers
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
    return at < 0 ? 0 : (this.numbers[at + (side === 1 ? BUY : SELL) + VOLUME] as number)
  }

  get swap(): Minor {
    let swap = 0
    const end = this.count * ROW
    for (let at = 0; at < end; at += ROW) swap += this.numbers[at + SWAP] as number
    return swap
  }

  /** The sum of the absolute values of all swaps. */
  get swapSize(): Minor {
    let size = 0
    const end = this.count * ROW
    for (let at = 0; at < end; at += ROW) size += this.numbers[at + SWAP_SIZE] as number
    return size
  }

  /** The cached margin, if it was computed with the same settings; undefined otherwise. */
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
    this.#move(place < 0 ? this.append(position.symbolId) : place, position, 1)
  }

  /**
   * Removes a position with the values with which it was added: call it before its volume or swap
   * changes.
   */
  remove(position: Position): void {
    const at = this.placeOf(position.symbolId)
    assert(at >= 0, 'an open position is in the exposure of its symbol')
    this.#move(at, position, -1)
    const rows = this.numbers
    const count = rows[at + COUNT] as number
    assert(count >= 0, 'an exposure gives back only what it took')
    const left = Math.min(rows[at + BUY + VOLUME] as number, rows[at + SELL + VOLUME] as number)
    assert(left >= 0, 'an exposure has no negative volume')
    if (count === 0) this.drop(at)
  }

  copy(): Exposures {
    const copy = new Exposures()
    copy.copyFrom(this)
    return copy
  }

  #move(at: number, position: Position, direction: 1 | -1): void {
    const rows = this.numbers
    const { volume, priceOpen, openRest, rateMargin, side, swap } = position
    const leg = side === 1 ? at + BUY : at + SELL
    rows[at + COUNT] = (rows[at + COUNT] as number) + direction
    rows[at + SWAP] = (rows[at + SWAP] as number) + direction * swap
    rows[at + SWAP_SIZE] = (rows[at + SWAP_SIZE] as number) + direction * Math.abs(swap)
    rows[leg + VOLUME] = (rows[leg + VOLUME] as number) + direction * volume
    addProduct(rows, leg + VALUE, volume, priceOpen, direction)
    if (openRest !== 0) addSafe(rows, leg + VALUE, direction * openRest)
    addRatedProduct(rows, leg + RATE, volume, rateMargin, direction)
    this.#symbols = undefined
  }
}

/** The indexes of the figures in a row, and in each of its two legs. */
export const SYMBOL = 0
export const COUNT = 1
export const SWAP = 2
const SWAP_SIZE = 3
export const VOLUME = 0
export const VALUE = 1
export const RATE = VALUE + SUM_SIZE
export const BUY = 4
export const SELL = BUY + RATE + SUM_SIZE
export const ROW = SELL + RATE + SUM_SIZE
