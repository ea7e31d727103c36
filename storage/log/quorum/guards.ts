import { createHash } from 'node:crypto'
import {
  isFence,
  type LocalLogHead,
  type Place,
  type QuorumEntry,
  type Wrote,
} from './log-database.js'

/**
 * The conditions under which a quorum's log trusts a database, each separately
 * (docs/decisions/quorum.md, G1 to G6). The simulation removes each of them and must detect
 * the damage.
 */
export interface Guards {
  mayFollow(end: Place, epoch: number): boolean
  isConfirmed(wrote: Wrote): boolean
  tried(found: readonly QuorumEntry[], entry: QuorumEntry, behind: Place): EntryState
  agrees(local: LocalLogHead, found: QuorumEntry | undefined): boolean
  isOwnFence(found: QuorumEntry | undefined, fence: QuorumEntry): boolean
  renewedSince(askedAt: number, heardAt: number): number
  mayTell(renewedAt: number | undefined, now: number, ttlMs: number): boolean
  followable(entries: readonly QuorumEntry[], confirmedN: number): readonly QuorumEntry[]
}

/**
 * The state of an entry with an unknown outcome. It is at its place; its place is free; the log
 * ends before it; or another owner wrote there.
 */
export type EntryState = 'seen' | 'absent' | 'past' | 'fenced'

export const GUARDS: Guards = {
  /** An owner that was suspended while another took the shard must not write a fence (G1). */
  mayFollow(end, epoch) {
    return end.epoch < epoch
  },

  /** A confirmed write has a row and no warning (G2). */
  isConfirmed({ rows, notices }) {
    return rows === 1 && notices === 0
  },

  /**
   * G2, G3: `found` contains the entries at the tried place and at the place before it, if these
   * exist.
   */
  tried(found, entry, behind) {
    const before = found.find(({ n }) => n === behind.n)
    const there = found.find(({ n }) => n === entry.n)
    if (before === undefined) return 'past'
    if (before.epoch !== behind.epoch) return 'fenced'
    if (there === undefined) return 'absent'
    return there.epoch === entry.epoch && isSame(there.body, entry.body) ? 'seen' : 'fenced'
  },

  /**
   * G3: a database that lacks the newest entry of the local log, or has another in its place, must
   * not be used. In a copied log the newest entry ends with the one that is found.
   */
  agrees(local, found) {
    if (found === undefined || found.body.length === 0) return false
    if ('digest' in local) return isSame(local.digest, digestOf(found.body))
    const { bytes } = local
    return isSame(bytes.subarray(Math.max(0, bytes.length - found.body.length)), found.body)
  },

  /**
   * The content of a session is trusted once it shows the newest entry known to be confirmed (G4).
   */
  isOwnFence(found, { n, epoch, body }) {
    return found?.n === n && found.epoch === epoch && isFence(found) && isSame(found.body, body)
  },

  /**
   * The lease counts from the request of the renewal, because the database may have received it
   * then (G5).
   */
  renewedSince(askedAt) {
    return askedAt
  },

  mayTell(renewedAt, now, ttlMs) {
    return renewedAt !== undefined && now - renewedAt < ttlMs
  },

  /**
   * G4: the entries that a standby node may treat as confirmed. An owner writes an entry only after the
   * one before it is confirmed; only a fence may follow an unconfirmed entry.
   */
  followable(entries, confirmedN) {
    const newest = entries.findLast((entry) => !isFence(entry))?.n ?? 0
    return entries.filter(({ n }) => n <= confirmedN || n < newest)
  },
}

/** The digest by which a log recognises an entry that it does not store. */
export function digestOf(body: Uint8Array): Uint8Array {
  return createHash('sha256').update(body).digest()
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one === other || Buffer.compare(one, other) === 0
}
