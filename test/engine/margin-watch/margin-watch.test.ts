import t from 'tap'
import { dropPosition } from '../../../engine/account/holdings/hold-position.js'
import type { Account } from '../../../engine/account/state.js'
import { compileBook } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { MarginWatch } from '../../../engine/margin-watch/margin-watch.js'
import { givenAccount, givenPosition } from '../../given/account.js'
import {
  type BookChanges,
  givenBook,
  HEDGING,
  leverageProfile,
  symbolIn,
  tierRule,
} from '../../given/book.js'
import { GivenPrices } from '../../given/prices.js'

/** A watch over one market, told of every price that is set. */
function given(changes: BookChanges = {}) {
  const book = givenBook(changes)
  const prices = new GivenPrices(book)
  const watch = new MarginWatch(book, prices)
  const tick = (name: string, bid: string, ask: string): string[] => {
    prices.set(name, bid, ask)
    watch.tick(symbolIn(book, name).id)
    return told(watch)
  }
  return { book, prices, watch, tick }
}

function told(watch: MarginWatch, max?: number): string[] {
  return [...watch.due(max)].map(({ account, before, standing }) => {
    return `${account.login}: ${before} to ${standing}`
  })
}

/** One lot of EURUSD at 1.17000: its margin is 1,170.00, and a point is a dollar. */
function longEuro(book: Book, balance: string, login = 1001): Account {
  const rate = '1.17'
  const position = { symbol: 'EURUSD', side: 'buy', volume: '1', open: '1.17000', rate } as const
  return givenAccount(book, { login, balance, positions: [position] })
}

t.test('a fall through both levels is told at the very price, and so is the way back', (t) => {
  const { book, watch, tick } = given()
  const account = longEuro(book, '2000')
  watch.update(account)
  t.same(told(watch), [], 'fine, as everybody begins')
  t.same(tick('EURUSD', '1.16171', '1.16181'), [], '1,171.00 of equity')
  t.same(tick('EURUSD', '1.16170', '1.16180'), ['1001: fine to margin_call'], '1,170.00')
  t.same(tick('EURUSD', '1.15586', '1.15596'), [])
  t.same(tick('EURUSD', '1.15585', '1.15595'), ['1001: margin_call to stop_out'], '585.00')
  t.equal(watch.standingOf(1001), 'stop_out')
  t.same(tick('EURUSD', '1.15586', '1.15596'), ['1001: stop_out to margin_call'])
  t.same(tick('EURUSD', '1.17000', '1.17010'), ['1001: margin_call to fine'])
  t.end()
})

t.test('an account that no price comes near its level is not looked at', (t) => {
  const { book, watch, tick } = given()
  watch.update(longEuro(book, '100000'))
  told(watch)
  const before = watch.judged
  for (let i = 0; i < 50; i++) {
    t.same(tick('EURUSD', `1.1${6500 - i}`, `1.1${6510 - i}`), [])
    tick('US500', `5${100 + i}.00`, '5200.00')
  }
  t.equal(watch.judged, before)
  t.end()
})

t.test('nor is one that stands near its level, while prices leave it above', (t) => {
  const money = {
    stop_out_mode: 'money',
    margin_call_level: '1170',
    stop_out_level: '585',
  } as const
  for (const mode of [{}, money]) {
    const { book, watch, tick } = given({ groups: { [HEDGING]: mode } })
    watch.update(longEuro(book, '1180'))
    told(watch)
    const before = watch.judged
    for (let i = 1; i <= 5; i++) t.same(tick('EURUSD', `1.1${7000 - i}`, `1.1${7010 - i}`), [])
    t.equal(watch.judged, before, '1,175.00 of equity, and the call is at 1,170.00')
    t.same(tick('EURUSD', '1.16991', '1.17001'), [])
    t.same(tick('EURUSD', '1.16990', '1.17000'), ['1001: fine to margin_call'])
  }
  t.end()
})

t.test('an account at its stop out is told again when something of it changed', (t) => {
  const { book, watch } = given()
  const account = longEuro(book, '500')
  watch.update(account)
  t.same(told(watch), ['1001: fine to stop_out'])
  t.same(told(watch), [], 'once')
  account.balance += 10_00
  watch.update(account)
  t.same(told(watch), ['1001: stop_out to stop_out'], 'there is more to close')
  t.end()
})

t.test('what is done about an account while it is told of is judged in the same go', (t) => {
  const { book, watch } = given()
  const account = longEuro(book, '500')
  const second = givenPosition(book, account, {
    symbol: 'EURUSD',
    side: 'buy',
    volume: '1',
    open: '1.17000',
    rate: '1.17',
  })
  watch.update(account)
  const seen: string[] = []
  for (const change of watch.due()) {
    seen.push(change.standing)
    if (account.positions.size === 2) dropPosition(account, second)
    else for (const position of account.positions.values()) dropPosition(account, position)
    if (change.standing === 'stop_out') watch.update(account)
  }
  t.same(seen, ['stop_out', 'stop_out', 'fine'])
  t.equal(watch.size, 0, 'and one that holds nothing is forgotten')
  t.end()
})

