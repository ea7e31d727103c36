import t from 'tap'
import { PriceOutages } from '../../../../actors/links/pricing/price-outages.js'
import { Pricer } from '../../../../actors/links/pricing/pricer.js'
import { isUsable } from '../../../../engine/book/prices.js'
import { feed, GivenPricer, TIMEOUT_MS } from '../../../given/pricer.js'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** The time for which each price is usable from now on; 0 for one that is not. */
function usable({ board, now }: GivenPricer, symbolId = 1): number {
  const quote = board.quote(symbolId)
  if (quote === undefined || !isUsable(quote, now)) return 0
  return (quote.usableUntil ?? Number.NaN) - now
}

function stands({ board, now }: GivenPricer): boolean {
  const quote = board.quote(1)
  return quote !== undefined && isUsable(quote, now)
}

t.test('a price is usable until it is as old as its symbol lets it be', (t) => {
  const given = new GivenPricer({
    EURUSD: { quote_max_age_sec: 120 },
    GBPUSD: { quote_max_age_sec: 0 },
  })
  given.quote(1, 'EURUSD', '1.1', '1.2')
  given.quote(1, 'GBPUSD', '1.3', '1.4')
  t.equal(usable(given), 120 * SECOND)
  given.now += 120 * SECOND
  t.ok(stands(given), 'at that age it still is')
  given.now += 1
  t.equal(usable(given), 0)
  t.match(given.board.quote(1), { bid: 110_000, ask: 120_000 }, 'and stays the last known')
  t.equal(usable(given, 2), Number.POSITIVE_INFINITY, 'another has no such age')
  given.quote(1, 'EURUSD', '1.1', '1.2')
  t.equal(usable(given), 120 * SECOND)
  t.end()
})

t.test('another age, or none, counts for the price that is there', (t) => {
  const given = new GivenPricer({ EURUSD: { quote_max_age_sec: 120 } })
  given.quote(1, 'EURUSD', '1.1', '1.2')
  given.now += 60 * SECOND
  given.change({ EURUSD: { quote_max_age_sec: 60 } })
  t.equal(usable(given), 0 * SECOND)
  t.ok(stands(given))
  given.now++
  t.notOk(stands(given))
  given.change({ EURUSD: { quote_max_age_sec: 0 } })
  t.equal(usable(given), Number.POSITIVE_INFINITY)
  t.end()
})

t.test('a price lives no longer than the session it came in', (t) => {
  // 18 November 2026 is a Wednesday; the clock of the server is two hours ahead of UTC.
  const day = (from_min: number, to_min: number, day = 3) => {
    return { kind: 'quote', day, from_min, to_min } as const
  }
  const sessions = [day(0, 14 * 60 + 1), day(14 * 60 + 2, 1440), day(0, 60, 4)]
  const given = new GivenPricer({
    EURUSD: { sessions, quote_max_age_sec: 120 },
    GBPUSD: { sessions },
  })
  given.clock = { utc_offset_min: 120, daylight_saving: 'none' }
  given.replace()
  given.quote(1, 'EURUSD', '1.1', '1.2')
  t.equal(usable(given), MINUTE - 1, 'the market closes at 14:01')
  given.now += 2 * MINUTE
  t.equal(usable(given), 0, 'and opens again while the price is not too old')
  given.quote(1, 'GBPUSD', '1.3', '1.4')
  t.equal(usable(given, 2), 10 * 60 * MINUTE + 58 * MINUTE - 1, 'over midnight, up to 1:00')
  t.end()
})

