import { equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { compileBook } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { nextTradingTimes } from '../../../engine/book/trading-times.js'
import type { ServerClock } from '../../../engine/calendar/server-clock.js'
import type { HolidayRecord } from '../../../engine/config/records/holiday.js'
import type { ServerSettingsRecord } from '../../../engine/config/records/server-settings.js'
import type { SymbolSession } from '../../../engine/config/records/symbol.js'
import { givenHoliday, symbolIn } from '../../given/book.js'
import { isOpenNaively, traded } from '../../given/trading-hours.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const week = [1, 2, 3, 4, 5].map(
  (day): SymbolSession => ({ day, kind: 'trade', from_min: 60, to_min: 1380 }),
)

function times(book: Book, text: string): string {
  const found = nextTradingTimes(book, symbolIn(book, 'EURUSD'), Date.parse(`${text}Z`))
  const shown = (at: number | null) => (at === null ? '-' : new Date(at).toISOString().slice(0, 16))
  return `${shown(found.opensAt)} ${shown(found.closesAt)}`
}

t.test('a clock that is set back is computed again', (t) => {
  const book = traded(week)
  t.equal(times(book, '2026-03-02T23:30'), '2026-03-03T01:00 2026-03-03T23:00')
  t.equal(times(book, '2026-03-02T12:00'), '2026-03-03T01:00 2026-03-02T23:00')
  t.equal(times(book, '2026-03-02T00:30'), '2026-03-02T01:00 2026-03-02T23:00')
  t.end()
})

t.test('the next opening and the next closing, over nights, weekends and holidays', async (t) => {
  const book = traded(week, [givenHoliday({ day: 28, from_min: 0, to_min: 90 })])
  t.equal(times(book, '2026-12-22T12:00'), '2026-12-23T01:00 2026-12-22T23:00', 'open')
  t.equal(times(book, '2026-12-23T00:30'), '2026-12-23T01:00 2026-12-23T23:00', 'closed')
  t.equal(times(book, '2026-12-25T22:59'), '2026-12-28T01:30 2026-12-25T23:00')
  t.equal(times(book, '2026-12-25T23:00'), '2026-12-28T01:30 2026-12-28T23:00')
})

t.test('what never happens is null', async (t) => {
  t.equal(times(traded([]), '2026-03-01T00:00'), '- -', 'always open')
  const yearly = traded([], [givenHoliday({})])
  t.equal(times(yearly, '2026-12-26T00:00'), '2027-12-26T00:00 2027-12-25T00:00', 'in a year')
  t.equal(times(traded([], [givenHoliday({ year: 2020 })]), '2026-03-01T00:00'), '- -')
  t.equal(times(traded([], [givenHoliday({ enabled: false })]), '2026-03-01T00:00'), '- -')
  t.equal(times(traded([], [givenHoliday({ symbols: ['GBP*'] })]), '2026-03-01T00:00'), '- -')
  const none = [{ day: 1, kind: 'trade', from_min: 60, to_min: 60 }] as const
  t.equal(times(traded(none), '2026-03-01T00:00'), '- -', 'a session without a minute')
})

t.test('holidays and the clock that change are counted at once', async (t) => {
  const book = traded(week)
  t.equal(times(book, '2026-12-22T12:00'), '2026-12-23T01:00 2026-12-22T23:00')
  const closed = compileBook({ ...book.records, holidays: [givenHoliday({ day: 23 })] }, book)
  t.equal(symbolIn(closed, 'EURUSD'), symbolIn(book, 'EURUSD'), 'the same symbol')
  t.equal(times(closed, '2026-12-22T12:00'), '2026-12-24T01:00 2026-12-22T23:00')
  const settings = [{ utc_offset_min: 120, daylight_saving: 'none' } as ServerSettingsRecord]
  const moved = compileBook({ ...book.records, settings }, book)
  t.equal(times(moved, '2026-12-22T12:00'), '2026-12-22T23:00 2026-12-22T21:00')
})

t.test('they are those of a walk from minute to minute', async () => {
  const minute = fc.constantFrom(0, 1, 59, 60, 90, 120, 150, 210, 720, 1339, 1440)
  const session = fc.tuple(fc.integer({ min: 1, max: 7 }), minute, minute).map(
    ([day, a, b]): SymbolSession => ({
      day,
      kind: 'trade' as const,
      from_min: Math.min(a, b),
      to_min: Math.max(a, b),
    }),
  )
  const cases = fc.record({
    clock: fc.record({
      utc_offset_min: fc.constantFrom(-480, -210, 0, 60, 120, 345, 720),
      daylight_saving: fc.constantFrom('none' as const, 'eu' as const, 'us' as const),
    }),
    sessions: fc.array(session, { maxLength: 8 }),
    // Days around which clocks are put forward and back.
    begin: fc.constantFrom('2026-03-07', '2026-03-28', '2026-10-24', '2026-10-31', '2026-12-24'),
    closed: fc.array(fc.tuple(fc.nat(6), minute, minute), { maxLength: 3 }),
    seconds: fc.nat(2 * 86_400),
    later: fc.nat(86_400),
  })
  fc.assert(
    fc.property(cases, ({ clock, sessions, begin, closed, seconds, later }) => {
      const holidays = closed.map(([days, a, b], i) => {
        const [, month, day] = new Date(Date.parse(begin) + days * DAY_MS)
          .toISOString()
          .slice(0, 10)
          .split('-')
        const hours = { from_min: Math.min(a, b), to_min: Math.max(a, b) }
        return givenHoliday({ id: i + 1, month: Number(month), day: Number(day), ...hours })
      })
      const book = traded(sessions, holidays, clock)
      const now = Date.parse(begin) + seconds * 1_000
      // The second answer may be a remembered one.
      for (const at of [now, now + later * 1_000]) {
        const found = nextTradingTimes(book, symbolIn(book, 'EURUSD'), at)
        const naive = walked(sessions, holidays, clock, at)
        equal(within(found.opensAt, at), naive.opensAt)
        equal(within(found.closesAt, at), naive.closesAt)
      }
    }),
    { numRuns: 60 },
  )
})

const WALK_MS = 8 * DAY_MS
const within = (moment: number | null, now: number): number | null =>
  moment !== null && moment < now + WALK_MS ? moment : null

function walked(
  sessions: readonly SymbolSession[],
  holidays: readonly HolidayRecord[],
  clock: ServerClock,
  now: number,
): { readonly opensAt: number | null; readonly closesAt: number | null } {
  let opensAt: number | null = null
  let closesAt: number | null = null
  let wasOpen = isOpenNaively('trade', sessions, holidays, clock, now)
  const first = Math.floor(now / MINUTE_MS) * MINUTE_MS + MINUTE_MS
  for (let at = first; at < now + WALK_MS; at += MINUTE_MS) {
    const isOpen = isOpenNaively('trade', sessions, holidays, clock, at)
    if (isOpen && !wasOpen) opensAt ??= at
    if (!isOpen && wasOpen) closesAt ??= at
    if (opensAt !== null && closesAt !== null) break
    wasOpen = isOpen
  }
  return { opensAt, closesAt }
}
