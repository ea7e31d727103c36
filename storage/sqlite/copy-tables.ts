import { chmodSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncPath } from '../durable-files.js'
import type { Sqlite } from './open.js'

/** Copies a snapshot of the whole database into a new compact file, while others write. */
export function copyTables(db: Sqlite, path: string): void {
  const isQueryOnly = db.pragma('query_only', { simple: true }) === 1
  // The pragma would also forbid writing the new file.
  if (isQueryOnly) db.pragma('query_only = OFF')
  try {
    db.prepare('VACUUM INTO ?').run(path)
  } finally {
    if (isQueryOnly) db.pragma('query_only = ON')
  }
  chmodSync(path, 0o600)
  syncPath(path)
  syncPath(dirname(path))
}
