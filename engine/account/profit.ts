import type { Book, GroupSpec, SymbolSpec } from '../book.js'
import { conversionRate } from '../conversion.js'
import type { Prices, Quote } from '../prices.js'
import { certainRound, PRODUCT_ERROR, powerOfTen, roundedDivideToNumber } from '../rounding.js'
import { factorsOf } from '../symbol-factors.js'
import type { Minor, PricePts, Rate, Side, VolumeUnits } from '../units.js'
import type { Account, Exposure } from './state.js'

/**
 * Profit by domain 2.2.
 *
 *   P1. A deal's profit is (close - open) x volume x value of a point x rate, rounded once to the
 *       digits of the account's currency.
 *   P2. Floating profit nets the open positions of a symbol exactly, converts the net at the rate for
 *       its own sign and rounds it once; an account's is the sum over its symbols. It costs the same
 *       for 1 position and 10,000, and may differ from the sum of the positions' own profits by the
 *       roundings and the spread of the conversion that those pay one by one.
 */
export function positionProfit(
  symbol: SymbolSpec,
  group: GroupSpec,
  side: Side,
  priceOpen: PricePts,
  priceClose: PricePts,
  volume: VolumeUnits,
  rate: Rate,
): Minor {
  const points = side * (priceClose - priceOpen)
  return (
    fastProfit(symbol, group, points, volume, rate) ??
    exactProfit(symbol, group, BigInt(points) * BigInt(volume), rate)
  )
}

/** The definition; `move` is points x volume. */
export function exactProfit(symbol: SymbolSpec, group: GroupSpec, move: bigint, rate: Rate): Minor {
  const { numerator, denominator } = factorsOf(symbol).profit
  return roundedDivideToNumber(
    move * numerator * rate * powerOfTen(group.currencyDigits),
    denominator,
  )
}

/** The same, or undefined in doubt (R2). */
export function fastProfit(
  symbol: SymbolSpec,
  group: GroupSpec,
  points: number,
  volume: VolumeUnits,
  rate: Rate,
): Minor | undefined {
  const worth = factorsOf(symbol).profit.approximation * Number(rate) * 10 ** group.currencyDigits
  const profit = points * volume * worth
  return certainRound(profit, Math.abs(profit) * PRODUCT_ERROR)
}

/** The rate that a close at `priceClose` converts its profit with. */
export function profitRate(
  book: Book,
  prices: Prices,
  symbol: SymbolSpec,
  group: GroupSpec,
  side: Side,
  priceOpen: PricePts,
  priceClose: PricePts,
): Rate | undefined {
  const use = side * (priceClose - priceOpen) < 0 ? 'loss' : 'gain'
  return conversionRate(book, prices, symbol.profitCurrency, group.currency, use)
}

/** A long closes by selling at the bid, a short by buying at the ask. */
export function closingPrice(side: Side, quote: Quote): PricePts {
  return side === 1 ? quote.bid : quote.ask
}

/** Undefined while a symbol of the account has no price, no way to its currency, or no settings. */
export function floatingProfit(
  account: Account,
  book: Book,
  group: GroupSpec,
  prices: Prices,
): Minor | undefined {
  let total = 0
  for (const exposure of account.exposures.values()) {
    const symbol = book.symbolsById.get(exposure.symbolId)
    const quote = prices.quote(exposure.symbolId)
    if (symbol === undefined || quote === undefined) return undefined
    const profit = exposureProfit(exposure, symbol, quote, book, group, prices)
    if (profit === undefined) return undefined
    total += profit
  }
  return total
}

function exposureProfit(
  exposure: Exposure,
  symbol: SymbolSpec,
  quote: Quote,
  book: Book,
  group: GroupSpec,
  prices: Prices,
): Minor | undefined {
  const net = netMove(exposure, quote)
  const use = net < 0 ? 'loss' : 'gain'
  const rate = conversionRate(book, prices, symbol.profitCurrency, group.currency, use)
  return rate === undefined ? undefined : exactProfit(symbol, group, net, rate)
}

/** Sum over the positions of points x volume at the closing prices. */
function netMove(exposure: Exposure, quote: Quote): bigint {
  const bought = BigInt(exposure.buyVolume) * BigInt(quote.bid) - exposure.buyValue
  const sold = exposure.sellValue - BigInt(exposure.sellVolume) * BigInt(quote.ask)
  return bought + sold
}
