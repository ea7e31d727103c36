import type { UnixMs } from '../../engine/units.js'
import { firstSeqOf, lastSeqOf, lastTimeOf, lengthThrough } from '../../wire/record/record.js'
import type { LogReader } from '../log/log.js'
import { type ArchivedLog, addSegment, contentOf, headOf, segmentsIn } from './log-archive.js'
import { ArchiveError, SEGMENT_BYTES, type Segment, type SegmentHead } from './segment.js'

/**
 * Copies a shard's log into its archive, and checks what is there.
 *
 *   - Archiving always begins at the end of the archive, so nothing is in it twice, even after an
 *     interruption.
 *   A2. A segment counts after it was read back and compared with the log, record by record.
 *   A3. Right before trimming, the entries to be trimmed are compared with the archive again,
 *       because an old archive may be deleted or damaged.
 */
export interface NextStretch {
  /** The seq at which the last stretch ended. */
  readonly afterSeq: number
  readonly throughSeq: number
  /** The time before whose turns the archiving ends; null for no limit. */
  readonly until: UnixMs | null
  readonly reserveBytes: number
  /** The maximum size of a segment in bytes; undefined for the default. */
  readonly segmentBytes?: number
}

/**
 * The seq up to which the archive completely covers the log, according to the heads of its
 * segments.
 */
export function archivedUpTo(log: LogReader, { directory }: ArchivedLog): number {
  let reach = beginOf(log)
  for (const file of segmentsIn(directory)) {
    if (file.lastSeq <= reach) continue
    if (headOf(file).after_seq > reach) break
    reach = file.lastSeq
  }
  return reach
}

/**
 * The next segment after `afterSeq`: an existing one, compared with the log, or a new one.
 * Undefined if the log has no more of the requested records.
 */
export function archiveNext(
  log: LogReader,
  archived: ArchivedLog,
  stretch: NextStretch,
): SegmentHead | undefined {
  const { throughSeq, reserveBytes } = stretch
  // Records that were trimmed since are in the archive already.
  const afterSeq = Math.max(stretch.afterSeq, beginOf(log))
  const there = segmentsIn(archived.directory).find(({ lastSeq }) => lastSeq > afterSeq)
  const head = there && headOf(there)
  if (there !== undefined && head !== undefined && head.after_seq <= afterSeq) {
    refuseOther(log, there.path, contentOf(there), afterSeq)
    return head
  }
  // Writes only the records of the gap before an existing segment.
  const records = recordsOf(log, {
    ...stretch,
    afterSeq,
    throughSeq: head?.after_seq ?? throughSeq,
  })
  if (records.length === 0) return undefined
  return addSegment(archived, afterSeq, records, reserveBytes, (segment) =>
    refuseOther(log, 'what was just written', segment, afterSeq),
  )
}

export interface ArchivedBound {
  /** The first seq that may not be trimmed. */
  readonly bound: number
  /** Why less may be trimmed than requested; empty if all of it may be. */
  readonly why: string
}

/** The part of the log before `bound` that may be trimmed (A3). */
export function archivedBound(
  log: LogReader,
  { directory, origin }: ArchivedLog,
  bound: number,
): ArchivedBound {
  let reach = beginOf(log)
  let why = ''
  try {
    for (const file of segmentsIn(directory)) {
      if (file.lastSeq <= reach) continue
      if (reach >= bound - 1 || headOf(file).after_seq > reach) break
      refuseOther(log, file.path, contentOf(file), reach)
      reach = file.lastSeq
    }
  } catch (error) {
    why = (error as Error).message
  }
  const next = nextSeq(log, reach)
  if (next === undefined || next >= bound) return { bound, why: '' }
  if (why === '') why = `the archive of shard ${origin.shard}'s log ends before record ${next}`
  return { bound: next, why: `not all that is old enough may be trimmed: ${why}` }
}

/** The parts of the archive that differ from the log, if the log still has them. */
export function archiveFaults(log: LogReader, { directory }: ArchivedLog): string[] {
  const begin = beginOf(log)
  return segmentsIn(directory)
    .filter(({ lastSeq }) => lastSeq > begin)
    .flatMap((file) => {
      try {
        const segment = contentOf(file)
        refuseOther(log, file.path, segment, Math.max(begin, segment.head.after_seq))
        return []
      } catch (error) {
        return [(error as Error).message]
      }
    })
}

/** Checks an archive without its log: finds damaged files and gaps. */
export function* checkedSegments(
  directory: string,
): Generator<{ readonly records: number; readonly fault: string }, void, undefined> {
  let reach: number | undefined
  for (const file of segmentsIn(directory)) {
    try {
      const { head } = contentOf(file)
      const isMissing = reach !== undefined && head.after_seq !== reach
      const fault = isMissing ? `${file.path} does not follow record ${reach}` : ''
      yield { records: head.records, fault }
    } catch (error) {
      yield { records: 0, fault: (error as Error).message }
    }
    reach = file.lastSeq
  }
}

/** The seq before the log's first record; 0 for a log that was never trimmed. */
function beginOf(log: LogReader): number {
  const first = log.first()?.firstSeq ?? 0
  return Math.max(0, first - 1)
}

function nextSeq(log: LogReader, afterSeq: number): number | undefined {
  for (const { bytes } of log.read(afterSeq + 1)) {
    const later = bytes.subarray(lengthThrough(bytes, afterSeq))
    if (later.length > 0) return firstSeqOf(later)
  }
  return undefined
}

/** Reads complete turns, as many as fit into a segment. */
function recordsOf(log: LogReader, stretch: NextStretch): Buffer {
  const { afterSeq, throughSeq, until, segmentBytes = SEGMENT_BYTES } = stretch
  const parts: Buffer[] = []
  let size = 0
  for (const { firstSeq, bytes } of log.read(afterSeq + 1)) {
    if (firstSeq > throughSeq || size >= segmentBytes) break
    if (until !== null && lastTimeOf(bytes) >= until) break
    const [from, to] = [lengthThrough(bytes, afterSeq), lengthThrough(bytes, throughSeq)]
    // The bytes are valid only until the next read of the log, so they are copied.
    parts.push(Buffer.from(bytes.subarray(from, to)))
    size += to - from
  }
  return Buffer.concat(parts)
}

/** Throws at the first record after `afterSeq` that differs between log and segment (A2). */
function refuseOther(log: LogReader, name: string, segment: Segment, afterSeq: number): void {
  const { head, records } = segment
  let at = lengthThrough(records, afterSeq)
  for (const { bytes } of log.read(afterSeq + 1)) {
    const own = bytes.subarray(lengthThrough(bytes, afterSeq), lengthThrough(bytes, head.last_seq))
    if (!records.subarray(at, at + own.length).equals(own)) {
      throw new ArchiveError(
        `${name} is not what the log has from record ${firstSeqOf(own)} on: move it away, or name ` +
          'another directory in LOG_ARCHIVE_DIR',
      )
    }
    at += own.length
    if (lastSeqOf(bytes) >= head.last_seq) break
  }
  if (at === records.length) return
  throw new ArchiveError(`${name} has records that the log has not, up to ${head.last_seq}`)
}
