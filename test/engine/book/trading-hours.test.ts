import { equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { compileBook } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import {
  isTradingOpen,
  nextTradingOpen,
  tradingHoursAt,
} from '../../../engine/book/trading-hours.js'
import type { ServerClock } from '../../../engine/calendar/server-clock.js'
import type { BookRecords } from '../../../engine/config/book-records.js'
import type { HolidayRecord } from '../../../engine/config/records/holiday.js'
import type { ServerSettingsRecord } from '../../../engine/config/records/server-settings.js'
import type { SymbolSession } from '../../../engine/config/records/symbol.js'
import { EURUSD, givenHoliday, symbolIn } from '../../given/book.js'
import { isOpenNaively, traded, UTC } from '../../given/trading-hours.js'

const MINUTE_MS = 60_000

function trade(day: number, from_min = 0, to_min = 1440): SymbolSession {
  return { day, kind: 'trade', from_min, to_min }
}

const at = (text: string): number => Date.parse(`${text}Z`)
const isOpen = (book: Book, text: string) => isTradingOpen(book, symbolIn(book, 'EURUSD'), at(text))
const shown = (moment: number | undefined) =>
  moment === undefined ? undefined : new Date(moment).toISOString().slice(0, 19)
const next = (book: Book, text: string) =>
  shown(nextTradingOpen(book, symbolIn(book, 'EURUSD'), at(text)))

const WEEK = [1, 2, 3, 4, 5].map((day) => trade(day))

t.test(
  'without trade sessions a symbol is always traded, whatever its quote sessions',
  async (t) => {
    t.ok(isOpen(traded([]), '2026-11-21T12:00'))
    t.ok(isOpen(traded([{ ...trade(1), kind: 'quote' }]), '2026-11-21T12:00'))
  },
)

t.test('a session begins with its first minute and ends before its last', async (t) => {
  const book = traded([trade(5, 60, 1380), trade(5, 1381, 1440)])
  for (const [time, open] of [
    ['2026-11-19T23:59:59.999', false],
    ['2026-11-20T00:59:59.999', false],
    ['2026-11-20T01:00:00.000', true],
    ['2026-11-20T22:59:59.999', true],
    ['2026-11-20T23:00:00.000', false],
    ['2026-11-20T23:00:59.999', false],
    ['2026-11-20T23:01:00.000', true],
    ['2026-11-20T23:59:59.999', true],
    ['2026-11-21T00:00:00.000', false],
  ] as const) {
    t.equal(isOpen(book, time), open, time)
  }
})

t.test('a holiday closes its minutes for the symbols that its masks take', async (t) => {
  const on = (change: Partial<HolidayRecord>, time: string) =>
    isOpen(traded(WEEK, [givenHoliday(change)]), time)
  t.notOk(on({}, '2026-12-25T00:00'))
  t.notOk(on({}, '2026-12-25T23:59:59.999'))
  t.ok(on({}, '2026-12-24T23:59:59.999'))
  const part = { from_min: 720, to_min: 780 }
  t.ok(on(part, '2026-12-25T11:59:59.999'))
  t.notOk(on(part, '2026-12-25T12:00'))
  t.notOk(on(part, '2026-12-25T12:59:59.999'))
  t.ok(on(part, '2026-12-25T13:00'))
  t.ok(on({ enabled: false }, '2026-12-25T12:00'))
  t.ok(on({ year: 2025 }, '2026-12-25T12:00'))
  t.ok(on({ symbols: ['*', '!EURUSD'] }, '2026-12-25T12:00'))
  t.notOk(on({ symbols: ['forex\\*'] }, '2026-12-25T12:00'))
})

t.test('hours are of the server’s wall clock, in summer time and out of it', async (t) => {
  const berlin: ServerClock = { utc_offset_min: 60, daylight_saving: 'eu' }
  const book = traded([trade(5, 600, 660)], [], berlin)
  t.ok(isOpen(book, '2026-03-27T09:00'), 'winter')
  t.notOk(isOpen(book, '2026-03-27T10:00'))
  t.ok(isOpen(book, '2026-04-03T08:00'), 'summer')
  t.notOk(isOpen(book, '2026-04-03T09:00'))
})

t.test('an answer ends where the clock is put forward or back', async (t) => {
  const berlin: ServerClock = { utc_offset_min: 60, daylight_saving: 'eu' }
  // 02:30 to 03:30 on Sundays: in March it is an hour that is not shown, in October one shown twice.
  const book = traded([trade(7, 150, 210)], [], berlin)
  const hours = (text: string) => {
    const { isOpen, until } = tradingHoursAt(book, symbolIn(book, 'EURUSD'), at(text))
    return `${isOpen ? 'open' : 'closed'} until ${shown(until)?.slice(11, 16)}`
  }
  t.equal(hours('2026-03-29T00:50'), 'closed until 01:00')
  t.equal(hours('2026-03-29T01:00'), 'open until 01:30')
  t.equal(hours('2026-10-25T00:30'), 'open until 01:00')
  t.equal(hours('2026-10-25T01:00'), 'closed until 01:30')
  t.equal(hours('2026-10-25T01:30'), 'open until 02:30')
  t.equal(next(book, '2026-10-25T01:00'), '2026-10-25T01:30:00')
})

t.test('the next opening is this moment, or after nights, weekends and holidays', async (t) => {
  const book = traded(
    WEEK.map((session) => ({ ...session, from_min: 60 })),
    [givenHoliday(), givenHoliday({ day: 28, from_min: 0, to_min: 90 })],
  )
  t.equal(next(book, '2026-12-23T12:00'), '2026-12-23T12:00:00')
  t.equal(next(book, '2026-12-24T00:59:59'), '2026-12-24T01:00:00')
  t.equal(next(book, '2026-12-25T00:00'), '2026-12-28T01:30:00')
  const never = traded(
    WEEK,
    Array.from({ length: 12 }, (_, i) => i + 1).flatMap((month) =>
      Array.from({ length: 31 }, (_, day) => givenHoliday({ month, day: day + 1 })),
    ),
  )
  t.equal(next(never, '2026-12-25T00:00'), undefined)
})

t.test('a change of holidays, of the clock or of the symbol is seen at once', async (t) => {
  const book = traded(WEEK)
  const noon = '2026-12-25T12:00'
  t.ok(isOpen(book, noon))
  const after = (change: Partial<BookRecords>) => compileBook({ ...book.records, ...change }, book)
  t.notOk(isOpen(after({ holidays: [givenHoliday()] }), noon))
  t.ok(isOpen(book, noon), 'the book before')
  const ahead = [{ ...UTC, utc_offset_min: 780 } as ServerSettingsRecord]
  t.notOk(isOpen(after({ settings: ahead }), noon), 'Saturday there')
  t.notOk(isOpen(after({ symbols: [{ ...EURUSD, sessions: [trade(1)] }] }), noon))
})

const minute = fc.integer({ min: 0, max: 1440 })
const clocks = fc.constantFrom<ServerClock>(
  UTC,
  { utc_offset_min: 60, daylight_saving: 'eu' },
  { utc_offset_min: -300, daylight_saving: 'us' },
  { utc_offset_min: -90, daylight_saving: 'eu' },
  { utc_offset_min: 345, daylight_saving: 'us' },
  { utc_offset_min: 7, daylight_saving: 'us' },
)
/** Around the changes of the clocks in March and November, and between. */
const days = fc.constantFrom('2026-03-07', '2026-03-28', '2026-06-10', '2026-10-24', '2026-10-31')

t.test('property: open is what a person looks up, from the answer’s start to its end', async () => {
  const session = fc.record({
    day: fc.integer({ min: 1, max: 7 }),
    kind: fc.constantFrom('trade' as const, 'trade' as const, 'quote' as const),
    from_min: minute,
    to_min: minute,
  })
  const closing = fc.tuple(
    minute,
    minute,
    fc.constantFrom(3, 6, 10, 11),
    fc.integer({ min: 1, max: 31 }),
  )
  const cases = fc.record({
    clock: clocks,
    sessions: fc.array(session, { maxLength: 12 }),
    closed: fc.array(closing, { maxLength: 4 }),
    day: days,
    seconds: fc.nat(3 * 86_400),
    share: fc.nat(1_000),
  })
  fc.assert(
    fc.property(cases, ({ clock, sessions, closed, day, seconds, share }) => {
      const holidays = closed.map(([a, b, month, on]) =>
        givenHoliday({ month, day: on, from_min: Math.min(a, b), to_min: Math.max(a, b) }),
      )
      const book = traded(sessions, holidays, clock)
      const symbol = symbolIn(book, 'EURUSD')
      const now = Date.parse(day) + seconds * 1_000
      const { isOpen, from, until } = tradingHoursAt(book, symbol, now)
      equal(from <= now && now < until, true)
      const later = now + Math.floor(((until - 1 - now) * share) / 1_000)
      equal(isOpen, isOpenNaively('trade', sessions, holidays, clock, now))
      equal(isOpen, isOpenNaively('trade', sessions, holidays, clock, later))
      equal(isTradingOpen(book, symbol, later), isOpen)
      const earlier = now - (seconds % 86_400) * 1_000
      const then = isOpenNaively('trade', sessions, holidays, clock, earlier)
      equal(isTradingOpen(book, symbol, earlier), then)
      const opening = nextTradingOpen(book, symbol, now)
      const stop = Math.min(opening ?? now + 86_400_000, now + 86_400_000)
      // Closed until then, minute by minute.
      for (let m = now; m < stop; m += 17 * MINUTE_MS) {
        equal(isOpenNaively('trade', sessions, holidays, clock, m), false)
      }
      if (opening === undefined) return
      equal(isOpenNaively('trade', sessions, holidays, clock, opening), true)
      if (opening > now)
        equal(isOpenNaively('trade', sessions, holidays, clock, opening - 1), false)
    }),
    { numRuns: 3_000 },
  )
})
