import { digitsOf, scaled, unscaled } from '../../text/numbers.js'

/**
 * Calculations for the exposure page: the house's own share, the reader's limits, and sums of
 * profits.
 */
export type Limits = Readonly<Record<string, string>>

/** The key of the limit for rows without their own limit. */
export const EVERY = '*'

interface Figures {
  readonly net: string | null
  readonly covered: string | null
}

/**
 * The clients' net position less the part that is covered at providers; null while a price is
 * missing.
 */
export function houseNet({ net, covered }: Figures): string | null {
  if (net === null || covered === null) return null
  const digits = Math.max(digitsOf(net), digitsOf(covered))
  return unscaled(scaled(net, digits) - scaled(covered, digits), digits)
}

const sizeOf = (text: string, digits: number): bigint => {
  const value = scaled(text, digits)
  return value < 0n ? -value : value
}

/**
 * Compares two amounts by absolute value. Negative if the first one is larger, so that the largest
 * sorts first.
 */
export function bySize(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const digits = Math.max(digitsOf(a), digitsOf(b))
  const [first, second] = [sizeOf(a, digits), sizeOf(b, digits)]
  return first > second ? -1 : first < second ? 1 : 0
}

/** Whether a row has reached its own limit or, if it has none, the common one. */
export function isOver(limits: Limits, key: string, house: string | null): boolean {
  const limit = limits[key] ?? limits[EVERY]
  return limit !== undefined && house !== null && bySize(house, limit) <= 0
}

/** An amount in percent of the largest one, by absolute value. */
export function shareOf(house: string | null, largest: string | null): number {
  if (house === null || largest === null) return 0
  const digits = Math.max(digitsOf(house), digitsOf(largest))
  const whole = sizeOf(largest, digits)
  return whole === 0n ? 0 : Number((100n * sizeOf(house, digits)) / whole)
}

/** Sums of profits by currency, sorted by currency. Rows without a profit are left out. */
export function profitSums(
  rows: readonly { readonly currency: string; readonly profit: string | null }[],
): readonly (readonly [string, string])[] {
  const sums = new Map<string, string>()
  for (const { currency, profit } of rows) {
    if (profit === null) continue
    const before = sums.get(currency) ?? '0'
    const digits = Math.max(digitsOf(before), profit.split('.')[1]?.length ?? 0, 2)
    sums.set(currency, unscaled(scaled(before, digits) + scaled(profit, digits), digits))
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))
}
