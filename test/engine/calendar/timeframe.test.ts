import fc from 'fast-check'
import t from 'tap'
import { type ServerClock, wallOffsetMin, wallTime } from '../../../engine/calendar/server-clock.js'
import { periodAt, TIMEFRAMES, type Timeframe } from '../../../engine/calendar/timeframe.js'

function clock(
  utc_offset_min: number,
  daylight_saving: ServerClock['daylight_saving'],
): ServerClock {
  return { utc_offset_min, daylight_saving }
}

function shown(wall: ServerClock, timeframe: Timeframe, at: string): string {
  const { start, end } = periodAt(wall, timeframe, Date.parse(at))
  return [start, end].map((moment) => new Date(moment).toISOString().slice(0, 16)).join(' ')
}

t.test('periods begin on the wall clock, under both rules of summer time', (t) => {
  const helsinki = clock(120, 'eu')
  const newYork = clock(-300, 'us')
  const rows: [ServerClock, Timeframe, string, string][] = [
    [helsinki, 'M1', '2026-03-04T10:05:59.999Z', '2026-03-04T10:05 2026-03-04T10:06'],
    [helsinki, 'M15', '2026-03-04T10:29:00Z', '2026-03-04T10:15 2026-03-04T10:30'],
    [clock(330, 'none'), 'H1', '2026-03-04T10:29:00Z', '2026-03-04T09:30 2026-03-04T10:30'],
    [clock(330, 'none'), 'D1', '2026-03-04T18:29:00Z', '2026-03-03T18:30 2026-03-04T18:30'],
    [helsinki, 'H4', '2026-03-04T10:00:00Z', '2026-03-04T10:00 2026-03-04T14:00'],
    [helsinki, 'D1', '2026-03-04T22:00:00Z', '2026-03-04T22:00 2026-03-05T22:00'],
    [helsinki, 'W1', '2026-03-08T21:59:59Z', '2026-03-01T22:00 2026-03-08T22:00'],
    [helsinki, 'MN', '2026-03-31T20:59:59Z', '2026-02-28T22:00 2026-03-31T21:00'],
    // Put forward at 03:00, to 04:00; put back at 04:00, to 03:00.
    [helsinki, 'H4', '2026-03-29T00:30:00Z', '2026-03-28T22:00 2026-03-29T01:00'],
    [helsinki, 'H4', '2026-03-29T01:00:00Z', '2026-03-29T01:00 2026-03-29T05:00'],
    [helsinki, 'D1', '2026-03-29T12:00:00Z', '2026-03-28T22:00 2026-03-29T21:00'],
    [helsinki, 'H4', '2026-10-25T01:30:00Z', '2026-10-24T21:00 2026-10-25T02:00'],
    [helsinki, 'D1', '2026-10-25T12:00:00Z', '2026-10-24T21:00 2026-10-25T22:00'],
    [newYork, 'D1', '2026-03-08T12:00:00Z', '2026-03-08T05:00 2026-03-09T04:00'],
    [newYork, 'H4', '2026-03-08T06:59:00Z', '2026-03-08T05:00 2026-03-08T08:00'],
    [newYork, 'D1', '2026-11-01T12:00:00Z', '2026-11-01T04:00 2026-11-02T05:00'],
    [newYork, 'W1', '2026-11-01T12:00:00Z', '2026-10-26T04:00 2026-11-02T05:00'],
    [newYork, 'MN', '2026-11-15T12:00:00Z', '2026-11-01T04:00 2026-12-01T05:00'],
    // Put back from 04:30 to 03:30, over a border of four hours; put forward over midnight.
    [clock(150, 'eu'), 'H4', '2026-10-25T01:15:00Z', '2026-10-25T00:30 2026-10-25T05:30'],
    [clock(-90, 'eu'), 'D1', '2026-03-29T01:10:00Z', '2026-03-29T01:00 2026-03-30T00:30'],
  ]
  for (const [wall, timeframe, at, periods] of rows) {
    t.equal(shown(wall, timeframe, at), periods, `${timeframe} at ${at}`)
  }
  t.end()
})

t.test('every moment is in one period, and periods follow each other without a gap', (t) => {
  const clocks = fc.record({
    utc_offset_min: fc.integer({ min: -840, max: 840 }),
    daylight_saving: fc.constantFrom('none' as const, 'eu' as const, 'us' as const),
  })
  const aroundAChange = fc
    .tuple(
      fc.constantFrom('2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-12-31'),
      fc.integer({ min: -172_800_000, max: 172_800_000 }),
    )
    .map(([day, ms]) => Date.parse(day) + ms)
  fc.assert(
    fc.property(clocks, fc.constantFrom(...TIMEFRAMES), aroundAChange, (wall, timeframe, at) => {
      const { start, end } = periodAt(wall, timeframe, at)
      const claims = [
        start <= at && at < end,
        start % 60_000 === 0 && end % 60_000 === 0,
        periodAt(wall, timeframe, start).start === start,
        periodAt(wall, timeframe, end - 1).start === start,
        periodAt(wall, timeframe, end).start === end,
        periodAt(wall, timeframe, start - 1).end === start,
        wall.utc_offset_min % 60 !== 0 || timeframe.startsWith('M') || start % 3_600_000 === 0,
      ]
      t.ok(
        claims.every((claim) => claim),
        `${claims} ${JSON.stringify(wall)} ${timeframe} ${at}`,
      )
    }),
    { numRuns: 2_000 },
  )
  t.end()
})

t.test('days, weeks and months begin at midnight, where the clock shows one', (t) => {
  for (const [offset, rule] of [
    [60, 'eu'],
    [-300, 'us'],
    [330, 'none'],
  ] as const) {
    const wall = clock(offset, rule)
    for (let at = Date.parse('2026-01-01'); at < Date.parse('2027-01-01'); at += 7_200_000) {
      const { start } = periodAt(wall, 'D1', at)
      const { date, minute } = wallTime(wall, start)
      if (minute !== 0 || date !== wallTime(wall, at).date) t.fail(new Date(at).toISOString())
      const week = wallTime(wall, periodAt(wall, 'W1', at).start)
      if (week.weekday !== 1 || week.minute !== 0) t.fail(`week of ${new Date(at).toISOString()}`)
      const month = periodAt(wall, 'MN', at).start
      if (!wallTime(wall, month).date.endsWith('-01')) t.fail(`month of ${at}`)
      t.ok(wallOffsetMin(wall, at) >= offset)
    }
  }
  t.end()
})
