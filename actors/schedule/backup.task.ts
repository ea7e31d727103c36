import type { UnixMs } from '../../engine/units.js'
import { type DatedBackup, makeDatedBackup } from '../../storage/backup/dated-backups.js'
import { openWholeLogForReading } from '../../storage/log/open.js'
import { logDirectory, sqlitePath } from '../../storage/paths.js'
import { openReader } from '../../storage/sqlite/open.js'
import { yieldToTrading } from '../thread/background-thread.js'
import { reportingMemory } from '../thread/own-memory.js'

/** The entry of a thread that makes a backup, like `openfloor backup`. Trading has precedence. */
yieldToTrading()

export interface BackupTask {
  readonly dataDir: string
  readonly shards: number
  readonly directory: string
  readonly keep: number
  readonly reserveBytes: number
  /** The time of the run, and the current time. */
  readonly at: UnixMs
  readonly now: UnixMs
}

export default reportingMemory('backup', backupTask)

async function backupTask(task: BackupTask): Promise<DatedBackup> {
  const { dataDir, shards } = task
  const db = openReader(sqlitePath(dataDir))
  const logs = Array.from({ length: shards }, (_, shard) =>
    openWholeLogForReading(logDirectory(dataDir, shard)),
  )
  try {
    return await makeDatedBackup({ ...task, db, logs })
  } finally {
    db.close()
    for (const log of logs) await log.close()
  }
}
