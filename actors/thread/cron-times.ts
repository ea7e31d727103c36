import { Cron } from 'croner'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../engine/calendar/durations.js'
import {
  nextClockChange,
  type ServerClock,
  wallMoment,
  wallOffsetMin,
} from '../../engine/calendar/server-clock.js'
import { CRON_TEXT_MAX } from '../../engine/limits/jobs.js'
import type { UnixMs } from '../../engine/units.js'

/**
 * The times of a cron expression on the server's wall clock: five fields, or six with seconds
 * first.
 *
 *   C1. A named hour occurs once a day: when the clock is put back, the first time that it shows
 *       the hour; when it is put forward over it, at that moment.
 *   C2. Each hour (`*` in the hours field) is each hour that passes, including one that the clock
 *       shows twice; hours that the clock skips are not made up for.
 *   - The library gets the wall time as if it were UTC: it knows no time zones and reads no clock.
 */
const CHARACTERS = /^[\dA-Za-z*/,#\- ]+$/
const FIELDS = [5, 6]
/** The index of the hours among the five or six fields, counted from the end. */
const HOURS_FROM_END = 4
/**
 * The time from which an expression is checked. Expressions contain no years, so one that has no
 * time after it never has any.
 */
const LOOKED_AT_FROM = Date.UTC(2026, 0, 1)
/**
 * Periods in which the newest time is searched, growing so that a search never has to step through
 * many times.
 */
const LOOKED_BACK = [HOUR_MS, DAY_MS, 8 * DAY_MS, 32 * DAY_MS, 367 * DAY_MS, 8 * 367 * DAY_MS]

export class CronTimes {
  readonly text: string
  readonly #cron: Cron
  readonly #isEachHour: boolean

  private constructor(text: string, cron: Cron, isEachHour: boolean) {
    this.text = text
    this.#cron = cron
    this.#isEachHour = isEachHour
  }

  /** Parses an expression. Throws with the reason if it is invalid or has no times. */
  static of(text: string): CronTimes {
    if (text.length > CRON_TEXT_MAX)
      throw new CronError(`has more than ${CRON_TEXT_MAX} characters`)
    const fields = text.trim().split(/ +/)
    if (!FIELDS.includes(fields.length)) {
      throw new CronError(
        'must have five fields (minute, hour, day, month, weekday), or six with seconds first',
      )
    }
    if (!CHARACTERS.test(text)) throw new CronError('has a character that no field may have')
    const cron = parsed(fields.join(' '))
    const isEachHour = fields.at(-HOURS_FROM_END)?.startsWith('*') === true
    const times = new CronTimes(fields.join(' '), cron, isEachHour)
    if (times.#wallAfter(LOOKED_AT_FROM) === undefined)
      throw new CronError('names no time that ever comes')
    return times
  }

  /** The first time of the expression after `at`. */
  next(clock: ServerClock, at: UnixMs): UnixMs | undefined {
    return this.#isEachHour ? this.#nextOfEachHour(clock, at) : this.#nextNamed(clock, at)
  }

  /** The newest time up to `at`; undefined if there is none in several years. */
  newest(clock: ServerClock, at: UnixMs): UnixMs | undefined {
    for (const back of LOOKED_BACK) {
      let found = this.next(clock, at - back)
      if (found === undefined || found > at) continue
      for (let next: UnixMs | undefined = found; next !== undefined && next <= at; ) {
        found = next
        next = this.next(clock, next)
      }
      return found
    }
    return undefined
  }

  /** The next time of an expression with named hours (C1). */
  #nextNamed(clock: ServerClock, at: UnixMs): UnixMs | undefined {
    const wall = this.#wallAfter(shownBefore(clock, at))
    return wall === undefined ? undefined : wallMoment(clock, wall)
  }

  /** The next time of an expression for each hour (C2). */
  #nextOfEachHour(clock: ServerClock, at: UnixMs): UnixMs | undefined {
    const offset = offsetMs(clock, at)
    const wall = this.#wallAfter(at + offset)
    if (wall === undefined) return undefined
    const change = nextClockChange(clock, at)
    if (wall - offset < change) return wall - offset
    const since = offsetMs(clock, change)
    const next = this.#wallAfter(change + since - 1)
    return next === undefined ? undefined : next - since
  }

  /**
   * The next time on the wall clock, strictly after `wall`. For some expressions without a day the
   * library would never return.
   */
  #wallAfter(wall: UnixMs): UnixMs | undefined {
    try {
      return this.#cron.nextRun(new Date(wall))?.getTime()
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }
}

export class CronError extends Error {
  override readonly name = 'CronError'
}

function parsed(text: string): Cron {
  try {
    return new Cron(text, { utcOffset: 0, mode: '5-or-6-parts' })
  } catch (error) {
    const [why = ''] = [(error as Error).message.replace(/^CronPattern: /, '')]
    throw new CronError(`is no cron expression: ${why}`)
  }
}

function offsetMs(clock: ServerClock, at: UnixMs): number {
  return wallOffsetMin(clock, at) * MINUTE_MS
}

/**
 * The latest time that the wall clock has shown before `at`: later than `at` shows if an hour is
 * repeated.
 */
function shownBefore(clock: ServerClock, at: UnixMs): UnixMs {
  const shown = at + offsetMs(clock, at)
  const before = offsetMs(clock, at - HOUR_MS)
  if (before <= offsetMs(clock, at)) return shown
  const putBackAt = nextClockChange(clock, at - HOUR_MS)
  return Math.max(shown, putBackAt + before - 1)
}
