import type { Sqlite } from './open.js'

/** Runs several reads on the same snapshot. */
export function inSnapshot<T>(db: Sqlite, read: () => T): T {
  db.exec('BEGIN')
  try {
    return read()
  } finally {
    db.exec('COMMIT')
  }
}
