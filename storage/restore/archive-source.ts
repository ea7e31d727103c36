import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type RawRecord, rawRecords } from '../../wire/record/record.js'
import {
  archiveDirectories,
  contentOf,
  headOf,
  historiesIn,
  type SegmentFile,
  segmentsIn,
} from '../archive/log-archive.js'
import type { SegmentHead } from '../archive/segment.js'
import { shardName } from '../paths.js'
import { mergedBySeq } from '../projection/merged-records.js'
import type { LogSource, Reach } from './log-source.js'

/** The archives of logs below `root`, one for each server and history. */
export function archiveSources(root: string): LogSource[] {
  return historiesIn(root).flatMap((history) => {
    const file = archiveDirectories(history).flatMap(segmentsIn)[0]
    return file === undefined ? [] : [new ArchiveSource(history, headOf(file))]
  })
}

interface Stretch {
  readonly file: SegmentFile
  readonly head: SegmentHead
}

/**
 * An archive of one history. The files of a shard must be consecutive; the archive ends before a
 * missing one (log-source.ts, S1).
 */
class ArchiveSource implements LogSource {
  readonly name: string
  readonly serverId: string
  readonly timeline: string
  readonly #shards: readonly (readonly Stretch[])[]

  constructor(history: string, { server_id, timeline, shards }: SegmentHead) {
    this.name = history
    this.serverId = server_id
    this.timeline = timeline
    this.#shards = Array.from({ length: shards }, (_, shard) => {
      const directory = join(history, shardName(shard))
      const files = existsSync(directory) ? segmentsIn(directory) : []
      return files.map((file) => ({ file, head: headOf(file) }))
    })
  }

  reach(seq: number): Reach {
    const reaches = this.#shards.map((_, shard) => this.#reachOf(shard, seq))
    return reaches.reduce((least, one) => (one.through < least.through ? one : least))
  }

  *records(afterSeq: number, throughSeq: number): Generator<RawRecord, void, undefined> {
    const shards = this.#shards.map((stretches) => recordsIn(stretches, afterSeq, throughSeq))
    for (const { record } of mergedBySeq(shards)) yield record
  }

  async close(): Promise<void> {}

  #reachOf(shard: number, seq: number): Reach {
    const of = `the archive of shard ${shard} in ${this.name}`
    let through = 0
    let at = ''
    for (const { head } of this.#shards[shard] ?? []) {
      if (head.after_seq > Math.max(through, seq)) {
        const [next, missing] = [head.after_seq, Math.max(through, seq) + 1]
        const why = `${of} lacks records ${missing} to ${next}: a file is missing`
        return { through: Math.max(through, seq), why, isEnd: false }
      }
      if (head.last_seq <= through) continue
      through = head.last_seq
      at = head.last_at
    }
    const why = through === 0 ? `${of} is not there` : `${of} ends with record ${through} of ${at}`
    return { through, why, isEnd: false }
  }
}

function* recordsIn(
  stretches: readonly Stretch[],
  afterSeq: number,
  throughSeq: number,
): Generator<RawRecord, undefined, undefined> {
  let after = afterSeq
  for (const { file, head } of stretches) {
    if (head.last_seq <= after) continue
    if (head.first_seq > throughSeq) return
    for (const record of rawRecords(contentOf(file).records)) {
      if (record.seq > throughSeq) return
      if (record.seq <= after) continue
      after = record.seq
      yield record
    }
  }
}
