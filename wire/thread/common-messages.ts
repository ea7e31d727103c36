import type { OpenedList } from '../../engine/config/opened-records.js'
import type { UnixMs } from '../../engine/units.js'

/** Types that messages of several threads use. */

export type IdKind = 'order' | 'deal'

/** A range of ids that one shard may assign. The desk stores it before granting it. */
export interface IdRange {
  readonly kind: IdKind
  readonly next: number
  /** Exclusive. */
  readonly end: number
}

/** Reports that a stopping shard has assigned no id of this kind from `next` on. */
export interface NextFreeId {
  readonly kind: IdKind
  readonly next: number
}

/** A gateway that is online, and since when in wall time. Another time means another session. */
export interface GatewayOnline {
  readonly id: number
  readonly since: UnixMs
}

/** A line for the process's log, which the front writes. */
export interface LogLine {
  readonly type: 'log'
  readonly level: 'info' | 'warn' | 'error'
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string
}

/** Memory that all threads share (actors/shared/shared-state.ts). */
export interface SharedBuffers {
  readonly counters: SharedArrayBuffer
  readonly board: SharedArrayBuffer
  /** The symbols in use; see actors/shared/symbol-claims.ts. */
  readonly symbols: SharedArrayBuffer
  /** Ticks on their way to the price history (actors/shared/tick-ring.ts). */
  readonly ticks: SharedArrayBuffer
  /** The clock that all threads use (actors/thread/clock.ts). */
  readonly clock: SharedArrayBuffer
}

/** Sends a thread all records of a kind, with decrypted secrets, whenever one of them changes. */
export interface OpenedMessage {
  readonly type: 'opened'
  readonly opened: OpenedList
}
