import t from 'tap'
import { providerDays } from '../../../engine/calendar/provider-days.js'

const works = (text: string, date: string): boolean =>
  providerDays(text).worksOn({ date, weekday: new Date(date).getUTCDay() || 7 })

t.test('a calendar is of Mondays to Fridays, less days with + and with those of -', async (t) => {
  for (const [text, date, isWorked] of [
    ['', '2026-11-21', true],
    ['', '2026-12-25', true],
    ['+25 Dec', '2026-12-24', true],
    ['+25 Dec', '2026-12-25', false],
    ['+25 Dec', '2027-12-25', false],
    ['+25 Dec', '2026-11-21', false],
    ['+25 Dec', '2026-11-22', false],
    ['+25 Dec', '2026-11-23', true],
    ['+25 Dec;;-21 nov', '2026-11-21', true],
    ['+25 Dec;;-21 nov', '2026-11-22', false],
    ['-1 Jan', '2028-01-01', true],
    ['+1 Jan;;-1 Jan', '2026-01-01', true],
    ['-1 Jan;;+1 Jan', '2026-01-01', false],
    ['+29 Feb', '2028-02-29', false],
    ['+29 Feb', '2026-03-02', true],
  ] as const) {
    t.equal(works(text, date), isWorked, `"${text}" on ${date}`)
  }
})
