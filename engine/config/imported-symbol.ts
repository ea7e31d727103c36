import { lastMaskTakes } from '../names/mask.js'
import type { DatafeedRecord } from './records/datafeed.js'
import type { SymbolRecord } from './records/symbol.js'

/** A name that a provider quoted, and the most decimals its prices had. */
export interface SeenName {
  readonly name: string
  /** Null where the provider does not tell. */
  readonly digits: number | null
}

/** The fields of a datafeed or gateway that an import looks at. */
export type ImportSource = Pick<
  DatafeedRecord,
  'name' | 'symbols' | 'translates' | 'import_symbol_settings'
>

export interface SkippedName {
  readonly source: string
  readonly reason: string
}

export interface ImportPlan {
  readonly create: readonly { readonly source: string; readonly input: ImportedSymbol }[]
  readonly skipped: readonly SkippedName[]
}

/** The fields of a new symbol; the rest, its currencies too, are the defaults of symbols. */
export type ImportedSymbol = Partial<SymbolRecord> & Pick<SymbolRecord, 'path' | 'trade_access'>

/** A provider's text becomes a part of a path: no separators, no masks, nothing that cannot be seen. */
const NAME = /^[^\\*,!\p{C}\s]{1,32}$/u
const PAIR = /^[A-Z]{6}$/

/**
 * The symbols that a provider quotes and nobody takes yet, as new ones in a folder of the feed's
 * name. Nobody can trade them before a person has looked at them.
 */
export function importPlan(
  feed: ImportSource,
  symbols: ReadonlyMap<string, SymbolRecord>,
  seen: readonly SeenName[],
): ImportPlan {
  const create: { source: string; input: ImportedSymbol }[] = []
  const skipped: SkippedName[] = []
  const translated = new Map(feed.translates.map((row) => [row.source, row.symbol_id]))
  const planned = new Set<string>()
  for (const { name, digits } of seen) {
    const reason = reasonToSkip(feed, symbols, translated, planned, name)
    if (reason !== undefined) {
      skipped.push({ source: name, reason })
      continue
    }
    planned.add(name.toLowerCase())
    create.push({ source: name, input: newSymbol(feed, name, digits) })
  }
  return { create, skipped }
}

function reasonToSkip(
  feed: ImportSource,
  symbols: ReadonlyMap<string, SymbolRecord>,
  translated: ReadonlyMap<string, number>,
  planned: ReadonlySet<string>,
  name: string,
): string | undefined {
  const symbolId = translated.get(name)
  if (symbolId !== undefined) return `a translate makes it symbol ${symbolId}`
  const symbol = symbols.get(name.toLowerCase())
  if (symbol !== undefined) return `it is symbol ${symbol.id}, ${symbol.path}`
  if (planned.has(name.toLowerCase())) return 'the same name in another case is imported'
  if (!lastMaskTakes(feed.symbols, name)) return `the masks of ${feed.name} do not take it`
  if (!NAME.test(name)) return 'it cannot be the name of a symbol: translate it to one'
  return undefined
}

/** A name of two currencies is a pair of them; what else it is, the provider does not say. */
function newSymbol(feed: ImportSource, name: string, digits: number | null): ImportedSymbol {
  return {
    path: `${feed.name}\\${name}`,
    trade_access: 'disabled',
    ...(feed.import_symbol_settings && digits !== null ? { digits } : {}),
    ...(PAIR.test(name) ? {} : { calc_mode: 'cfd' as const, contract_size: '1' }),
  }
}
