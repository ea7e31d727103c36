import type { KnownPrice } from '../../engine/book/prices.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import type { UnixMs } from '../../engine/units.js'

/** Messages to and from the history thread, and requests of the front to it. */

export type ToHistory = { readonly type: 'stop' }

/** Requests of the front to the history thread. */
export interface HistoryOperations {
  /** Stores the ticks that wait in memory at once. */
  'history.write': { readonly request: null; readonly answer: null }
  /** Creates candles of a demo provider's symbol for the time before its first quote, up to `at`. */
  'history.fill': {
    readonly request: { readonly symbolId: number; readonly name: string; readonly at: UnixMs }
    readonly answer: null
  }
  /** The last price of each symbol that has one; with a clock, also the figures of its day. */
  'history.last': {
    readonly request: { readonly symbolIds: readonly number[]; readonly clock?: ServerClock }
    readonly answer: readonly KnownPrice[]
  }
}
