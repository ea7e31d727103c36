import type { Book, GroupSpec } from '../book/compiled.js'
import { conversionLegs, conversionRate, type Leg } from '../book/conversion.js'
import type { Prices } from '../book/prices.js'
import { factorsOf } from '../book/symbol-factors.js'
import { approximatePowerOfTen } from '../numbers/rounding.js'
import { RATE_ONE, type Rate } from '../units.js'

/** The worth of a symbol's holdings to the accounts of a group, in doubles. */
export interface WatchedTerms {
  /** Minor units per point and unit of volume, at a conversion rate of one. */
  readonly worth: number
  readonly conversion: Conversion
}

/** The terms by symbol; undefined for symbols that no account has needed yet. */
export type GroupTerms = readonly (WatchedTerms | undefined)[]

/** The terms of one version of the settings. Rates are NaN while a price is missing. */
export class Terms {
  readonly #book: Book
  readonly #prices: Prices
  readonly #groups = new Map<GroupSpec, (WatchedTerms | undefined)[]>()
  readonly #conversions = new Map<string, Conversion>()
  /** The conversions that depend on a symbol's price. */
  readonly #dependents: (Conversion[] | undefined)[] = []

  constructor(book: Book, prices: Prices) {
    this.#book = book
    this.#prices = prices
  }

  /** Called when the price of the symbol changed. */
  move(symbolId: number): void {
    for (const conversion of this.#dependents[symbolId] ?? []) conversion.isStale = true
  }

  of(group: GroupSpec): GroupTerms {
    return this.#ofGroup(group)
  }

  /** Adds the symbol to the group's terms, if the settings have it. */
  include(group: GroupSpec, symbolId: number): void {
    const terms = this.#ofGroup(group)
    if (terms[symbolId] !== undefined) return
    const symbol = this.#book.symbolsById.get(symbolId)
    if (symbol === undefined) return
    while (terms.length <= symbolId) terms.push(undefined)
    terms[symbolId] = {
      worth: factorsOf(symbol).profit.approximation * approximatePowerOfTen(group.currencyDigits),
      conversion: this.#conversion(symbol.profitCurrency, group.currency),
    }
  }

  #ofGroup(group: GroupSpec): (WatchedTerms | undefined)[] {
    let terms = this.#groups.get(group)
    if (terms === undefined) {
      terms = []
      this.#groups.set(group, terms)
    }
    return terms
  }

  #conversion(from: string, to: string): Conversion {
    const key = `${from} ${to}`
    let conversion = this.#conversions.get(key)
    if (conversion !== undefined) return conversion
    const [book, prices] = [this.#book, this.#prices]
    const legs = conversionLegs(book, from, to)
    conversion = new Conversion(legs, (use) => conversionRate(book, prices, from, to, use))
    this.#conversions.set(key, conversion)
    for (const { symbolId } of legs ?? []) {
      while (this.#dependents.length <= symbolId) this.#dependents.push(undefined)
      this.#dependents[symbolId] = [...(this.#dependents[symbolId] ?? []), conversion]
    }
    return conversion
  }
}

/** The conversion from a symbol's profit currency to the account's. */
export class Conversion {
  /** The pairs of the conversion: empty if none is needed, undefined if no path exists. */
  readonly legs: readonly Leg[] | undefined
  readonly isNeeded: boolean
  /** True after a price of the conversion has changed, until `find` computes the rates again. */
  isStale = true
  lossRate = Number(RATE_ONE)
  gainRate = Number(RATE_ONE)
  readonly #rate: (use: 'loss' | 'gain') => Rate | undefined

  constructor(legs: readonly Leg[] | undefined, rate: (use: 'loss' | 'gain') => Rate | undefined) {
    this.legs = legs
    this.isNeeded = legs === undefined || legs.length > 0
    this.#rate = rate
  }

  find(): void {
    this.lossRate = Number(this.#rate('loss') ?? Number.NaN)
    this.gainRate = Number(this.#rate('gain') ?? Number.NaN)
    this.isStale = false
  }
}

/** The terms of a symbol that is not in the settings. */
export const NO_TERMS: WatchedTerms = {
  worth: Number.NaN,
  conversion: new Conversion(undefined, () => undefined),
}
