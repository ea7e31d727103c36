import type { RawRecord } from '../../wire/record/record.js'

/**
 * A source of a server's records: an archive of its logs, or the logs of a data directory.
 *
 *   S1. It states up to which seq it has every record of all shards; later ones are not used.
 */
export interface LogSource {
  /** The path of the source, for messages to people. */
  readonly name: string
  readonly serverId: string
  /** The timeline of the source's logs; empty before the first restore or reshard. */
  readonly timeline: string
  /** How far the source has every record after `seq`. */
  reach(seq: number): Reach
  /** The records after `afterSeq` and at or below `throughSeq`, of all shards, in rising seq. */
  records(afterSeq: number, throughSeq: number): Iterable<RawRecord>
  close(): Promise<void>
}

export interface Reach {
  /** The seq up to which it has all records: the requested one, or less if a record is missing. */
  readonly through: number
  /** The reason why the records end there, as text. */
  readonly why: string
  /** True if nothing was written after it, because the server is stopped. */
  readonly isEnd: boolean
}

/** The record with that seq; undefined if the source lacks it. */
export function recordAt(source: LogSource, seq: number): RawRecord | undefined {
  for (const record of source.records(seq - 1, seq)) return record
  return undefined
}
