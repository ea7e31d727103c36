import t from 'tap'
import { type SummedExposure, SymbolSums } from '../../../../actors/shard/sums/symbol-sums.js'
import { givenAccount } from '../../../given/account.js'
import { givenBook, symbolIn } from '../../../given/book.js'

const BOOK = givenBook()
const { id: EUR } = symbolIn(BOOK, 'EURUSD')
const { exposures } = givenAccount(BOOK, {
  positions: [
    { symbol: 'EURUSD', side: 'buy', volume: '0.30', open: '1.10000' },
    { symbol: 'EURUSD', side: 'buy', volume: '0.20', open: '1.20000' },
    { symbol: 'EURUSD', side: 'sell', volume: '0.10', open: '1.15000' },
  ],
})
const PLACE = exposures.placeOf(EUR)
const { buyVolume, sellVolume, buyValue, sellValue } = exposures.exposureAt(PLACE)

function rowsOf(sums: SymbolSums): SummedExposure[] {
  return Array.from({ length: sums.size }, (_, place) => sums.rowAt(place))
}

/** The account's row `times` over, and cover. */
function row(symbolId: number, times: number, covered = 0): SummedExposure {
  return {
    symbolId,
    accounts: times,
    bought: BigInt(buyVolume * times),
    sold: BigInt(sellVolume * times),
    boughtValue: buyValue * BigInt(times),
    soldValue: sellValue * BigInt(times),
    covered: BigInt(covered),
  }
}

t.test('what accounts and providers hold is summed by symbol, and taken out again', (t) => {
  const sums = new SymbolSums()
  sums.move(exposures, PLACE, 5, 1)
  sums.move(exposures, PLACE, 7, 1)
  sums.move(exposures, PLACE, 5, 1)
  sums.cover(5, 30)
  sums.cover(5, -40)
  sums.cover(9, 12)
  t.same(rowsOf(sums), [row(5, 2, -10), row(7, 1), row(9, 0, 12)])
  t.same(
    [0, 1, 2].map((place) => sums.symbolAt(place)),
    [5, 7, 9],
  )
  sums.move(exposures, PLACE, 5, -1)
  t.same(sums.rowAt(0), row(5, 1, -10))
  t.end()
})

t.test('a row goes once it has neither accounts nor cover', (t) => {
  const sums = new SymbolSums()
  sums.tidy(5)
  t.equal(sums.size, 0)
  sums.move(exposures, PLACE, 5, 1)
  sums.cover(5, 10)
  sums.tidy(5)
  t.same(rowsOf(sums), [row(5, 1, 10)])
  sums.move(exposures, PLACE, 5, -1)
  sums.tidy(5)
  t.same(rowsOf(sums), [row(5, 0, 10)], 'cover alone')
  sums.cover(5, -10)
  sums.move(exposures, PLACE, 5, 1)
  sums.tidy(5)
  t.same(rowsOf(sums), [row(5, 1)], 'an account alone')
  sums.move(exposures, PLACE, 5, -1)
  sums.tidy(5)
  t.same(rowsOf(sums), [])
  t.end()
})

t.test('all rows of other sums, or one of them, are added to those that are there', (t) => {
  const sums = new SymbolSums()
  const other = new SymbolSums()
  sums.move(exposures, PLACE, 7, 1)
  sums.cover(7, 3)
  for (const symbolId of [5, 7]) {
    other.move(exposures, PLACE, symbolId, 1)
    other.move(exposures, PLACE, symbolId, 1)
    other.cover(symbolId, 4)
  }
  sums.add(other)
  t.same(rowsOf(sums), [row(7, 3, 7), row(5, 2, 4)])
  sums.addRow(other, 1)
  t.same(rowsOf(sums), [row(7, 5, 11), row(5, 2, 4)])
  t.same(rowsOf(other), [row(5, 2, 4), row(7, 2, 4)], 'which stay as they were')
  t.end()
})

t.test('a row is marked once with each mark', (t) => {
  const sums = new SymbolSums()
  const at = sums.marked(5, 1)
  t.equal(at, sums.placeOf(5))
  t.equal(sums.marked(5, 1), -1)
  const other = sums.marked(7, 1)
  t.equal(other, sums.placeOf(7))
  t.not(other, at)
  t.equal(sums.marked(5, 2), at)
  t.same(rowsOf(sums), [row(5, 0), row(7, 0)], 'the mark is no part of what it says')
  t.end()
})
