import { type RecordProblem, scanRecords } from '../../wire/record/record.js'
import { BadRecordError, type LogEntry, type TornTail } from './log.js'

const EMPTY: RecordProblem = { kind: 'torn', why: 'it is empty' }

/**
 * Checks a log's entries in ascending order up to its newest one (log.ts, L3). Returns the part of
 * the newest entry to cut off, and throws on any other fault. An interrupted write leaves such a
 * torn tail. A complete record that is unreadable or follows a bad one is never cut.
 */
export function checkEntries(entries: Iterable<LogEntry>): TornTail | undefined {
  let cut: TornTail | undefined
  let lastSeq = 0
  for (const { firstSeq, bytes } of entries) {
    if (cut !== undefined) throw badRecord(cut.firstSeq, cut.lastSeq, cut.why)
    const scan = scanRecords(bytes, lastSeq)
    const { goodLength } = scan
    const problem = bytes.length === 0 ? EMPTY : scan.problem
    if (problem?.kind === 'damaged') throw badRecord(firstSeq, scan.lastSeq, problem.why)
    if (scan.records > 0 && scan.firstSeq !== firstSeq) {
      throw badRecord(firstSeq, 0, `its first record has seq ${scan.firstSeq}`)
    }
    if (problem !== undefined) {
      cut = {
        firstSeq,
        lastSeq: scan.lastSeq,
        keptBytes: goodLength,
        cutBytes: bytes.length - goodLength,
        why: problem.why,
      }
    }
    lastSeq = scan.lastSeq
  }
  return cut
}

function badRecord(firstSeq: number, lastSeq: number, why: string): BadRecordError {
  const where = lastSeq < firstSeq ? 'its first record' : `the record after seq ${lastSeq}`
  return new BadRecordError(
    `log entry ${firstSeq}: ${where} is bad (${why}); the log was not changed. ` +
      'Restore the data directory from a backup, or have the entry examined.',
  )
}
