import { equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import {
  nextClockChange,
  type ServerClock,
  wallOffsetMin,
} from '../../../engine/calendar/server-clock.js'
import { dayAfter, serverDayAt, weekdayOf } from '../../../engine/calendar/server-day.js'

const clock = (
  utc_offset_min: number,
  daylight_saving: ServerClock['daylight_saving'] = 'none',
) => ({
  utc_offset_min,
  daylight_saving,
})
const at = (text: string): number => Date.parse(`${text}Z`)
const shown = (moment: number): string => new Date(moment).toISOString().slice(0, 16)

t.test('a day goes from the server’s midnight to the next', async (t) => {
  const day = (given: ServerClock, text: string) => {
    const { date, start, end } = serverDayAt(given, at(text))
    return `${date}: ${shown(start)} to ${shown(end)}`
  }
  t.equal(
    day(clock(0), '2026-11-20T00:00:00.000'),
    '2026-11-20: 2026-11-20T00:00 to 2026-11-21T00:00',
  )
  t.equal(
    day(clock(0), '2026-11-19T23:59:59.999'),
    '2026-11-19: 2026-11-19T00:00 to 2026-11-20T00:00',
  )
  t.equal(day(clock(120), '2026-11-20T22:00'), '2026-11-21: 2026-11-20T22:00 to 2026-11-21T22:00')
  t.equal(day(clock(-300), '2026-11-20T04:59'), '2026-11-19: 2026-11-19T05:00 to 2026-11-20T05:00')
})

t.test('the days on which the clock is put forward and back have 23 and 25 hours', async (t) => {
  const hours = (given: ServerClock, text: string) => {
    const { date, start, end } = serverDayAt(given, at(text))
    return `${date}: ${(end - start) / 3_600_000}`
  }
  t.equal(hours(clock(60, 'eu'), '2026-03-29T12:00'), '2026-03-29: 23')
  t.equal(hours(clock(60, 'eu'), '2026-10-25T12:00'), '2026-10-25: 25')
  t.equal(hours(clock(-300, 'us'), '2026-03-08T12:00'), '2026-03-08: 23')
  t.equal(hours(clock(-300, 'us'), '2026-11-01T12:00'), '2026-11-01: 25')
  // Put back from 00:30 to 23:30: the day before is not there again once its end was.
  t.equal(hours(clock(-90, 'eu'), '2026-10-25T01:15'), '2026-10-25: 25')
  t.equal(hours(clock(-90, 'eu'), '2026-10-25T00:15'), '2026-10-24: 24')
})

t.test('the day after and the weekday of a date', async (t) => {
  t.equal(dayAfter('2026-12-31'), '2027-01-01')
  t.equal(dayAfter('2024-02-28'), '2024-02-29')
  t.equal(dayAfter('2026-02-28'), '2026-03-01')
  t.same(['2026-11-16', '2026-11-21', '2026-11-22', '2024-02-29'].map(weekdayOf), [1, 6, 7, 4])
  t.throws(() => weekdayOf('2026-02-30'))
  t.throws(() => dayAfter('tomorrow'))
})

const clocks = fc.record({
  utc_offset_min: fc.integer({ min: -720, max: 840 }),
  daylight_saving: fc.constantFrom('none', 'eu', 'us'),
})
const moments = fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') })

t.test('property: days follow each other without a gap, each date once', async () => {
  fc.assert(
    fc.property(clocks, moments, (given, from) => {
      const day = serverDayAt(given, from)
      equal(day.start <= from && from < day.end, true)
      equal(serverDayAt(given, day.end - 1).date, day.date)
      const next = serverDayAt(given, day.end)
      equal(next.start, day.end)
      equal(next.date, dayAfter(day.date))
      equal(weekdayOf(next.date), (weekdayOf(day.date) % 7) + 1)
    }),
    { numRuns: 3_000 },
  )
})

t.test('property: the clock has one offset until it is next put forward or back', async () => {
  fc.assert(
    fc.property(clocks, moments, fc.nat(1_000), (given, from, share) => {
      const change = nextClockChange(given, from)
      const offset = wallOffsetMin(given, from)
      if (given.daylight_saving === 'none') return change === Number.POSITIVE_INFINITY
      const between = from + Math.floor(((change - 1 - from) * share) / 1_000)
      equal(change > from && wallOffsetMin(given, between) === offset, true)
      equal(nextClockChange(given, change) > change, true)
      return wallOffsetMin(given, change) !== offset
    }),
    { numRuns: 3_000 },
  )
})
