import t from 'tap'
import { monthsBefore } from '../../../engine/calendar/calendar.js'

t.test('months back keep the day and time, or take the last day of a shorter month', (t) => {
  const rows: [from: string, months: number, to: string][] = [
    ['2026-03-31T12:30:00.001Z', 1, '2026-02-28T12:30:00.001Z'],
    ['2024-03-31T00:00:00.000Z', 1, '2024-02-29T00:00:00.000Z'],
    ['2026-05-31T23:59:59.999Z', 1, '2026-04-30T23:59:59.999Z'],
    ['2026-01-15T08:00:00.000Z', 1, '2025-12-15T08:00:00.000Z'],
    ['2024-02-29T08:00:00.000Z', 12, '2023-02-28T08:00:00.000Z'],
    ['2026-03-02T10:00:00.000Z', 120, '2016-03-02T10:00:00.000Z'],
  ]
  for (const [from, months, to] of rows) {
    t.equal(new Date(monthsBefore(Date.parse(from), months)).toISOString(), to, from)
  }
  t.end()
})
