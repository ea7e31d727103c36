import type { Book, GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { conversionRate } from '../../book/conversion.js'
import type { Prices } from '../../book/prices.js'
import { factorsOf } from '../../book/symbol-factors.js'
import { powerOfTen, roundedDivide } from '../../numbers/rounding.js'
import { FIXED8_DIGITS, type VolumeUnits } from '../../units.js'

/**
 * The value of a move by one point for the volume, in 1e-8 of the account's currency, at the rate
 * for losses. Null without that rate, or if the value is too large to be exact.
 */
export function pointValueOf(
  symbol: SymbolSpec,
  volume: VolumeUnits,
  book: Book,
  group: GroupSpec,
  prices: Prices,
): number | null {
  const rate = conversionRate(book, prices, symbol.profitCurrency, group.currency, 'loss')
  if (rate === undefined) return null
  const { numerator, denominator } = factorsOf(symbol).profit
  const amount = BigInt(volume) * numerator * rate * powerOfTen(FIXED8_DIGITS)
  const value = Number(roundedDivide(amount, denominator))
  return Number.isSafeInteger(value) ? value : null
}
