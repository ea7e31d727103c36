import t from 'tap'
import { compileBook } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import type { GroupRecord } from '../../../engine/config/records/group.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { bookChange, isTouched } from '../../../engine/margin-watch/book-change.js'
import { givenAccount } from '../../given/account.js'
import { EURUSD, givenBook, HEDGING, HEDGING_GROUP, NETTING } from '../../given/book.js'
import { Floor } from '../../given/floors/floor.js'

const BOOK = givenBook()

/** The given book with other records. */
function after(symbols: readonly SymbolRecord[], groups = BOOK.records.groups): Book {
  return compileBook({ ...BOOK.records, version: 2, symbols, groups }, BOOK)
}

function withSymbol(id: number, change: Partial<SymbolRecord>): Book {
  return after(BOOK.records.symbols.map((one) => (one.id === id ? { ...one, ...change } : one)))
}

function withGroup(path: string, change: Partial<GroupRecord>): Book {
  const { symbols, groups } = BOOK.records
  return after(
    symbols,
    groups.map((one) => (one.path === path ? { ...one, ...change } : one)),
  )
}

const symbolsOnly = (...ids: number[]) => {
  return { symbols: new Set(ids), groups: new Set(), isConversionTouched: false }
}

t.test('a book that is the same in what accounts go by has not changed', (t) => {
  t.equal(bookChange(BOOK, BOOK, undefined), undefined)
  const { symbols, groups } = BOOK.records
  t.equal(bookChange(BOOK, after(symbols), undefined), undefined, 'another version alone')
  t.equal(bookChange(BOOK, after([...symbols].reverse()), undefined), undefined, 'another order')
  t.equal(bookChange(BOOK, after(symbols, [...groups].reverse()), undefined), undefined)
  t.end()
})

t.test('a symbol that is otherwise, and whether the ways between currencies are', (t) => {
  for (const [id, change, isConversionTouched] of [
    [3, { contract_size: '10' }, false],
    [3, { digits: 4 }, true],
    [3, { calc_mode: 'cfd' }, true],
    [3, { base_currency: 'CHF' }, true],
    [3, { profit_currency: 'CHF' }, true],
  ] as const) {
    const wanted = { ...symbolsOnly(id), isConversionTouched }
    t.same(bookChange(BOOK, withSymbol(id, change), undefined), wanted, JSON.stringify(change))
  }
  t.end()
})

t.test('symbols that came and went are ways between currencies that came and went', (t) => {
  const { symbols } = BOOK.records
  const come: SymbolRecord = { ...EURUSD, id: 90, path: 'Forex\\NZDUSD', base_currency: 'NZD' }
  const wanted = { ...symbolsOnly(90), isConversionTouched: true }
  for (const [where, records] of [
    ['at the end', [...symbols, come]],
    ['between others', [...symbols.slice(0, 2), come, ...symbols.slice(2)]],
  ] as const) {
    const book = after(records)
    t.same(bookChange(BOOK, book, undefined), wanted, where)
    t.same(bookChange(book, BOOK, undefined), wanted, `${where}, gone`)
  }
  t.end()
})

t.test('groups, by their paths in lower case, a new one too', (t) => {
  const book = withGroup(NETTING, { path: 'Demo\\Netting', margin_call_level: '7' })
  const wanted = { symbols: new Set(), groups: new Set([NETTING]), isConversionTouched: false }
  t.same(bookChange(BOOK, book, undefined), wanted)
  const { symbols, groups } = BOOK.records
  const more = after(symbols, [...groups, { ...HEDGING_GROUP, id: 9, path: 'real\\A' }])
  t.same(bookChange(BOOK, more, undefined), { ...wanted, groups: new Set(['real\\a']) })
  t.end()
})

t.test('what nobody has acted on yet is kept, with what changed since', (t) => {
  const earlier = { symbols: new Set([1]), groups: new Set(['x']), isConversionTouched: true }
  const book = withSymbol(3, { contract_size: '10' })
  t.same(bookChange(BOOK, book, earlier), { ...earlier, symbols: new Set([1, 3]) })
  t.same(bookChange(BOOK, withGroup(HEDGING, { leverage: 5 }), earlier), {
    ...earlier,
    groups: new Set(['x', HEDGING]),
  })
  t.same(bookChange(BOOK, BOOK, earlier), earlier)
  t.same([...earlier.symbols, ...earlier.groups], [1, 'x'], 'itself it stays as it was')
  t.end()
})

t.test('an account goes by its group, by what it holds and by what it has placed', (t) => {
  const none = { symbols: new Set<number>(), groups: new Set<string>(), isConversionTouched: false }
  const gold = { symbol: 'XAUUSD', side: 'buy', volume: '1', open: '2000.00' } as const
  const holder = givenAccount(BOOK, { group: 'Demo\\Standard', positions: [gold] })
  t.notOk(isTouched(holder, none))
  t.notOk(isTouched(holder, { ...none, symbols: new Set([1, 2]), groups: new Set([NETTING]) }))
  t.ok(isTouched(holder, { ...none, symbols: new Set([5]) }))
  t.ok(isTouched(holder, { ...none, groups: new Set([HEDGING]) }))
  t.ok(isTouched(holder, { ...none, isConversionTouched: true }))
  const floor = new Floor()
  floor.balance('deposit', '10000')
  floor.place('EURUSD', 'buy limit', '1', '1.1')
  t.ok(isTouched(floor.account, { ...none, symbols: new Set([1]) }))
  t.notOk(isTouched(floor.account, { ...none, symbols: new Set([5]) }))
  t.end()
})
