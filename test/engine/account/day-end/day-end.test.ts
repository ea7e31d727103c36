import { deepEqual, equal } from 'node:assert/strict'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import t from 'tap'
import { apply } from '../../../../engine/account/apply.js'
import { checkAccount } from '../../../../engine/account/check.js'
import {
  type DayEndDecision,
  type DoneWithout,
  decideDayEnd,
} from '../../../../engine/account/day-end/day-end.js'
import type { AccountEvent, DayEvent, DealEvent } from '../../../../engine/account/event.js'
import { dropPosition, holdPosition } from '../../../../engine/account/holdings/hold-position.js'
import type { Position } from '../../../../engine/account/holdings/position.js'
import { moneyOf } from '../../../../engine/account/money/money.js'
import type { Account } from '../../../../engine/account/state.js'
import type { Prices } from '../../../../engine/book/prices.js'
import {
  dateOfDay,
  dayNumber,
  endedDay,
  weekdayOf,
} from '../../../../engine/calendar/server-day.js'
import { SWAP_MODES } from '../../../../engine/config/kinds/symbol-choices.js'
import { textFromScaled, trimmedTextFromScaled } from '../../../../engine/numbers/decimal.js'
import { givenAccount, givenPosition } from '../../../given/account.js'
import {
  EURUSD,
  givenBook,
  HEDGING,
  leverageProfile,
  symbolIn,
  tierRule,
} from '../../../given/book.js'
import { Floor, orderOf } from '../../../given/floors/floor.js'
import { GivenPrices, MARKET, NO_PRICES } from '../../../given/prices.js'
import { CASES } from '../../arbitraries.js'
import { swapInMinor } from '../../costs/fees-oracle.js'

const UTC = { utc_offset_min: 0, daylight_saving: 'none' } as const
const STRICT: DoneWithout = { swaps: false, values: false }
const LENIENT: DoneWithout = { swaps: true, values: true }
const day = (date: string) => endedDay(UTC, dayNumber(date))
/** A Wednesday. */
const WEDNESDAY = day('2026-01-07')

const SWAPPED = {
  swap_mode: 'points',
  swap_long: '-5',
  swap_short: '2',
  swap_days: [1, 1, 3, 1, 1, 0, 0],
} as const
const book = givenBook({ symbols: { EURUSD: SWAPPED } })

const ALL = 1_000_000

function decide(
  account: Account,
  ended = WEDNESDAY,
  without = STRICT,
  prices: Prices = new GivenPrices(book),
  given = book,
  rowsMax = ALL,
): DayEndDecision {
  const context = { book: given, prices, now: ended.end + 1_000, nextDealId: () => 77 }
  const decided = decideDayEnd(context, account, ended, without, rowsMax)
  if ('waitsFor' in decided) throw new Error(`the day end waits for ${decided.waitsFor}`)
  return decided
}

function rowOf(events: readonly AccountEvent[]): DayEvent {
  const last = events.at(-1)
  if (last?.type !== 'day') throw new Error('a day end ends with its row')
  return last
}

const long = { symbol: 'EURUSD', side: 'buy', volume: '1', open: '1.17000' } as const
const short = { symbol: 'EURUSD', side: 'sell', volume: '0.10', open: '1.17000' } as const

t.test('one record: the swaps, the commissions as one deal, the daily row', async (t) => {
  const account = givenAccount(book, { balance: '1000', positions: [long, short] })
  account.commissionDue = -7_50
  const { events, swaps } = decide(account)
  t.equal(swaps, 2)
  t.match(events, [
    { type: 'position', id: 1, swap: -15_00, version: 2, volume: 1e8, closedAt: 0 },
    { type: 'position', id: 2, swap: 60, version: 2, reason: 'client' },
    {
      type: 'deal',
      id: 77,
      entry: 'balance',
      action: 'commission',
      profit: -7_50,
      commissionDue: 7_50,
      commission: 0,
      reason: 'system',
      dealer: 0,
    },
    {
      type: 'day',
      day: dayNumber('2026-01-07'),
      endsMonth: false,
      group: HEDGING,
      balance: 992_50,
      swap: -14_40,
      isValued: true,
    },
  ])
  t.equal(events.length, 4)
})

