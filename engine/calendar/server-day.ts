import { assert } from '../assert.js'
import type { UnixMs } from '../units.js'
import { dayFromText, dayText } from './calendar.js'
import { DAY_MS } from './durations.js'
import { dayStart, type ServerClock, wallTime } from './server-clock.js'
import { periodAt } from './timeframe.js'

/**
 * The server's days: from midnight to midnight, 23 or 25 hours long when the clock is put forward
 * or back. Days follow each other without gaps, so every moment is in one, and every day ends once.
 */
export interface ServerDay {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly start: UnixMs
  /** The start of the next day. */
  readonly end: UnixMs
}

export function serverDayAt(clock: ServerClock, at: UnixMs): ServerDay {
  const { start, end } = periodAt(clock, 'D1', at)
  return { date: wallTime(clock, start).date, start, end }
}

/** Converts a date to its stored form, days since 1970-01-01. */
export function dayNumber(date: string): number {
  return Math.floor(middayOf(date) / DAY_MS)
}

export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

export function endedDayAt(clock: ServerClock, at: UnixMs): number {
  return dayNumber(serverDayAt(clock, at).date) - 1
}

/** A day that has ended, for the books of an account. */
export interface EndedDay {
  readonly day: number
  readonly date: string
  /** The first moment that no longer belongs to the day. */
  readonly end: UnixMs
  readonly endsMonth: boolean
}

export function endedDay(clock: ServerClock, day: number): EndedDay {
  const date = dateOfDay(day)
  const next = dayAfter(date)
  return { day, date, end: dayStart(clock, next), endsMonth: next.endsWith('-01') }
}

/** True if the next day is in another month. */
export function endsMonth(day: number): boolean {
  return dateOfDay(day + 1).endsWith('-01')
}

export function dayAfter(date: string): string {
  const next = new Date(middayOf(date) + DAY_MS)
  return dayText(next.getUTCFullYear(), next.getUTCMonth() + 1, next.getUTCDate())
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(middayOf(date)).getUTCDay() || 7
}

function middayOf(date: string): number {
  const day = dayFromText(date)
  assert(day !== undefined, `a day is written YYYY-MM-DD: ${date}`)
  return Date.UTC(day.year, day.month - 1, day.day, 12)
}
