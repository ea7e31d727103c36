import t from 'tap'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import {
  moneyPerLot,
  percentOfPrice,
  percentOfValue,
  pointsOfPrice,
  roundedVolumeAmount,
} from '../../../engine/costs/volume-amount.js'
import { FIXED8_ONE, RATE_ONE } from '../../../engine/units.js'
import { givenBook, symbolIn } from '../../given/book.js'

const LOT = 100_000_000
const PRICE = 120_000

/** What 2 lots of EURUSD come to at 1.20000 and a rate of 1, as far as `changes` leave it. */
function amounts(changes: Partial<SymbolRecord> = {}) {
  const symbol = symbolIn(givenBook({ symbols: { EURUSD: changes } }), 'EURUSD')
  const each = {
    money: moneyPerLot(3n * FIXED8_ONE, 'CHF'),
    points: pointsOfPrice(symbol, 4n * FIXED8_ONE),
    price: percentOfPrice(symbol, 5n * FIXED8_ONE, 2),
    value: percentOfValue(symbol, 5n * FIXED8_ONE),
  }
  return Object.entries(each).map(([name, amount]) => {
    const rounded = roundedVolumeAmount(amount, 2 * LOT, PRICE, RATE_ONE, 2)
    return [name, rounded, amount.byPrice, amount.currency]
  })
}

t.test('money of lots, points and parts of a price or a value come in their currency', (t) => {
  t.same(amounts(), [
    ['money', 6_00, false, 'CHF'],
    ['points', 8_00, false, 'USD'],
    ['price', 6_000_00, true, 'USD'],
    ['value', 10_000_00, false, 'EUR'],
  ])
  t.same(amounts({ calc_mode: 'cfd' }), [
    ['money', 6_00, false, 'CHF'],
    ['points', 8_00, false, 'USD'],
    ['price', 6_000_00, true, 'USD'],
    ['value', 12_000_00, true, 'USD'],
  ])
  t.end()
})

t.test(
  'a volume counts as often as it is due, by the rate and in the decimals of the account',
  (t) => {
    const perLot = moneyPerLot(FIXED8_ONE / 8n, 'CHF')
    t.equal(roundedVolumeAmount(perLot, LOT, PRICE, RATE_ONE, 2), 13, 'half a cent goes up')
    t.equal(roundedVolumeAmount(perLot, LOT, PRICE, RATE_ONE, 3), 125)
    t.equal(roundedVolumeAmount(perLot, LOT, PRICE, RATE_ONE, 2, 3), 38, '37.5')
    t.equal(roundedVolumeAmount(perLot, LOT, PRICE, RATE_ONE * 3n, 2, 3), 113, '112.5')
    t.equal(roundedVolumeAmount({ ...perLot, byPrice: true }, LOT, 4, RATE_ONE, 2), 50)
    const uneven = moneyPerLot((FIXED8_ONE * 3n) / 8n, 'CHF')
    t.equal(roundedVolumeAmount(uneven, LOT, PRICE, RATE_ONE, 2), 38, '37.5')
    t.equal(roundedVolumeAmount({ ...uneven, byPrice: true }, LOT, 3, RATE_ONE, 2), 113, '112.5')
    t.end()
  },
)