t.test('the row is what the account’s money is once the record is applied', async (t) => {
  const account = givenAccount(book, { balance: '1000', credit: '50', positions: [long, short] })
  account.commissionDue = -7_50
  const { events } = decide(account)
  for (const event of events) apply(account, event)
  checkAccount(account)
  const { balance, credit, equity, margin, marginFree, profit, swap } = rowOf(events)
  const money = moneyOf(account, book, new GivenPrices(book))
  t.match(money, { balance, credit, equity, margin, marginFree, profit, swap, commission: 0 })
  t.match(account, { day: dayNumber('2026-01-07'), balancePrevDay: 992_50, balancePrevMonth: 0 })
})

t.test('an order that rests no longer than the day reserves nothing in its row', async (t) => {
  const reserved = { kind: 'buy_limit', initial: '1', maintenance: '1' } as const
  const margin_rates = [...EURUSD.margin_rates, reserved]
  const floor = new Floor({ symbols: { EURUSD: { margin_rates } } })
  floor.balance('deposit', '10000')
  const ended = endedDay(UTC, Math.floor(floor.now / 86_400_000))
  const margin = (): number =>
    rowOf(decide(floor.account, ended, STRICT, floor.prices, floor.book).events).margin
  floor.place('EURUSD', 'buy limit', '1', '1.10000', { expiration: 'day' })
  t.equal(margin(), 0)
  floor.place('EURUSD', 'buy limit', '0.10', '1.10000')
  const both = moneyOf(floor.account, floor.book, floor.prices).margin ?? 0
  t.equal(margin() * 11, both, 'of both orders the smaller one rests on')
  t.ok(margin() > 0)
  const until = (expiresAt: number): number => {
    const before = margin()
    const term = { expiration: 'specified', expiresAt } as const
    floor.place('EURUSD', 'buy limit', '0.10', '1.10000', term)
    return margin() - before
  }
  t.equal(until(ended.end), 0)
  t.equal(until(ended.end + 1), both / 11)
  const pound = { expiration: 'day' } as const
  const id = orderOf(floor.place('GBPUSD', 'buy limit', '1', '1.10000', pound))
  const order = floor.account.orders.get(id)
  if (order === undefined) throw new Error('it rests')
  floor.record([{ ...order, rateMargin: 0n, version: 2 }])
  t.equal(margin(), (both / 11) * 2, 'what reserves nothing gives nothing back')
  floor.settle()
})

t.test('an account with nothing has a row and nothing else', async (t) => {
  const { events } = decide(givenAccount(book, { balance: '10' }))
  t.equal(events.length, 1)
  t.match(rowOf(events), { balance: 10_00, equity: 10_00, margin: 0, marginFree: 10_00, swap: 0 })
})

t.test('a position that was opened after the day’s end does not pay for it', async (t) => {
  const opened = (at: number) => {
    const account = givenAccount(book, { positions: [] })
    const position = givenPosition(book, account, long)
    dropPosition(account, position)
    holdPosition(account, { ...position, openedAt: at })
    return decide(account).swaps
  }
  t.equal(opened(WEDNESDAY.end - 1), 1)
  t.equal(opened(WEDNESDAY.end), 0)
})

t.test(
  'each day takes its own multiplier, and a day that counts for none no row of it',
  async (t) => {
    const swapAt = (date: string) => {
      const { events } = decide(givenAccount(book, { positions: [long] }), day(date))
      return [events.length, rowOf(events).swap]
    }
    t.same(swapAt('2026-01-06'), [2, -5_00])
    t.same(swapAt('2026-01-07'), [2, -15_00])
    t.same(swapAt('2026-01-10'), [1, 0], 'a Saturday')
  },
)

