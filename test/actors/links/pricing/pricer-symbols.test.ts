import t from 'tap'
import { BOARD_SYMBOLS_MAX } from '../../../../actors/shared/price-board.js'
import { givenHoliday } from '../../../given/book.js'
import { GivenPricer } from '../../../given/pricer.js'

/** The effect of a symbol's own settings on its quotes. */

const CHRISTMAS = givenHoliday({ symbols: ['EUR*'] })

const DAYS = [1, 2, 3, 4, 5, 6, 7]
const session = (day: number, from_min = 0, to_min = 1440) =>
  ({ day, kind: 'quote', from_min, to_min }) as const

t.test('a fixed spread keeps the bid, moved by the spread balance', async (t) => {
  const rows = [
    [20, 0, '110000 110020'],
    [20, -10, '109990 110010'],
    [3, 5, '110005 110008'],
    [0, 5, '110000 110007'],
  ] as const
  for (const [spread_pts, spread_balance_pts, shown] of rows) {
    const given = new GivenPricer({ EURUSD: { spread_pts, spread_balance_pts } })
    given.quote(1, 'EURUSD', '1.10000', '1.10007')
    t.equal(given.at(1), shown)
  }
})

t.test('a spread balance that takes the bid to nothing leaves the price as it was', async (t) => {
  const given = new GivenPricer({ EURUSD: { spread_pts: 1, spread_balance_pts: -5 } })
  given.quote(1, 'EURUSD', '0.00006', '0.00007')
  given.quote(1, 'EURUSD', '0.00005', '0.00006')
  t.equal(given.at(1), '1 2')
})

t.test('a jump waits for two more quotes that agree', async (t) => {
  const given = new GivenPricer({ EURUSD: { filter_max_jump_pts: 100 } })
  given.quote(1, 'EURUSD', '1.10000', '1.10010')
  given.quote(1, 'EURUSD', '1.10100', '1.10110', 1)
  t.equal(given.at(1), '110100 110110', 'the limit itself is no jump')
  given.quote(1, 'EURUSD', '1.10201', '1.10210', 1)
  given.quote(1, 'EURUSD', '1.10202', '1.10210', 1)
  t.equal(given.at(1), '110100 110110')
  given.quote(1, 'EURUSD', '1.10203', '1.10210', 1)
  t.equal(given.at(1), '110203 110210')
})

t.test('a fixed spread does not hide a jump, and is none itself', async (t) => {
  const given = new GivenPricer({ EURUSD: { filter_max_jump_pts: 100, spread_pts: 500 } })
  given.quote(1, 'EURUSD', '1.10000', '1.10010')
  given.quote(1, 'EURUSD', '1.10001', '1.10010', 1)
  t.equal(given.at(1), '110001 110501')
  given.quote(1, 'EURUSD', '1.10200', '1.10210', 1)
  t.equal(given.at(1), '110001 110501')
})

t.test('a feed whose quotes wait for the filter still owns the symbol', async (t) => {
  const given = new GivenPricer({ EURUSD: { filter_max_jump_pts: 100 } })
  given.quote(1, 'EURUSD', '1.10000', '1.10010')
  given.quote(1, 'EURUSD', '1.20000', '1.20010', 9_000)
  given.quote(2, 'EURUSD', '1.10001', '1.10010', 9_000)
  t.equal(given.at(1), '110000 110010')
})

t.test('outside its quote sessions a symbol takes nothing, by the wall clock', async (t) => {
  const given = new GivenPricer({ EURUSD: { sessions: [session(3, 840, 841)] } })
  given.clock = { utc_offset_min: 120, daylight_saving: 'none' }
  given.replace()
  given.now = Date.parse('2026-11-18T11:59:59.999Z')
  given.quote(1, 'EURUSD', '1.1', '1.2')
  t.equal(given.at(1), 'none')
  given.quote(1, 'EURUSD', '1.1', '1.2', 1)
  t.equal(given.at(1), '110000 120000', '14:00 on a server two hours ahead')
  given.quote(1, 'EURUSD', '1.11', '1.2', 60_000)
  t.equal(given.at(1), '110000 120000', 'and the price stays as it was')
})

