import t from 'tap'
import { idsAbove, nightIds } from '../../../../engine/account/day-end/night-ids.js'
import { givenAccount, givenPosition } from '../../../given/account.js'
import { givenBook } from '../../../given/book.js'

t.test('what is left of a sorted list is all above the id, whether it is one of it or not', (t) => {
  for (const length of [0, 1, 2, 3, 4, 7]) {
    const ids = Float64Array.from({ length }, (_, at) => 10 * (at + 1))
    for (let id = 0; id <= 10 * length + 11; id += 5) {
      t.same(
        [...idsAbove(ids, id)],
        [...ids].filter((one) => one > id),
        `${length} above ${id}`,
      )
    }
  }
  t.end()
})

t.test('a night goes through positions by their ids, from behind the last that it did', (t) => {
  const book = givenBook()
  const account = givenAccount(book)
  for (const id of [30, 4, 200, 17]) {
    givenPosition(book, account, { id, symbol: 'EURUSD', side: 'buy', volume: '1', open: '1.1' })
  }
  t.same([...nightIds(account)], [4, 17, 30, 200])
  account.nightThrough = 17
  t.same([...nightIds(account)], [30, 200])
  account.nightThrough = 200
  t.same([...nightIds(account)], [])
  t.end()
})
