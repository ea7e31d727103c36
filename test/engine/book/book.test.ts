import t from 'tap'
import { groupOf, moneyDigitsOf, symbolByName } from '../../../engine/book/book.js'
import { MONEY_DIGITS_DEFAULT } from '../../../engine/units.js'
import { givenBook } from '../../given/book.js'

t.test('symbols and groups are found as they are written, and in any case', (t) => {
  const book = givenBook({})
  const symbol = book.symbolsByName.get('EURUSD')
  t.ok(symbol)
  for (const name of ['EURUSD', 'eurusd', 'EurUsd']) t.equal(symbolByName(book, name), symbol, name)
  t.equal(symbolByName(book, 'EURUSD '), undefined)
  const [path = ''] = book.groupsByPath.keys()
  const group = book.groupsByPath.get(path)
  t.ok(group)
  for (const name of [path, path.toUpperCase()]) t.equal(groupOf(book, name), group, name)
  t.equal(moneyDigitsOf(book, path), group?.currencyDigits)
  t.equal(moneyDigitsOf(book, 'no\\group'), MONEY_DIGITS_DEFAULT)
  t.end()
})
