import type { UnixMs } from '../units.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.js'

/**
 * The server's wall clock: a fixed offset from UTC, with summer time by the rule of the European
 * Union or of the United States. Sessions, holidays, routing hours and day ends use it.
 */
export interface ServerClock {
  readonly utc_offset_min: number
  readonly daylight_saving: 'none' | 'eu' | 'us'
}

export interface WallTime {
  /** `YYYY-MM-DD` */
  readonly date: string
  /** Minute of the day, 0 to 1439. */
  readonly minute: number
  /** 1 is Monday, 7 is Sunday. */
  readonly weekday: number
}

const SUMMER_MIN = 60

/** Minutes to add to UTC at this moment. */
export function wallOffsetMin(clock: ServerClock, at: UnixMs): number {
  const { utc_offset_min, daylight_saving } = clock
  if (daylight_saving === 'none') return utc_offset_min
  const [from, to] = summer(clock, new Date(at).getUTCFullYear())
  return at >= from && at < to ? utc_offset_min + SUMMER_MIN : utc_offset_min
}

export function wallTime(clock: ServerClock, at: UnixMs): WallTime {
  const wall = new Date(at + wallOffsetMin(clock, at) * MINUTE_MS)
  return {
    date: wall.toISOString().slice(0, 10),
    minute: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
    weekday: wall.getUTCDay() || 7,
  }
}

/** The first moment of a real day (`YYYY-MM-DD`) on the wall clock. */
export function dayStart(clock: ServerClock, day: string): UnixMs {
  return wallMoment(clock, Date.parse(day))
}

/** The last millisecond of the day. */
export function dayEnd(clock: ServerClock, day: string): UnixMs {
  return wallMoment(clock, Date.parse(day) + DAY_MS) - 1
}

/**
 * The first moment at which the wall clock reaches `wall`, a time written as if it were UTC. If the
 * clock is put forward over that time, it is the moment of the change.
 */
export function wallMoment(clock: ServerClock, wall: UnixMs): UnixMs {
  const standardMin = clock.utc_offset_min
  const inStandard = wall - standardMin * MINUTE_MS
  const inSummer = inStandard - SUMMER_MIN * MINUTE_MS
  if (wallOffsetMin(clock, inSummer) !== standardMin) return inSummer
  if (wallOffsetMin(clock, inStandard) === standardMin) return inStandard
  return summer(clock, new Date(inStandard).getUTCFullYear())[0]
}

/** The next moment at which the clock is put forward or back; never without summer time. */
export function nextClockChange(clock: ServerClock, at: UnixMs): UnixMs {
  if (clock.daylight_saving === 'none') return Number.POSITIVE_INFINITY
  const year = new Date(at).getUTCFullYear()
  const [from, to] = summer(clock, year)
  if (at < from) return from
  return at < to ? to : summer(clock, year + 1)[0]
}

/** The begin and the end of summer time in a year, as moments. */
function summer({ daylight_saving, utc_offset_min }: ServerClock, year: number): [UnixMs, UnixMs] {
  if (daylight_saving === 'eu') {
    // The clocks change everywhere at 01:00 UTC, on the last Sundays of March and October.
    return [lastSunday(year, 2) + HOUR_MS, lastSunday(year, 9) + HOUR_MS]
  }
  // The clock changes at 02:00 local time: standard time in March, summer time in November.
  const shift = utc_offset_min * MINUTE_MS
  const march = firstSunday(year, 2) + 7 * DAY_MS + 2 * HOUR_MS - shift
  const november = firstSunday(year, 10) + 2 * HOUR_MS - shift - SUMMER_MIN * MINUTE_MS
  return [march, november]
}

/** `month` counts from 0. */
function firstSunday(year: number, month: number): UnixMs {
  const first = Date.UTC(year, month, 1)
  return first + ((7 - new Date(first).getUTCDay()) % 7) * DAY_MS
}

function lastSunday(year: number, month: number): UnixMs {
  const last = Date.UTC(year, month + 1, 0)
  return last - new Date(last).getUTCDay() * DAY_MS
}
