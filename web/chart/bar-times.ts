import { serverClock, serverWallMin, wallMoment } from '../link/clock.js'

/**
 * Start and end times of bars, by the server's rules: up to one hour by the UTC offset, from four
 * hours on by the server's wall clock including summer time.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  M1: 60,
  M5: 300,
  M15: 900,
  M30: 1_800,
  H1: 3_600,
  H4: 14_400,
  D1: 86_400,
  W1: 604_800,
  MN: 2_592_000,
}

const HOUR_SEC = 3_600
/** The first Monday since 1970, from which weeks are counted. */
const MONDAY_SEC = 4 * 86_400

/** The start of the bar that contains this time; null for timeframes whose bars vary in length. */
export function beginOfBar(timeframe: string, at: number): number | null {
  const length = SECONDS[timeframe] ?? 60
  if (length > HOUR_SEC) return null
  const shiftMs = 60_000 * serverWallMin(at)
  return Math.floor((at + shiftMs) / (1_000 * length)) * 1_000 * length - shiftMs
}

/** Seconds until the end of the bar that contains this time. */
export function secondsLeft(timeframe: string, at: number): number {
  const begin = beginOfBar(timeframe, at)
  const end =
    begin === null
      ? wallMoment(serverClock(), 1_000 * wallEnd(timeframe, at / 1_000 + 60 * serverWallMin(at)))
      : begin + 1_000 * (SECONDS[timeframe] ?? 60)
  return Math.ceil((end - at) / 1_000)
}

/** The end of the bar that contains this second of the wall clock, on the wall clock. */
function wallEnd(timeframe: string, wall: number): number {
  if (timeframe === 'MN') {
    const day = new Date(1_000 * wall)
    return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1) / 1_000
  }
  const length = SECONDS[timeframe] ?? 60
  const since = timeframe === 'W1' ? wall - MONDAY_SEC : wall
  return wall + length - (since % length)
}
