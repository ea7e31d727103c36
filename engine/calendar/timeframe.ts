import type { UnixMs } from '../units.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.js'
import { type ServerClock, wallMoment, wallOffsetMin } from './server-clock.js'

/**
 * The periods of candles on the server's wall clock: minutes to four hours from midnight, days from
 * midnight, weeks from Monday, months from the first.
 *
 *   - Every moment is in exactly one period of a timeframe, and a period's end is the next one's
 *     start.
 *   B2. When the clock is put forward or back, the period of the change is shorter or longer; times
 *       that the clock shows twice belong to the period that reached them first.
 *   - Every border is at a full minute, and at a full hour of UTC if the clock's offset is whole
 *     hours.
 */
export const TIMEFRAMES = ['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1', 'W1', 'MN'] as const
export type Timeframe = (typeof TIMEFRAMES)[number]

/** The time from `start` to just before `end`. */
export interface Period {
  readonly start: UnixMs
  readonly end: UnixMs
}

const WEEK_MS = 7 * DAY_MS
/** 5 January 1970. */
const FIRST_MONDAY = 4 * DAY_MS

/** Timeframes whose borders summer time does not move, because it moves the clock by one hour. */
const WITHIN_AN_HOUR: Readonly<Partial<Record<Timeframe, number>>> = {
  M1: MINUTE_MS,
  M5: 5 * MINUTE_MS,
  M15: 15 * MINUTE_MS,
  M30: 30 * MINUTE_MS,
  H1: HOUR_MS,
}

/** The period of the timeframe that contains this moment. */
export function periodAt(clock: ServerClock, timeframe: Timeframe, at: UnixMs): Period {
  const size = WITHIN_AN_HOUR[timeframe]
  if (size !== undefined) {
    const start = floorTo(at + clock.utc_offset_min * MINUTE_MS, size)
    const from = start - clock.utc_offset_min * MINUTE_MS
    return { start: from, end: from + size }
  }
  let wall = wallStart(timeframe, at + wallOffsetMin(clock, at) * MINUTE_MS)
  let start = wallMoment(clock, wall)
  for (;;) {
    wall = wallNext(timeframe, wall)
    const end = wallMoment(clock, wall)
    // The clock was put back over a border (B2).
    if (end > at) return { start, end }
    start = end
  }
}

/** The start of a period. Argument and result are wall-clock times, written as if they were UTC. */
function wallStart(timeframe: Timeframe, wall: UnixMs): UnixMs {
  if (timeframe === 'H4') return floorTo(wall, 4 * HOUR_MS)
  if (timeframe === 'D1') return floorTo(wall, DAY_MS)
  if (timeframe === 'W1') return floorTo(wall - FIRST_MONDAY, WEEK_MS) + FIRST_MONDAY
  const day = new Date(wall)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1)
}

function wallNext(timeframe: Timeframe, start: UnixMs): UnixMs {
  if (timeframe === 'H4') return start + 4 * HOUR_MS
  if (timeframe === 'D1') return start + DAY_MS
  if (timeframe === 'W1') return start + WEEK_MS
  const day = new Date(start)
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1)
}

function floorTo(at: UnixMs, size: number): UnixMs {
  return Math.floor(at / size) * size
}