t.test('a swap of nothing and a group without swaps leave the positions alone', async (t) => {
  const zero = givenBook({ symbols: { EURUSD: { ...SWAPPED, swap_long: '0' } } })
  const none = givenBook({
    symbols: { EURUSD: SWAPPED },
    groups: { [HEDGING]: { swaps_enabled: false } },
  })
  const prices = new GivenPrices(book)
  for (const given of [zero, none]) {
    const account = givenAccount(given, { positions: [long] })
    t.equal(decide(account, WEDNESDAY, STRICT, prices, given).events.length, 1)
  }
})

t.test('the last day of a month moves the balance of the month on', async (t) => {
  const account = givenAccount(book, { balance: '10' })
  const endOf = (date: string) => {
    for (const event of decide(account, day(date)).events) apply(account, event)
    account.balance += 1_00
    return [account.balancePrevDay, account.balancePrevMonth]
  }
  t.same(endOf('2026-01-30'), [10_00, 0])
  t.same(endOf('2026-01-31'), [11_00, 11_00])
  t.same(endOf('2026-02-27'), [12_00, 11_00])
  t.same(endOf('2026-02-28'), [13_00, 13_00])
})

t.test(
  'property: a night in parts of any size charges each position once, as one record does',
  async () => {
    const sides = fc.array(fc.constantFrom(long, short), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(
        sides,
        fc.integer({ min: 1, max: 10 }),
        fc.boolean(),
        (positions, size, shuffled) => {
          const [whole, parted] = [
            givenAccount(book, { positions }),
            givenAccount(book, { positions }),
          ]
          if (shuffled) {
            const [first] = parted.positions.values()
            if (first !== undefined) dropPosition(parted, first)
            if (first !== undefined) holdPosition(parted, first)
          }
          for (const event of decide(whole).events) apply(whole, event)
          const charged: number[] = []
          for (let isPart = true; isPart; ) {
            const part = decide(parted, WEDNESDAY, STRICT, new GivenPrices(book), book, size)
            isPart = part.isPart
            const rows = part.events.filter((event) => event.type === 'position')
            equal(rows.length <= size, true)
            charged.push(...rows.map(({ id }) => id))
            for (const event of part.events) apply(parted, event)
            checkAccount(parted)
          }
          deepEqual(new Set(charged).size, charged.length)
          const swaps = (account: Account) =>
            new Map(account.positions.values().map(({ id, swap }) => [id, swap]))
          deepEqual(swaps(parted), swaps(whole))
          deepEqual([parted.day, parted.nightThrough], [whole.day, 0])
        },
      ),
      { numRuns: Math.min(CASES, 200) },
    )
  },
)

t.test('what closes between two parts of a night lets nobody pay it twice', async (t) => {
  for (const closed of [
    [1, 2, 3],
    [4, 5, 6],
    [2, 5],
    [1, 2, 3, 4],
  ]) {
    const account = givenAccount(book, { positions: Array.from({ length: 6 }, () => long) })
    const charged: number[] = []
    for (let isPart = true; isPart; ) {
      const part = decide(account, WEDNESDAY, STRICT, new GivenPrices(book), book, 4)
      isPart = part.isPart
      for (const event of part.events) {
        apply(account, event)
        if (event.type === 'position') charged.push(event.id)
      }
      if (!isPart) continue
      t.same(charged, [1, 2, 3, 4])
      for (const id of closed) dropPosition(account, account.positions.get(id) as Position)
    }
    const left = [5, 6].filter((id) => !closed.includes(id))
    t.same(charged, [1, 2, 3, 4, ...left], `without ${closed}`)
    for (const { id, swap } of account.positions.values()) t.equal(swap, -15_00, `${id}`)
    checkAccount(account)
  }
})

