import type { RawRecord } from '../../wire/record/record.js'

/**
 * A place that has the records of a server's shards: an archive of its logs, or the logs of a data directory.
 *
 *   S1. It says of itself up to where it has every record, of all shards: what it does not vouch for is not taken.
 */
export interface LogSource {
  /** The path, for people. */
  readonly name: string
  readonly serverId: string
  /** The timeline of its logs; empty before the first restore and reshard. */
  readonly timeline: string
  /** How far it has every record after `seq`. */
  reach(seq: number): Reach
  /** The records after `afterSeq` and at or below `throughSeq`, of all shards, in rising seq. */
  records(afterSeq: number, throughSeq: number): Iterable<RawRecord>
  close(): Promise<void>
}

export interface Reach {
  /** The seq up to which it has all of them; that which was asked for, or less, where it has not the next one. */
  readonly through: number
  /** Why it ends there. */
  readonly why: string
  /** Nothing was written after it: the server is stopped. */
  readonly isEnd: boolean
}

/** The record of that seq, where the source has it. */
export function recordAt(source: LogSource, seq: number): RawRecord | undefined {
  for (const record of source.records(seq - 1, seq)) return record
  return undefined
}
