import { existsSync } from 'node:fs'
import type { RawRecord } from '../../wire/record/record.js'
import { newestArchive } from '../backup/archives.js'
import { newestSeqOf, newestTimeOf } from '../journal-anchors.js'
import type { LogReader } from '../log/log.js'
import { openLogFile } from '../log/open-file.js'
import { logDirectory, sqlitePath } from '../paths.js'
import { mergedBySeq } from '../projection/merged-records.js'
import { metaRepo } from '../repos/meta.js'
import { projectionRepo } from '../repos/trades/projection.js'
import { rawRecordsOf } from '../reshard/dealing.js'
import { areLogsPlaced } from '../reshard/placing.js'
import { isDatabaseInUse } from '../sqlite/in-use.js'
import { openReader } from '../sqlite/open.js'
import type { LogSource, Reach } from './log-source.js'
import { RestoreError } from './restore-error.js'

/** The logs of the data directory as a source. Its server may be running. */
export function directorySource(dataDir: string): LogSource {
  const path = sqlitePath(dataDir)
  if (!existsSync(path)) throw new RestoreError(`there is no server in ${dataDir}`)
  const isInUse = isDatabaseInUse(path)
  const tables = openReader(path)
  try {
    if (!areLogsPlaced(tables)) {
      throw new RestoreError(`a reshard of ${dataDir} was cut off: run openfloor reshard again`)
    }
    const meta = metaRepo(tables)
    const shards = Number(meta.get('shards'))
    const logs = Array.from({ length: shards }, (_, n) => openLogFile(logDirectory(dataDir, n)))
    return new DirectorySource(dataDir, logs, {
      serverId: meta.get('server_id') ?? '',
      timeline: meta.get('log_timeline') ?? '',
      trimmed: trimmedThrough(dataDir),
      // While a server runs, records up to the tables' are complete. Later ones may be in progress.
      through: isInUse ? projectionRepo(tables).seq() : Math.max(0, ...logs.map(newestSeqOf)),
      isEnd: !isInUse,
    })
  } finally {
    tables.close()
  }
}

/**
 * The seq up to which records may have been trimmed. Trimming requires a copy of the tables that
 * has them.
 */
function trimmedThrough(dataDir: string): number {
  const path = newestArchive(dataDir)
  if (path === undefined) return 0
  const archive = openReader(path)
  try {
    return projectionRepo(archive).seq()
  } finally {
    archive.close()
  }
}

interface Bounds {
  readonly serverId: string
  readonly timeline: string
  readonly trimmed: number
  readonly through: number
  readonly isEnd: boolean
}

class DirectorySource implements LogSource {
  readonly name: string
  readonly serverId: string
  readonly timeline: string
  readonly #logs: readonly LogReader[]
  readonly #bounds: Bounds
  /** The source has all records after this seq. */
  readonly #begin: number

  constructor(dataDir: string, logs: readonly LogReader[], bounds: Bounds) {
    this.name = dataDir
    this.serverId = bounds.serverId
    this.timeline = bounds.timeline
    this.#logs = logs
    this.#bounds = bounds
    const begins = logs.map((log) => (log.first()?.firstSeq ?? Number.POSITIVE_INFINITY) - 1)
    this.#begin = Math.min(bounds.trimmed, Math.max(0, ...begins))
  }

  reach(seq: number): Reach {
    const { through, isEnd } = this.#bounds
    if (seq < this.#begin) {
      const why = `the logs of ${this.name} begin after record ${this.#begin}`
      return { through: seq, why, isEnd: false }
    }
    const at = new Date(newestTimeOf(this.#logs)).toISOString()
    const why = `the logs of ${this.name} end with record ${through}, about ${at}`
    return { through, why, isEnd }
  }

  *records(afterSeq: number, throughSeq: number): Generator<RawRecord, void, undefined> {
    for (const { record } of mergedBySeq(this.#logs.map((log) => rawRecordsOf(log, afterSeq)))) {
      if (record.seq > throughSeq) return
      yield record
    }
  }

  async close(): Promise<void> {
    for (const log of this.#logs) await log.close()
  }
}
