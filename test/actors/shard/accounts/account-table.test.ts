import t from 'tap'
import { AccountTable } from '../../../../actors/shard/accounts/account-table.js'
import { givenAccount } from '../../../given/account.js'
import { givenBook } from '../../../given/book.js'

const LOGINS = [5, 1_023, 1_024, 1_000_000, 2 ** 40 + 7]

t.test('accounts are found by login, wherever those lie', (t) => {
  const table = new AccountTable()
  for (const login of LOGINS) table.set(accountOf(login))
  t.equal(table.size, LOGINS.length)
  for (const login of LOGINS) t.equal(table.get(login)?.login, login)
  for (const login of [4, 6, 0, 2_048, 999_999]) t.equal(table.get(login), undefined)
  t.same(
    [...table.values()].map(({ login }) => login),
    LOGINS,
  )
  t.end()
})

t.test('one takes the place of the one that has its login', (t) => {
  const table = new AccountTable()
  table.set(accountOf(7))
  const other = accountOf(7)
  table.set(other)
  t.equal(table.size, 1)
  t.equal(table.get(7), other)
  t.end()
})

function accountOf(login: number) {
  return givenAccount(givenBook(), { login })
}
