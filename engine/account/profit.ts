import type { Book, GroupSpec, SymbolSpec } from '../book.js'
import { conversionRate } from '../conversion.js'
import type { Prices, Quote } from '../prices.js'
import {
  approximatePowerOfTen,
  certainRound,
  PRODUCT_ERROR,
  powerOfTen,
  roundedDivideToNumber,
} from '../rounding.js'
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
  const profit = points * volume * worthOf(symbol, group, rate)
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

/** P2 for one symbol. */
function exposureProfit(
  exposure: Exposure,
  symbol: SymbolSpec,
  quote: Quote,
  book: Book,
  group: GroupSpec,
  prices: Prices,
): Minor | undefined {
  const loses = netLoses(exposure, quote)
  const use = loses ? 'loss' : 'gain'
  const rate = conversionRate(book, prices, symbol.profitCurrency, group.currency, use)
  if (rate === undefined) return undefined
  return (
    fastExposureProfit(exposure, symbol, quote, group, rate) ??
    exactProfit(symbol, group, netMove(exposure, quote), rate)
  )
}

/** Sum over the positions of points x volume at the closing prices. */
export function netMove(exposure: Exposure, quote: Quote): bigint {
  const bought = BigInt(exposure.buyVolume) * BigInt(quote.bid) - exposure.buyValue
  const sold = exposure.sellValue - BigInt(exposure.sellVolume) * BigInt(quote.ask)
  return bought + sold
}

/**
 * `netMove` in doubles, and the sum of the sizes of what it adds up. While that sum is a safe integer
 * every step is exact; beyond, each of its seven roundings is below 2^-53 of it, so the net is off by
 * less than `size` x PRODUCT_ERROR / 8.
 */
function netLoses(exposure: Exposure, quote: Quote): boolean {
  const net = approximateNet(exposure, quote)
  const size = moveSize(exposure, quote)
  const isCertain = size <= Number.MAX_SAFE_INTEGER || Math.abs(net) > size * PRODUCT_ERROR
  return isCertain ? net < 0 : netMove(exposure, quote) < 0n
}

/** `exactProfit` of the net, or undefined in doubt (R2). */
export function fastExposureProfit(
  exposure: Exposure,
  symbol: SymbolSpec,
  quote: Quote,
  group: GroupSpec,
  rate: Rate,
): Minor | undefined {
  const worth = worthOf(symbol, group, rate)
  const error = moveSize(exposure, quote) * worth * PRODUCT_ERROR
  return certainRound(approximateNet(exposure, quote) * worth, error)
}

function approximateNet(exposure: Exposure, quote: Quote): number {
  const bought = exposure.buyVolume * quote.bid - Number(exposure.buyValue)
  return bought + (Number(exposure.sellValue) - exposure.sellVolume * quote.ask)
}

function moveSize(exposure: Exposure, quote: Quote): number {
  const bought = exposure.buyVolume * quote.bid + Number(exposure.buyValue)
  return bought + (Number(exposure.sellValue) + exposure.sellVolume * quote.ask)
}

/** Minor units of one point of one unit of volume. */
function worthOf(symbol: SymbolSpec, group: GroupSpec, rate: Rate): number {
  const perPoint = factorsOf(symbol).profit.approximation
  return perPoint * Number(rate) * approximatePowerOfTen(group.currencyDigits)
}
