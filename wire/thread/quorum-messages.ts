import type { Cluster } from '../stored/cluster.js'
import type { NextNode } from '../stored/next-node.js'

/**
 * The data that a thread needs to write a shard's log to the quorum. The URL contains a password.
 */
export interface QuorumStart {
  readonly url: string
  /** The name under which this node holds leases. */
  readonly holder: string
  readonly cluster: Cluster
}

/**
 * The state that a shard's quorum thread reports to the server. Times are on the monotonic clock
 * shared by all threads; 0 means never.
 */
export interface QuorumReport {
  readonly epoch: number
  /** The time of the latest change that the quorum confirmed. */
  readonly confirmedAt: number
  /** The time at which the current lease began. */
  readonly leaseAt: number
  /** Entries confirmed since the last report, counted by duration, and the sum of the durations. */
  readonly appends: readonly number[]
  readonly appendSeconds: number
  /** Entries since the last report whose result was unknown at first. */
  readonly unknown: number
  /** The current problem; empty if there is none. */
  readonly trouble: string
  /** True if confirmed data is missing in the database. */
  readonly isInPast: boolean
  /** True if another node has taken over the shard, so that this process must end. */
  readonly isShutOut: boolean
}

/** The state of a standby node. */
export interface Following {
  /** The name of the active node. */
  readonly holder: string
  /** The number of known entries in the database that have not arrived here. */
  readonly behind: number
  /** Tables that differ from the tables of the active node; empty if none are known. */
  readonly differing: string
  /** The reason why the database does not answer; empty if it does. */
  readonly trouble: string
}

/** The state of a node that does not follow another one. */
export const FOLLOWS_NOBODY: Following = { holder: '', behind: 0, differing: '', trouble: '' }

/** The report of the quorum thread of the desk's log about other nodes, once a second. */
export interface NodesReport {
  readonly following: readonly StandbyNode[]
  /** The node that shall become active; undefined if no other node is wanted. */
  readonly next: NextNode | undefined
}

/**
 * How long released logs are reserved for a restarting node, because that node may first migrate
 * its tables to a newer version.
 */
export const LEFT_TO_NEWER_MS = 300_000
/** A node that has not reported for this long is no longer a standby node. */
export const FOLLOWS_SEC = 10
/**
 * A node that is further behind may not become active, because clients would have to wait, and may
 * not serve lists, because they would be outdated.
 */
export const STANDBY_BEHIND_MAX = 1_000
/** How long a standby node serves lists after it last learned from the databases how far they are. */
export const STANDBY_REPORT_MS = 2_000

/** A standby node according to its own reports in the database. */
export interface StandbyNode {
  readonly node: string
  /** The number of seconds since the node's last report. */
  readonly heardSec: number
  readonly behind: number
  /** The age of the oldest entry that the node has not received; 0 if there is none. */
  readonly lagSec: number
  /** Tables that differ from the tables of the active node; empty if none are known. */
  readonly differing: string
}