t.test('trade sessions do not close quotes', async (t) => {
  const given = new GivenPricer({ EURUSD: { sessions: [{ ...session(1), kind: 'trade' }] } })
  given.quote(1, 'EURUSD', '1.1', '1.2')
  t.equal(given.at(1), '110000 120000')
})

t.test('a holiday closes its minutes for the symbols it takes', async (t) => {
  const given = new GivenPricer({ EURUSD: {}, USDJPY: {} })
  given.holidays = [{ ...CHRISTMAS, from_min: 600, to_min: 660 }]
  given.replace()
  const both = (bid: string): string[] => {
    given.quote(1, 'EURUSD', bid, '9')
    given.quote(1, 'USDJPY', bid, '9')
    return [given.at(1), given.at(2)]
  }
  given.now = Date.parse('2026-12-25T09:59:59Z')
  t.same(both('1'), ['100000 900000', '100000 900000'])
  given.now = Date.parse('2026-12-25T10:00:00Z')
  t.same(both('2'), ['100000 900000', '200000 900000'])
  given.now = Date.parse('2026-12-25T11:00:00Z')
  t.same(both('3'), ['300000 900000', '300000 900000'])
})

t.test('a new holiday, session or wall clock holds at once', async (t) => {
  const given = new GivenPricer()
  let bid = 1
  const next = (): string => {
    given.quote(1, 'EURUSD', String(bid++), '99', 1)
    return given.at(1)
  }
  let before = next()
  given.holidays = [{ ...CHRISTMAS, month: 11, day: 18 }]
  given.replace()
  t.equal(next(), before, 'a holiday')
  given.holidays = []
  given.replace()
  t.not(next(), before)
  before = given.at(1)
  given.change({ EURUSD: { sessions: [session(3, 800, 900)] } })
  t.equal(next(), before, 'a session')
  given.clock = { utc_offset_min: 90, daylight_saving: 'none' }
  given.replace()
  t.not(next(), before, 'a wall clock')
})

t.test('sessions go by summer time from the moment it begins or ends', async (t) => {
  const at = (now: string, afterMs: number): string => {
    const given = new GivenPricer({ EURUSD: { sessions: DAYS.map((day) => session(day, 0, 180)) } })
    given.clock = { utc_offset_min: 60, daylight_saving: 'eu' }
    given.replace()
    given.now = Date.parse(now)
    given.quote(1, 'EURUSD', '1.1', '1.2')
    given.quote(1, 'EURUSD', '1.11', '1.2', afterMs)
    return given.at(1)
  }
  t.equal(at('2026-10-25T00:59:59Z', 1_000), '111000 120000', "two o'clock comes a second time")
  t.equal(at('2026-03-29T00:59:59Z', 999), '111000 120000')
  t.equal(at('2026-03-29T00:59:59Z', 1_000), '110000 120000', 'and in March not at all')
})

t.test('the first quote after a closed time is not filtered', async (t) => {
  const sessions = [session(3, 0, 720), session(3, 721, 1440)]
  const given = new GivenPricer({ EURUSD: { sessions, filter_max_jump_pts: 1 } })
  given.now = Date.parse('2026-11-18T11:59:00Z')
  given.quote(1, 'EURUSD', '1.1', '1.2')
  given.quote(1, 'EURUSD', '1.5', '1.6', 120_000)
  t.equal(given.at(1), '150000 160000')
})

t.test('midnight between two sessions is no closed time', async (t) => {
  const sessions = DAYS.map((day) => session(day))
  const given = new GivenPricer({ EURUSD: { sessions, filter_max_jump_pts: 1 } })
  given.now = Date.parse('2026-11-18T23:59:59Z')
  given.quote(1, 'EURUSD', '1.1', '1.2')
  given.quote(1, 'EURUSD', '1.5', '1.6', 2_000)
  t.equal(given.at(1), '110000 120000')
})

