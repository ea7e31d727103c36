import { serverClock, serverNow, wallTime } from '../../link/clock.js'

/**
 * Date ranges of report periods in server time. Both ends are inclusive, and weeks begin on Monday.
 */
export const REPORT_PERIODS = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
] as const
type ReportPeriod = (typeof REPORT_PERIODS)[number]

interface ReportDays {
  readonly from: string
  readonly to: string
}

const DAY_MS = 86_400_000

export const isReportPeriod = (name: string): name is ReportPeriod =>
  (REPORT_PERIODS as readonly string[]).includes(name)

/** The current day in server time, as text. */
export function serverDay(at = serverNow(), clock = serverClock()): string {
  return wallTime(clock, at).date
}

export function daysOf(period: ReportPeriod, today = serverDay()): ReportDays {
  const day = Date.parse(today)
  const monday = day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS
  const first = Date.parse(`${today.slice(0, 7)}-01`)
  const monthBefore = Date.parse(`${dayText(first - DAY_MS).slice(0, 7)}-01`)
  const spans: Readonly<Record<ReportPeriod, readonly [number, number]>> = {
    today: [day, day],
    yesterday: [day - DAY_MS, day - DAY_MS],
    this_week: [monday, day],
    last_week: [monday - 7 * DAY_MS, monday - DAY_MS],
    this_month: [first, day],
    last_month: [monthBefore, first - DAY_MS],
  }
  const [from, to] = spans[period]
  return { from: dayText(from), to: dayText(to) }
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