t.test('without a price a swap waits, then a value, and each may be done without', async (t) => {
  const yen = givenBook({ symbols: { USDJPY: SWAPPED } })
  const position = { symbol: 'USDJPY', side: 'buy', volume: '1', open: '150.000' } as const
  const account = givenAccount(yen, { positions: [position] })
  const context = { book: yen, prices: NO_PRICES, now: 0, nextDealId: () => 77 }
  t.same(decideDayEnd(context, account, WEDNESDAY, STRICT, ALL), { waitsFor: 'swaps' })
  const valuesOnly = { swaps: false, values: true }
  t.same(decideDayEnd(context, account, WEDNESDAY, valuesOnly, ALL), { waitsFor: 'swaps' })
  const swapsOnly = { swaps: true, values: false }
  t.same(decideDayEnd(context, account, WEDNESDAY, swapsOnly, ALL), { waitsFor: 'values' })
  const { events, unpriced } = decide(account, WEDNESDAY, LENIENT, NO_PRICES, yen)
  t.same(unpriced, [1])
  t.equal(events.length, 1)
  t.match(rowOf(events), { isValued: false, equity: 0, margin: 0, balance: 10_000_00, swap: 0 })
})

t.test(
  'a margin waits for its rate as a profit does, and the row has either both or none',
  async (t) => {
    const profiles = [leverageProfile(tierRule('*', 'value', [['0', '1']], 'JPY'))]
    const tiered = givenBook({ profiles, groups: { [HEDGING]: { leverage_profile_id: 1 } } })
    const account = givenAccount(tiered, { positions: [long] })
    const prices = new GivenPrices(tiered)
    prices.remove('USDJPY')
    const context = { book: tiered, prices, now: 0, nextDealId: () => 77 }
    t.same(decideDayEnd(context, account, WEDNESDAY, STRICT, ALL), { waitsFor: 'values' })
    const { events } = decide(account, WEDNESDAY, LENIENT, prices, tiered)
    const none = { isValued: false, equity: 0, margin: 0, marginFree: 0, profit: 0 }
    t.match(rowOf(events), { ...none, balance: 10_000_00 })
  },
)

t.test('dates are numbers of days, and back', async (t) => {
  t.equal(dayNumber('1970-01-01'), 0)
  t.equal(dateOfDay(dayNumber('2026-02-28') + 1), '2026-03-01')
})

/** Euros and pounds in dollars, as the given market has them. */
const RATES: Readonly<Record<string, { gain: string; loss: string }>> = {
  USD: { gain: '1', loss: '1' },
  EUR: { gain: '1.17000', loss: '1.17010' },
  GBP: { gain: '1.35000', loss: '1.35020' },
}
const swaps = fc
  .integer({ min: -1_000_000, max: 1_000_000 })
  .map((n) => trimmedTextFromScaled(n, 4))
const nights = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 7, maxLength: 7 })
const terms = fc.record({
  swap_mode: fc.constantFrom(...SWAP_MODES),
  swap_long: swaps,
  swap_short: swaps,
  swap_days: nights as fc.Arbitrary<[number, number, number, number, number, number, number]>,
})
const held = fc.record({
  symbol: fc.constantFrom('EURUSD', 'GBPUSD'),
  side: fc.constantFrom('buy', 'sell'),
  hundredths: fc.integer({ min: 1, max: 10_000 }),
  open: fc.integer({ min: 100_000, max: 150_000 }),
  swap: fc.integer({ min: -9_999, max: 9_999 }),
  before: fc.boolean(),
})

/**
 * The amount given to an account that holds nothing, in decimals: the part of the commission that is not
 * there.
 */
function madeGood(balance: number, due: number): number {
  const there = Decimal.max(0, new Decimal(balance).div(100))
  return Decimal.max(0, new Decimal(due).div(-100).minus(there)).times(100).toNumber()
}

