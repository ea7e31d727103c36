import { Database } from './library.js'
import { isBusy } from './open.js'

/**
 * True if the database is open in another process or thread. A connection in WAL mode holds a
 * shared lock, which prevents the exclusive lock that this tries to take.
 */
export function isDatabaseInUse(path: string): boolean {
  const db = new Database(path, { fileMustExist: true, timeout: 0 })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN IMMEDIATE')
    db.exec('ROLLBACK')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    db.close()
  }
}
