import t from 'tap'
import { CronTimes } from '../../../actors/thread/cron-times.js'
import type { ServerClock } from '../../../engine/calendar/server-clock.js'
import { CRON_TEXT_MAX } from '../../../engine/limits/jobs.js'

const UTC: ServerClock = { utc_offset_min: 0, daylight_saving: 'none' }
/** Central Europe: on the 29th of March 2026 02:00 becomes 03:00, on the 25th of October 03:00 becomes 02:00. */
const EUROPE: ServerClock = { utc_offset_min: 60, daylight_saving: 'eu' }
/** New York: on the 8th of March, and on the 1st of November. */
const AMERICA: ServerClock = { utc_offset_min: -300, daylight_saving: 'us' }

function timesOf(text: string, clock: ServerClock, after: string, count: number): string[] {
  const times = CronTimes.of(text)
  const found: string[] = []
  let at = Date.parse(after)
  for (let i = 0; i < count; i++) {
    at = times.next(clock, at) ?? Number.NaN
    found.push(new Date(at).toISOString().slice(0, -5))
  }
  return found
}

t.test('times are those of the wall clock, and come after the one asked from', async (t) => {
  const days = ['2026-01-01T02:30:00', '2026-01-02T02:30:00']
  t.same(timesOf('30 2 * * *', UTC, '2026-01-01T02:29:59.999Z', 2), days)
  t.same(timesOf('30 2 * * *', UTC, '2026-01-01T02:30:00Z', 1), days.slice(1))
  t.same(timesOf('30 2 * * *', { ...UTC, utc_offset_min: 330 }, '2026-01-01T00:00:00Z', 1), [
    '2026-01-01T21:00:00',
  ])
  t.same(timesOf('*/20 * * * * *', UTC, '2026-01-01T00:00:00Z', 3), [
    '2026-01-01T00:00:20',
    '2026-01-01T00:00:40',
    '2026-01-01T00:01:00',
  ])
  t.same(timesOf('0 6 * * MON', UTC, '2026-01-01T00:00:00Z', 1), ['2026-01-05T06:00:00'])
  t.same(timesOf('0 0 L * *', UTC, '2026-02-01T00:00:00Z', 1), ['2026-02-28T00:00:00'])
  t.same(timesOf('0 0 29 2 *', UTC, '2026-02-01T00:00:00Z', 1), ['2028-02-29T00:00:00'])
})

t.test('the newest time is the last one that is over', async (t) => {
  for (const [text, clock, at, newest] of [
    ['55 23 * * *', UTC, '2026-03-05T00:10:00Z', '2026-03-04T23:55:00'],
    ['55 23 * * *', UTC, '2026-03-04T23:55:00Z', '2026-03-04T23:55:00'],
    ['* * * * *', UTC, '2026-03-05T00:10:30Z', '2026-03-05T00:10:00'],
    ['0 6 * * MON', UTC, '2026-01-04T00:00:00Z', '2025-12-29T06:00:00'],
    ['0 0 29 2 *', UTC, '2027-01-01T00:00:00Z', '2024-02-29T00:00:00'],
    ['30 2 * * *', EUROPE, '2026-03-29T01:00:00Z', '2026-03-29T01:00:00'],
    ['30 2 * * *', EUROPE, '2026-10-25T01:45:00Z', '2026-10-25T00:30:00'],
  ] as const) {
    const found = CronTimes.of(text).newest(clock, Date.parse(at)) ?? 0
    t.equal(new Date(found).toISOString().slice(0, -5), newest, `${text} at ${at}`)
  }
})

t.test('a time that the clock is put forward over comes when it is put forward', async (t) => {
  t.same(timesOf('30 2 * * *', EUROPE, '2026-03-28T00:00:00Z', 3), [
    '2026-03-28T01:30:00',
    '2026-03-29T01:00:00',
    '2026-03-30T00:30:00',
  ])
  // Three times in the hour that is left out are one.
  t.same(timesOf('0,20,40 2 * * *', EUROPE, '2026-03-28T23:00:00Z', 2), [
    '2026-03-29T01:00:00',
    '2026-03-30T00:00:00',
  ])
  t.same(timesOf('30 2 * * *', AMERICA, '2026-03-08T00:00:00Z', 2), [
    '2026-03-08T07:00:00',
    '2026-03-09T06:30:00',
  ])
})

