import t from 'tap'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { type QuoteCalendar, QuotedSymbol } from '../../../engine/pricing/quoted-symbol.js'
import { givenBook, symbolIn } from '../../given/book.js'

const UTC = { utc_offset_min: 0, daylight_saving: 'none' } as const
const CALENDAR: QuoteCalendar = { holidays: [], clock: UTC }
const at = (text: string): number => Date.parse(`2026-03-${text}Z`)
/** A Wednesday. */
const NOON = at('04T12:00:00')
const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6].map((day) => {
  return { day, kind: 'quote', from_min: 0, to_min: 1440 } as const
})

/** An hour of each Wednesday, from noon. */
const open = { day: 3, kind: 'quote', from_min: 720, to_min: 780 } as const

function specOf(change: Partial<SymbolRecord>) {
  return symbolIn(givenBook({ symbols: { EURUSD: { sessions: ALL_DAYS, ...change } } }), 'EURUSD')
}

function given(change: Partial<SymbolRecord> = {}, calendar = CALENDAR): QuotedSymbol {
  return new QuotedSymbol(specOf(change), calendar)
}

t.test('a symbol has no price, no carrier and no source before its first quote', (t) => {
  const symbol = given()
  const { bid, ask, pass, carriers, isCarried, until, isOut, source, followers } = symbol
  t.strictSame(
    { bid, ask, pass, carriers, isCarried, until, isOut, source, followers },
    {
      bid: 0,
      ask: 0,
      pass: 0,
      carriers: 0,
      isCarried: false,
      until: 0,
      isOut: false,
      source: undefined,
      followers: [],
    },
  )
  t.equal(symbol.isDerived, false)
  t.equal(given({ quote_source: 'GBPUSD' }).isDerived, true)
  t.end()
})

t.test('a quote is shown as it is, or with the fixed spread, where that is a market', (t) => {
  const plain = given()
  t.equal(plain.takes(100, 103, NOON), true)
  t.same([plain.bid, plain.ask], [100, 103])
  t.equal(plain.takes(104, 103, NOON), false)
  t.same([plain.bid, plain.ask], [100, 103], 'what is not taken changes nothing')
  const fixed = given({ spread_pts: 10, spread_balance_pts: -4 })
  t.equal(fixed.takes(100, 103, NOON), true)
  t.same([fixed.bid, fixed.ask], [96, 106])
  t.equal(fixed.takes(4, 8, NOON), false, 'a bid of nothing')
  t.same([fixed.bid, fixed.ask], [96, 106])
  t.end()
})

t.test('the quote of a source is a market with its markups, before any fixed spread', (t) => {
  const source = given()
  source.takes(100, 110, NOON)
  const markups = (bid: number, ask: number) => {
    return { quote_markup_bid_pts: bid, quote_markup_ask_pts: ask }
  }
  const marked = given({ quote_source: 'GBPUSD', ...markups(-3, 5) })
  t.equal(marked.takesFrom(source, NOON), true)
  t.same([marked.bid, marked.ask], [97, 115])
  for (const spread_pts of [0, 20]) {
    const crossed = given({ quote_source: 'GBPUSD', spread_pts, ...markups(8, -3) })
    t.equal(crossed.takesFrom(source, NOON), false, `spread ${spread_pts}`)
    t.same([crossed.bid, crossed.ask], [0, 0])
  }
  t.end()
})

t.test('nothing is taken while it is closed, as its hours and holidays are now', (t) => {
  const symbol = given({ sessions: [open] })
  const taken = (time: string): boolean => symbol.takes(100, 103, at(time))
  t.same(
    ['04T11:59:59.999', '04T12:00:00', '04T12:59:59.999', '04T13:00:00', '05T12:30:00'].map(taken),
    [false, true, true, false, false],
  )
  t.equal(taken('04T12:30:00'), true, 'a clock that was set back')
  symbol.configure(specOf({ sessions: [{ ...open, to_min: 740 }] }))
  t.equal(taken('04T12:30:01'), false, 'its hours are others at once')
  symbol.configure(specOf({ sessions: [open] }))
  t.equal(taken('04T12:30:02'), true)
  symbol.follow({ holidays: [], clock: { ...UTC, utc_offset_min: 120 } })
  t.equal(taken('04T12:30:03'), false, 'so is the clock')
  t.end()
})

