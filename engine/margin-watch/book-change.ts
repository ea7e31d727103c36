import type { Account } from '../account/state.js'
import type { Book, SymbolSpec } from '../book/compiled.js'

/** The changed settings that affect how accounts are judged. */
export interface BookChange {
  readonly symbols: ReadonlySet<number>
  /** Lower case. */
  readonly groups: ReadonlySet<string>
  /** True if paths between currencies may have changed. */
  readonly isConversionTouched: boolean
}

/** Merges a change into `earlier`, which is still unprocessed; undefined if nothing changed. */
export function bookChange(
  before: Book,
  after: Book,
  earlier: BookChange | undefined,
): BookChange | undefined {
  const symbols = new Set(earlier?.symbols)
  const groups = new Set(earlier?.groups)
  let isConversionTouched = earlier?.isConversionTouched ?? false
  if (before.symbolsById !== after.symbolsById) {
    for (const id of elsewhere(before.records.symbols, after.records.symbols)) {
      const [old, now] = [before.symbolsById.get(id), after.symbolsById.get(id)]
      if (old === now) continue
      symbols.add(id)
      if (pairOf(old) !== pairOf(now)) isConversionTouched = true
    }
  }
  if (before.groups !== after.groups) {
    for (const [path, group] of after.groups) {
      if (before.groups.get(path) !== group) groups.add(path)
    }
  }
  if (symbols.size === 0 && groups.size === 0) return undefined
  return { symbols, groups, isConversionTouched }
}

/** The ids of records that changed or moved. A changed record is a different object. */
function elsewhere(
  before: readonly { readonly id: number }[],
  after: readonly { readonly id: number }[],
): Set<number> {
  const ids = new Set<number>()
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [old, now] = [before[i], after[i]]
    if (old === now) continue
    if (old !== undefined) ids.add(old.id)
    if (now !== undefined) ids.add(now.id)
  }
  return ids
}

/** The fields that make a symbol a conversion pair, as text. */
function pairOf(symbol: SymbolSpec | undefined): string {
  if (symbol === undefined) return ''
  const { base_currency, profit_currency } = symbol.record
  return `${symbol.calcMode} ${symbol.digits} ${base_currency} ${profit_currency}`
}

export function isTouched(account: Account, change: BookChange): boolean {
  if (change.isConversionTouched || change.groups.has(account.groupPath.toLowerCase())) return true
  const { exposures, pending } = account
  for (const symbolId of exposures.keys()) if (change.symbols.has(symbolId)) return true
  for (const symbolId of pending.keys()) if (change.symbols.has(symbolId)) return true
  return false
}
