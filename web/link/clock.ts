import { type ServerClock, wallOffsetMin } from '../../engine/calendar/server-clock.js'

export {
  dayStart,
  type ServerClock,
  wallMoment,
  wallTime,
} from '../../engine/calendar/server-clock.js'

/** The only clock of the pages, with the server's time and time zone if they are known. */

let offsetMs = 0
let wallClock: ServerClock = { utc_offset_min: 0, daylight_saving: 'none' }

export const monotonic = (): number => performance.now()

export function now(): number {
  return Date.now()
}

/** The current server time, according to the last ping. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

export function takeServerTime(at: string, tookMs: number): void {
  offsetMs = Date.parse(at) + tookMs / 2 - Date.now()
}

export function serverClock(): ServerClock {
  return wallClock
}

/**
 * The offset of the server's wall clock from UTC in minutes at a given time, including summer time.
 */
export function serverWallMin(at: number): number {
  return wallOffsetMin(wallClock, at)
}

export function takeServerClock(clock: ServerClock): void {
  wallClock = clock
}

export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve))
