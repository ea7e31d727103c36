import { type GroupSymbolRow, SPREAD_DIFF_PTS_DEFAULT } from '../config/records/group.js'
import { SYMBOL_TERMS } from '../config/records/symbol.js'
import { firstCovering } from '../names/mask.js'
import { compileSymbol, groupOf, symbolByName } from './book.js'
import type { Book, GroupSpec, SymbolSpec } from './compiled.js'

/**
 * A symbol as the accounts of a group trade it: the first row of the group that fits gives its terms.
 *
 *   Y1. It is the symbol that has those terms itself, so nothing that reads a symbol knows of rows.
 *   Y2. Found once per version of the symbol and of the group; without rows, or with none that fits,
 *       it is the listed symbol.
 */
export function symbolSeen(group: GroupSpec, listed: SymbolSpec): SymbolSpec {
  const { seen } = group
  if (seen === undefined) return listed
  const known = seen.get(listed)
  if (known !== undefined) return known
  const { path } = listed.record
  const row = firstCovering(group.record.symbols, listed.name, path)
  const symbol = row === undefined ? listed : withTerms(listed, row)
  seen.set(listed, symbol)
  return symbol
}

function withTerms(listed: SymbolSpec, row: GroupSymbolRow): SymbolSpec {
  const given = SYMBOL_TERMS.filter((field) => row[field] !== undefined)
  const { spread_diff_pts: spreadDiff = SPREAD_DIFF_PTS_DEFAULT } = row
  if (given.length === 0 && spreadDiff === 0) return listed
  const terms = Object.fromEntries(given.map((field) => [field, row[field]]))
  return compileSymbol({ ...listed.record, ...terms }, spreadDiff)
}

/** The symbol as listed; undefined where the group's accounts do not trade one of that name. */
export function tradedSymbol(book: Book, groupPath: string, name: string): SymbolSpec | undefined {
  const group = groupOf(book, groupPath)
  const listed = symbolByName(book, name)
  if (group === undefined || listed === undefined) return undefined
  return isTraded(symbolSeen(group, listed)) ? listed : undefined
}

/** A symbol as a group sees it. */
export function isTraded({ tradeAccess }: SymbolSpec): boolean {
  return tradeAccess !== 'disabled'
}
