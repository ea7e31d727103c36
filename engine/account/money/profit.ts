import type { Book, GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { conversionRate, foundRate } from '../../book/conversion.js'
import type { Prices, Quote } from '../../book/prices.js'
import { factorsOf } from '../../book/symbol-factors.js'
import { FLOATING_MAX } from '../../limits/trading.js'
import { approximateSum } from '../../numbers/exact-sums.js'
import {
  approximatePowerOfTen,
  certainRound,
  PRODUCT_ERROR,
  powerOfTen,
  roundedDivide,
} from '../../numbers/rounding.js'
import type { Minor, PricePts, Rate, Side, VolumeUnits } from '../../units.js'
import { BUY, type Exposures, ROW, SELL, SYMBOL, VALUE, VOLUME } from '../holdings/exposures.js'
import type { Exposure } from '../holdings/position.js'
import type { Account } from '../state.js'

/**
 * The profit of deals and of open positions (docs/decisions/money.md).
 *
 *   - A deal's profit is (close x volume - cost) x value of a point x rate, rounded once to the
 *     digits of the account's currency. The cost is open price x volume, plus the deal's share of
 *     the rounding remainder of an average open price (`openRest`).
 *   P2. Floating profit nets the open positions of a symbol exactly, converts the net at the rate
 *       for its sign, and rounds once; the account's profit is the sum over its symbols. The cost
 *       is the same for 1 position and 10,000. It may differ from the sum of the single positions'
 *       profits by their roundings and conversion spreads.
 *   P3. More than `FLOATING_MAX` counts as `FLOATING_MAX` (money-bounds.ts, B2).
 */
export function positionProfit(
  symbol: SymbolSpec,
  group: GroupSpec,
  side: Side,
  priceOpen: PricePts,
  priceClose: PricePts,
  volume: VolumeUnits,
  rate: Rate,
  openRest = 0,
): Minor {
  const points = priceClose - priceOpen
  const gross = points * volume
  const move = side * (gross - openRest)
  return (
    fastProfit(symbol, group, move, Math.abs(gross) + Math.abs(openRest), Number(rate)) ??
    exactProfit(
      symbol,
      group,
      BigInt(side) * (BigInt(points) * BigInt(volume) - BigInt(openRest)),
      rate,
    )
  )
}

/** The profit by definition, in exact integers; `move` is points x volume. */
export function exactProfit(symbol: SymbolSpec, group: GroupSpec, move: bigint, rate: Rate): Minor {
  const { numerator, denominator } = factorsOf(symbol).profit
  const amount = move * numerator * rate * powerOfTen(group.currencyDigits)
  return limitedProfit(Number(roundedDivide(amount, denominator)))
}

/** See P3. */
function limitedProfit(profit: number): Minor {
  return Math.max(-FLOATING_MAX, Math.min(FLOATING_MAX, profit))
}

/**
 * Like `exactProfit` in doubles; undefined if the rounding is doubtful (engine/numbers/rounding.ts, R2). The error
 * of `move` is at most `size` x PRODUCT_ERROR / 4, and `size` is at least the absolute value of the
 * sum.
 */
export function fastProfit(
  symbol: SymbolSpec,
  group: GroupSpec,
  move: number,
  size: number,
  rate: number,
): Minor | undefined {
  const perPoint = factorsOf(symbol).profit.approximation
  const worth = perPoint * rate * approximatePowerOfTen(group.currencyDigits)
  return certainRound(move * worth, size * worth * PRODUCT_ERROR)
}

/**
 * The rate for the profit of closing `volume` at `priceClose`. The remainder is less than a point
 * of the volume, so it matters only for a close at the open price itself.
 */
export function profitRate(
  book: Book,
  prices: Prices,
  symbol: SymbolSpec,
  group: GroupSpec,
  side: Side,
  priceOpen: PricePts,
  priceClose: PricePts,
  openRest = 0,
): Rate | undefined {
  const move = side * (priceClose - priceOpen) || -side * openRest
  const use = move < 0 ? 'loss' : 'gain'
  return conversionRate(book, prices, symbol.profitCurrency, group.currency, use)
}

/** A long closes by selling at the bid, a short by buying at the ask. */
export function closingPrice(side: Side, quote: Quote): PricePts {
  return side === 1 ? quote.bid : quote.ask
}

/**
 * The floating profit of an account; undefined while a symbol lacks a price, a conversion to the
 * account's currency, or settings.
 */
export function floatingProfit(
  { exposures }: Pick<Account, 'exposures'>,
  book: Book,
  group: GroupSpec,
  prices: Prices,
): Minor | undefined {
  let total = 0
  for (let i = 0; i < exposures.size; i++) {
    const at = i * ROW
    const symbolId = exposures.rows[at + SYMBOL] as number
    const symbol = book.symbolsById.get(symbolId)
    const quote = prices.quote(symbolId)
    if (symbol === undefined || quote === undefined) return undefined
    const profit = exposureProfit(exposures, at, symbol, quote, book, group, prices)
    if (profit === undefined) return undefined
    total += profit
  }
  return limitedProfit(total)
}

/**
 * The profit of one symbol of the account (P2); undefined while a price or a conversion is missing.
 */
export function symbolProfit(
  { exposures }: Pick<Account, 'exposures'>,
  symbol: SymbolSpec,
  book: Book,
  group: GroupSpec,
  prices: Prices,
): Minor | undefined {
  const at = exposures.placeOf(symbol.id)
  const quote = prices.quote(symbol.id)
  if (at < 0 || quote === undefined) return undefined
  return exposureProfit(exposures, at, symbol, quote, book, group, prices)
}

/**
 * P2 for one symbol. In doubles the net is exact while the absolute values sum to a safe integer.
 * Beyond, each of its seven roundings is below 2^-53 of that sum, so the error is less than `size`
 * x PRODUCT_ERROR / 8. If the net is that close to 0, integers decide its sign.
 */
function exposureProfit(
  exposures: Exposures,
  at: number,
  symbol: SymbolSpec,
  quote: Quote,
  book: Book,
  group: GroupSpec,
  prices: Prices,
): Minor | undefined {
  const { rows } = exposures
  const boughtNow = (rows[at + BUY + VOLUME] as number) * quote.bid
  const boughtAt = approximateSum(rows, at + BUY + VALUE)
  const soldNow = (rows[at + SELL + VOLUME] as number) * quote.ask
  const soldAt = approximateSum(rows, at + SELL + VALUE)
  const net = boughtNow - boughtAt + (soldAt - soldNow)
  const bought = Math.abs(boughtNow) + Math.abs(boughtAt)
  const size = bought + (Math.abs(soldAt) + Math.abs(soldNow))
  const isCertain = size <= Number.MAX_SAFE_INTEGER || Math.abs(net) > size * PRODUCT_ERROR
  const isLoss = isCertain ? net < 0 : netMove(exposures.exposureAt(at), quote) < 0n
  const use = isLoss ? 'loss' : 'gain'
  const rate = foundRate(book, prices, symbol.profitCurrency, group.currency, use)
  if (rate === undefined) return undefined
  return (
    fastProfit(symbol, group, net, size, Number(rate)) ??
    exactProfit(symbol, group, netMove(exposures.exposureAt(at), quote), BigInt(rate))
  )
}

/** The sum over the positions of points x volume at the closing prices. */
export function netMove(exposure: Exposure, quote: Quote): bigint {
  const bought = BigInt(exposure.buyVolume) * BigInt(quote.bid) - exposure.buyValue
  const sold = exposure.sellValue - BigInt(exposure.sellVolume) * BigInt(quote.ask)
  return bought + sold
}
