import { existsSync } from 'node:fs'
import type { LogReader } from '../storage/log/log.js'
import { LogFile } from '../storage/log/log-file.js'
import { logDirectory, sqlitePath } from '../storage/paths.js'
import { storedShardCount } from '../storage/shard-count.js'
import { openReader, type Sqlite } from '../storage/sqlite/open.js'

/** A server's data directory, opened to be read; the server may run meanwhile. */
export interface DataDirectory {
  readonly db: Sqlite
  readonly logs: readonly LogReader[]
  close(): Promise<void>
}

/** Undefined after saying why. */
export function openDataDirectory(dataDir: string): DataDirectory | undefined {
  const shards = existsSync(sqlitePath(dataDir)) ? storedShardCount(dataDir) : undefined
  if (shards === undefined) {
    process.stderr.write(`openfloor: there is no server in ${dataDir}. Set DATA_DIR.\n`)
    return undefined
  }
  const db = openReader(sqlitePath(dataDir))
  const logs = Array.from(
    { length: shards },
    (_, shard) => new LogFile(logDirectory(dataDir, shard)),
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
