import { assert } from '../assert.js'
import type { QuotedSymbol } from './quoted-symbol.js'

/**
 * Links every symbol to the one whose quotes it takes, and gives each symbol that feeds quote its
 * followers.
 *
 * A symbol has at most one source, so a loop cannot be entered from outside: its symbols follow
 * nobody and get no quotes.
 */
export interface Chains {
  /** Symbols that feeds quote and that other symbols follow. */
  readonly roots: readonly QuotedSymbol[]
  /** Symbols that now take their quotes from another symbol. */
  readonly relinked: ReadonlySet<QuotedSymbol>
}

/** `derived` are the symbols with a source. `byPath` finds a symbol by its path, ignoring case. */
export function linkChains(
  derived: Iterable<QuotedSymbol>,
  byPath: (path: string) => QuotedSymbol | undefined,
): Chains {
  const relinked = new Set<QuotedSymbol>()
  const direct = new Map<QuotedSymbol, QuotedSymbol[]>()
  for (const symbol of derived) {
    const source = byPath(symbol.spec.record.quote_source)
    if (source !== symbol.source) relinked.add(symbol)
    symbol.source = source
    symbol.followers = []
    if (source === undefined) continue
    const others = direct.get(source)
    if (others === undefined) direct.set(source, [symbol])
    else others.push(symbol)
  }
  const roots = [...direct.keys()].filter((source) => !source.isDerived)
  for (const root of roots) root.followers = followersOf(root, direct)
  return { roots, relinked }
}

function followersOf(
  root: QuotedSymbol,
  direct: ReadonlyMap<QuotedSymbol, readonly QuotedSymbol[]>,
): readonly QuotedSymbol[] {
  const all: QuotedSymbol[] = [...(direct.get(root) ?? [])]
  for (let i = 0; i < all.length; i++) {
    const symbol = all[i]
    assert(symbol !== undefined && symbol !== root, 'a chain that starts at a feed has no loop')
    for (const next of direct.get(symbol) ?? []) all.push(next)
  }
  return all
}
