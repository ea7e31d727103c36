import t from 'tap'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../engine/calendar/durations.js'
import {
  type Failing,
  failedAgain,
  isGivenUp,
  retryAfterMs,
} from '../../../engine/webhooks/retries.js'

t.test('waits longer after each failure, and tries for the last time after three days', (t) => {
  const waits: number[] = []
  let failing: Failing | null = null
  for (let now = 0; failing === null || !isGivenUp(failing, now); ) {
    failing = failedAgain(failing, now, null)
    if (isGivenUp(failing, now)) break
    waits.push(failing.nextAt - now)
    now = failing.nextAt
  }
  const rising = [
    5_000,
    30_000,
    2 * MINUTE_MS,
    10 * MINUTE_MS,
    30 * MINUTE_MS,
    HOUR_MS,
    2 * HOUR_MS,
  ]
  t.same(waits.slice(0, 7), rising)
  t.ok(waits.slice(7, -1).every((wait) => wait === 4 * HOUR_MS))
  t.equal(
    waits.reduce((sum, wait) => sum + wait, 0),
    3 * DAY_MS,
  )
  t.end()
})

t.test('waits as long as the receiver asks for, up to a day', (t) => {
  const rows: [header: string | undefined, expected: number | null][] = [
    [undefined, null],
    ['soon', null],
    ['120', 120_000],
    ['Thu, 01 Jan 1970 00:10:00 GMT', 540_000],
    ['Thu, 01 Jan 1970 00:00:30 GMT', 0],
  ]
  for (const [header, expected] of rows)
    t.equal(retryAfterMs(header, MINUTE_MS), expected, String(header))
  t.equal(failedAgain(null, 1_000, 120_000).nextAt, 121_000)
  t.equal(failedAgain(null, 1_000, 9 * DAY_MS).nextAt, 1_000 + DAY_MS)
  t.end()
})
