import { fractionOf, sum } from '../../text/numbers.js'

/** A trade that is part of a bulk action. */
export interface BulkRow {
  readonly id: number
  readonly login: number
  readonly currency: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly volume: string
  /**
   * The profit if it were closed now. Null if its symbol has no price, or if the trade has no
   * profit, as a pending order.
   */
  readonly profit: string | null
}

interface BulkTotal {
  readonly currency: string
  readonly count: number
  readonly buy: string
  readonly sell: string
  /** The sum over trades that have a price; null if none has. */
  readonly profit: string | null
  readonly withoutPrice: number
}

/** Totals of the trades by account currency; the currency with the most trades comes first. */
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

/** The sum, with the largest number of decimals that any addend has. */
export function exactSum(texts: readonly string[]): string {
  return sum(texts, Math.max(0, ...texts.map(fractionOf)))
}
