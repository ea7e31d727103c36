import { type HoursOfSymbol, type SessionHours, sessionHoursAt } from '../book/session-hours.js'
import { DAY_MS } from '../calendar/durations.js'
import type { HolidayRecord } from '../config/records/holiday.js'

/** The hours in which a symbol accepts quotes, on the server's wall clock. */
export function quoteHoursAt(
  symbol: HoursOfSymbol,
  holidays: readonly HolidayRecord[],
  wallMs: number,
): SessionHours {
  return sessionHoursAt(symbol, 'quote', holidays, wallMs)
}

/**
 * True if the symbol was closed at any moment from `from` to `to`. A day or more counts as closed.
 */
export function wasClosedSince(
  symbol: HoursOfSymbol,
  holidays: readonly HolidayRecord[],
  from: number,
  to: number,
): boolean {
  if (to - from >= DAY_MS) return true
  for (let at = from; at < to; ) {
    const { isOpen, until } = quoteHoursAt(symbol, holidays, at)
    if (!isOpen) return true
    at = until
  }
  return false
}

/** The time at which a symbol that is open until `from` closes, if it closes by `to`. */
export function closingAfter(
  symbol: HoursOfSymbol,
  holidays: readonly HolidayRecord[],
  from: number,
  to: number,
): number | undefined {
  for (let at = from; at <= to; ) {
    const { isOpen, until } = quoteHoursAt(symbol, holidays, at)
    if (!isOpen) return at
    at = until
  }
  return undefined
}
