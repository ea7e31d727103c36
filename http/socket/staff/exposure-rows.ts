import type { Book, SymbolSpec } from '../../../engine/book/compiled.js'
import { isPair } from '../../../engine/book/conversion.js'
import { factorsOf } from '../../../engine/book/symbol-factors.js'
import { textFromScaled, trimmedTextFromScaled } from '../../../engine/numbers/decimal.js'
import {
  type Fraction,
  NO_AMOUNT,
  plus,
  powerOfTen,
  roundedDivide,
} from '../../../engine/numbers/rounding.js'
import {
  FIXED8_DIGITS,
  MONEY_DIGITS_DEFAULT,
  RATE_ONE,
  VOLUME_DIGITS,
} from '../../../engine/units.js'
import type { ExposureAnswer, ExposureOfSymbol } from '../../../wire/thread/exposure.js'

/**
 * The rows of an `exposure` event, from what the shards have summed.
 *
 *   X1. Sums of whole numbers are exact; what becomes an amount is divided and rounded once, at the end.
 *   X2. By symbol volumes are lots, and the profit is in the symbol's profit currency. By currency a pair counts in both:
 *       who buys it buys its base, and sells what that costs now; any other symbol counts by what it costs.
 *   X3. A figure that needs a price which is not there is null.
 */
export type ExposureBy = 'symbol' | 'currency'

export interface ExposureRow {
  readonly key: string
  /** The currency of `profit`. */
  readonly currency: string
  readonly buy: string | null
  readonly sell: string | null
  readonly net: string | null
  readonly covered: string | null
  readonly profit: string | null
  readonly accounts: number
}

export interface SummedExposures {
  readonly symbols: ReadonlyMap<number, SummedSymbol>
  readonly currencies: ReadonlyMap<string, number>
}

interface SummedSymbol {
  readonly accounts: number
  readonly bought: bigint
  readonly sold: bigint
  readonly covered: bigint
  readonly market: SummedMarket | null
}

interface SummedMarket {
  readonly bought: bigint
  readonly sold: bigint
  readonly covered: bigint
  readonly gain: bigint
}

/** The answers of all shards as one. */
export function summedExposures(answers: readonly ExposureAnswer[]): SummedExposures {
  const symbols = new Map<number, SummedSymbol>()
  const currencies = new Map<string, number>()
  for (const answer of answers) {
    for (const row of answer.symbols) symbols.set(row.id, withRow(symbols.get(row.id), row))
    for (const [name, accounts] of answer.currencies) {
      currencies.set(name, (currencies.get(name) ?? 0) + accounts)
    }
  }
  return { symbols, currencies }
}

function withRow(before: SummedSymbol | undefined, row: ExposureOfSymbol): SummedSymbol {
  const { market } = row
  const own: SummedSymbol = {
    accounts: row.accounts,
    bought: BigInt(row.bought),
    sold: BigInt(row.sold),
    covered: BigInt(row.covered),
    market: market && {
      bought: BigInt(market.bought),
      sold: BigInt(market.sold),
      covered: BigInt(market.covered),
      gain: BigInt(market.gain),
    },
  }
  if (before === undefined) return own
  return {
    accounts: before.accounts + own.accounts,
    bought: before.bought + own.bought,
    sold: before.sold + own.sold,
    covered: before.covered + own.covered,
    market: before.market && own.market && bothMarkets(before.market, own.market),
  }
}

function bothMarkets(a: SummedMarket, b: SummedMarket): SummedMarket {
  return {
    bought: a.bought + b.bought,
    sold: a.sold + b.sold,
    covered: a.covered + b.covered,
    gain: a.gain + b.gain,
  }
}

