import type { Book, SymbolSpec } from '../../../../engine/book/compiled.js'
import { conversionRate, isPair } from '../../../../engine/book/conversion.js'
import type { Prices } from '../../../../engine/book/prices.js'
import { factorsOf } from '../../../../engine/book/symbol-factors.js'
import { textFromScaled, trimmedTextFromScaled } from '../../../../engine/numbers/decimal.js'
import {
  type Fraction,
  NO_AMOUNT,
  plus,
  powerOfTen,
  roundedDivide,
} from '../../../../engine/numbers/rounding.js'
import {
  FIXED8_DIGITS,
  MONEY_DIGITS_DEFAULT,
  RATE_ONE,
  VOLUME_DIGITS,
} from '../../../../engine/units.js'
import type { ExposureAnswer, ExposureOfSymbol } from '../../../../wire/thread/exposure.js'

/**
 * Computes the rows of an `exposure` event from the shards' sums.
 *
 * - Sums of integers are exact. Amounts are divided and rounded once, at the end.
 * - By symbol, volumes are in lots and the profit is in the symbol's profit currency. By currency,
 *   a currency pair counts in both currencies: a buy adds to the base currency and subtracts its
 *   current cost from the other. Other symbols count with their cost.
 * - A figure that needs a missing price is null.
 * - `profit_in` is the unrounded profit, converted at the current rate for its sign and rounded
 *   once. Null without a rate or without a requested currency.
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
  /** The profit in the currency that the query requests; null if it cannot be converted. */
  readonly profit_in: string | null
  readonly accounts: number
}

/** The settings and prices with which profits are converted. */
export interface ExposureMarket {
  readonly book: Book
  readonly prices: Prices
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

/** Adds up the answers of all shards. */
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

/** The rows sorted by key. `currency` is the currency of `profit_in`. */
export function exposureRows(
  market: ExposureMarket,
  sums: SummedExposures,
  by: ExposureBy,
  currency: string | null,
): ExposureRow[] {
  const profits = (profit: Fraction | null, own: string): Profits => ({
    profit: profit && moneyText(profit),
    profit_in: profit && currency && inCurrency(market, profit, own, currency),
  })
  const { book } = market
  const rows = by === 'symbol' ? symbolRows(book, sums, profits) : currencyRows(book, sums, profits)
  return rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

type Profits = Pick<ExposureRow, 'profit' | 'profit_in'>
/** Returns a profit in its own currency and in the requested one. */
type ProfitsOf = (profit: Fraction | null, currency: string) => Profits

function inCurrency(
  { book, prices }: ExposureMarket,
  { numerator, denominator }: Fraction,
  from: string,
  to: string,
): string | null {
  const use = numerator < 0n ? 'loss' : 'gain'
  const rate = conversionRate(book, prices, from, to, use)
  if (rate === undefined) return null
  return moneyText({ numerator: numerator * rate, denominator: denominator * RATE_ONE })
}

function symbolRows(book: Book, { symbols }: SummedExposures, profits: ProfitsOf): ExposureRow[] {
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
      ...profits(market && worth(symbol, market.gain), symbol.profitCurrency),
      accounts,
    }
  })
}

/**
 * A sum of fractions, grouped by denominator: there are few different ones, and a common
 * denominator would grow.
 */
class AmountSum {
  readonly #numerators = new Map<bigint, bigint>()
  #isKnown = true

  /**
   * Adds an amount with a sign. Null is an amount whose price is missing, and makes the sum
   * unknown.
   */
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

function currencyRows(
  book: Book,
  { symbols, currencies }: SummedExposures,
  profits: ProfitsOf,
): ExposureRow[] {
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
    // The counter currency: a buyer of the symbol sells its cost.
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
    ...profits(profit.total, key),
    accounts: currencies.get(key) ?? 0,
  }))
}

function baseOf({ contractSize }: SymbolSpec, volume: bigint): Fraction {
  const denominator = powerOfTen(VOLUME_DIGITS + FIXED8_DIGITS)
  return { numerator: volume * contractSize, denominator }
}

/** Points times volume, in the symbol's profit currency. */
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
