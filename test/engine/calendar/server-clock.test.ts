import t from 'tap'
import {
  dayEnd,
  dayStart,
  type ServerClock,
  wallOffsetMin,
  wallTime,
} from '../../../engine/calendar/server-clock.js'

const at = (text: string): number => Date.parse(text)
const clock = (utc_offset_min: number, daylight_saving: ServerClock['daylight_saving']) => ({
  utc_offset_min,
  daylight_saving,
})

t.test('without summer time the offset is the same all year', (t) => {
  for (const month of ['01', '04', '07', '11']) {
    t.equal(wallOffsetMin(clock(-300, 'none'), at(`2026-${month}-15T12:00:00Z`)), -300)
  }
  t.end()
})

// The days of the changes as the authorities publish them.
t.test('summer time of the European Union: at 01:00 UTC on the last Sundays', (t) => {
  for (const [year, from, to] of [
    [2024, '03-31', '10-27'],
    [2025, '03-30', '10-26'],
    [2026, '03-29', '10-25'],
    [2027, '03-28', '10-31'],
  ] as const) {
    for (const offset of [0, 120]) {
      const eu = clock(offset, 'eu')
      t.equal(wallOffsetMin(eu, at(`${year}-${from}T00:59:59.999Z`)), offset)
      t.equal(wallOffsetMin(eu, at(`${year}-${from}T01:00:00Z`)), offset + 60)
      t.equal(wallOffsetMin(eu, at(`${year}-${to}T00:59:59.999Z`)), offset + 60)
      t.equal(wallOffsetMin(eu, at(`${year}-${to}T01:00:00Z`)), offset)
    }
  }
  t.end()
})

t.test(
  'summer time of the United States: at 02:00 of the clock, New York at 07:00 and 06:00 UTC',
  (t) => {
    const newYork = clock(-300, 'us')
    for (const [year, from, to] of [
      [2024, '03-10', '11-03'],
      [2025, '03-09', '11-02'],
      [2026, '03-08', '11-01'],
      [2027, '03-14', '11-07'],
    ] as const) {
      t.equal(wallOffsetMin(newYork, at(`${year}-${from}T06:59:59.999Z`)), -300)
      t.equal(wallOffsetMin(newYork, at(`${year}-${from}T07:00:00Z`)), -240)
      t.equal(wallOffsetMin(newYork, at(`${year}-${to}T05:59:59.999Z`)), -240)
      t.equal(wallOffsetMin(newYork, at(`${year}-${to}T06:00:00Z`)), -300)
    }
    t.end()
  },
)

t.test('wall time has the day, the minute and the weekday of the place', (t) => {
  const sunday = at('2026-03-29T22:30:00Z')
  t.same(wallTime(clock(60, 'eu'), sunday), { date: '2026-03-30', minute: 30, weekday: 1 })
  t.same(wallTime(clock(60, 'none'), sunday), { date: '2026-03-29', minute: 1410, weekday: 7 })
  t.same(wallTime(clock(-720, 'none'), sunday), { date: '2026-03-29', minute: 630, weekday: 7 })
  t.end()
})

// The host knows the zones of the world: an independent account of the same rules.
t.test('every hour of four years agrees with the zones of Berlin and New York', (t) => {
  for (const [zone, rule] of [
    ['Europe/Berlin', clock(60, 'eu')],
    ['America/New_York', clock(-300, 'us')],
  ] as const) {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    let wrong = 0
    for (let now = at('2025-01-01T00:30:00Z'); now < at('2029-01-01T00:00:00Z'); now += 3_600_000) {
      const parts = Object.fromEntries(format.formatToParts(now).map((p) => [p.type, p.value]))
      const { date, minute } = wallTime(rule, now)
      const theirs = `${parts['year']}-${parts['month']}-${parts['day']}`
      const theirMinute = Number(parts['hour']) * 60 + Number(parts['minute'])
      if (date !== theirs || minute !== theirMinute) wrong++
    }
    t.equal(wrong, 0, zone)
  }
  t.end()
})

t.test(
  'a day begins and ends on the wall clock, also where the clock is put forward or back',
  (t) => {
    const rows: [ReturnType<typeof clock>, string, string, string][] = [
      [clock(0, 'none'), '2026-03-03', '2026-03-03T00:00:00.000Z', '2026-03-03T23:59:59.999Z'],
      [clock(120, 'eu'), '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T20:59:59.999Z'],
      [clock(120, 'eu'), '2026-10-25', '2026-10-24T21:00:00.000Z', '2026-10-25T21:59:59.999Z'],
      [clock(-300, 'us'), '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
      [clock(-60, 'eu'), '2026-03-29', '2026-03-29T01:00:00.000Z', '2026-03-29T23:59:59.999Z'],
      [clock(-60, 'eu'), '2026-10-25', '2026-10-25T00:00:00.000Z', '2026-10-26T00:59:59.999Z'],
      [clock(0, 'none'), '9999-12-31', '9999-12-31T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ]
    for (const [wall, day, from, to] of rows) {
      t.equal(new Date(dayStart(wall, day)).toISOString(), from, day)
      t.equal(new Date(dayEnd(wall, day)).toISOString(), to, day)
    }
    t.end()
  },
)
