import t from 'tap'
import { positionValue, profitNow } from '../../../../engine/account/money/position-value.js'
import { type GivenPosition, givenAccount } from '../../../given/account.js'
import {
  givenBook,
  groupIn,
  HEDGING,
  leverageProfile,
  NETTING,
  symbolIn,
  tierRule,
} from '../../../given/book.js'
import { GivenPrices } from '../../../given/prices.js'

const BUY: GivenPosition = {
  symbol: 'EURGBP',
  side: 'buy',
  volume: '1',
  open: '0.86550',
  rate: '1.17',
}
const SELL: GivenPosition = { ...BUY, id: 2, side: 'sell', volume: '2' }

function given(without: readonly string[] = []) {
  const book = givenBook()
  const prices = new GivenPrices(book)
  for (const name of without) prices.remove(name)
  const account = givenAccount(book, { positions: [BUY, SELL] })
  const value = (id: number, of = book, group = HEDGING) => {
    const position = account.positions.get(id)
    if (position === undefined) throw new Error(`position ${id} is held`)
    return positionValue({ ...account, groupPath: group }, position, of, prices)
  }
  return { book, prices, account, value }
}

t.test('a position is worth what its close would bring, and the margin of itself alone', (t) => {
  const { value } = given()
  // 100 pounds are gained at 1.35000, 240 lost at 1.35020; a lot is 1,170.00 at 1:100.
  t.strictSame(value(1), {
    price: 86_650,
    profit: 135_00,
    margin: 1_170_00,
    pointValue: 135_020_000,
  })
  t.strictSame(value(2), {
    price: 86_670,
    profit: -324_05,
    margin: 2_340_00,
    pointValue: 270_040_000,
  })
  t.strictSame(value(2, givenBook(), NETTING).margin, 2_340_00)
  t.end()
})

t.test('what needs a price that is not there is not known, and the rest is', (t) => {
  const none = { price: null, profit: null, margin: 1_170_00, pointValue: null }
  t.strictSame(given(['GBPUSD']).value(1), { ...none, price: 86_650 })
  t.strictSame(given(['EURGBP']).value(1), { ...none, pointValue: 135_020_000 })
  t.end()
})

t.test('nor is its margin, where that is counted in a currency without a rate', (t) => {
  const rule = tierRule('*', 'value', [['0', '1']], 'CHF')
  const book = givenBook({
    groups: { [HEDGING]: { leverage_profile_id: 1 } },
    profiles: [leverageProfile(rule)],
  })
  t.strictSame(given().value(1, book), {
    price: 86_650,
    profit: 135_00,
    margin: null,
    pointValue: 135_020_000,
  })
  t.end()
})

t.test('nothing is known of a symbol or a group that is not in the settings', (t) => {
  const { value, book } = given()
  const unknown = { price: null, profit: null, margin: null, pointValue: null }
  t.strictSame(value(1, { ...book, symbolsById: new Map() }), unknown)
  t.strictSame(value(1, book, 'real\\none'), unknown)
  t.end()
})

t.test('its profit now is that of its close, and unknown without its price or its rate', (t) => {
  const { book, prices, account } = given()
  const [position] = account.positions.values()
  const [symbol, group] = [symbolIn(book, 'EURGBP'), groupIn(book)]
  if (position === undefined) throw new Error('it is held')
  t.equal(profitNow(position, symbol, book, group, prices), 135_00)
  const rest = { ...position, openRest: 1_000_000_000 }
  t.equal(profitNow(rest, symbol, book, group, prices), 121_50)
  prices.remove('GBPUSD')
  t.equal(profitNow(position, symbol, book, group, prices), undefined)
  prices.set('GBPUSD', '1.35000', '1.35020').remove('EURGBP')
  t.equal(profitNow(position, symbol, book, group, prices), undefined)
  t.end()
})
