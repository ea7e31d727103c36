import { KeyedRows } from '../../numbers/keyed-rows.js'
import type { Side } from '../../units.js'
import { REASONS, type Reason } from '../event.js'
import type { Position } from './position.js'

/** The open positions of an account, one row each. Positions that are read are copies. */
export class HeldPositions extends KeyedRows {
  /** Fields that a double cannot store: non-empty comments, and margin rates above 2^53. */
  #comments: Map<number, string> | undefined
  #rates: Map<number, bigint> | undefined

  constructor() {
    super(ROW)
  }

  static of(positions: Iterable<Position>): HeldPositions {
    const held = new HeldPositions()
    for (const position of positions) held.set(position)
    return held
  }

  get(id: number): Position | undefined {
    const at = this.placeOf(id)
    return at < 0 ? undefined : this.#at(at)
  }

  values(): Position[] {
    const positions: Position[] = []
    this.forEach((position) => {
      positions.push(position)
    })
    return positions
  }

  /** Visits the positions one by one, without making a list. */
  forEach(visit: (position: Position) => void): void {
    const end = this.count * ROW
    for (let at = 0; at < end; at += ROW) visit(this.#at(at))
  }

  /** Adds a position, or replaces the one with its id. */
  set(position: Position): void {
    const place = this.placeOf(position.id)
    const at = place < 0 ? this.append(position.id) : place
    const rows = this.numbers
    const { id, rateMargin, comment } = position
    const rate = Number(rateMargin)
    rows[at + SYMBOL] = position.symbolId
    rows[at + SIDE] = position.side
    rows[at + VOLUME] = position.volume
    rows[at + PRICE_OPEN] = position.priceOpen
    rows[at + RATE_MARGIN] = rate
    rows[at + SWAP] = position.swap
    rows[at + OPENED_AT] = position.openedAt
    rows[at + REASON] = REASON_NUMBERS[position.reason]
    rows[at + VERSION] = position.version
    rows[at + STOP_LOSS] = position.stopLoss
    rows[at + TAKE_PROFIT] = position.takeProfit
    rows[at + TRAILING] = position.trailingPts
    rows[at + OPEN_REST] = position.openRest
    rows[at + DEALER] = position.dealer
    if (place >= 0) this.#forget(id)
    if (comment !== '') {
      this.#comments ??= new Map()
      this.#comments.set(id, comment)
    }
    if (!Number.isSafeInteger(rate)) {
      this.#rates ??= new Map()
      this.#rates.set(id, rateMargin)
    }
  }

  delete(id: number): void {
    const at = this.placeOf(id)
    if (at < 0) return
    this.drop(at)
    this.#forget(id)
  }

  /**
   * A copy of the current positions to iterate. Later changes of the account do not affect it. It
   * cannot search by id.
   */
  asNow(): Pick<HeldPositions, 'size' | 'nth'> {
    const rows = new HeldPositions()
    rows.rowsFrom(this)
    rows.#comments = this.#comments && new Map(this.#comments)
    rows.#rates = this.#rates && new Map(this.#rates)
    return rows
  }

  /** The position at an index, from 0. */
  nth(place: number): Position {
    return this.#at(place * ROW)
  }

  copy(): HeldPositions {
    const copy = new HeldPositions()
    copy.copyFrom(this)
    copy.#comments = this.#comments && new Map(this.#comments)
    copy.#rates = this.#rates && new Map(this.#rates)
    return copy
  }

  #forget(id: number): void {
    this.#comments?.delete(id)
    this.#rates?.delete(id)
  }

  #at(at: number): Position {
    const rows = this.numbers
    const id = rows[at] as number
    const rate = rows[at + RATE_MARGIN] as number
    return {
      id,
      symbolId: rows[at + SYMBOL] as number,
      side: rows[at + SIDE] as Side,
      volume: rows[at + VOLUME] as number,
      priceOpen: rows[at + PRICE_OPEN] as number,
      rateMargin: this.#rates?.get(id) ?? integerOf(rate),
      swap: rows[at + SWAP] as number,
      openedAt: rows[at + OPENED_AT] as number,
      reason: REASONS[rows[at + REASON] as number] as Reason,
      comment: this.#comments?.get(id) ?? '',
      version: rows[at + VERSION] as number,
      stopLoss: rows[at + STOP_LOSS] as number,
      takeProfit: rows[at + TAKE_PROFIT] as number,
      trailingPts: rows[at + TRAILING] as number,
      openRest: rows[at + OPEN_REST] as number,
      dealer: rows[at + DEALER] as number,
    }
  }
}

/**
 * Deciding and applying read a position several times in a row. Converting this integer takes as
 * long as all other fields together, so the last result is cached.
 */
let last = { double: 0, integer: 0n }

function integerOf(double: number): bigint {
  if (last.double !== double) last = { double, integer: BigInt(double) }
  return last.integer
}

/** The indexes of the fields in a row, after its id. */
const SYMBOL = 1
const SIDE = 2
const VOLUME = 3
const PRICE_OPEN = 4
const RATE_MARGIN = 5
const SWAP = 6
const OPENED_AT = 7
const REASON = 8
const VERSION = 9
const STOP_LOSS = 10
const TAKE_PROFIT = 11
const TRAILING = 12
const OPEN_REST = 13
const DEALER = 14
const ROW = 15

const REASON_NUMBERS = Object.fromEntries(REASONS.map((reason, i) => [reason, i])) as Readonly<
  Record<Reason, number>
>
