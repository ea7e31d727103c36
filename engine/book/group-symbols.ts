import { type GroupSymbolRow, SPREAD_DIFF_PTS_DEFAULT } from '../config/records/group.js'
import { SYMBOL_TERMS } from '../config/records/symbol.js'
import { firstCovering } from '../names/mask.js'
import { compileSymbol, groupOf, symbolByName } from './book.js'
import type { Book, GroupSpec, SymbolSpec } from './compiled.js'

/**
 * A symbol as the accounts of a group trade it: the first matching row of the group gives its
 * terms.
 *
 *   - The result is a complete symbol with those terms, so other code need not know about rows.
 *   - It is computed once per version of symbol and group; without a matching row it is the listed
 *     symbol.
 */
export function symbolOfGroup(group: GroupSpec, listed: SymbolSpec): SymbolSpec {
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

/** The listed symbol with that name; undefined if the group's accounts do not trade it. */
export function tradedSymbol(book: Book, groupPath: string, name: string): SymbolSpec | undefined {
  const group = groupOf(book, groupPath)
  const listed = symbolByName(book, name)
  if (group === undefined || listed === undefined) return undefined
  return isTraded(symbolOfGroup(group, listed)) ? listed : undefined
}

/** True if the symbol may be traded, with the terms of its group. */
export function isTraded({ tradeAccess }: SymbolSpec): boolean {
  return tradeAccess !== 'disabled'
}
