import type { OpenedList } from '../../engine/config/opened-records.js'
import type { UnixMs } from '../../engine/units.js'

/** The types that messages of several threads hold. */

export type IdKind = 'order' | 'deal'

/** A range of ids that one shard may give out; the desk stored it before it was granted. */
export interface IdRange {
  readonly kind: IdKind
  readonly next: number
  /** Exclusive. */
  readonly end: number
}

/** A shard that stops has given out no id of this kind from `next` on. */
export interface IdLeft {
  readonly kind: IdKind
  readonly next: number
}

/** A gateway whose provider answers, and the wall time since when it does: another one is another session. */
export interface GatewayOnline {
  readonly id: number
  readonly since: UnixMs
}

/** A line for the process's one log, which the front writes. */
export interface LogLine {
  readonly type: 'log'
  readonly level: 'info' | 'warn' | 'error'
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string
}

/** The memory that all threads share (actors/shared/shared-state.ts). */
export interface SharedBuffers {
  readonly counters: SharedArrayBuffer
  readonly board: SharedArrayBuffer
  /** Which symbols are traded; see actors/shared/symbol-claims.ts. */
  readonly symbols: SharedArrayBuffer
  /** Ticks on their way to the price history (actors/shared/tick-ring.ts). */
  readonly ticks: SharedArrayBuffer
  /** The time that all threads go by (actors/thread/clock.ts). */
  readonly clock: SharedArrayBuffer
}

/** Tells a thread all records of a kind, their secrets opened, whenever one of them has changed. */
export interface OpenedMessage {
  readonly type: 'opened'
  readonly opened: OpenedList
}
