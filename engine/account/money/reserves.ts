import type { Book, GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { symbolOfGroup } from '../../book/group-symbols.js'
import type { Prices } from '../../book/prices.js'
import type { Minor } from '../../units.js'
import { type PendingLegs, type PendingTerms, withoutPending } from '../holdings/pending-legs.js'
import {
  accountMargin,
  leverageOf,
  type MarginHolder,
  pendingCharges,
  reservedMargin,
} from './margin.js'
import { roundedCharges } from './margin-charge.js'

/**
 * The margin that each pending order of an account reserves (`reservedMargin`), for thousands of
 * orders: the total margin is computed once, and without tiers an order affects only its own
 * symbol.
 */
export class Reserves {
  readonly #account: MarginHolder
  readonly #book: Book
  readonly #group: GroupSpec
  readonly #prices: Prices
  /** True if the margin reached its limit, so that the parts do not sum to it (`limitedAmount`). */
  readonly #isLimited: boolean
  readonly #parts = new Map<number, Minor>()

  constructor(account: MarginHolder, book: Book, group: GroupSpec, prices: Prices) {
    this.#account = account
    this.#book = book
    this.#group = group
    this.#prices = prices
    const held = accountMargin(account, book, group, prices)
    this.#isLimited = held === Number.MAX_SAFE_INTEGER
  }

  of(symbolId: number, terms: PendingTerms): Minor | undefined {
    const legs = this.#account.pending.get(symbolId)
    const listed = this.#book.symbolsById.get(symbolId)
    const isJoint = this.#group.tiers !== undefined || this.#isLimited
    if (isJoint || legs === undefined || listed === undefined) {
      return reservedMargin(this.#account, this.#book, this.#group, this.#prices, symbolId, terms)
    }
    const symbol = symbolOfGroup(this.#group, listed)
    let whole = this.#parts.get(symbolId)
    if (whole === undefined) {
      whole = this.#part(symbol, legs)
      this.#parts.set(symbolId, whole)
    }
    return whole - this.#part(symbol, withoutPending(legs, terms))
  }

  #part(symbol: SymbolSpec, legs: PendingLegs): Minor {
    const leverage = leverageOf(this.#account, this.#group)
    const charges = pendingCharges(this.#account, symbol, this.#group, leverage, legs)
    return roundedCharges(charges, leverage, this.#group.currencyDigits)
  }
}
