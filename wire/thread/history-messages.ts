import type { KnownPrice } from '../../engine/book/prices.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import type { UnixMs } from '../../engine/units.js'

/** Messages to and from the history thread, and what the front asks it. */

export type ToHistory = { readonly type: 'stop' }

/** A question of the front to the history thread. */
export interface HistoryOperations {
  /** Stores the ticks that wait, at once. */
  'history.write': { readonly request: null; readonly answer: null }
  /** Gives a symbol of the built-in provider candles from before its first quote, up to `at`. */
  'history.fill': {
    readonly request: { readonly symbolId: number; readonly name: string; readonly at: UnixMs }
    readonly answer: null
  }
  /** The last price of each that has one; with a clock, its day on that. */
  'history.last': {
    readonly request: { readonly symbolIds: readonly number[]; readonly clock?: ServerClock }
    readonly answer: readonly KnownPrice[]
  }
}
