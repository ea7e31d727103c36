import type { AccountRecord } from '../../engine/account/event.js'
import { decodeRecords, decodeWithTallies, type TallyRecord } from '../../wire/record/record.js'
import type { LogReader } from '../log/log.js'

/** A record, and the shard whose log it is in. */
export interface OfShard<Numbered> {
  readonly shard: number
  readonly record: Numbered
}

/**
 * Merges the records of all shards after their cursors, up to `through`, by ascending seq. So the
 * records taken so far are complete up to the newest of them.
 */
export function mergedRecords(
  logs: readonly LogReader[],
  cursors: readonly number[],
  through: number,
): Generator<OfShard<AccountRecord>, void, undefined> {
  return mergedBySeq(logs.map((log, shard) => recordsOf(log, cursors[shard] ?? 0, through)))
}

/** Merges the records of all logs, including times of turns and counts of refusals. */
export function mergedWithTallies(
  logs: readonly LogReader[],
  cursors: readonly number[],
  through: number,
): Generator<OfShard<AccountRecord | TallyRecord>, void, undefined> {
  const ofLog = (log: LogReader, shard: number) =>
    within(log, cursors[shard] ?? 0, through, decodeWithTallies)
  return mergedBySeq(logs.map(ofLog))
}

/**
 * Merges the records of several shards in rising seq. A shard is read again only when its next
 * record is due, so its last record may be a view.
 */
export function* mergedBySeq<Numbered extends { readonly seq: number }>(
  shards: readonly Iterator<Numbered, undefined>[],
): Generator<OfShard<Numbered>, void, undefined> {
  const heads = shards.map((records, shard) => ({ shard, records, record: records.next().value }))
  for (;;) {
    let lowest: (typeof heads)[number] | undefined
    for (const head of heads) {
      if (head.record === undefined) continue
      if (lowest?.record === undefined || head.record.seq < lowest.record.seq) lowest = head
    }
    if (lowest?.record === undefined) return
    const { shard, record } = lowest
    yield { shard, record }
    lowest.record = lowest.records.next().value
  }
}

/** The records of one log after `cursor`, up to `through`. */
export function recordsOf(
  log: LogReader,
  cursor: number,
  through: number,
): Generator<AccountRecord, undefined, undefined> {
  return within(log, cursor, through, decodeRecords)
}

function* within<Numbered extends { readonly seq: number }>(
  log: LogReader,
  cursor: number,
  through: number,
  decode: (bytes: Uint8Array) => Iterable<Numbered>,
): Generator<Numbered, undefined, undefined> {
  if (cursor >= through) return
  for (const entry of log.read(cursor + 1)) {
    if (entry.firstSeq > through) return
    for (const record of decode(entry.bytes)) {
      if (record.seq > through) return
      if (record.seq > cursor) yield record
    }
  }
}
