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
export type LocalLogHead = {
  readonly firstSeq: number
  /** The seq of its newest record; undefined if that is the seq of its first. */
  readonly lastSeq?: number
} & (Pick<LogEntry, 'bytes'> | { readonly digest: Uint8Array })

export type Place = Pick<QuorumEntry, 'n' | 'epoch'>

/**
 * The requests to the database. Only one is open at a time. All except `connect` use the newest
 * session.
 */
export type Ask =
  /** Opens a session with a primary with correct settings, replacing the former session. */
  | { readonly kind: 'connect' }
  /** Finds the newest entry whose first seq is at most this one, ignoring fences. */
  | { readonly kind: 'find'; readonly through: number }
  /**
   * Makes this node the holder, with an epoch raised by `raise`. Allowed if nobody holds the lease,
   * the lease has expired, or this node is the holder.
   */
  | { readonly kind: 'take'; readonly holder: string; readonly raise: number }
  /** Reads the newest entry of the log. */
  | { readonly kind: 'end' }
  /** Appends an entry if its place is free and the entry before it equals `behind`. */
  | { readonly kind: 'append'; readonly entry: QuorumEntry; readonly behind: Place }
  /** Reads up to this many entries after a place, in order. */
  | { readonly kind: 'read'; readonly after: number; readonly limit: number }
  /**
   * Renews the lease if its epoch is unchanged, and stores the place up to which the log is
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

/** The result of a statement; 0 rows if the place was taken. */
export interface Wrote {
  readonly kind: 'wrote'
  readonly rows: number
  /** The number of warnings with the result. */
  readonly notices: number
  /** The epoch after `take`; 0 for other requests. */
  readonly epoch: number
}

export function isFence({ firstSeq }: QuorumEntry): boolean {
  return firstSeq === 0
}
