import { assert } from './assert.js'
import { dayFromText, dayText } from './calendar.js'
import { periodAt } from './pricing/timeframe.js'
import { type ServerClock, wallTime } from './server-clock.js'
import type { UnixMs } from './units.js'

/**
 * The server's days: from its midnight to the next, 23 or 25 hours where the clock is put forward or
 * back. Days follow each other without a gap, so every moment is in one, and every day ends once.
 */
export interface ServerDay {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly start: UnixMs
  /** The next day's start. */
  readonly end: UnixMs
}

export function serverDayAt(clock: ServerClock, at: UnixMs): ServerDay {
  const { start, end } = periodAt(clock, 'D1', at)
  return { date: wallTime(clock, start).date, start, end }
}

const DAY_MS = 86_400_000

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