t.test('buys and sells of as much lose by the spread alone', (t) => {
  const { book, watch, tick } = given({ symbols: { EURUSD: { margin_hedged: '100000' } } })
  const account = longEuro(book, '1300')
  const side = 'sell'
  givenPosition(book, account, {
    symbol: 'EURUSD',
    side,
    volume: '1',
    open: '1.17000',
    rate: '1.17',
  })
  watch.update(account)
  t.same(told(watch), [], '1,290.00 of equity for 1,170.00 of margin')
  const before = watch.judged
  t.same(tick('EURUSD', '1.20000', '1.20010'), [])
  t.same(tick('EURUSD', '1.10000', '1.10010'), [])
  t.equal(watch.judged, before, 'wherever the price goes')
  t.same(tick('EURUSD', '1.17000', '1.17129'), [])
  t.same(tick('EURUSD', '1.17000', '1.17130'), ['1001: fine to margin_call'], 'a spread of 130')
  t.end()
})

t.test('a loss in another currency grows with its rate', (t) => {
  const { book, watch, tick } = given()
  const yen = { symbol: 'USDJPY', side: 'buy', volume: '1', open: '165.000' } as const
  watch.update(givenAccount(book, { balance: '11500', positions: [yen] }))
  t.same(told(watch), [], '10,000.00 lost at 150.000')
  t.same(tick('USDJPY', '149.600', '149.610'), [])
  t.same(tick('USDJPY', '149.300', '149.310'), ['1001: fine to margin_call'])
  t.end()
})

t.test('without a price it stands as it did, and is judged when the price is there', (t) => {
  const { book, prices, watch, tick } = given()
  prices.remove('EURUSD')
  watch.update(longEuro(book, '1100'))
  t.same(told(watch), [])
  t.same(tick('US500', '5001.00', '5001.50'), [])
  t.same(tick('EURUSD', '1.17000', '1.17010'), ['1001: fine to margin_call'])
  prices.remove('EURUSD')
  watch.tick(symbolIn(book, 'EURUSD').id)
  t.same(told(watch), [], 'gone again')
  t.equal(watch.standingOf(1001), 'margin_call')
  t.same(tick('EURUSD', '1.10000', '1.10010'), ['1001: margin_call to stop_out'])
  t.end()
})

t.test('the rates that its margin’s tiers are counted by are waited for as well', (t) => {
  const tiers = tierRule('*', 'value', [['0', '1']], 'GBP')
  const { book, prices, watch, tick } = given({
    groups: { [HEDGING]: { leverage_profile_id: 1 } },
    profiles: [leverageProfile(tiers)],
  })
  for (const name of ['EURGBP', 'GBPUSD']) prices.remove(name)
  watch.update(longEuro(book, '500'))
  t.same(told(watch), [], 'its margin is not known')
  t.same(tick('EURUSD', '1.17000', '1.17010'), [])
  t.same(tick('EURGBP', '0.86650', '0.86670'), ['1001: fine to stop_out'])
  t.end()
})

t.test('only prices that it was told of count', (t) => {
  const { book, prices, watch } = given()
  const account = longEuro(book, '2000')
  watch.update(account)
  told(watch)
  prices.set('EURUSD', '1.10000', '1.10010')
  watch.update(account)
  t.same(told(watch), [], 'the board went on, the turn did not')
  watch.tick(symbolIn(book, 'EURUSD').id)
  t.same(told(watch), ['1001: fine to stop_out'])
  t.end()
})

t.test('settings count for those who go by them, a few accounts at a time', (t) => {
  const { book, prices, watch } = given()
  for (let login = 1; login <= 10; login++) watch.update(longEuro(book, '2000', login))
  const pounds = { symbol: 'GBPUSD', side: 'buy', volume: '1', open: '1.35000' } as const
  watch.update(givenAccount(book, { login: 11, positions: [pounds] }))
  told(watch)
  const before = watch.judged
  const dear = { margin_rates: [{ kind: 'buy', initial: '2', maintenance: '2' }] } as const
  const symbols = book.records.symbols.map((one) => (one.id === 1 ? { ...one, ...dear } : one))
  watch.setBook(compileBook({ ...book.records, symbols }, book))
  t.ok(watch.isPending)
  t.equal(told(watch, 4).length, 4)
  prices.set('EURUSD', '1.15000', '1.15010')
  watch.tick(1)
  const all = [...told(watch, 4), ...told(watch)]
  t.equal(all.filter((one) => one.endsWith('stop_out')).length, 10, 'at the price of now')
  t.notOk(watch.isPending)
  t.notOk(all.some((one) => one.startsWith('11:')))
  t.ok(watch.judged - before < 25, 'the eleventh has nothing to do with it')
  t.end()
})

