/** The summary of a set of rounds. Rounds are few, so ranks are taken from the values themselves. */

/** The direction in which a figure improves. */
export type Better = 'higher' | 'lower'

export interface Spread {
  readonly min: number
  readonly median: number
  readonly max: number
}

/** The value at rank `q` (0 to 1), nearest rank: always one of the values. */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = [...values].sort((a, b) => a - b)
  const rank = Math.ceil(q * sorted.length) - 1
  return sorted[Math.min(sorted.length - 1, Math.max(0, rank))] as number
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  if (sorted.length % 2 === 1) return sorted[middle] as number
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

export function spreadOf(values: readonly number[]): Spread {
  return { min: quantile(values, 0), median: median(values), max: quantile(values, 1) }
}

/** Round by round, so that a slow moment of the machine falls on both sides of the ratio. */
export function ratios(ours: readonly number[], limit: readonly number[]): number[] {
  const rounds = Math.min(ours.length, limit.length)
  return Array.from({ length: rounds }, (_, i) => (ours[i] as number) / (limit[i] as number))
}

export type Difference = 'better' | 'worse' | 'noise'

/**
 * Two sets of rounds differ if their ranges do not overlap. A single round gets a range of
 * `SINGLE_ROUND_NOISE` on each side.
 */
export function difference(
  before: readonly number[],
  now: readonly number[],
  better: Better,
): Difference {
  const [was, is] = [range(before), range(now)]
  if (is.min > was.max) return better === 'higher' ? 'better' : 'worse'
  if (is.max < was.min) return better === 'higher' ? 'worse' : 'better'
  return 'noise'
}

const SINGLE_ROUND_NOISE = 0.1

function range(values: readonly number[]): Spread {
  const spread = spreadOf(values)
  if (values.length > 1) return spread
  const margin = Math.abs(spread.median) * SINGLE_ROUND_NOISE
  return { min: spread.min - margin, median: spread.median, max: spread.max + margin }
}
