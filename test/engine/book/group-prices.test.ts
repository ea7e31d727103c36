import { equal, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { moneyOf } from '../../../engine/account/money/money.js'
import { compileBook } from '../../../engine/book/book.js'
import {
  contextOfGroup,
  GroupPrices,
  groupPrices,
  listedLevel,
  otherwiseSpread,
  providerPrice,
  spreadDiffOf,
  widenSpread,
} from '../../../engine/book/group-prices.js'
import { isAt, type TriggerSide } from '../../../engine/triggers/trigger.js'
import { givenAccount } from '../../given/account.js'
import { givenBook, groupIn, HEDGING, NETTING, symbolIn } from '../../given/book.js'
import { GivenPrices } from '../../given/prices.js'

const SPREAD_DIFF_MAX = 100_000
const diffs = fc.oneof(
  fc.integer({ min: -40, max: 40 }),
  fc.integer({ min: -SPREAD_DIFF_MAX, max: SPREAD_DIFF_MAX }),
)
const markets = fc
  .record({
    bid: fc.oneof(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 200_000 }),
      fc.integer({ min: 1, max: 2 ** 52 }),
    ),
    spread: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 200_000 })),
  })
  .map(({ bid, spread }) => ({ bid, ask: bid + spread, at: 7 }))

/** The definition in integers without bounds; of a narrowed spread at most all of it goes. */
function defined(bid: bigint, ask: bigint, diff: bigint): readonly [bid: bigint, ask: bigint] {
  const by = diff < bid - ask ? bid - ask : diff
  // Shifting rounds down, below zero too.
  const half = by >> 1n
  const seen = bid - half
  return [seen < 1n ? 1n : seen, ask + (by - half)]
}

t.test(
  'property: half of a difference, rounded down, off the bid, and the rest onto the ask',
  (t) => {
    fc.assert(
      fc.property(markets, diffs, (listed, diff) => {
        const seen = widenSpread(listed, diff)
        const exact = defined(BigInt(listed.bid), BigInt(listed.ask), BigInt(diff))
        equal(BigInt(seen.bid), exact[0])
        equal(BigInt(seen.ask), exact[1])
        ok(seen.bid >= 1 && seen.ask >= seen.bid && Number.isSafeInteger(seen.ask))
        equal(seen.at, 7)
      }),
      { numRuns: 5_000 },
    )
    for (const [diff, bid, ask] of [
      [0, 100, 110],
      [1, 100, 111],
      [2, 99, 111],
      [3, 99, 112],
      [-1, 101, 110],
      [-3, 102, 109],
      [-10, 105, 105],
      [-11, 105, 105],
      [197, 2, 209],
      [200, 1, 210],
      [202, 1, 211],
    ] as const) {
      t.match(widenSpread({ bid: 100, ask: 110, at: 0 }, diff), { bid, ask }, `${diff}`)
    }
    t.end()
  },
)

t.test('property: levels stand where the listed prices bring those of the group to them', (t) => {
  const sides = fc.constantFrom<TriggerSide>('bid_below', 'ask_above', 'bid_above', 'ask_below')
  const near = fc.integer({ min: -60, max: 60 })
  fc.assert(
    fc.property(markets, diffs, sides, near, (listed, diff, side, by) => {
      const seen = widenSpread(listed, diff)
      const level = Math.max(1, (side.startsWith('bid') ? seen.bid : seen.ask) + by)
      const isThere = isAt(side, level, seen)
      const isLookedAt = isAt(side, listedLevel(side, level, diff), listed)
      if (diff >= 0) equal(isLookedAt, isThere, 'of a widened spread exactly there')
      else ok(isLookedAt || !isThere, 'of a narrowed one never later')
    }),
    { numRuns: 10_000 },
  )
  t.end()
})

t.test('a group sees its own prices of everything, and others the listed ones', (t) => {
  const rows = [
    { mask: 'EURUSD', spread_diff_pts: 5 },
    { mask: '*', spread_diff_pts: 0 },
  ]
  const book = givenBook({ groups: { [HEDGING]: { symbols: rows } } })
  const listed = new GivenPrices(book).age('EURUSD', 99)
  const [eurusd, gbpusd] = [symbolIn(book, 'EURUSD').id, symbolIn(book, 'GBPUSD').id]
  const seen = groupPrices(book, { groupPath: HEDGING.toUpperCase() }, listed)
  t.ok(seen instanceof GroupPrices)
  t.match(seen.quote(eurusd), { bid: 116_998, ask: 117_013, usableUntil: 99 })
  t.equal(seen.quote(gbpusd), listed.quote(gbpusd))
  t.equal(seen.quote(999), undefined)
  t.equal(groupPrices(book, { groupPath: NETTING }, listed), listed)
  t.same(
    [HEDGING, NETTING].map((groupPath) => spreadDiffOf(book, { groupPath }, eurusd)),
    [5, 0],
  )
  const context = { book, prices: listed, now: 3 }
  t.equal(contextOfGroup(context, { groupPath: NETTING }), context)
  t.match(contextOfGroup(context, { groupPath: HEDGING }), { book, now: 3, prices: GroupPrices })
  t.equal(groupIn(book).hasSpreads, true)
  t.end()
})

