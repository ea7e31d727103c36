import fc from 'fast-check'
import t from 'tap'
import type { HolidayRecord } from '../../../engine/config/records/holiday.js'
import { closingAfter, quoteHoursAt, wasClosedSince } from '../../../engine/pricing/quote-hours.js'
import { givenHoliday } from '../../given/book.js'
import { isOpenNaively, UTC } from '../../given/trading-hours.js'

const PATH = 'Forex\\EURUSD'

type Session = { day: number; kind: 'quote' | 'trade'; from_min: number; to_min: number }

function quoted(...sessions: Session[]) {
  return { path: PATH, sessions }
}

function quote(day: number, from_min = 0, to_min = 1440): Session {
  return { day, kind: 'quote', from_min, to_min }
}

const wall = (text: string): number => Date.parse(`${text}Z`)
const told = (hours: { isOpen: boolean; until: number }): string =>
  `${hours.isOpen ? 'open' : 'closed'} until ${new Date(hours.until).toISOString().slice(0, 16)}`

t.test('without quote sessions a symbol is always open', async (t) => {
  const trade = { ...quote(1, 60, 120), kind: 'trade' } as const
  for (const symbol of [quoted(), quoted(trade)]) {
    const hours = quoteHoursAt(symbol, [], wall('2026-11-20T12:00'))
    t.equal(told(hours), 'open until 2026-11-21T00:00')
  }
})

t.test('day 1 is Monday; from_min is inside a session and to_min is not', async (t) => {
  const symbol = quoted(quote(1, 60, 120), quote(1, 180, 1440), quote(7, 1_320, 1_440))
  const rows = [
    ['2026-11-15T22:00', 'open until 2026-11-16T00:00'],
    ['2026-11-15T21:59', 'closed until 2026-11-15T22:00'],
    ['2026-11-16T00:59', 'closed until 2026-11-16T01:00'],
    ['2026-11-16T01:00', 'open until 2026-11-16T02:00'],
    ['2026-11-16T01:59', 'open until 2026-11-16T02:00'],
    ['2026-11-16T02:00', 'closed until 2026-11-16T03:00'],
    ['2026-11-16T23:59', 'open until 2026-11-17T00:00'],
    ['2026-11-17T00:00', 'closed until 2026-11-18T00:00'],
    ['1969-12-29T01:30', 'open until 1969-12-29T02:00'],
  ] as const
  for (const [at, says] of rows) t.equal(told(quoteHoursAt(symbol, [], wall(at))), says, at)
})

t.test('a holiday closes its minutes of the day for the symbols its masks take', async (t) => {
  const at = (holidays: HolidayRecord[], time: string): string =>
    told(quoteHoursAt(quoted(), holidays, wall(time)))
  t.equal(at([givenHoliday()], '2026-12-25T00:00'), 'closed until 2026-12-26T00:00')
  t.equal(at([givenHoliday()], '2026-12-24T23:59'), 'open until 2026-12-25T00:00')
  t.equal(at([givenHoliday()], '2026-12-26T00:00'), 'open until 2026-12-27T00:00')
  const part = givenHoliday({ from_min: 720, to_min: 780 })
  t.equal(at([part], '2026-12-25T11:59'), 'open until 2026-12-25T12:00')
  t.equal(at([part], '2026-12-25T12:00'), 'closed until 2026-12-25T13:00')
  t.equal(at([part], '2026-12-25T13:00'), 'open until 2026-12-26T00:00')
  const open = 'open until 2026-12-26T00:00'
  t.equal(at([givenHoliday({ enabled: false })], '2026-12-25T12:00'), open)
  t.equal(at([givenHoliday({ year: 2025 })], '2026-12-25T12:00'), open)
  t.equal(at([givenHoliday({ symbols: ['Metals\\*'] })], '2026-12-25T12:00'), open)
  t.equal(at([givenHoliday({ symbols: ['*', '!EURUSD'] })], '2026-12-25T12:00'), open)
})

t.test('a closed stretch between two moments is found', async (t) => {
  const symbol = quoted(quote(1), quote(2), quote(3), quote(4, 0, 600), quote(4, 601, 1440))
  const closed = (from: string, to: string) =>
    wasClosedSince(symbol, [givenHoliday()], wall(from), wall(to))
  t.notOk(closed('2026-11-16T23:50', '2026-11-17T00:10'), 'sessions that meet at midnight')
  t.ok(closed('2026-11-19T09:59', '2026-11-19T10:02'), 'a minute between two sessions')
  t.notOk(closed('2026-11-19T10:01', '2026-11-19T23:59'))
  t.ok(closed('2026-11-19T23:59', '2026-11-20T00:01'))
  t.ok(closed('2026-11-16T00:00', '2026-11-17T00:00'), 'a day and more counts as closed')
  t.notOk(closed('2026-11-16T00:00', '2026-11-16T00:00'))
  t.notOk(closed('2026-11-19T09:00', '2026-11-19T10:00'), 'it closes as the stretch ends')
  t.ok(closed('2026-11-19T09:00', '2026-11-19T10:01'))
  const week = (from: string, to: string) => wasClosedSince(quoted(), [], wall(from), wall(to))
  t.notOk(week('2026-11-16T00:01', '2026-11-17T00:00'), 'a minute less than a day')
})

t.test('the end of a session is found where it is no later than asked', async (t) => {
  const symbol = quoted(quote(1), quote(2), quote(3), quote(4, 0, 600), quote(4, 660, 1440))
  const closing = (from: string, to: string) => closingAfter(symbol, [], wall(from), wall(to))
  const ten = wall('2026-11-19T10:00')
  t.equal(closing('2026-11-16T09:00', '2026-11-19T12:00'), ten, 'days that meet are one session')
  t.equal(closing('2026-11-19T10:00', '2026-11-19T10:00'), ten)
  t.equal(closing('2026-11-16T09:00', '2026-11-19T10:00'), ten)
  t.equal(closing('2026-11-16T09:00', '2026-11-19T09:59'), undefined)
  t.equal(closing('2026-11-19T10:00', '2026-11-19T09:59'), undefined)
})

t.test('nothing changes before the moment that is told', async () => {
  const minute = fc.integer({ min: 0, max: 1440 })
  const session = fc.record({
    day: fc.integer({ min: 1, max: 7 }),
    kind: fc.constantFrom('quote' as const, 'trade' as const),
    from_min: minute,
    to_min: minute,
  })
  const closing = fc.tuple(minute, minute, fc.integer({ min: 16, max: 22 }))
  const sessions = fc.array(session, { maxLength: 8 })
  const holidays = fc.array(closing, { maxLength: 3 })
  const at = fc.integer({ min: wall('2026-11-16T00:00'), max: wall('2026-11-22T23:59') })
  fc.assert(
    fc.property(sessions, holidays, at, fc.nat(1_000), (given, days, from, share) => {
      const closed = days.map(([a, b, day]) =>
        givenHoliday({ month: 11, day, from_min: Math.min(a, b), to_min: Math.max(a, b) }),
      )
      const symbol = quoted(...given)
      const { isOpen, until } = quoteHoursAt(symbol, closed, from)
      const later = from + Math.floor(((until - 1 - from) * share) / 1_000)
      const naive = isOpenNaively('quote', given, closed, UTC, later)
      return until > from && later < until && isOpen === naive
    }),
    { numRuns: 3_000 },
  )
})
