import { lastSegment } from '../../names/group-path.js'
import type { SymbolRecord } from '../records/symbol.js'
import type { ConfigWorld } from '../world.js'

/** Symbols that take their quotes from other symbols. `quote_source` is a path, in any case. */

export function symbolAtPath(world: ConfigWorld, path: string): SymbolRecord | undefined {
  const found = world.named('symbols', lastSegment(path))
  return found?.path.toLowerCase() === path.toLowerCase() ? found : undefined
}

/** True if symbol `id` would quote from itself, directly or through other symbols. */
export function quotesFromItself(world: ConfigWorld, id: number, source: SymbolRecord): boolean {
  const seen = new Set<number>()
  let next: SymbolRecord | undefined = source
  while (next !== undefined && !seen.has(next.id)) {
    if (next.id === id) return true
    seen.add(next.id)
    next = next.quote_source === '' ? undefined : symbolAtPath(world, next.quote_source)
  }
  return false
}

/** The symbols that take their quotes directly from the symbol at `path`. */
export function quotingFrom(world: ConfigWorld, path: string): readonly SymbolRecord[] {
  const wanted = path.toLowerCase()
  return world
    .list('symbols')
    .filter(({ quote_source }) => quote_source !== '' && quote_source.toLowerCase() === wanted)
}