t.test('without a feed that is online nobody stands behind a price', (t) => {
  const given = new GivenPricer({ EURUSD: {}, GBPUSD: {} })
  given.feeds = [feed(1), feed(2, { symbols: ['EURUSD'] })]
  given.replace()
  given.pricer.setOnline(1, true)
  given.quote(1, 'EURUSD', '1.1', '1.2')
  given.quote(1, 'GBPUSD', '1.3', '1.4')
  given.pricer.setOnline(2, true)
  given.pricer.setOnline(1, false)
  t.equal(usable(given), Number.POSITIVE_INFINITY, 'another feed carries it')
  t.equal(usable(given, 2), 0)
  t.match(given.board.quote(2), { bid: 130_000 }, 'it is known all the same')
  given.quote(2, 'EURUSD', '1.5', '1.6', 1)
  t.equal(given.at(1), '150000 160000', 'and has it at its next quote')
  given.pricer.setOnline(2, false)
  t.equal(usable(given), 0)
  given.pricer.setOnline(1, true)
  t.equal(usable(given), 0, 'a feed that is back has to quote first')
  t.equal(usable(given, 2), 0)
  given.quote(1, 'EURUSD', '1.1', '1.2')
  t.equal(usable(given), Number.POSITIVE_INFINITY)
  t.end()
})

t.test('no change of settings has anybody stand behind a price that its feed left', (t) => {
  const given = new GivenPricer({
    EURUSD: { quote_max_age_sec: 120 },
    X: { quote_source: 'Forex\\EURUSD' },
  })
  given.pricer.setOnline(1, true)
  given.quote(1, 'EURUSD', '1.1', '1.2')
  t.same([usable(given, 1), usable(given, 2)], [120_000, 120_000])
  given.pricer.setOnline(1, false)
  t.same([usable(given, 1), usable(given, 2)], [0, 0])
  given.change({ EURUSD: { quote_max_age_sec: 0 } })
  t.same([usable(given, 1), usable(given, 2)], [0, 0], 'it may be as old as it likes')
  given.clock = { utc_offset_min: 120, daylight_saving: 'none' }
  given.replace()
  t.same([usable(given, 1), usable(given, 2)], [0, 0], 'the hours are others')
  given.pricer.setOnline(1, true)
  given.quote(1, 'EURUSD', '1.1', '1.2')
  const ever = Number.POSITIVE_INFINITY
  t.same([usable(given, 1), usable(given, 2)], [ever, ever])
  t.end()
})

t.test('a feed that is disabled, goes, or takes a symbol no more is as good as offline', (t) => {
  const rows = [
    ['disabled', [feed(1, { enabled: false })]],
    ['without quotes', [feed(1, { quotes_enabled: false })]],
    ['of other symbols', [feed(1, { symbols: ['GBPUSD'] })]],
    ['gone', []],
  ] as const
  for (const [what, feeds] of rows) {
    const given = new GivenPricer({ EURUSD: {} }, [feed(1)])
    given.pricer.setOnline(1, true)
    given.quote(1, 'EURUSD', '1.1', '1.2')
    given.feeds = [feed(1, { symbols: ['*', '!GBPUSD'] })]
    given.replace()
    t.equal(usable(given), Number.POSITIVE_INFINITY, 'other masks that take it change nothing')
    given.feeds = feeds
    given.replace()
    t.equal(usable(given), 0, what)
  }
  t.end()
})

t.test('who takes the quotes of another goes with it', (t) => {
  const from = (name: string) => ({ quote_source: `Forex\\${name}` })
  const given = new GivenPricer({
    A: { quote_max_age_sec: 120 },
    B: { ...from('A'), quote_max_age_sec: 0 },
    C: { ...from('B'), quote_max_age_sec: 30 },
  })
  given.pricer.setOnline(1, true)
  given.quote(1, 'A', '1.1', '1.2')
  t.same([usable(given, 1), usable(given, 2), usable(given, 3)], [120_000, 120_000, 30_000])
  given.change({ A: { quote_max_age_sec: 20 } })
  t.same([usable(given, 1), usable(given, 2), usable(given, 3)], [20_000, 20_000, 20_000])
  given.now += 21 * SECOND
  given.change({ D: from('C') })
  t.equal(usable(given, 4), 0, 'what begins to follow an old price has an old one')
  given.quote(1, 'A', '1.1', '1.2')
  t.equal(usable(given, 4), 20_000)
  given.pricer.setOnline(1, false)
  t.same(
    [1, 2, 3, 4].map((id) => usable(given, id)),
    [0, 0, 0, 0],
  )
  t.end()
})

