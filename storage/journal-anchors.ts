import type { UnixMs } from '../engine/units.js'
import { decodeAnchors, lastSeqOf, lastTimeOf } from '../wire/record/record.js'
import type { JournalAnchor } from '../wire/stored/journal-line.js'
import type { LogReader } from './log/log.js'
import type { journalRepo } from './repos/records/journal.js'

/**
 * The journal's anchors in the logs. If someone cuts off the newest lines of the journal, or
 * replaces it with an older database, the logs show it.
 *
 *   - An anchor refers to lines that were synced before it was made. So a journal that ends before
 *     an anchor was changed from outside; no crash can cause that.
 *   - A running server makes an anchor at least every `ANCHOR_EVERY_RECORDS` records (plus a
 *     second), so the newest anchor is near the ends of the logs.
 */
export const ANCHOR_EVERY_RECORDS = 20_000
/**
 * How many more records may follow the newest anchor: those of a second, even on a slow machine.
 */
const LOOK_RECORDS = 300_000

export function newestAnchor(logs: readonly LogReader[]): JournalAnchor | undefined {
  const from = Math.max(0, ...logs.map(newestSeqOf)) - LOOK_RECORDS
  let newest: JournalAnchor | undefined
  for (const log of logs) {
    for (const anchor of anchorsOf(log, Math.max(0, from))) {
      if (anchor.seq > (newest?.seq ?? 0)) newest = anchor
    }
  }
  return newest
}

/** The anchors of one log in order. */
export function* anchorsOf(
  log: LogReader,
  fromSeq: number,
  through = Number.POSITIVE_INFINITY,
): Generator<JournalAnchor, void, undefined> {
  for (const { firstSeq, bytes } of log.read(fromSeq)) {
    if (firstSeq > through) return
    for (const anchor of decodeAnchors(bytes)) {
      if (anchor.seq <= through) yield anchor
    }
  }
}

/** How the journal contradicts the anchor; undefined if it agrees. */
export function contradiction(
  journal: Pick<ReturnType<typeof journalRepo>, 'hashOf'>,
  { id, hash }: JournalAnchor,
): 'missing' | 'changed' | undefined {
  const stored = journal.hashOf(id)
  if (stored === undefined) return 'missing'
  return stored === hash ? undefined : 'changed'
}

export function newestSeqOf(log: LogReader): number {
  const newest = log.last()
  return newest === undefined ? 0 : lastSeqOf(newest.bytes)
}

/** The time of the newest record of all logs; 0 if they are empty. */
export function newestTimeOf(logs: readonly LogReader[]): UnixMs {
  const times = logs.map((log) => {
    const newest = log.last()
    return newest === undefined ? 0 : lastTimeOf(newest.bytes)
  })
  return Math.max(0, ...times)
}