t.test('a time that the clock shows twice comes the first time', async (t) => {
  const days = ['2026-10-25T00:30:00', '2026-10-26T01:30:00']
  t.same(timesOf('30 2 * * *', EUROPE, '2026-10-24T22:00:00Z', 2), days)
  for (const after of ['00:30:00', '00:45:00', '01:00:00', '01:29:00', '01:45:00', '02:00:00']) {
    const next = timesOf('30 2 * * *', EUROPE, `2026-10-25T${after}Z`, 1)
    t.same(next, days.slice(1), `after ${after}`)
  }
  t.same(timesOf('0 3 * * *', EUROPE, '2026-10-25T00:30:00Z', 1), ['2026-10-25T02:00:00'])
  t.same(timesOf('30 1 * * *', AMERICA, '2026-11-01T00:00:00Z', 2), [
    '2026-11-01T05:30:00',
    '2026-11-02T06:30:00',
  ])
})

t.test('each hour is each hour that passes, whatever the clock shows', async (t) => {
  t.same(timesOf('17 * * * *', EUROPE, '2026-10-25T00:00:00Z', 3), [
    '2026-10-25T00:17:00',
    '2026-10-25T01:17:00',
    '2026-10-25T02:17:00',
  ])
  t.same(timesOf('17 * * * *', EUROPE, '2026-03-29T00:00:00Z', 3), [
    '2026-03-29T00:17:00',
    '2026-03-29T01:17:00',
    '2026-03-29T02:17:00',
  ])
  t.same(timesOf('0 * * * *', EUROPE, '2026-03-29T00:00:00Z', 2), [
    '2026-03-29T01:00:00',
    '2026-03-29T02:00:00',
  ])
})

t.test('a year of a day over both changes has as many runs as days', async (t) => {
  for (const clock of [UTC, EUROPE, AMERICA]) {
    for (const hour of [0, 1, 2, 3, 12, 23]) {
      const times = CronTimes.of(`30 ${hour} * * *`)
      const end = Date.UTC(2027, 0, 1, 12)
      let at = Date.UTC(2026, 0, 1, 12)
      let runs = 0
      for (;;) {
        const next = times.next(clock, at) ?? Number.NaN
        t.ok(next > at)
        if (next > end) break
        at = next
        runs++
      }
      t.equal(runs, 365, `${clock.daylight_saving} at ${hour}`)
    }
  }
})

t.test('what is no expression is refused, and so is one whose time never comes', async (t) => {
  const refused: readonly (readonly [string, RegExp])[] = [
    ['', /five fields/],
    ['0 2 * *', /five fields/],
    ['0 0 2 * * * 2027', /five fields/],
    ['@daily', /five fields/],
    ['60 * * * *', /is no cron expression: Invalid value for minute: 60/],
    ['*/0 * * * *', /is no cron expression/],
    ['0 22-2 * * *', /is no cron expression/],
    ['0 ? * * *', /character/],
    ['0 0 +1 * 1', /character/],
    ['0\t2 * * *', /five fields/],
    ['0 0 30 2 *', /no time that ever comes/],
    ['0 0 31 2,4,6,9,11 *', /no time that ever comes/],
  ]
  for (const [text, message] of refused) {
    t.throws(() => CronTimes.of(text), { name: 'CronError', message }, text)
  }
  const longest = `${'0,'.repeat((CRON_TEXT_MAX - 10) / 2)}0 2 * * *`
  t.equal(longest.length, CRON_TEXT_MAX - 1)
  t.equal(CronTimes.of(`${longest} `).text, longest)
  t.throws(() => CronTimes.of(`${longest}  `), { message: /more than 100 characters/ })
})

t.test(
  'a day that lies behind a change of the clock begins by the clock of that day',
  async (t) => {
    t.same(timesOf('0 * 1 * *', EUROPE, '2026-03-01T21:59:59Z', 2), [
      '2026-03-01T22:00:00',
      '2026-03-31T22:00:00',
    ])
    t.same(timesOf('0 * 1 * *', EUROPE, '2026-10-01T20:59:59Z', 2), [
      '2026-10-01T21:00:00',
      '2026-10-31T23:00:00',
    ])
  },
)