t.test(
  'hours that close who takes the quotes of another end its price, and those after it',
  (t) => {
    const from = (name: string) => ({ quote_source: `Forex\\${name}` })
    const given = new GivenPricer({ A: {}, B: from('A'), C: from('B') })
    given.quote(1, 'A', '1.1', '1.2')
    const ever = Number.POSITIVE_INFINITY
    t.same([usable(given, 1), usable(given, 2), usable(given, 3)], [ever, ever, ever])
    const sessions = [{ day: 1, kind: 'quote', from_min: 0, to_min: 1 }] as const
    given.change({ B: { ...from('A'), sessions: [...sessions] } })
    given.now++
    t.same([usable(given, 1), usable(given, 2), usable(given, 3)], [ever, 0, 0])
    t.end()
  },
)

t.test('a symbol that takes the quotes of another from now on has its price at once', (t) => {
  const given = new GivenPricer({ A: {}, B: {} })
  given.pricer.setOnline(1, true)
  given.quote(1, 'A', '1.1', '1.2')
  given.quote(1, 'B', '1.3', '1.4')
  given.change({ B: { quote_source: 'Forex\\A' } })
  t.equal(given.at(2), '110000 120000')
  t.equal(usable(given, 2), Number.POSITIVE_INFINITY)
  t.end()
})

t.test('other digits make a price no younger, on the board or on the tape', (t) => {
  const given = new GivenPricer({ EURUSD: { quote_max_age_sec: 120 } })
  given.quote(1, 'EURUSD', '1.1', '1.2')
  given.now += 121 * SECOND
  const { tape } = given.board
  const { head } = tape
  given.change({ EURUSD: { quote_max_age_sec: 120, digits: 3 } })
  t.equal(given.at(1), '1100 1200')
  t.equal(usable(given), 0)
  const tick = tape.at(head)
  t.match(tick, { bid: 1_100 })
  t.notOk(tick !== undefined && isUsable({ ...tick }, given.now), 'nobody deals at that tick')
  given.quote(1, 'EURUSD', '1.1', '1.2')
  const live = tape.at(head + 1)
  t.ok(
    live !== undefined && isUsable({ ...live }, given.now + 1e9),
    'at one that came everybody does',
  )
  t.end()
})

t.test('a new pricer finds prices that nobody stands behind, and is told older ones', (t) => {
  const from = { quote_source: 'Forex\\EURUSD' }
  const given = new GivenPricer({ EURUSD: {}, GBPUSD: {}, X: from, Y: {} })
  given.quote(1, 'EURUSD', '1.1', '1.2')
  const next = new Pricer(given.board, TIMEOUT_MS, () => {})
  const records = given.book
  next.replaceBook(records, given.feeds)
  t.same([usable(given, 1), usable(given, 3)], [0, 0])
  next.restore([
    { symbolId: 1, digits: 5, bid: 1, ask: 2, at: 3 },
    { symbolId: 2, digits: 4, bid: 13_000, ask: 13_001, at: 4 },
    { symbolId: 9, digits: 4, bid: 13_000, ask: 13_001, at: 4 },
    { symbolId: 4, digits: 5, bid: 2, ask: 1, at: 4 },
  ])
  t.equal(given.at(4), 'none', 'what is no market is not restored')
  t.match(given.board.quote(1), { bid: 110_000 }, 'what is there stays')
  t.match(given.board.quote(2), { bid: 130_000, ask: 130_010, at: 4 })
  t.equal(usable(given, 2), 0)
  next.quote(1, 'GBPUSD', '1.3', '1.4', given.now)
  t.equal(usable(given, 2), Number.POSITIVE_INFINITY)
  t.end()
})

