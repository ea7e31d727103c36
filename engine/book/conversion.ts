import { certainRound, PRODUCT_ERROR, powerOfTen, roundedDivide } from '../numbers/rounding.js'
import { RATE_DIGITS, RATE_ONE, type Rate } from '../units.js'
import type { Book, SymbolSpec } from './compiled.js'
import type { Prices } from './prices.js'

/**
 * Converts between currencies. The path is the first that the settings offer: the same currency at
 * 1, the direct pair, the inverse pair, two legs through USD, two legs through EUR. It does not
 * depend on whether prices exist now, so an account's valuation never switches between paths.
 *
 *   C1. A rate has 12 fractional digits, rounded once over all its legs, half away from zero. It is
 *       the stored rate, so every figure can be recomputed from stored data.
 *   - A gain is converted at the lower side of every leg and a loss at the higher, so the client
 *     gets less and pays more. The bid of A in B is the bid of the pair A/B or one over the ask of
 *     the pair B/A, and vice versa for the ask.
 *   - The margin of a buy is converted at the ask, of a sell at the bid, in the same sense.
 */
export type RateUse = 'gain' | 'loss' | 'margin_buy' | 'margin_sell'

/**
 * The rate between two currencies; undefined if the settings have no conversion path, or if a pair
 * on the path has no price.
 */
export function conversionRate(
  book: Book,
  prices: Prices,
  from: string,
  to: string,
  use: RateUse,
): Rate | undefined {
  if (from === to) return RATE_ONE
  const rate = foundRate(book, prices, from, to, use)
  return rate === undefined ? undefined : BigInt(rate)
}

const RATE_ONE_NUMBER = Number(RATE_ONE)

/**
 * The same rate as a double, if that is exact: for valuations in doubles, because converting to an
 * integer and back takes as long as finding it.
 */
export function foundRate(
  book: Book,
  prices: Prices,
  from: string,
  to: string,
  use: RateUse,
): number | Rate | undefined {
  if (from === to) return RATE_ONE_NUMBER
  const path = pathOf(book, from, to)
  if (path === undefined) return undefined
  const atAsk = use === 'loss' || use === 'margin_buy'
  const first = legPrice(prices, path.first, atAsk)
  if (first === undefined) return undefined
  const second = path.second === undefined ? 1 : legPrice(prices, path.second, atAsk)
  if (second === undefined) return undefined
  return fastRate(path, first, second) ?? exactRate(path, first, second)
}

/** The lowest or highest price of a leg, in points of its pair. */
function legPrice(prices: Prices, leg: Leg, atAsk: boolean): number | undefined {
  const quote = prices.quote(leg.symbolId)
  if (quote === undefined || quote.bid <= 0 || quote.ask <= 0) return undefined
  return atAsk !== leg.inverse ? quote.ask : quote.bid
}

/** A pair on the path of a conversion, or its inverse. */
export interface Leg {
  readonly symbolId: number
  readonly inverse: boolean
  readonly digits: number
}

/** The one or two pairs on the path; empty for the same currency, undefined without a path. */
export function conversionLegs(book: Book, from: string, to: string): readonly Leg[] | undefined {
  return from === to ? NO_LEGS : pathOf(book, from, to)?.legs
}

const NO_LEGS: readonly Leg[] = []

interface Path {
  readonly legs: readonly Leg[]
  readonly first: Leg
  readonly second: Leg | undefined
  /** The scale of the product of the legs' prices, each as numerator or denominator. */
  readonly numerator: bigint
  readonly denominator: bigint
  readonly scale: number
}

/**
 * Computes both definitions in one place: `exactRate` is C1, `fastRate` the same or undefined
 * (engine/numbers/rounding.ts, R2).
 */
function exactRate(path: Path, first: number, second: number): Rate {
  let { numerator, denominator } = path
  if (path.first.inverse) denominator *= BigInt(first)
  else numerator *= BigInt(first)
  if (path.second?.inverse) denominator *= BigInt(second)
  else numerator *= BigInt(second)
  return roundedDivide(numerator, denominator)
}

function fastRate(path: Path, first: number, second: number): number | undefined {
  let rate = path.first.inverse ? path.scale / first : path.scale * first
  if (path.second?.inverse) rate /= second
  else rate *= second
  return certainRound(rate, rate * PRODUCT_ERROR)
}

type Symbols = Book['symbolsById']

const pathsBySymbols = new WeakMap<Symbols, Paths>()

function pathOf({ symbolsById }: Book, from: string, to: string): Path | undefined {
  let paths = pathsBySymbols.get(symbolsById)
  if (paths === undefined) {
    paths = new Paths(symbolsById)
    pathsBySymbols.set(symbolsById, paths)
  }
  return paths.find(from, to)
}

const VIA = ['USD', 'EUR']

/** The paths between currencies under one version of the symbols, each searched once. */
class Paths {
  readonly #legs = new Map<string, Map<string, Leg>>()
  readonly #found = new Map<string, Map<string, Path | undefined>>()

  constructor(symbols: Symbols) {
    const pairs = [...symbols.values()].filter(isPair)
    // The oldest of several symbols on one pair decides, so that adding a symbol moves no rate.
    for (const spec of pairs.toSorted((a, b) => a.id - b.id)) {
      const { id: symbolId, digits } = spec
      const { base_currency: base, profit_currency: profit } = spec.record
      this.#offer(base, profit, { symbolId, inverse: false, digits })
      this.#offer(profit, base, { symbolId, inverse: true, digits })
    }
  }

  find(from: string, to: string): Path | undefined {
    let row = this.#found.get(from)
    if (row === undefined) {
      row = new Map()
      this.#found.set(from, row)
    }
    const known = row.get(to)
    if (known !== undefined || row.has(to)) return known
    const path = this.#search(from, to)
    row.set(to, path)
    return path
  }

  #search(from: string, to: string): Path | undefined {
    const leg = this.#leg(from, to)
    if (leg !== undefined) return compilePath(leg, undefined)
    for (const via of VIA) {
      const first = this.#leg(from, via)
      const second = this.#leg(via, to)
      if (first !== undefined && second !== undefined) return compilePath(first, second)
    }
    return undefined
  }

  #leg(from: string, to: string): Leg | undefined {
    return this.#legs.get(from)?.get(to)
  }

  #offer(from: string, to: string, leg: Leg): void {
    const row = this.#legs.get(from) ?? new Map<string, Leg>()
    this.#legs.set(from, row)
    const known = row.get(to)
    if (known === undefined || (known.inverse && !leg.inverse)) row.set(to, leg)
  }
}

export function isPair(spec: SymbolSpec): boolean {
  const { calcMode, record } = spec
  if (calcMode !== 'forex' && calcMode !== 'forex_no_leverage') return false
  return record.base_currency !== record.profit_currency
}

function compilePath(first: Leg, second: Leg | undefined): Path {
  let numerator = powerOfTen(RATE_DIGITS)
  let denominator = 1n
  const legs = second === undefined ? [first] : [first, second]
  for (const leg of legs) {
    if (leg.inverse) numerator *= powerOfTen(leg.digits)
    else denominator *= powerOfTen(leg.digits)
  }
  return {
    legs,
    first,
    second,
    numerator,
    denominator,
    scale: Number(numerator) / Number(denominator),
  }
}
