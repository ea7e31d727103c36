import {
  BUY,
  type Exposures,
  SELL,
  VALUE,
  VOLUME,
} from '../../../engine/account/holdings/exposures.js'
import { addSafe, addSum, exactSum, SUM_SIZE } from '../../../engine/numbers/exact-sums.js'
import { KeyedRows } from '../../../engine/numbers/keyed-rows.js'

/**
 * The exposures of many accounts, summed by symbol with one row per symbol. The sums are exact
 * integers: subtracting what was added restores the former value. Empty rows are removed.
 */
export class SymbolSums extends KeyedRows {
  constructor() {
    super(ROW)
  }

  /**
   * The place of the symbol's row, valid until the next `tidy`. Negative if the row already has
   * that mark.
   */
  marked(symbolId: number, mark: number): number {
    const at = this.#rowOf(symbolId)
    if (this.numbers[at + MARK] === mark) return -1
    this.numbers[at + MARK] = mark
    return at
  }

  /** Adds an account's row to the sums, or subtracts it. */
  move(exposures: Exposures, place: number, symbolId: number, direction: 1 | -1): void {
    this.moveAt(this.#rowOf(symbolId), exposures, place, direction)
  }

  moveAt(at: number, { rows }: Exposures, place: number, direction: 1 | -1): void {
    const { numbers } = this
    numbers[at + ACCOUNTS] = (numbers[at + ACCOUNTS] as number) + direction
    const bought = rows[place + BUY + VOLUME] as number
    if (bought !== 0) {
      addSafe(numbers, at + BOUGHT, direction * bought)
      addSum(numbers, at + BOUGHT_VALUE, rows, place + BUY + VALUE, direction)
    }
    const sold = rows[place + SELL + VOLUME] as number
    if (sold === 0) return
    addSafe(numbers, at + SOLD, direction * sold)
    addSum(numbers, at + SOLD_VALUE, rows, place + SELL + VALUE, direction)
  }

  /** Adds a volume that a provider bought for the account; negative if sold. */
  cover(symbolId: number, volume: number): void {
    const at = this.#rowOf(symbolId)
    addSafe(this.numbers, at + COVERED, volume)
  }

  add(other: SymbolSums): void {
    for (let place = 0; place < other.size; place++) this.addRow(other, place)
  }

  addRow(other: SymbolSums, place: number): void {
    const { numbers: from } = other
    const of = place * ROW
    const at = this.#rowOf(from[of] as number)
    const { numbers } = this
    numbers[at + ACCOUNTS] = (numbers[at + ACCOUNTS] as number) + (from[of + ACCOUNTS] as number)
    for (let sum = BOUGHT; sum < ROW; sum += SUM_SIZE) addSum(numbers, at + sum, from, of + sum, 1)
  }

  /** Removes the row if it has no accounts and no cover. */
  tidy(symbolId: number): void {
    const at = this.placeOf(symbolId)
    if (at < 0 || this.numbers[at + ACCOUNTS] !== 0) return
    if (exactSum(this.numbers, at + COVERED) === 0n) this.drop(at)
  }

  symbolAt(place: number): number {
    return this.numbers[place * ROW] as number
  }

  rowAt(place: number): SummedExposure {
    const at = place * ROW
    const { numbers } = this
    return {
      symbolId: numbers[at] as number,
      accounts: numbers[at + ACCOUNTS] as number,
      bought: exactSum(numbers, at + BOUGHT),
      sold: exactSum(numbers, at + SOLD),
      boughtValue: exactSum(numbers, at + BOUGHT_VALUE),
      soldValue: exactSum(numbers, at + SOLD_VALUE),
      covered: exactSum(numbers, at + COVERED),
    }
  }

  #rowOf(symbolId: number): number {
    const at = this.placeOf(symbolId)
    return at < 0 ? this.append(symbolId) : at
  }
}

export interface SummedExposure {
  readonly symbolId: number
  /** The number of accounts with an open position. */
  readonly accounts: number
  /** Volumes. */
  readonly bought: bigint
  readonly sold: bigint
  /** The sum of volume x open price. */
  readonly boughtValue: bigint
  readonly soldValue: bigint
  /** The volume that providers bought, minus what they sold. */
  readonly covered: bigint
}

const MARK = 1
const ACCOUNTS = 2
const BOUGHT = 3
const SOLD = BOUGHT + SUM_SIZE
const BOUGHT_VALUE = SOLD + SUM_SIZE
const SOLD_VALUE = BOUGHT_VALUE + SUM_SIZE
const COVERED = SOLD_VALUE + SUM_SIZE
const ROW = COVERED + SUM_SIZE