t.test(
  'a commission takes no balance below zero where nothing is open that could cover it',
  async (t) => {
    const rows: [balance: string, due: number, deals: readonly number[], left: number][] = [
      ['60.00', -60_00, [-60_00], 0],
      ['59.99', -60_00, [-60_00, 1], 0],
      ['0', -60_00, [-60_00, 60_00], 0],
      ['-5', -60_00, [-60_00, 60_00], -5_00],
      ['-5', 0, [], -5_00],
      ['-5', 60_00, [60_00], 55_00],
    ]
    for (const [balance, due, deals, left] of rows) {
      const account = givenAccount(book, { balance, credit: '7' })
      account.commissionDue = due
      const { events, compensation } = decide(account)
      const made = events.filter((event): event is DealEvent => event.type === 'deal')
      t.same(
        made.map(({ profit }) => profit),
        deals,
        balance,
      )
      t.equal(compensation, deals[1] ?? 0)
      if (deals.length > 1) {
        const good = { action: 'compensation', reason: 'system', commissionDue: 0, credit: 0 }
        t.match(made[1], { ...good, comment: 'negative balance protection' })
      }
      t.match(rowOf(events), { balance: left, equity: left + 7_00, marginFree: left + 7_00 })
      for (const event of events) apply(account, event)
      checkAccount(account)
      t.match(account, { balance: left, commissionDue: 0, balancePrevDay: left })
    }
    const open = givenAccount(book, { balance: '10', positions: [short] })
    open.commissionDue = -60_00
    t.equal(decide(open).compensation, 0, 'what is open may cover it')
    const bare = givenBook({ groups: { [HEDGING]: { negative_balance_protection: false } } })
    const account = givenAccount(bare, { balance: '10' })
    account.commissionDue = -60_00
    const { events } = decide(account, WEDNESDAY, STRICT, new GivenPrices(bare), bare)
    t.equal(rowOf(events).balance, -50_00, 'the group does not protect')
  },
)

t.test('property: swaps are decimal arithmetic, commissions are charged whole, once', async () => {
  const cases = fc.record({
    terms: fc.tuple(terms, terms),
    held: fc.array(held, { maxLength: 6 }),
    due: fc.integer({ min: -100_000, max: 0 }),
    balance: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    day: fc.integer({ min: 15_000, max: 25_000 }),
  })
  fc.assert(
    fc.property(cases, (given) => {
      const symbols = { EURUSD: given.terms[0], GBPUSD: given.terms[1] }
      const market = givenBook({ symbols })
      const ended = endedDay(UTC, given.day)
      const account = givenAccount(market, { balance: textFromScaled(given.balance, 2) })
      account.commissionDue = given.due
      const expected = new Map<number, number>()
      given.held.forEach(({ symbol, side, hundredths, open, swap, before }, i) => {
        const volume = textFromScaled(hundredths, 2)
        const at = textFromScaled(open, 5)
        const text = { id: i + 1, symbol, side, volume, open: at, swap: textFromScaled(swap, 2) }
        const position = givenPosition(market, account, text as Parameters<typeof givenPosition>[2])
        dropPosition(account, position)
        holdPosition(account, { ...position, openedAt: before ? ended.end - 1 : ended.end })
        const { record } = symbolIn(market, symbol)
        const count = record.swap_days[weekdayOf(ended.date) - 1] ?? 0
        const [bid, ask] = MARKET[symbol] as readonly [string, string]
        const closing = side === 'buy' ? bid : ask
        const sign = side === 'buy' ? 1 : -1
        const one = { side: sign, volume, open: at, close: closing } as const
        const rates = (currency: string) => RATES[currency] as { gain: string; loss: string }
        const night = swapInMinor(record, one, 'USD', rates, count, 2)
        expected.set(i + 1, swap + (before ? night : 0))
      })
      const { events } = decide(account, ended, STRICT, new GivenPrices(market), market)
      const isOpen = given.held.length > 0
      const good = isOpen ? 0 : madeGood(given.balance, given.due)
      for (const event of events) apply(account, event)
      checkAccount(account)
      deepEqual(new Map(account.positions.values().map(({ id, swap }) => [id, swap])), expected)
      equal(account.balance, given.balance + given.due + good)
      equal(account.commissionDue, 0)
      const charged = events.filter((event): event is DealEvent => event.type === 'deal')
      equal(charged.length, (given.due === 0 ? 0 : 1) + (good === 0 ? 0 : 1))
      const row = rowOf(events)
      equal(
        row.swap,
        [...expected.values()].reduce((sum, swap) => sum + swap, 0),
      )
      equal(row.day, account.day)
      equal(row.equity, row.balance + row.credit + row.profit + row.swap)
    }),
    { numRuns: Math.min(CASES, 400) },
  )
})
