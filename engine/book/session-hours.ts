import { DAY_MS, MINUTE_MS } from '../calendar/durations.js'
import { holidaysOn } from '../config/kinds/holiday.js'
import type { HolidayRecord } from '../config/records/holiday.js'
import type { SymbolRecord, SymbolSession } from '../config/records/symbol.js'

/**
 * When a symbol is quoted or traded, on the server's wall clock (milliseconds since 1970 as shown
 * by that clock): inside its sessions of the kind, or always if it has none, and outside holidays
 * that close it. Day 1 is Monday; `from_min` is inclusive, `to_min` is exclusive.
 */
export interface SessionHours {
  readonly isOpen: boolean
  /** The wall-clock time until which the answer stays the same. */
  readonly until: number
}

export type HoursOfSymbol = Pick<SymbolRecord, 'path' | 'sessions'>

const DAY_MINUTES = 1_440
/** The weekday of 1 January 1970, which was a Thursday. */
const FIRST_WEEKDAY = 3

export function sessionHoursAt(
  symbol: HoursOfSymbol,
  kind: SymbolSession['kind'],
  holidays: readonly HolidayRecord[],
  wallMs: number,
): SessionHours {
  const day = Math.floor(wallMs / DAY_MS)
  const minute = (wallMs - day * DAY_MS) / MINUTE_MS
  const weekday = ((((day + FIRST_WEEKDAY) % 7) + 7) % 7) + 1
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
  const ofKind = symbol.sessions.filter((session) => session.kind === kind)
  const sessions = ofKind.filter((session) => session.day === weekday)
  const closed = holidaysOn(holidays, date, symbol.path)
  let until = DAY_MINUTES
  for (const { from_min, to_min } of [...sessions, ...closed]) {
    for (const edge of [from_min, to_min]) if (edge > minute && edge < until) until = edge
  }
  const isOpen =
    (ofKind.length === 0 || sessions.some((session) => holds(session, minute))) &&
    !closed.some((holiday) => holds(holiday, minute))
  return { isOpen, until: day * DAY_MS + until * MINUTE_MS }
}

function holds(window: { readonly from_min: number; readonly to_min: number }, minute: number) {
  return minute >= window.from_min && minute < window.to_min
}
