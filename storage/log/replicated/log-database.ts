import type { LogEntry } from '../log.js'

/**
 * What the owner of a replicated log asks of the database that keeps it, and what it hears: the interface between
 * `log-owner.ts`, which decides and does nothing, and whatever carries out its asks.
 *
 * A database that answers only when a quorum has a change is meant, and its traps: the primary may be one of the past, a
 * wait for the quorum that was cancelled is told as success with a warning, others may then see what no standby has, and
 * a transaction that wrote nothing waits for nobody.
 */
export interface QuorumEntry {
  /** Its place in the shard's log: 1 and up without gaps. Place 0 is an empty entry of epoch 0 that is always there. */
  readonly n: number
  /** Of the taking of the shard under which it was written. */
  readonly epoch: number
  /** The seq of the turn's first record; 0 of a fence, whose body is the name of who took the shard. */
  readonly firstSeq: number
  readonly body: Uint8Array
}

/** The number of the desk's log, where those of the shards' are 0 and up. */
export const DESK_LOG = -1

/** The newest entry of an own log, or no more than its digest. In a copy of a log turns are put together, so it may be several of the quorum's. */
export type LocalEnd = {
  readonly firstSeq: number
  /** The seq of its newest record; that of its first one when left out. */
  readonly lastSeq?: number
} & (Pick<LogEntry, 'bytes'> | { readonly digest: Uint8Array })

export type Place = Pick<QuorumEntry, 'n' | 'epoch'>

/** One is under way at a time; all but `connect` are of the session that was opened last. */
export type Ask =
  /** A session with a primary whose settings are right, in place of the one before. */
  | { readonly kind: 'connect' }
  /** The newest entry, no fence, whose first seq is not beyond this one. */
  | { readonly kind: 'find'; readonly through: number }
  /**
   * Makes this node the holder, with an epoch that is higher by `raise`: where nobody holds the lease, its time is over,
   * or the holder is the same.
   */
  | { readonly kind: 'take'; readonly holder: string; readonly raise: number }
  /** The newest entry. */
  | { readonly kind: 'end' }
  /** Adds an entry where its place is free and the one before it is `behind`. */
  | { readonly kind: 'append'; readonly entry: QuorumEntry; readonly behind: Place }
  /** So many entries after a place, in order. */
  | { readonly kind: 'read'; readonly after: number; readonly limit: number }
  /** Extends the lease while it is of this epoch, and says which entry was confirmed by then. */
  | { readonly kind: 'renew'; readonly epoch: number; readonly confirmedN: number }

export type Answer =
  | { readonly kind: 'connected' }
  | { readonly kind: 'entries'; readonly entries: readonly QuorumEntry[] }
  | Wrote
  /** An error, a session that ended, silence: whether it was carried out is not known. */
  | { readonly kind: 'lost'; readonly why: string }

/** A statement that came to its end. A place that is taken already is 0 rows. */
export interface Wrote {
  readonly kind: 'wrote'
  readonly rows: number
  /** Warnings that came with it. */
  readonly notices: number
  /** The epoch that `take` brought; 0 else. */
  readonly epoch: number
}

export function isFence({ firstSeq }: QuorumEntry): boolean {
  return firstSeq === 0
}
