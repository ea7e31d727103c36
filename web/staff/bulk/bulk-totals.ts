import { fractionOf, sum } from '../../text/numbers.js'

/** A trade that an act on many is about. */
export interface BulkRow {
  readonly id: number
  readonly login: number
  readonly currency: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly volume: string
  /** What it would bring now; null where it has no price, or no profit at all. */
  readonly profit: string | null
}

interface BulkTotal {
  readonly currency: string
  readonly count: number
  readonly buy: string
  readonly sell: string
  /** The profit of those that have a price; null where none has. */
  readonly profit: string | null
  readonly withoutPrice: number
}

/** The totals of trades by the currency of their accounts, the most trades first. */
export function bulkTotals(rows: readonly BulkRow[]): BulkTotal[] {
  const byCurrency = new Map<string, BulkRow[]>()
  for (const row of rows) {
    const same = byCurrency.get(row.currency) ?? []
    same.push(row)
    byCurrency.set(row.currency, same)
  }
  return [...byCurrency]
    .map(([currency, all]) => {
      const volumes = (side: 'buy' | 'sell') =>
        exactSum(all.filter((row) => row.side === side).map(({ volume }) => volume))
      const profits = all.flatMap(({ profit }) => profit ?? [])
      return {
        currency,
        count: all.length,
        buy: volumes('buy'),
        sell: volumes('sell'),
        profit: profits.length === 0 ? null : exactSum(profits),
        withoutPrice: all.length - profits.length,
      }
    })
    .toSorted((one, other) => other.count - one.count)
}

/** The sum with as many decimals as the longest of them has. */
export function exactSum(texts: readonly string[]): string {
  return sum(texts, Math.max(0, ...texts.map(fractionOf)))
}
