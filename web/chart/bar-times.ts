import { serverClock, serverWallMin, wallMoment } from '../link/clock.js'

/**
 * The beginnings and ends of bars, as the server has them: up to an hour by the offset of its clock, from four hours on
 * by the clock as it stands, with its summer time.
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
/** The first Monday of all times: weeks begin with it. */
const MONDAY_SEC = 4 * 86_400

/** The begin of the bar of that moment; null for one that may be longer or shorter than others. */
export function beginOfBar(timeframe: string, at: number): number | null {
  const length = SECONDS[timeframe] ?? 60
  if (length > HOUR_SEC) return null
  const shiftMs = 60_000 * serverWallMin(at)
  return Math.floor((at + shiftMs) / (1_000 * length)) * 1_000 * length - shiftMs
}

/** Seconds until the bar of that moment ends. */
export function secondsLeft(timeframe: string, at: number): number {
  const begin = beginOfBar(timeframe, at)
  const end =
    begin === null
      ? wallMoment(serverClock(), 1_000 * wallEnd(timeframe, at / 1_000 + 60 * serverWallMin(at)))
      : begin + 1_000 * (SECONDS[timeframe] ?? 60)
  return Math.ceil((end - at) / 1_000)
}

/** When the bar of that second of the wall clock ends, on the wall clock. */
function wallEnd(timeframe: string, wall: number): number {
  if (timeframe === 'MN') {
    const day = new Date(1_000 * wall)
    return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1) / 1_000
  }
  const length = SECONDS[timeframe] ?? 60
  const since = timeframe === 'W1' ? wall - MONDAY_SEC : wall
  return wall + length - (since % length)
}
