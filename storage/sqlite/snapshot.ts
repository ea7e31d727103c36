import type { Sqlite } from './open.js'

/** Runs reads between which nobody's write comes. */
export function inSnapshot<T>(db: Sqlite, read: () => T): T {
  db.exec('BEGIN')
  try {
    return read()
  } finally {
    db.exec('COMMIT')
  }
}
