import { serverNow, serverWallMin } from '../link/clock.js'

/** Periods of lists. Days begin at midnight of the server's clock, as the server itself ends them. */
export const PERIODS = ['hour', 'today', 'yesterday', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

export interface Span {
  readonly from?: string
  /** The first moment that is not meant any more. */
  readonly to?: string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const DAYS: Readonly<Record<'week' | 'month', number>> = { week: 7, month: 30 }

/** The span that a period is now: week and month are the days until now, today among them. */
export function spanOf(period: Period, at = serverNow(), wallMin = serverWallMin()): Span {
  const wall = at + wallMin * MINUTE_MS
  const today = wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS) - wallMin * MINUTE_MS
  const text = (ms: number) => new Date(ms).toISOString()
  if (period === 'hour') return { from: text(at - HOUR_MS) }
  if (period === 'today') return { from: text(today) }
  if (period === 'yesterday') return { from: text(today - DAY_MS), to: text(today) }
  return { from: text(today - (DAYS[period] - 1) * DAY_MS) }
}

export const isPeriod = (name: string): name is Period =>
  (PERIODS as readonly string[]).includes(name)
