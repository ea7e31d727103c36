import t from 'tap'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import { periodAt, TIMEFRAMES } from '../../engine/calendar/timeframe.js'
import { pageModules } from '../given/page-module.js'

// Bars of a chart begin and end when the server's do, whatever its clock.

const { clock, bars } = await pageModules<{
  clock: { takeServerClock(clock: ServerClock): void }
  bars: {
    beginOfBar(timeframe: string, at: number): number | null
    secondsLeft(timeframe: string, at: number): number
  }
}>({ clock: 'web/link/clock.ts', bars: 'web/chart/bar-times.ts' })

const CLOCKS: readonly ServerClock[] = [
  { utc_offset_min: 0, daylight_saving: 'none' },
  { utc_offset_min: 120, daylight_saving: 'eu' },
  { utc_offset_min: -300, daylight_saving: 'us' },
  { utc_offset_min: 330, daylight_saving: 'none' },
]
const MOMENTS = [
  '2026-01-05T09:59:59Z',
  '2026-03-07T22:30:00Z',
  '2026-03-28T23:10:00Z',
  '2026-07-06T01:00:00Z',
  '2026-10-25T03:20:00Z',
]

t.test('a bar begins and ends with that of the server', async (t) => {
  for (const own of CLOCKS) {
    clock.takeServerClock(own)
    for (const moment of MOMENTS) {
      const at = Date.parse(moment)
      for (const timeframe of TIMEFRAMES) {
        const { start, end } = periodAt(own, timeframe, at)
        const about = `${timeframe} at ${moment}, ${own.utc_offset_min} ${own.daylight_saving}`
        const isFixed = !['H4', 'D1', 'W1', 'MN'].includes(timeframe)
        t.equal(bars.beginOfBar(timeframe, at), isFixed ? start : null, `begin of ${about}`)
        t.equal(bars.secondsLeft(timeframe, at), Math.ceil((end - at) / 1_000), `end of ${about}`)
      }
    }
  }
})
