import { existsSync } from 'node:fs'
import type { LogReader } from '../storage/log/log.js'
import { openLogFile } from '../storage/log/open-file.js'
import {
  appliedMigrations,
  assertCurrentSchema,
  NewerDatabaseError,
} from '../storage/migrations/migrate.js'
import { MIGRATIONS } from '../storage/migrations/migrations.js'
import { logDirectory, sqlitePath } from '../storage/paths.js'
import { areLogsPlaced } from '../storage/reshard/placing.js'
import { storedShardCount } from '../storage/shard-count.js'
import { isBusy, openReader, type Sqlite } from '../storage/sqlite/open.js'

/** A server's data directory opened for reading. The server may run. */
export interface DataDirectory {
  readonly db: Sqlite
  readonly logs: readonly LogReader[]
  close(): Promise<void>
}

/** Opens the data directory. Prints the reason and returns undefined if that is impossible. */
export function openDataDirectory(dataDir: string): DataDirectory | undefined {
  if (isLocked(dataDir)) {
    process.stderr.write(`openfloor: a reshard works in ${dataDir}: wait for it.\n`)
    return undefined
  }
  const shards = existsSync(sqlitePath(dataDir)) ? storedShardCount(dataDir) : undefined
  if (shards === undefined) {
    process.stderr.write(`openfloor: there is no server in ${dataDir}. Set DATA_DIR.\n`)
    return undefined
  }
  const db = openReader(sqlitePath(dataDir))
  const why = otherVersion(db) ?? unplacedLogs(db)
  if (why !== undefined) {
    db.close()
    process.stderr.write(`openfloor: ${why}\n`)
    return undefined
  }
  const logs = Array.from({ length: shards }, (_, shard) =>
    openLogFile(logDirectory(dataDir, shard)),
  )
  return {
    db,
    logs,
    async close() {
      db.close()
      for (const log of logs) await log.close()
    },
  }
}

/** Whether another process has locked the database, as a reshard does. */
function isLocked(dataDir: string): boolean {
  if (!existsSync(sqlitePath(dataDir))) return false
  try {
    const db = openReader(sqlitePath(dataDir))
    try {
      appliedMigrations(db)
    } finally {
      db.close()
    }
    return false
  } catch (error) {
    return isBusy(error)
  }
}

function unplacedLogs(db: Sqlite): string | undefined {
  if (areLogsPlaced(db)) return undefined
  return 'a reshard was cut off: start the server once, or run openfloor reshard again'
}

/** The reason why this version cannot read the database; undefined if it can. */
export function otherVersion(db: Sqlite): string | undefined {
  try {
    const applied = new Set(appliedMigrations(db))
    const lacking = MIGRATIONS.find(({ name }) => !applied.has(name))
    if (lacking === undefined) assertCurrentSchema(db)
    else {
      return `the tables are of an older server and lack the migration ${lacking.name}: use its command, or start this server once`
    }
    return undefined
  } catch (error) {
    if (error instanceof NewerDatabaseError) return error.message
    throw error
  }
}
