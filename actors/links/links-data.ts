import type { BookRecords } from '../../engine/config/book-records.js'
import type { OpenedLists } from '../../engine/config/opened-records.js'
import type { FixReservation } from '../../wire/thread/fix-numbers.js'
import type { SharedBuffers } from '../shared/shared-state.js'

/** The start data of the links thread. Datafeeds carry their passwords as plain text. */
export interface LinksData {
  readonly shared: SharedBuffers
  readonly shards: number
  readonly book: BookRecords
  readonly opened: OpenedLists<'datafeeds' | 'gateways'>
  readonly clockOffsetMs: number
  /**
   * Addresses and networks that may be dialled in addition to public ones
   * (engine/names/outbound.ts).
   */
  readonly outboundAllow: readonly string[]
  /** The directory of the FIX session files. */
  readonly fixDirectory: string
  /** The FIX numbers that nodes of the cluster have reserved; undefined for a single server. */
  readonly fixNumbers?:
    | { readonly node: string; readonly reserved: readonly FixReservation[] }
    | undefined
  /** True if the thread runs the built-in provider. */
  readonly demo: boolean
  readonly simulatorTicksPerSec?: number
  /** The module whose `openSession` the gateways use. Drills replace it. */
  readonly sessionModule?: string
}
