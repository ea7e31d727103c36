import { accountDrift } from '../account/money/margin.js'
import type { Account } from '../account/state.js'
import { assert } from '../assert.js'
import { groupOf } from '../book/book.js'
import type { Book } from '../book/compiled.js'
import { conversionLegs } from '../book/conversion.js'
import type { Prices } from '../book/prices.js'

/** The symbols whose missing prices make the account's equity or margin unknown. */
export function missingPrices(account: Account, book: Book, prices: Prices): ReadonlySet<number> {
  const group = groupOf(book, account.groupPath)
  assert(group !== undefined, 'a group with accounts is in the settings')
  const missing = new Set<number>()
  const needLegs = (from: string, to: string): void => {
    for (const { symbolId } of conversionLegs(book, from, to) ?? []) {
      const quote = prices.quote(symbolId)
      if (quote === undefined || quote.bid <= 0 || quote.ask <= 0) missing.add(symbolId)
    }
  }
  for (const symbolId of account.exposures.keys()) {
    const symbol = book.symbolsById.get(symbolId)
    if (symbol === undefined) continue
    if (prices.quote(symbolId) === undefined) missing.add(symbolId)
    needLegs(symbol.profitCurrency, group.currency)
  }
  const drift = accountDrift(account, book, group)
  for (const { from, to } of drift?.conversions ?? []) needLegs(from, to)
  return missing
}
