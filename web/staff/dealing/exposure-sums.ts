import { digitsOf, scaled, unscaled } from '../../text/numbers.js'

/** Rules of exposure: what the house holds itself, the limits of one's own, and sums of profits. */
export type Limits = Readonly<Record<string, string>>

/** The limit of all rows that have none of their own. */
export const EVERY = '*'

interface Figures {
  readonly net: string | null
  readonly covered: string | null
}

/** What clients hold less what is covered at providers; null while a price is missing. */
export function houseNet({ net, covered }: Figures): string | null {
  if (net === null || covered === null) return null
  const digits = Math.max(digitsOf(net), digitsOf(covered))
  return unscaled(scaled(net, digits) - scaled(covered, digits), digits)
}

const sizeOf = (text: string, digits: number): bigint => {
  const value = scaled(text, digits)
  return value < 0n ? -value : value
}

/** Which of two is larger, whatever their signs: negative where the first one is. */
export function bySize(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const digits = Math.max(digitsOf(a), digitsOf(b))
  const [first, second] = [sizeOf(a, digits), sizeOf(b, digits)]
  return first > second ? -1 : first < second ? 1 : 0
}

/** Whether a row has come to its limit: its own, or that of every row. */
export function isOver(limits: Limits, key: string, house: string | null): boolean {
  const limit = limits[key] ?? limits[EVERY]
  return limit !== undefined && house !== null && bySize(house, limit) <= 0
}

/** A size as a share of the largest, in hundredths. */
export function shareOf(house: string | null, largest: string | null): number {
  if (house === null || largest === null) return 0
  const digits = Math.max(digitsOf(house), digitsOf(largest))
  const whole = sizeOf(largest, digits)
  return whole === 0n ? 0 : Number((100n * sizeOf(house, digits)) / whole)
}

/** Profits by currency, in the order of their names; what has no profit is in none. */
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
