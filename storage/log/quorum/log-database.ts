import type { LogEntry } from '../log.js'

/**
 * The requests of the owner of a quorum's log to its database, and the answers. `log-owner.ts` decides
 * which request is next and does nothing itself; other code carries the requests out.
 *
 * The database must answer a write only when a quorum has it. There are traps: the primary may be a
 * former one; a cancelled wait for the quorum is reported as success with a warning; others may
 * then see entries that no standby has; and a transaction that wrote nothing does not wait at all.
 */
export interface QuorumEntry {
  /**
   * The place in the shard's log: 1 and up without gaps. Place 0 is an empty entry of epoch 0 that
   * always exists.
   */
  readonly n: number
  /** The epoch of the owner that wrote it. */
  readonly epoch: number
  /**
   * The seq of the turn's first record; 0 for a fence, whose body is the name of the node that took
   * the shard.
   */
  readonly firstSeq: number
  readonly body: Uint8Array
}

/** The number of the desk's log; the logs of shards have 0 and up. */
export const DESK_LOG = -1

/**
 * The newest entry of the local log, or only its digest. In a copied log several turns are
 * combined, so one entry may contain several of the quorum's.
 */
export type LocalEnd = {
  readonly firstSeq: number
  /** The seq of its newest record; when left out, the seq of its first record. */
  readonly lastSeq?: number
} & (Pick<LogEntry, 'bytes'> | { readonly digest: Uint8Array })

export type Place = Pick<QuorumEntry, 'n' | 'epoch'>

/** One request is open at a time. All except `connect` use the session that was opened last. */
export type Ask =
  /** Opens a session with a primary with correct settings, replacing the former session. */
  | { readonly kind: 'connect' }
  /** Finds the newest entry, except fences, whose first seq is not after this one. */
  | { readonly kind: 'find'; readonly through: number }
  /**
   * Makes this node the holder, with an epoch raised by `raise`. Allowed if nobody holds the lease,
   * the lease has expired, or this node is the holder.
   */
  | { readonly kind: 'take'; readonly holder: string; readonly raise: number }
  /** Reads the newest entry. */
  | { readonly kind: 'end' }
  /** Adds an entry if its place is free and the entry before it is `behind`. */
  | { readonly kind: 'append'; readonly entry: QuorumEntry; readonly behind: Place }
  /** Reads this many entries after a place, in order. */
  | { readonly kind: 'read'; readonly after: number; readonly limit: number }
  /**
   * Extends the lease if its epoch is still this one, and stores up to which entry the log is
   * confirmed.
   */
  | { readonly kind: 'renew'; readonly epoch: number; readonly confirmedN: number }

export type Answer =
  | { readonly kind: 'connected' }
  | { readonly kind: 'entries'; readonly entries: readonly QuorumEntry[] }
  | Wrote
  /**
   * An error, the end of the session, or a timeout: it is unknown whether the request was carried
   * out.
   */
  | { readonly kind: 'lost'; readonly why: string }

/** A statement that was completed; 0 rows if the place is already taken. */
export interface Wrote {
  readonly kind: 'wrote'
  readonly rows: number
  /** The number of warnings that came with it. */
  readonly notices: number
  /** The epoch from `take`; 0 for others. */
  readonly epoch: number
}

export function isFence({ firstSeq }: QuorumEntry): boolean {
  return firstSeq === 0
}
