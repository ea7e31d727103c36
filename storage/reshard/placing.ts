import { existsSync, renameSync, rmSync } from 'node:fs'
import { syncPath } from '../durable-files.js'
import { dealtLogsDirectory, formerLogsDirectory, logsDirectory, sqlitePath } from '../paths.js'
import { metaRepo } from '../repos/meta.js'
import { openWriter, type Sqlite, Transactions } from '../sqlite/open.js'

/**
 * Logs that were dealt out anew, on their way into place.
 *
 *   P1. A transaction of the tables decides: with their number of shards they note that the logs in `log.new` are
 *       theirs (`dealt_logs`). Before it those in `log` are, whatever lies beside them.
 *   P2. Each step after it may be the last one of a process: the next start takes up the rest, and so does the next
 *       command that works on the stopped server.
 *   P3. The logs of before go once the new ones are in their place on the disk, and the note with them.
 */
export type Placed = 'placed' | 'dropped' | 'nothing'

/** Brings what a reshard left into order: `placed` where it was decided, `dropped` where it was not. */
export function placeDealtLogs(dataDir: string, db: Sqlite): Placed {
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

/** False between the transaction and the last step: the logs in `log` may be those of before (P1). */
export function areLogsPlaced(db: Sqlite): boolean {
  return metaRepo(db).get('dealt_logs') === undefined
}

/** The same where a server starts or a command works on a stopped one; nobody else has the tables open. */
export function settleLogs(dataDir: string): Placed {
  const isLeft = [dealtLogsDirectory, formerLogsDirectory].some((of) => existsSync(of(dataDir)))
  if (!isLeft || !existsSync(sqlitePath(dataDir))) return 'nothing'
  const db = openWriter(sqlitePath(dataDir))
  try {
    return placeDealtLogs(dataDir, db)
  } finally {
    db.close()
  }
}