t.test('other digits convert the price on the board at once, and the next quote', async (t) => {
  const given = new GivenPricer({ EURUSD: { filter_max_jump_pts: 10 } })
  given.quote(1, 'EURUSD', '1.10050', '1.10149')
  given.change({ EURUSD: { digits: 3, filter_max_jump_pts: 10 } })
  t.equal(given.at(1), '1101 1101')
  given.quote(1, 'EURUSD', '1.2', '1.3')
  t.equal(given.at(1), '1200 1300', 'and the filter does not compare points of two sizes')
  given.change({ EURUSD: { digits: 0 } })
  t.equal(given.at(1), '1 1')
  given.quote(1, 'EURUSD', '0.4', '0.6')
  t.equal(given.at(1), '1 1', 'a bid that is below one point is no market')
})

t.test('other settings leave the price, the figures of the day and the levels', async (t) => {
  const given = new GivenPricer()
  given.quote(1, 'EURUSD', '1.10050', '1.10149')
  given.quote(1, 'EURUSD', '1.10040', '1.10149', 1_000)
  const levels = [{ price: '1.10040', lots: '1' }]
  given.pricer.depth(1, { symbol: 'EURUSD', bids: levels, asks: [] }, given.now)
  const seen = () => ({
    price: given.board.last(1),
    day: given.board.dayFigures(1, given.now),
    depth: given.board.depth.read(1),
    onTape: given.board.tape.head,
  })
  const before = seen()
  t.match(before, { price: { bid: 110_040 }, day: { open: 110_050 }, depth: { asks: [] } })
  given.change({ EURUSD: { spread_pts: 10, filter_max_jump_pts: 7 } })
  t.same(seen(), before)
})

t.test('a price that is below one point of the new digits is none', async (t) => {
  const given = new GivenPricer()
  given.quote(1, 'EURUSD', '0.00041', '0.00051')
  given.change({ EURUSD: { digits: 3 } })
  t.equal(given.at(1), 'none')
})

t.test('a deleted symbol has no price, and its quotes go nowhere', async (t) => {
  const given = new GivenPricer({ EURUSD: {}, GBPUSD: {} })
  given.quote(1, 'EURUSD', '1.1', '1.2')
  given.symbols = { GBPUSD: {} }
  given.replace()
  t.equal(given.at(1), 'none')
  given.quote(1, 'EURUSD', '1.1', '1.2')
  t.equal(given.at(1), 'none')
  given.quote(1, 'GBPUSD', '1.1', '1.2')
  t.equal(given.at(2), '110000 120000')
})

t.test('an added symbol is quoted, and a renamed one under its new name only', async (t) => {
  const given = new GivenPricer()
  given.change({ GBPUSD: {} })
  given.quote(1, 'GBPUSD', '1.1', '1.2')
  t.equal(given.at(2), '110000 120000')
  given.symbols = { EURUSD: {}, 'GBPUSD.r': { id: 2 } }
  given.replace()
  given.quote(1, 'GBPUSD', '1.3', '1.4')
  t.equal(given.at(2), '110000 120000')
  given.quote(1, 'GBPUSD.r', '1.3', '1.4')
  t.equal(given.at(2), '130000 140000')
})

t.test('two symbols may exchange their names', async (t) => {
  const [fromA, fromB] = [{ quote_source: 'Forex\\A' }, { quote_source: 'Forex\\B' }]
  const given = new GivenPricer({ A: {}, B: {}, C: fromA, D: fromB })
  given.symbols = { B: { id: 1 }, A: { id: 2 }, C: fromA, D: fromB }
  given.replace()
  given.quote(1, 'A', '1.1', '1.2')
  given.quote(1, 'B', '1.3', '1.4')
  t.same(
    [1, 2, 3, 4].map((id) => given.at(id)),
    ['130000 140000', '110000 120000', '110000 120000', '130000 140000'],
  )
})

t.test('a symbol beyond the board is named, and asking for its price is no failure', async (t) => {
  const given = new GivenPricer()
  given.symbols = { EURUSD: {}, FAR: { id: BOARD_SYMBOLS_MAX } }
  t.same(given.replace(), ['FAR'])
  t.same(given.replace(), ['FAR'], 'as often as it is asked')
  given.quote(1, 'FAR', '1.1', '1.2')
  t.equal(given.at(BOARD_SYMBOLS_MAX), 'none')
})
