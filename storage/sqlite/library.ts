import { takesNewerParts } from '../../wire/native-parts.js'

type Library = typeof import('better-sqlite3')

/**
 * The SQLite package for this version of Node. Both packages have the same interface, but only one
 * has types.
 */
const library: { readonly default: Library } = takesNewerParts
  ? await import('better-sqlite3-13' as string)
  : await import('better-sqlite3')
export const Database = library.default
