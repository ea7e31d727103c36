import { archivedBound } from '../../storage/archive/archiving.js'
import { archivedLogs } from '../../storage/archive/log-archive.js'
import { openLogForReading } from '../../storage/log/open.js'
import { logDirectory, sqlitePath } from '../../storage/paths.js'
import { trimBounds } from '../../storage/retention.js'
import { openReader } from '../../storage/sqlite/open.js'
import { tellingMemory } from '../thread/own-memory.js'

/** Thread entry: decides how far each shard's log may be trimmed, and takes the copy of the tables that needs. */
export interface RetentionTask {
  readonly dataDir: string
  readonly shards: number
  readonly now: number
  readonly retentionDays: number
  readonly reserveBytes: number
  /** The archive without which nothing goes; none where the settings name no directory. */
  readonly logArchive?: string | undefined
}

export interface RetentionLook {
  readonly bounds: readonly number[]
  /** The reason why the bounds are less than all that is old enough; empty when they are not. */
  readonly held: string
}

export default tellingMemory('retention', retention)

async function retention(task: RetentionTask): Promise<RetentionLook> {
  const { dataDir, shards, now, retentionDays, reserveBytes, logArchive } = task
  const db = openReader(sqlitePath(dataDir))
  const logs = Array.from({ length: shards }, (_, shard) =>
    openLogForReading(logDirectory(dataDir, shard)),
  )
  try {
    const bounds = trimBounds({ dataDir, db, logs, now, retentionDays, reserveBytes })
    if (logArchive === undefined) return { bounds, held: '' }
    const archived = archivedLogs(logArchive, db, shards)
    const found = logs.map((log, shard) => {
      const [to, bound = 0] = [archived[shard], bounds[shard]]
      return to === undefined || bound === 0 ? { bound, why: '' } : archivedBound(log, to, bound)
    })
    const held = found.map(({ why }) => why).find((why) => why !== '')
    return { bounds: found.map(({ bound }) => bound), held: held ?? '' }
  } finally {
    db.close()
    for (const log of logs) await log.close()
  }
}