t.test('symbols without a usable price are told of once, and once when they are back', (t) => {
  const given = new GivenPricer({
    EURUSD: { quote_max_age_sec: 120 },
    GBPUSD: {},
    OFF: { trade_access: 'disabled' },
    NEW: {},
  })
  const lines: string[] = []
  const outages = new PriceOutages(given.board, given.now, (line) => lines.push(line))
  const look = (): string[] => {
    outages.look(given.pricer.symbols, given.now)
    return lines.splice(0)
  }
  given.pricer.setOnline(1, true)
  for (const name of ['EURUSD', 'GBPUSD', 'OFF']) given.quote(1, name, '1.1', '1.2')
  t.same(look(), [])
  given.pricer.setOnline(1, false)
  t.same(look(), ['no usable price any more: EURUSD, GBPUSD'], 'neither the one that is off')
  t.equal(given.board.offQuotes, 2)
  given.now += MINUTE
  t.same(look(), [])
  given.pricer.setOnline(1, true)
  t.same(look(), [])
  given.quote(1, 'EURUSD', '1.1', '1.2')
  t.same(look(), ['prices are back: EURUSD'])
  t.equal(given.board.offQuotes, 1)
  given.now += 121 * SECOND
  given.quote(1, 'GBPUSD', '1.1', '1.2')
  t.same(look(), ['no usable price any more: EURUSD; prices are back: GBPUSD'])
  given.quote(1, 'EURUSD', '1.1', '1.2')
  look()
  t.equal(given.board.offQuotes, 0)
  t.end()
})

t.test('a symbol that is switched off is missed no more', (t) => {
  const given = new GivenPricer({ EURUSD: {}, GBPUSD: {} })
  const lines: string[] = []
  const outages = new PriceOutages(given.board, given.now, (line) => lines.push(line))
  const look = (): string[] => {
    outages.look(given.pricer.symbols, given.now)
    return lines.splice(0)
  }
  given.pricer.setOnline(1, true)
  for (const name of ['EURUSD', 'GBPUSD']) given.quote(1, name, '1.1', '1.2')
  given.pricer.setOnline(1, false)
  t.same(look(), ['no usable price any more: EURUSD, GBPUSD'])
  given.change({ EURUSD: {}, GBPUSD: { trade_access: 'disabled' } })
  t.same(look(), [])
  t.equal(given.board.offQuotes, 1)
  given.change({ EURUSD: {}, GBPUSD: { trade_access: 'full' } })
  t.same(look(), ['no usable price any more: GBPUSD'])
  t.equal(given.board.offQuotes, 2)
  t.end()
})

t.test('what was known before the start is missed when a feed could have quoted it', (t) => {
  const rows = [
    [300, 300],
    [60, 60],
    [0, 120],
  ] as const
  for (const [quote_max_age_sec, missedAfterSec] of rows) {
    const given = new GivenPricer({ EURUSD: { quote_max_age_sec } })
    const lines: string[] = []
    const outages = new PriceOutages(given.board, given.now, (line) => lines.push(line))
    given.pricer.restore([{ symbolId: 1, digits: 5, bid: 1, ask: 2, at: 3 }])
    given.now += missedAfterSec * SECOND - 1
    outages.look(given.pricer.symbols, given.now)
    t.same(lines, [], `${quote_max_age_sec}`)
    given.now++
    outages.look(given.pricer.symbols, given.now)
    t.same(lines, ['no usable price any more: EURUSD'], `${quote_max_age_sec}`)
  }
  t.end()
})

t.test('a price is missed from the moment after the last at which it may be traded', (t) => {
  const given = new GivenPricer({ EURUSD: { quote_max_age_sec: 120 } })
  const lines: string[] = []
  const outages = new PriceOutages(given.board, given.now, (line) => lines.push(line))
  given.quote(1, 'EURUSD', '1.1', '1.2')
  given.now += 120 * SECOND
  outages.look(given.pricer.symbols, given.now)
  t.same([lines, given.board.offQuotes], [[], 0])
  given.now++
  outages.look(given.pricer.symbols, given.now)
  t.same([lines, given.board.offQuotes], [['no usable price any more: EURUSD'], 1])
  t.end()
})

