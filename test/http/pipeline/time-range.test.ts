import t from 'tap'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { readTimeRange } from '../../../http/pipeline/time-range.js'

const CLOCK = { utc_offset_min: 120, daylight_saving: 'none' } as const

t.test('times are those of UTC, days those of the server, from first to last moment', (t) => {
  const of = (from?: string, to?: string) =>
    readTimeRange({ ...(from && { from }), ...(to && { to }) }, CLOCK)
  const [day, moment] = [Date.UTC(2026, 0, 5), '2026-01-05T12:00:00.000Z']
  const hour = 3_600_000
  t.strictSame(of(), {})
  t.strictSame(of('2026-01-05'), { from: day - 2 * hour })
  t.strictSame(of(undefined, '2026-01-05'), { to: day + 22 * hour - 1 })
  t.strictSame(of('2026-01-05', '2026-01-05'), { from: day - 2 * hour, to: day + 22 * hour - 1 })
  t.strictSame(of(moment, moment), { from: day + 12 * hour, to: day + 12 * hour })
  const none = say('field.no_such_time')
  for (const wrong of ['2026-02-30', '2026-02-30T00:00:00.000Z', 'T']) {
    t.same(of(wrong), refuseField('from', none), wrong)
    t.same(of(undefined, wrong), refuseField('to', none), wrong)
  }
  const before = say('field.before_from_time')
  t.same(of(moment, '2026-01-05T11:59:59.999Z'), refuseField('to', before))
  t.end()
})
