import t from 'tap'
import { durationText } from '../../../actors/thread/duration-text.js'

t.test('a duration is told by its two largest units', async (t) => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
  const rows: [ms: number, text: string][] = [
    [0, '0 s'],
    [499, '0 s'],
    [500, '1 s'],
    [59_499, '59 s'],
    [59_500, '1 min 0 s'],
    [minute + 1_000, '1 min 1 s'],
    [hour - 1_000, '59 min 59 s'],
    [hour, '1 h 0 min'],
    [2 * hour + 3 * minute + 59_000, '2 h 3 min'],
    [day - 1_000, '23 h 59 min'],
    [day, '1 day 0 h'],
    [2 * day - 1_000, '1 day 23 h'],
    [3 * day + 4 * hour + 59 * minute, '3 days 4 h'],
  ]
  t.same(
    rows.map(([ms]) => durationText(ms)),
    rows.map(([, text]) => text),
  )
})
