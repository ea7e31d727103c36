/** The error codes with which SQLite reports a damaged file. */
const DAMAGED: ReadonlySet<string> = new Set([
  'SQLITE_CORRUPT',
  'SQLITE_CORRUPT_INDEX',
  'SQLITE_CORRUPT_SEQUENCE',
  'SQLITE_CORRUPT_VTAB',
  'SQLITE_NOTADB',
])

export function damageText(code: string): string | undefined {
  if (!DAMAGED.has(code)) return undefined
  return `the database openfloor.sqlite is damaged (${code}): stop the server and restore a backup`
}
