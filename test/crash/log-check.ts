import type { TornTail } from '../../storage/log/log.js'
import { openLog } from '../../storage/log/open.js'
import { scanRecords } from '../../wire/record/record.js'
import { turnOf } from '../wire/record/sample-records.js'
import { TRIM_KEEPS, type TurnOf } from './log-writer.js'

export interface CheckedLog {
  readonly firstSeq: number
  readonly lastSeq: number
  readonly cuts: number
  /** The fault that was found; empty when there is none. */
  readonly problem: string
}

/** The last seq that the writer's output says was answered. */
export function lastAnswered(output: string): number {
  return Number(/.*answered (\d+)\n/s.exec(output)?.[1] ?? 0)
}

/**
 * Opens the log as a start would, reads every record, and writes one more: nothing answered is
 * missing, nothing is other than it was written, and the log goes on.
 */
export async function checkLog(
  directory: string,
  answeredSeq: number,
  written: TurnOf = turnOf,
): Promise<CheckedLog> {
  const cuts: TornTail[] = []
  const log = openLog({ directory, onTornTail: (cut) => cuts.push(cut) })
  try {
    const firstSeq = log.first()?.firstSeq ?? 0
    let lastSeq = firstSeq === 0 ? 0 : firstSeq - 1
    let problem = ''
    for (const { firstSeq: seq, bytes } of log.read(0)) {
      const { records } = scanRecords(bytes)
      if (seq !== lastSeq + 1) problem ||= `corrupt: entry ${seq} follows record ${lastSeq}`
      if (Buffer.compare(bytes, written(seq, records)) !== 0) {
        problem ||= `corrupt: entry ${seq} is not what was written`
      }
      lastSeq = seq + records - 1
    }
    if (lastSeq < answeredSeq) {
      problem ||= `lost: ${answeredSeq} was answered, ${lastSeq} is the last`
    }
    if (firstSeq > Math.max(1, lastSeq - TRIM_KEEPS)) {
      problem ||= `lost: ${firstSeq} is the first, ${lastSeq} the last`
    }
    log.commit(lastSeq + 1, written(lastSeq + 1, 1))
    return { firstSeq, lastSeq, cuts: cuts.length, problem }
  } finally {
    await log.close()
  }
}
