import { lastSeqOf } from '../../../wire/record/record.js'
import { BadRecordError, type LogEntry, type TornTail } from '../log.js'
import { type EntryHead, faultOf, HEAD_BYTES, headAt, MARK, PAGE_BYTES } from './entry.js'
import { ringBytes } from './ring.js'

/**
 * What a ring holds that the log behind it does not have.
 *
 *   A1. Whatever the log has is stale in the ring, since a place is taken again only when the log has what lay there.
 *       So of all heads those count that are of later records.
 *   A2. Each names the one before it: when one is missing or bad and another follows, what was answered is lost, and
 *       the start is refused. A bad one at the end is a write that was cut off: nobody was answered.
 */
export interface Tail {
  readonly entries: readonly LogEntry[]
  readonly torn: TornTail | undefined
}

/** The entries after `lastSeq`, the newest record of the log behind the ring. */
export function tailAfter(directory: string, lastSeq: number): Tail {
  const found = entriesAfter(ringBytes(directory), lastSeq)
  const entries: LogEntry[] = []
  let before = lastSeq
  for (const [index, { head, bytes }] of found.entries()) {
    const { firstSeq, previousSeq, length } = head
    const isNext = index === 0 ? previousSeq <= lastSeq : previousSeq === before
    if (!isNext) throw damaged(firstSeq, `the entry ${previousSeq} before it is missing`)
    const entry = { firstSeq, bytes }
    const why = faultOf(entry, length)
    if (why === '') entries.push(entry)
    else if (index < found.length - 1) throw damaged(firstSeq, why)
    else return { entries, torn: { firstSeq, lastSeq: 0, keptBytes: 0, cutBytes: length, why } }
    before = firstSeq
  }
  return { entries, torn: undefined }
}

interface Found {
  readonly head: EntryHead
  readonly bytes: Uint8Array
}

function entriesAfter(ring: Uint8Array, lastSeq: number): Found[] {
  const found: Found[] = []
  for (let at = 0; at < ring.length; at += PAGE_BYTES) {
    if (ring[at] !== MARK[0]) continue
    const head = headAt(ring.subarray(at, at + HEAD_BYTES))
    if (head === undefined || head.firstSeq <= lastSeq) continue
    const start = at + HEAD_BYTES
    found.push({ head, bytes: ring.subarray(start, start + head.length) })
  }
  return found.toSorted((a, b) => a.head.firstSeq - b.head.firstSeq)
}

function damaged(firstSeq: number, why: string): BadRecordError {
  return new BadRecordError(
    `log entry ${firstSeq} is bad (${why}); the log was not changed. ` +
      'Restore the data directory from a backup, or have the entry examined.',
  )
}

export function lastSeqIn(entry: LogEntry | undefined): number {
  return entry === undefined ? 0 : lastSeqOf(entry.bytes)
}
