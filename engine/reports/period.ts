import { dateOfDay, dayNumber, weekdayOf } from '../calendar/server-day.js'

/** Values of a configuration's `period`, used by a report without explicit days. */
export const REPORT_PERIODS = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]

export function isReportPeriod(text: string): text is ReportPeriod {
  return (REPORT_PERIODS as readonly string[]).includes(text)
}

/** The first and the last day of the period, both inclusive. A week begins on Monday. */
export function periodDays(
  period: ReportPeriod,
  today: string,
): { readonly from: string; readonly to: string } {
  const day = dayNumber(today)
  const monday = day - (weekdayOf(today) - 1)
  const first = dayNumber(`${today.slice(0, 7)}-01`)
  const monthBefore = dayNumber(`${dateOfDay(first - 1).slice(0, 7)}-01`)
  const spans: Readonly<Record<ReportPeriod, readonly [number, number]>> = {
    today: [day, day],
    yesterday: [day - 1, day - 1],
    this_week: [monday, day],
    last_week: [monday - 7, monday - 1],
    this_month: [first, day],
    last_month: [monthBefore, first - 1],
  }
  const [from, to] = spans[period]
  return { from: dateOfDay(from), to: dateOfDay(to) }
}
