import type { AccountProfile } from '../engine/account/state.js'
import type { BookRecords } from '../engine/book.js'
import type { DatafeedRecord, FeedState } from '../engine/config/datafeed.js'

/**
 * Every message that crosses a thread as an object. Trade frames do not: they cross as raw bytes in
 * one transferred buffer (`wire/batch.ts`), told apart by being an ArrayBuffer.
 */

export type IdKind = 'order' | 'deal'

/** A range of ids that one shard may give out; the desk stored it before it was granted. */
export interface IdRange {
  readonly kind: IdKind
  readonly next: number
  /** Exclusive. */
  readonly end: number
}

export type ToShard =
  | { readonly type: 'book'; readonly records: BookRecords }
  | { readonly type: 'profile'; readonly profile: AccountProfile }
  | { readonly type: 'ids'; readonly range: IdRange }
  /** Trading stops (`reason`) or goes on (empty): disk space, drain. */
  | { readonly type: 'halt'; readonly reason: string }
  /** The projector has everything at or below this on its side. */
  | { readonly type: 'trim'; readonly beforeSeq: number }
  | { readonly type: 'stop' }

export type FromShard =
  | { readonly type: 'ready'; readonly accounts: number; readonly replayed: number }
  | { readonly type: 'ids'; readonly kind: IdKind }
  /** The log cannot be written, or can again (empty reason). */
  | { readonly type: 'halted'; readonly reason: string }
  | { readonly type: 'set_aside'; readonly login: number; readonly why: string }
  | { readonly type: 'stopped' }
  | { readonly type: 'metrics'; readonly values: Readonly<Record<string, number>> }

export type ToLinks =
  | {
      readonly type: 'book'
      readonly records: BookRecords
      readonly datafeeds: readonly DatafeedRecord[]
    }
  | { readonly type: 'stop' }

export type FromLinks =
  | { readonly type: 'ready' }
  /** Some symbol moved on the board; sent once until the front has looked. */
  | { readonly type: 'moved' }
  | {
      readonly type: 'feed'
      readonly id: number
      readonly state: FeedState
      readonly lastError: string
      readonly quotesPerSec: number
    }
  /** For the one log of the process, which the front writes. */
  | {
      readonly type: 'log'
      readonly level: 'info' | 'warn' | 'error'
      readonly fields: Readonly<Record<string, unknown>>
      readonly message: string
    }
  | { readonly type: 'stopped' }