t.test('levels of a group count at once, and so does another group', (t) => {
  const { book, watch } = given({ groups: { 'given\\strict': { margin_call_level: '200' } } })
  const account = longEuro(book, '2000')
  watch.update(account)
  told(watch)
  account.groupPath = 'given\\strict'
  watch.update(account)
  t.same(told(watch), ['1001: fine to margin_call'])
  const groups = book.records.groups.map((one) => ({ ...one, stop_out_level: '180' }))
  watch.setBook(compileBook({ ...book.records, groups }, book))
  t.same(told(watch), ['1001: margin_call to stop_out'])
  t.end()
})

/** Of an account in euros: a lot of the index at 5,000.00 dollars is a dollar a point. */
const EURO = { groups: { 'given\\euro': { currency: 'EUR', leverage: 30 } } }
const INDEX = { symbol: 'US500', side: 'buy', volume: '1', open: '5000.00' } as const

t.test('a way between currencies counts at once for who holds none of its symbols', (t) => {
  const { book, watch } = given({ ...EURO, symbols: { EURUSD: { calc_mode: 'cfd' } } })
  const account = { group: 'given\\euro', balance: '100', positions: [INDEX] }
  watch.update(givenAccount(book, account))
  t.same(told(watch), [], 'dollars have no way into euros')
  const symbols = book.records.symbols.map((one) => {
    return one.id === 1 ? { ...one, calc_mode: 'forex' as const } : one
  })
  watch.setBook(compileBook({ ...book.records, symbols }, book))
  t.same(told(watch), ['1001: fine to stop_out'])
  t.end()
})

t.test('a rate that moves a little is no reason to look at who is far from a level', (t) => {
  const { book, watch, tick } = given(EURO)
  const pounds = { symbol: 'GBPUSD', side: 'sell', volume: '1', open: '1.34000' } as const
  const positions = [{ ...INDEX, open: '4900.00' }, pounds]
  watch.update(givenAccount(book, { group: 'given\\euro', balance: '100000', positions }))
  told(watch)
  const before = watch.judged
  for (let i = 1; i <= 50; i++) t.same(tick('EURUSD', `1.1${7000 + i}`, `1.1${7010 + i}`), [])
  for (let i = 1; i <= 50; i++) t.same(tick('EURUSD', `1.1${7000 - i}`, `1.1${7010 - i}`), [])
  t.equal(watch.judged, before)
  t.end()
})

t.test('who was in margin call before is told of when that ends', (t) => {
  const { book, watch } = given()
  watch.update(longEuro(book, '2000'), 'margin_call')
  watch.update(givenAccount(book, { login: 7 }), 'margin_call')
  watch.update(givenAccount(book, { login: 8 }))
  t.equal(watch.size, 2, 'an account that holds nothing is not watched')
  t.same(told(watch), ['1001: margin_call to fine', '7: margin_call to fine'])
  t.equal(watch.size, 1)
  t.end()
})

t.test('an account that is removed is not told of', (t) => {
  const { book, watch, tick } = given()
  for (const login of [1, 2]) watch.update(longEuro(book, '2000', login))
  told(watch)
  watch.remove(1)
  watch.remove(99)
  t.same(tick('EURUSD', '1.16000', '1.16010'), ['2: fine to margin_call'])
  watch.update(longEuro(book, '500', 3))
  watch.remove(3)
  t.same(told(watch), [], 'nor one that was due')
  t.equal(watch.size, 1)
  t.end()
})

t.test('levels in money go by the equity', (t) => {
  const money = { stop_out_mode: 'money', margin_call_level: '500', stop_out_level: '100' } as const
  const { book, watch, tick } = given({ groups: { [HEDGING]: money } })
  watch.update(longEuro(book, '1000'))
  t.same(told(watch), [])
  t.same(tick('EURUSD', '1.16501', '1.16511'), [])
  t.same(tick('EURUSD', '1.16500', '1.16510'), ['1001: fine to margin_call'])
  t.same(tick('EURUSD', '1.16101', '1.16111'), [])
  t.same(tick('EURUSD', '1.16100', '1.16110'), ['1001: margin_call to stop_out'])
  t.end()
})

t.test('a watch has work while an account or the settings wait to be looked at', (t) => {
  const { book, watch } = given()
  t.equal(watch.isPending, false)
  watch.update(longEuro(book, '2000'))
  t.equal(watch.isPending, true)
  told(watch)
  t.equal(watch.isPending, false)
  const { records } = book
  const version = records.version + 1
  watch.setBook(compileBook({ ...records, version }, book))
  t.equal(watch.isPending, false, 'nothing in them is another')
  const symbols = records.symbols.map((one) => ({ ...one, digits: one.digits }))
  watch.setBook(compileBook({ ...records, version, symbols }, book))
  t.equal(watch.isPending, true)
  const before = watch.judged
  told(watch)
  t.equal(watch.isPending, false)
  t.equal(watch.judged, before + 1)
  t.end()
})
