import type { RawRecord } from '../../wire/record/record.js'

/**
 * A source of a server's records: an archive of its logs, or the logs of a data directory.
 *
 *   S1. It states up to which seq it has every record of all shards; later ones are not used.
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
  /**
   * The seq up to which it has all of them: the requested one, or less if the next one is missing.
   */
  readonly through: number
  /** Why it ends there. */
  readonly why: string
  /** Nothing was written after it: the server is stopped. */
  readonly isEnd: boolean
}

/** The record with that seq, if the source has it. */
export function recordAt(source: LogSource, seq: number): RawRecord | undefined {
  for (const record of source.records(seq - 1, seq)) return record
  return undefined
}
