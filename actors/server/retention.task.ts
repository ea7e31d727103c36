import { openLogForReading } from '../../storage/log/open.js'
import { logDirectory, sqlitePath } from '../../storage/paths.js'
import { trimBounds } from '../../storage/retention.js'
import { openReader } from '../../storage/sqlite/open.js'

/** Thread entry: decides how far each shard's log may be trimmed, and takes the archive that needs. */
export interface RetentionTask {
  readonly dataDir: string
  readonly shards: number
  readonly now: number
  readonly retentionDays: number
  readonly reserveBytes: number
}

export default async function retention(task: RetentionTask): Promise<number[]> {
  const { dataDir, shards, now, retentionDays, reserveBytes } = task
  const db = openReader(sqlitePath(dataDir))
  const logs = Array.from({ length: shards }, (_, shard) =>
    openLogForReading(logDirectory(dataDir, shard)),
  )
  try {
    return trimBounds({ dataDir, db, logs, now, retentionDays, reserveBytes })
  } finally {
    db.close()
    for (const log of logs) await log.close()
  }
}
