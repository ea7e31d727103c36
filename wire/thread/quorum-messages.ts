import type { Cluster } from '../stored/cluster.js'
import type { NextNode } from '../stored/next-node.js'

/** What a thread has to know to bring a shard's log to the quorum. The address has a password in it. */
export interface QuorumStart {
  readonly url: string
  /** The name of this node. */
  readonly holder: string
  readonly cluster: Cluster
}

/** What a shard's thread of the quorum tells the server. Times are monotonic, by one count for all threads; 0 is never. */
export interface QuorumTold {
  readonly epoch: number
  /** Of the newest change that the quorum confirmed. */
  readonly confirmedAt: number
  /** From when the lease counts. */
  readonly leaseAt: number
  /** Entries that were confirmed since this was told last, by the bounds of their times, and these times together. */
  readonly appends: readonly number[]
  readonly appendSeconds: number
  /** Entries whose outcome was not known at first, since this was told last. */
  readonly unknown: number
  /** What keeps it from going on; empty when nothing does. */
  readonly trouble: string
  /** The trouble is that what was confirmed is not there. */
  readonly isInPast: boolean
  /** Another node has the shard: this process has to end. */
  readonly isShutOut: boolean
}

/** How a node fares that follows another one. */
export interface Following {
  /** The node that is followed. */
  readonly holder: string
  /** Entries that are in the database, as far as it is known, and not here yet. */
  readonly behind: number
  /** Tables that differ from those of the node that is followed; empty while none is known to. */
  readonly differing: string
  /** Why the database does not answer; empty when it does. */
  readonly trouble: string
}

/** Of a node that follows nobody. */
export const FOLLOWS_NOBODY: Following = { holder: '', behind: 0, differing: '', trouble: '' }

/** What the thread of the desk's log tells the server of the other nodes, once a second. */
export interface NodesTold {
  readonly following: readonly StandbyNode[]
  /** Undefined while nobody asked for another node. */
  readonly next: NextNode | undefined
}

/** So long logs that were given back are left to a node that starts anew: it may have to bring its tables to a newer version first. */
export const LEFT_TO_NEWER_MS = 300_000
/** Who said nothing for so long follows no more. */
export const FOLLOWS_SEC = 10
/** Who lacks more entries would make everybody wait if it went to work, and shows what is long past. */
export const FOLLOWER_BEHIND_MAX = 1_000
/** So long a node that follows answers lists after the databases last told it how far they are. */
export const FOLLOWER_HEARD_MS = 2_000

/** A node that follows, as it said of itself in the database. */
export interface StandbyNode {
  readonly node: string
  /** Since it said anything. */
  readonly heardSec: number
  /** Entries that it had not taken yet. */
  readonly behind: number
  /** The age of the oldest of them; 0 of none. */
  readonly lagSec: number
  /** Tables that differ from those of the node at work; empty while none is known to. */
  readonly differing: string
}
