import { deepEqual, equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { accountMargin, marginAfterOpening } from '../../../engine/account/money/margin.js'
import { compileBook } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { symbolOfGroup } from '../../../engine/book/group-symbols.js'
import type { GroupSymbolRow } from '../../../engine/config/records/group.js'
import { RATE_ONE } from '../../../engine/units.js'
import { givenAccount } from '../../given/account.js'
import { givenBook, groupIn, HEDGING, NETTING, symbolIn } from '../../given/book.js'
import { NO_PRICES } from '../../given/prices.js'

function withRows(...symbols: readonly GroupSymbolRow[]): Book {
  return givenBook({ groups: { [HEDGING]: { symbols } } })
}

t.test('the first row that fits by name or path gives its terms, and only what it names', (t) => {
  const book = withRows(
    { mask: 'EURUSD', volume_max: '5' },
    { mask: 'Forex\\*,!USDJPY', volume_max: '7', trade_access: 'close_only' },
    { mask: '*', trade_access: 'disabled' },
  )
  const seen = (name: string) => symbolOfGroup(groupIn(book), symbolIn(book, name))
  t.match(seen('EURUSD'), { volumeMax: 500_000_000, tradeAccess: 'full' })
  t.match(seen('GBPUSD'), { volumeMax: 700_000_000, tradeAccess: 'close_only' })
  t.match(seen('USDJPY'), { volumeMax: 10_000_000_000, tradeAccess: 'disabled' })
  t.equal(seen('XAUUSD').tradeAccess, 'disabled')
  t.end()
})

t.test('without a row that fits it is the listed symbol, and it is found once', (t) => {
  const book = withRows({ mask: 'EURUSD', volume_min: '1' }, { mask: 'GBPUSD', spread_diff_pts: 0 })
  const listed = symbolIn(book, 'EURUSD')
  const own = symbolOfGroup(groupIn(book), listed)
  t.not(own, listed)
  t.equal(symbolOfGroup(groupIn(book), listed), own)
  t.equal(symbolOfGroup(groupIn(book, NETTING), listed), listed, 'a group without rows')
  t.equal(symbolOfGroup(groupIn(book), symbolIn(book, 'XAUUSD')), symbolIn(book, 'XAUUSD'))
  t.equal(symbolOfGroup(groupIn(book), symbolIn(book, 'GBPUSD')), symbolIn(book, 'GBPUSD'))
  t.end()
})

t.test('a row that names a difference alone gives the symbol that and nothing else', (t) => {
  const book = withRows({ mask: 'GBPUSD', spread_diff_pts: -3 })
  const listed = symbolIn(book, 'GBPUSD')
  const { spreadDiff, ...others } = symbolOfGroup(groupIn(book), listed)
  const { spreadDiff: none, ...own } = listed
  t.same([spreadDiff, none], [-3, 0])
  t.same(others, own)
  t.same([book.hasSpreads, groupIn(book).hasSpreads], [true, true])
  t.same([withRows().hasSpreads, groupIn(book, NETTING).hasSpreads], [false, false])
  t.end()
})

t.test('a change of the symbol or of the group is seen at once', (t) => {
  const book = withRows({ mask: 'EURUSD', volume_min: '1' })
  const before = symbolOfGroup(groupIn(book), symbolIn(book, 'EURUSD'))
  const symbols = book.records.symbols.map((one) => ({ ...one, stops_level_pts: 9 }))
  const later = compileBook({ ...book.records, symbols }, book)
  const after = symbolOfGroup(groupIn(later), symbolIn(later, 'EURUSD'))
  t.match(after.record, { volume_min: '1', stops_level_pts: 9 })
  t.equal(before.record.stops_level_pts, 0)
  const groups = later.records.groups.map((one) => ({ ...one, symbols: [] }))
  const last = compileBook({ ...later.records, groups }, later)
  t.equal(symbolOfGroup(groupIn(last), symbolIn(last, 'EURUSD')), symbolIn(last, 'EURUSD'))
  t.end()
})

const decimals = fc.integer({ min: 1, max: 1_000_000 }).map((n) => `${n / 1000}`)
const rates = fc.record({
  kind: fc.constantFrom('buy' as const, 'sell' as const),
  initial: decimals,
  maintenance: decimals,
})
const terms: fc.Arbitrary<Omit<GroupSymbolRow, 'mask'>> = fc.record(
  {
    trade_access: fc.constantFrom('disabled', 'close_only', 'long_only', 'short_only', 'full'),
    volume_min: decimals,
    volume_max: decimals,
    volume_step: decimals,
    volume_limit: decimals,
    margin_initial: decimals,
    margin_maintenance: decimals,
    margin_hedged: decimals,
    margin_rates: fc.uniqueArray(rates, { selector: ({ kind }) => kind, maxLength: 2 }),
    swap_long: decimals,
  },
  { requiredKeys: [] },
)

t.test('property: a row makes what a symbol that has those terms itself is', (t) => {
  const names = fc.constantFrom('EURUSD', 'USDJPY', 'XAUUSD', 'US500')
  fc.assert(
    fc.property(names, terms, fc.integer({ min: 1, max: 500_000_000 }), (name, given, volume) => {
      const rows = withRows({ mask: name, ...given })
      const itself = givenBook({ symbols: { [name]: given } })
      const seen = symbolOfGroup(groupIn(rows), symbolIn(rows, name))
      const wanted = symbolIn(itself, name)
      deepEqual(seen, wanted)
      const margins = [rows, itself].map((book) => {
        const positions = [
          { symbol: name, side: 'buy', volume: '2', open: '100' },
          { symbol: name, side: 'sell', volume: '0.5', open: '101' },
          { symbol: 'GBPUSD', side: 'sell', volume: '1', open: '1.35' },
        ] as const
        const account = givenAccount(book, { positions })
        const group = groupIn(book)
        const symbol = symbolOfGroup(group, symbolIn(book, name))
        const other = symbolIn(book, 'GBPUSD')
        return [
          accountMargin(account, book, group, NO_PRICES),
          marginAfterOpening(account, book, group, NO_PRICES, {
            symbol,
            side: 1,
            volume,
            price: 10_000,
            rateMargin: RATE_ONE,
          }),
          marginAfterOpening(account, book, group, NO_PRICES, {
            symbol: other,
            side: 1,
            volume,
            price: 135_000,
            rateMargin: RATE_ONE,
          }),
        ].join()
      })
      equal(margins[0], margins[1])
    }),
    { numRuns: 500 },
  )
  t.end()
})
