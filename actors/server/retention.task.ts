import { archivedBound } from '../../storage/archive/archiving.js'
import { archivedLogs } from '../../storage/archive/log-archive.js'
import { openLogForReading } from '../../storage/log/open.js'
import { logDirectory, sqlitePath } from '../../storage/paths.js'
import { trimBounds } from '../../storage/retention.js'
import { openReader } from '../../storage/sqlite/open.js'
import { reportingMemory } from '../thread/own-memory.js'

/**
 * Thread entry: computes how far each shard's log may be trimmed, and makes the copy of the tables
 * that trimming requires.
 */
export interface RetentionTask {
  readonly dataDir: string
  readonly shards: number
  readonly now: number
  readonly retentionDays: number
  readonly reserveBytes: number
  /**
   * The directory of the log archive. Log entries are kept until they are archived; undefined if
   * the settings name no archive.
   */
  readonly logArchive?: string | undefined
}

export interface RetentionLook {
  readonly bounds: readonly number[]
  /** Why less than all old entries may be trimmed; empty if all of them may. */
  readonly held: string
}

export default reportingMemory('retention', retention)

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
