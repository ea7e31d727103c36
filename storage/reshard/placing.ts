import { existsSync, renameSync, rmSync } from 'node:fs'
import { syncPath } from '../durable-files.js'
import { dealtLogsDirectory, formerLogsDirectory, logsDirectory, sqlitePath } from '../paths.js'
import { metaRepo } from '../repos/meta.js'
import { openWriter, type Sqlite, Transactions } from '../sqlite/open.js'

/**
 * Puts the logs of a reshard into place.
 *
 *   P1. A transaction of the tables decides: together with the number of shards it notes that the
 *       logs in `log.new` are valid (`dealt_logs`). Before it those in `log` are.
 *   - The process may end after each step: the next start does the rest, as does the next command
 *     on the stopped server.
 *   - The former logs are deleted once the new ones are in place on disk, and the note with them.
 */
export type PlacingResult = 'placed' | 'dropped' | 'nothing'

/** Completes or cleans up a reshard: `placed` if it was decided, `dropped` if not. */
export function placeDealtLogs(dataDir: string, db: Sqlite): PlacingResult {
  const [dealt, former] = [dealtLogsDirectory(dataDir), formerLogsDirectory(dataDir)]
  if (areLogsPlaced(db)) {
    const isLeft = existsSync(dealt) || existsSync(former)
    for (const path of [dealt, former]) rmSync(path, { recursive: true, force: true })
    return isLeft ? 'dropped' : 'nothing'
  }
  if (existsSync(dealt)) {
    const logs = logsDirectory(dataDir)
    if (existsSync(logs)) renameSync(logs, former)
    renameSync(dealt, logs)
  }
  syncPath(dataDir)
  new Transactions(db).durable(() => metaRepo(db).remove('dealt_logs'))
  rmSync(former, { recursive: true, force: true })
  return 'placed'
}

/**
 * False between the transaction and the last step, while `log` may still contain the former logs
 * (P1).
 */
export function areLogsPlaced(db: Sqlite): boolean {
  return metaRepo(db).get('dealt_logs') === undefined
}

/**
 * Places the logs for a starting server, or for a command on a stopped one. The tables must not be
 * open elsewhere.
 */
export function settleLogs(dataDir: string): PlacingResult {
  const isLeft = [dealtLogsDirectory, formerLogsDirectory].some((of) => existsSync(of(dataDir)))
  if (!isLeft || !existsSync(sqlitePath(dataDir))) return 'nothing'
  const db = openWriter(sqlitePath(dataDir))
  try {
    return placeDealtLogs(dataDir, db)
  } finally {
    db.close()
  }
}
