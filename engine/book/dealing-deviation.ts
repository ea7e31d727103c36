import { DEVIATION_DIGITS } from '../config/kinds/server-settings.js'
import { bigScaledFromText } from '../numbers/decimal.js'
import type { PricePts } from '../units.js'
import type { Book } from './compiled.js'

/** Percent of the market that a dealer's price may be away from it without a reason; 0 is no bound. */
export function deviationOf({ records }: Pick<Book, 'records'>): string {
  return records.settings[0]?.dealing_deviation_pct ?? '0'
}

/** True if a price is further from the market than this percentage; 0 percent is no limit. */
export function isBeyond(price: PricePts, market: PricePts, percent: string): boolean {
  const bound = bigScaledFromText(percent, DEVIATION_DIGITS) ?? 0n
  const apart = BigInt(Math.abs(price - market)) * 100n * 10n ** BigInt(DEVIATION_DIGITS)
  return bound > 0n && apart > bound * BigInt(market)
}
