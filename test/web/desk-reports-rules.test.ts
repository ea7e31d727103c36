import t from 'tap'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import { periodDays, REPORT_PERIODS } from '../../engine/reports/period.js'
import { pageModule } from '../given/page-module.js'

// What the desk's reports make of periods and of times at which they run, without a browser.

interface DayRules {
  serverDay(at: number, clock: ServerClock): string
  daysOf(period: string, today: string): { from: string; to: string }
}

interface TimeRules {
  timesOf(cron: string): { kind: string; time: string; weekday: number; day: number }
  cronOf(times: object): string
}

t.test('days of a period are those that a schedule of the server has', async (t) => {
  const { daysOf, serverDay } = await pageModule<DayRules>('web/staff/reports/report-days.ts')
  for (const today of ['2026-03-01', '2026-03-02', '2024-02-29', '2026-01-01', '2026-12-31']) {
    for (const period of REPORT_PERIODS) {
      t.same(daysOf(period, today), periodDays(period, today), `${period} of ${today}`)
    }
  }
  const late = Date.parse('2026-03-01T22:30:00Z')
  const clock = (utc_offset_min: number, daylight_saving: 'none' | 'us' = 'none') =>
    serverDay(late, { utc_offset_min, daylight_saving })
  t.same([clock(0), clock(120)], ['2026-03-01', '2026-03-02'])
  const july = Date.parse('2026-07-01T03:30:00Z')
  t.equal(serverDay(july, { utc_offset_min: -240, daylight_saving: 'us' }), '2026-07-01')
})

t.test('times are said plainly where they are plain, and come back as they were', async (t) => {
  const { timesOf, cronOf } = await pageModule<TimeRules>('web/staff/reports/report-times.ts')
  for (const [cron, times] of [
    ['0 6 * * *', { kind: 'daily', time: '06:00' }],
    ['30 7 * * 1-5', { kind: 'workdays', time: '07:30' }],
    ['5 0 * * 0', { kind: 'weekly', weekday: 0, time: '00:05' }],
    ['0 22 31 * *', { kind: 'monthly', day: 31, time: '22:00' }],
    ['*/5 * * * *', { kind: 'other' }],
    ['0 6 1 * 1', { kind: 'other' }],
    ['0 25 * * *', { kind: 'other' }],
    ['0 6 * * 8', { kind: 'other' }],
    ['', { kind: 'other' }],
  ] as const) {
    t.match(timesOf(cron), times, cron)
    t.equal(cronOf(timesOf(cron)), cron)
  }
  t.equal(timesOf('0 6 * * 7').weekday, 0)
})