t.test('a line names twenty symbols, and how many more there are', (t) => {
  for (const [count, end] of [
    [20, 'S19'],
    [21, 'S19 and 1 more'],
  ] as const) {
    const names = Array.from({ length: count }, (_, i) => `S${i}`)
    const given = new GivenPricer(Object.fromEntries(names.map((name) => [name, {}])))
    const lines: string[] = []
    const outages = new PriceOutages(given.board, given.now, (line) => lines.push(line))
    given.pricer.setOnline(1, true)
    for (const name of names) given.quote(1, name, '1.1', '1.2')
    given.pricer.setOnline(1, false)
    outages.look(given.pricer.symbols, given.now)
    const first = names.slice(0, 19).join(', ')
    t.same(lines, [`no usable price any more: ${first}, ${end}`])
  }
  t.end()
})

t.test('outside its hours, and at their begin, a symbol is not missed', (t) => {
  const sessions = [{ kind: 'quote', day: 3, from_min: 0, to_min: 12 * 60 + 1 } as const]
  sessions.push({ ...sessions[0], from_min: 13 * 60, to_min: 1440 } as never)
  const given = new GivenPricer({ EURUSD: { sessions, quote_max_age_sec: 120 } })
  const lines: string[] = []
  const outages = new PriceOutages(given.board, given.now, (line) => lines.push(line))
  const lookAt = (afterMs: number): string[] => {
    given.now += afterMs
    outages.look(given.pricer.symbols, given.now)
    return lines.splice(0)
  }
  given.quote(1, 'EURUSD', '1.1', '1.2')
  t.same(lookAt(0), [])
  t.same(lookAt(30 * MINUTE), [])
  t.same(lookAt(30 * MINUTE), [], 'it opens')
  t.same(lookAt(119 * SECOND), [])
  t.same(lookAt(SECOND), ['no usable price any more: EURUSD'])
  t.end()
})

t.test('however symbols come and go, the lines are few', (t) => {
  const names = Array.from({ length: 40 }, (_, i) => `S${i}`)
  const symbols = Object.fromEntries(names.map((name) => [name, { quote_max_age_sec: 1 }]))
  const given = new GivenPricer(symbols)
  const lines: string[] = []
  const from = given.now
  const toldAfterSec: number[] = []
  const outages = new PriceOutages(given.board, from, (line) => {
    lines.push(line)
    toldAfterSec.push((given.now - from) / SECOND)
  })
  for (let second = 0; second < 600; second++) {
    given.now += SECOND
    for (const name of names) {
      if ((second + Number(name.slice(1))) % 3 === 0) given.quote(1, name, '1.1', '1.2')
    }
    outages.look(given.pricer.symbols, given.now)
  }
  const minutes = toldAfterSec.slice(10).map((sec) => Math.floor(sec / 60))
  t.same(minutes, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 'after the first ten one each minute')
  t.ok(Math.max(...lines.map((line) => line.length)) < 500)
  t.end()
})

t.test('what goes and is back while no line may be told is not told of', (t) => {
  const given = new GivenPricer({ EURUSD: {}, GBPUSD: {} })
  const lines: string[] = []
  const outages = new PriceOutages(given.board, given.now, (line) => lines.push(line))
  const look = (): string[] => {
    outages.look(given.pricer.symbols, given.now)
    return lines.splice(0)
  }
  const goes = () => {
    given.pricer.setOnline(1, false)
    return look()
  }
  const comesBack = () => {
    given.pricer.setOnline(1, true)
    given.quote(1, 'EURUSD', '1.1', '1.2')
    return look()
  }
  given.pricer.setOnline(1, true)
  given.quote(1, 'EURUSD', '1.1', '1.2')
  for (let line = 0; line < 5; line++) {
    t.same(
      [goes(), comesBack()],
      [['no usable price any more: EURUSD'], ['prices are back: EURUSD']],
    )
  }
  t.same([goes(), comesBack()], [[], []], 'ten lines were told')
  given.now += MINUTE
  t.same(look(), [], 'it is there as it was told last')
  t.same(goes(), ['no usable price any more: EURUSD'])
  t.same([comesBack(), goes()], [[], []])
  given.now += MINUTE
  t.same(look(), [], 'it is out as it was told last')
  t.end()
})