/** Rows of exposure, in the order of their keys. */
export function exposureRows(book: Book, sums: SummedExposures, by: ExposureBy): ExposureRow[] {
  const rows = by === 'symbol' ? symbolRows(book, sums) : currencyRows(book, sums)
  return rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

function symbolRows(book: Book, { symbols }: SummedExposures): ExposureRow[] {
  return [...symbols].flatMap(([id, { accounts, bought, sold, covered, market }]) => {
    const symbol = book.symbolsById.get(id)
    if (symbol === undefined) return []
    return {
      key: symbol.name,
      currency: symbol.profitCurrency,
      buy: trimmedTextFromScaled(bought, VOLUME_DIGITS),
      sell: trimmedTextFromScaled(sold, VOLUME_DIGITS),
      net: trimmedTextFromScaled(bought - sold, VOLUME_DIGITS),
      covered: trimmedTextFromScaled(covered, VOLUME_DIGITS),
      profit: market && moneyText(worth(symbol, market.gain)),
      accounts,
    }
  })
}

/** A sum of fractions, by their denominators: few are different, and their products would grow. */
class AmountSum {
  readonly #numerators = new Map<bigint, bigint>()
  #isKnown = true

  /** Null is one that needs a price. */
  add(amount: Fraction | null, sign: 1n | -1n = 1n): void {
    if (amount === null) {
      this.#isKnown = false
      return
    }
    const { numerator, denominator } = amount
    const before = this.#numerators.get(denominator) ?? 0n
    this.#numerators.set(denominator, before + sign * numerator)
  }

  get total(): Fraction | null {
    if (!this.#isKnown) return null
    const fractions = [...this.#numerators].map(([denominator, numerator]) => ({
      numerator,
      denominator,
    }))
    return fractions.reduce<Fraction>(plus, NO_AMOUNT)
  }
}

class CurrencySums {
  readonly buy = new AmountSum()
  readonly sell = new AmountSum()
  readonly net = new AmountSum()
  readonly covered = new AmountSum()
  readonly profit = new AmountSum()

  add(bought: Fraction | null, sold: Fraction | null, covered: Fraction | null): void {
    this.buy.add(bought)
    this.sell.add(sold)
    this.net.add(bought)
    this.net.add(sold, -1n)
    this.covered.add(covered)
  }
}

function currencyRows(book: Book, { symbols, currencies }: SummedExposures): ExposureRow[] {
  const sums = new Map<string, CurrencySums>()
  const of = (name: string): CurrencySums => {
    const known = sums.get(name)
    if (known !== undefined) return known
    const fresh = new CurrencySums()
    sums.set(name, fresh)
    return fresh
  }
  for (const [id, { bought, sold, covered, market }] of symbols) {
    const symbol = book.symbolsById.get(id)
    if (symbol === undefined) continue
    const base = (volume: bigint): Fraction => baseOf(symbol, volume)
    if (isPair(symbol)) {
      of(symbol.record.base_currency).add(base(bought), base(sold), base(covered))
    }
    // The other side of it: who buys the symbol sells what it costs.
    const paid = of(symbol.profitCurrency)
    const cost = (move: bigint): Fraction => worth(symbol, move)
    if (market === null) paid.add(null, null, null)
    else paid.add(cost(market.sold), cost(market.bought), cost(-market.covered))
    paid.profit.add(market && cost(market.gain))
  }
  return [...sums].map(([key, { buy, sell, net, covered, profit }]) => ({
    key,
    currency: key,
    buy: amountText(buy.total),
    sell: amountText(sell.total),
    net: amountText(net.total),
    covered: amountText(covered.total),
    profit: profit.total && moneyText(profit.total),
    accounts: currencies.get(key) ?? 0,
  }))
}

function baseOf({ contractSize }: SymbolSpec, volume: bigint): Fraction {
  const denominator = powerOfTen(VOLUME_DIGITS + FIXED8_DIGITS)
  return { numerator: volume * contractSize, denominator }
}

/** Points x volume in the symbol's profit currency. */
function worth(symbol: SymbolSpec, move: bigint): Fraction {
  const { numerator, denominator } = factorsOf(symbol).profit
  return { numerator: move * numerator * RATE_ONE, denominator }
}

function rounded({ numerator, denominator }: Fraction, digits: number): bigint {
  return roundedDivide(numerator * powerOfTen(digits), denominator)
}

function moneyText(amount: Fraction): string {
  return textFromScaled(rounded(amount, MONEY_DIGITS_DEFAULT), MONEY_DIGITS_DEFAULT)
}

function amountText(amount: Fraction | null): string | null {
  return amount && trimmedTextFromScaled(rounded(amount, FIXED8_DIGITS), FIXED8_DIGITS)
}
