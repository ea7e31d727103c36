import { MINUTE_MS } from '../calendar/durations.js'
import { nextClockChange, type ServerClock, wallOffsetMin } from '../calendar/server-clock.js'
import type { UnixMs } from '../units.js'
import type { Book, SymbolSpec } from './compiled.js'
import { sessionHoursAt } from './session-hours.js'

/**
 * When a symbol is traded: inside its `trade` sessions on the server's wall clock, or always if it
 * has none, and outside holidays that close it. The caller decides what a closed symbol means.
 *
 *   - An answer is valid from `from` until just before `until`, in absolute time. A change of the
 *     clock (summer time) ends an answer.
 *   - An answer is cached per version of the symbol, the holidays and the clock's settings, so that
 *     an order costs one lookup.
 */
export interface TradingHours {
  readonly isOpen: boolean
  readonly from: UnixMs
  readonly until: UnixMs
}

interface Known extends TradingHours {
  readonly holidays: Book['records']['holidays']
  readonly settings: Book['records']['settings']
}

const knownBySymbol = new WeakMap<SymbolSpec, Known>()

/** True if the symbol may be traded at this moment. */
export function isTradingOpen(book: Book, symbol: SymbolSpec, now: UnixMs): boolean {
  return tradingHoursAt(book, symbol, now).isOpen
}

export function tradingHoursAt(book: Book, symbol: SymbolSpec, now: UnixMs): TradingHours {
  const { holidays, settings } = book.records
  const known = knownBySymbol.get(symbol)
  if (
    known !== undefined &&
    now >= known.from &&
    now < known.until &&
    known.holidays === holidays &&
    known.settings === settings
  ) {
    return known
  }
  const found = { ...lookUp(book, symbol, now), holidays, settings }
  knownBySymbol.set(symbol, found)
  return found
}

function lookUp(
  { clock, records }: { readonly clock: ServerClock; readonly records: Book['records'] },
  symbol: SymbolSpec,
  now: UnixMs,
): TradingHours {
  const offsetMs = wallOffsetMin(clock, now) * MINUTE_MS
  const { isOpen, until } = sessionHoursAt(symbol.record, 'trade', records.holidays, now + offsetMs)
  return { isOpen, from: now, until: Math.min(until - offsetMs, nextClockChange(clock, now)) }
}

/** The time to look ahead. It is longer than any series of holidays between two weekly sessions. */
const LOOK_AHEAD_MS = 62 * 86_400_000

/**
 * The first time from `at` at which the symbol is traded; undefined if there is none within two
 * months.
 */
export function nextTradingOpen(book: Book, symbol: SymbolSpec, at: UnixMs): UnixMs | undefined {
  for (let from = at; from < at + LOOK_AHEAD_MS; ) {
    const { isOpen, until } = lookUp(book, symbol, from)
    if (isOpen) return from
    from = until
  }
  return undefined
}
