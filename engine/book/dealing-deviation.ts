import { DEVIATION_DIGITS } from '../config/kinds/server-settings.js'
import { bigScaledFromText } from '../numbers/decimal.js'
import type { PricePts } from '../units.js'
import type { Book } from './compiled.js'

/** How far a dealer's price may be from the market without a reason, in percent; 0 for no limit. */
export function deviationOf({ records }: Pick<Book, 'records'>): string {
  return records.settings[0]?.dealing_deviation_pct ?? '0'
}

/** True if a price is further from the market than this percentage; 0 percent is no limit. */
export function isBeyond(price: PricePts, market: PricePts, percent: string): boolean {
  const bound = bigScaledFromText(percent, DEVIATION_DIGITS) ?? 0n
  const apart = BigInt(Math.abs(price - market)) * 100n * 10n ** BigInt(DEVIATION_DIGITS)
  return bound > 0n && apart > bound * BigInt(market)
}