t.test('what is held, and what it is converted by, is worth what the group sees', (t) => {
  const rows = [
    { mask: 'EURGBP', spread_diff_pts: 10 },
    { mask: 'GBPUSD', spread_diff_pts: 100 },
  ]
  const book = givenBook({ groups: { [HEDGING]: { symbols: rows } } })
  const listed = new GivenPrices(book)
  const position = { symbol: 'EURGBP', side: 'buy', volume: '1', open: '0.86760' } as const
  const account = givenAccount(book, { positions: [position] })
  const { profit } = moneyOf(account, book, groupPrices(book, account, listed))
  // It would be sold at 0.86645, for 115 pounds less, at 1.35070 dollars each.
  t.equal(profit, -155_33)
  t.end()
})

t.test('a difference is that of the account’s group and the symbol, and of none other', (t) => {
  const rows = [{ mask: 'EURUSD', spread_diff_pts: 3 }]
  const book = givenBook({ groups: { [NETTING]: { symbols: rows } } })
  const [euro, pound] = [symbolIn(book, 'EURUSD').id, symbolIn(book, 'GBPUSD').id]
  const diffs = (groupPath: string) => {
    return [euro, pound, 999].map((id) => spreadDiffOf(book, { groupPath }, id))
  }
  t.same(diffs(NETTING), [3, 0, 0])
  t.same(diffs(HEDGING), [0, 0, 0])
  t.same(diffs('no\\such'), [0, 0, 0])
  const prices = new GivenPrices(book)
  t.equal(groupPrices(book, { groupPath: 'no\\such' }, prices), prices)
  t.equal(groupPrices(book, { groupPath: HEDGING }, prices), prices)
  t.not(groupPrices(book, { groupPath: NETTING }, prices), prices)
  t.end()
})

t.test('a provider’s price and the account’s differ by the steps of their side', (t) => {
  const both = (price: number, diff: number) =>
    ([1, -1] as const).flatMap((way) =>
      ([1, -1] as const).map((side) => providerPrice(price, side, diff, way)),
    )
  // Of 3 points 1 goes off the bid, and 2 go onto the ask.
  t.same(both(100, 3), [102, 99, 98, 101])
  t.same(both(100, -3), [99, 102, 101, 98])
  t.same(both(100, 0), [100, 100, 100, 100])
  t.same(both(0, 3), [0, 0, 0, 0], 'none is none')
  t.same(both(1, 8), [5, 1, 1, 5], 'never below a point')
  t.end()
})

t.test('groups may see other differences after their rows, or a symbol’s name, changed', (t) => {
  const rows = [{ mask: 'EURUSD', spread_diff_pts: 3 }]
  const before = givenBook({ groups: { [NETTING]: { symbols: rows } } })
  const { records } = before
  const version = records.version + 1
  const rowsOf = (path: string, symbols: typeof rows) => ({
    groups: records.groups.map((one) => (one.path === path ? { ...one, symbols } : one)),
  })
  const symbolsBut = (change: object) => ({
    symbols: records.symbols.map((one) => (one.id === 1 ? { ...one, ...change } : one)),
  })
  const { id } = symbolIn(before, 'EURUSD')
  t.equal(id, 1)
  const changed = (change: object) => {
    const after = compileBook({ ...records, version, ...change }, before)
    return [...otherwiseSpread(before, after)].map(({ record }) => record.path)
  }
  t.same(changed({}), [])
  t.same(changed(rowsOf(NETTING, [])), [NETTING], 'it has none any more')
  t.same(changed(rowsOf(HEDGING, rows)), [HEDGING], 'it has some now')
  t.same(changed(rowsOf(HEDGING, [])), [], 'it has none and had none')
  t.same(changed(symbolsBut({ path: 'Forex\\EURUSD.x' })), [NETTING])
  t.same(changed(symbolsBut({ contract_size: '1000' })), [])
  const [first] = records.symbols
  const added = { ...first, id: 900, path: 'Forex\\NEWUSD' }
  t.same(changed({ symbols: [...records.symbols, added] }), [], 'nobody holds a new one')
  t.end()
})