t.test(
  'a price may be traded at until it is too old or its session ends, and not at all closed',
  (t) => {
    const symbol = given({ sessions: [open], quote_max_age_sec: 60 })
    t.equal(symbol.usableUntil(NOON), NOON + 60_000)
    t.equal(symbol.usableUntil(at('04T12:59:30')), at('04T13:00:00') - 1)
    t.equal(symbol.usableUntil(at('04T13:00:00')), at('04T13:00:00'))
    t.equal(symbol.usableUntil(at('04T12:10:00')), at('04T12:11:00'), 'a clock that was set back')
    symbol.configure(specOf({ sessions: [open], quote_max_age_sec: 30 }))
    t.equal(symbol.usableUntil(NOON), NOON + 30_000)
    const expected = (change: Partial<SymbolRecord>, time: string) =>
      given({ sessions: [open], ...change }).isExpected(at(time))
    t.same(
      ['04T12:01:59.999', '04T12:02:00', '04T12:59:59'].map((time) =>
        expected({ quote_max_age_sec: 0 }, time),
      ),
      [false, true, true],
      'two minutes where a price never grows too old',
    )
    t.equal(expected({ quote_max_age_sec: 60 }, '04T12:01:01'), true)
    t.equal(expected({ quote_max_age_sec: 240 }, '04T12:03:59'), false)
    t.equal(expected({ quote_max_age_sec: 60, trade_access: 'disabled' }, '04T12:30:00'), false)
    t.end()
  },
)

t.test(
  'a jump is kept back, but for one in other points, of another source or after a close',
  (t) => {
    const base = { filter_max_jump_pts: 10 }
    const jumps = (change: Partial<SymbolRecord> | undefined): boolean => {
      const symbol = given(base)
      t.equal(symbol.takes(1000, 1003, NOON), true)
      t.equal(symbol.takes(1010, 1013, NOON + 1), true)
      if (change !== undefined) symbol.configure(specOf({ ...base, ...change }))
      return symbol.takes(2000, 2003, NOON + 2)
    }
    t.same([jumps(undefined), jumps({}), jumps({ spread_pts: 5 })], [false, false, false])
    t.equal(jumps({ quote_source: 'GBPUSD' }), true)
    t.equal(jumps({ digits: 4 }), true)
    t.equal(jumps({ filter_max_jump_pts: 0 }), true)
    t.throws(() => given().configure({ ...specOf({}), id: 99 }), /a symbol keeps its id/)
    t.end()
  },
)

t.test('by the server’s clock: the first quote after a close is compared with none', (t) => {
  const clock = { ...UTC, utc_offset_min: 120 }
  const sessions = [open, { ...open, day: 4 }]
  const terms = { sessions, filter_max_jump_pts: 10, quote_max_age_sec: 60 }
  const symbol = given(terms, { holidays: [], clock })
  t.equal(symbol.takes(1000, 1003, at('04T09:59:59')), false)
  t.equal(symbol.takes(1000, 1003, at('04T10:00:00')), true)
  t.equal(symbol.usableUntil(at('04T10:59:30')), at('04T11:00:00') - 1)
  t.equal(symbol.usableUntil(at('04T10:30:00')), at('04T10:31:00'))
  t.equal(symbol.takes(2000, 2003, at('04T11:00:00')), false)
  t.equal(symbol.takes(2000, 2003, at('05T10:00:00')), true)
  t.equal(symbol.takes(1000, 1003, at('05T10:20:00')), false, 'a jump, though it was long ago')
  symbol.configure(specOf({ ...terms, spread_pts: 10, spread_balance_pts: -4 }))
  t.equal(symbol.takes(2001, 2003, at('05T10:20:01')), true)
  t.same([symbol.bid, symbol.ask], [1997, 2007], 'the spread is the new one')
  t.end()
})
