import type { Book, GroupSpec, SymbolSpec, VolumeAmount } from '../book/compiled.js'
import { conversionRate } from '../book/conversion.js'
import type { Prices } from '../book/prices.js'
import { weekdayOf } from '../calendar/server-day.js'
import { fixed8FromText } from '../numbers/decimal.js'
import type { Fixed8, Minor, PricePts, Side, VolumeUnits } from '../units.js'
import { moneyPerLot, percentOfPrice, pointsOfPrice, roundedVolumeAmount } from './volume-amount.js'

/**
 * The cost or gain of holding a position over the server's midnight (docs/trade/costs.md). S is the
 * symbol's swap of the position's side for the account's group:
 *
 *   - points: S points of price. Currencies: S units of it per lot. Interest: S percent a year of
 *     the volume's value at the current closing price or at the open price, divided by
 *     `swap_year_days` for a night. All times lots, times the nights of the day.
 *   - A gain is converted at the lower side and a cost at the higher, like profit. The result is
 *     rounded once.
 *   - The ending day counts: the midnight after Wednesday uses Wednesday's multiplier. Holidays
 *     change nothing: `swap_days` is the whole rule.
 */
export interface SwappedPosition {
  readonly side: Side
  readonly volume: VolumeUnits
  readonly priceOpen: PricePts
}

/** The number of nights that the midnight after the day `YYYY-MM-DD` counts for. */
export function swapNights({ record }: SymbolSpec, day: string): number {
  return record.swap_days[weekdayOf(day) - 1] ?? 0
}

/**
 * The swap of one position for a number of nights, in the account's currency; negative is a cost.
 * `symbol` is as the group sees it (`symbolOfGroup`). Undefined while a needed price is missing.
 */
export function swapOf(
  position: SwappedPosition,
  symbol: SymbolSpec,
  group: GroupSpec,
  book: Book,
  prices: Prices,
  nights: number,
): Minor | undefined {
  if (nights === 0 || !group.record.swaps_enabled) return 0
  const terms = termsOf(symbol)
  if (terms === undefined) return 0
  const { amount, sign } = position.side === 1 ? terms.long : terms.short
  if (sign === 0) return 0
  const price = swappedPrice(position, symbol, prices)
  if (price === undefined) return undefined
  const to = group.currency
  const isGain = amount.byPrice && price < 0 ? sign < 0 : sign > 0
  const from = amount.currency === DEPOSIT ? to : amount.currency
  const rate = conversionRate(book, prices, from, to, isGain ? 'gain' : 'loss')
  if (rate === undefined) return undefined
  const { volume } = position
  return sign * roundedVolumeAmount(amount, volume, price, rate, group.currencyDigits, nights) + 0
}

/**
 * The price that interest is computed from. Only interest on the current price needs the symbol's
 * quote.
 */
function swappedPrice(
  position: SwappedPosition,
  symbol: SymbolSpec,
  prices: Prices,
): PricePts | undefined {
  if (symbol.record.swap_mode !== 'interest_current') return position.priceOpen
  const quote = prices.quote(symbol.id)
  if (quote === undefined) return undefined
  return position.side === 1 ? quote.bid : quote.ask
}

/** The size of a swap and its sign, because ratios are never negative. */
interface SideSwap {
  readonly amount: VolumeAmount
  readonly sign: -1 | 0 | 1
}

interface SwapTerms {
  readonly long: SideSwap
  readonly short: SideSwap
}

/** Represents the account's own currency; no currency has this name. */
const DEPOSIT = ''

const termsBySymbol = new WeakMap<SymbolSpec, SwapTerms>()

/** The swap terms of a symbol, compiled once per version; undefined if its swaps are disabled. */
function termsOf(symbol: SymbolSpec): SwapTerms | undefined {
  const { swap_mode: mode, swap_long, swap_short } = symbol.record
  if (mode === 'disabled') return undefined
  let terms = termsBySymbol.get(symbol)
  if (terms === undefined) {
    terms = { long: sideSwap(symbol, mode, swap_long), short: sideSwap(symbol, mode, swap_short) }
    termsBySymbol.set(symbol, terms)
  }
  return terms
}

type SwapMode = Exclude<SymbolSpec['record']['swap_mode'], 'disabled'>

function sideSwap(symbol: SymbolSpec, mode: SwapMode, text: string): SideSwap {
  const swap = fixed8FromText(text)
  const amount = amountOf(symbol, mode, swap < 0n ? -swap : swap)
  return { amount, sign: swap === 0n ? 0 : swap < 0n ? -1 : 1 }
}

function amountOf(symbol: SymbolSpec, mode: SwapMode, swap: Fixed8): VolumeAmount {
  const { swap_year_days, base_currency } = symbol.record
  switch (mode) {
    case 'points':
      return pointsOfPrice(symbol, swap)
    case 'base_currency':
      return moneyPerLot(swap, base_currency)
    case 'margin_currency':
      return moneyPerLot(swap, symbol.marginCurrency)
    case 'deposit_currency':
      return moneyPerLot(swap, DEPOSIT)
    case 'interest_current':
    case 'interest_open':
      return percentOfPrice(symbol, swap, swap_year_days)
  }
}
