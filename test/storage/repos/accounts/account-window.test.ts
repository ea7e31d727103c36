import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { isRefusal } from '../../../../engine/code.js'
import {
  ACCOUNT_WINDOW_COLUMNS,
  accountWindow,
} from '../../../../storage/repos/accounts/account-window.js'
import { accountsRepo, type NewAccount } from '../../../../storage/repos/accounts/accounts.js'
import { ACCOUNT_WINDOW_FIELDS } from '../../../../wire/window/window-fields.js'
import { readFilter, readSort } from '../../../../wire/window/window-query.js'
import { scratch } from '../../../given/desk.js'
import { openTables } from '../../../given/records/projection.js'

t.test('an account without a value is none of a range of it, and is other than any', (t) => {
  const db = openTables(scratch(t))
  t.teardown(() => db.close())
  const GROUP = { path: 'real', digits: 2, leverage: 100 }
  for (const [at, value] of [null, 3, null, 9].entries()) {
    const values = { agent: value, client_id: value, last_access: value }
    const row = { login: 11 + at, group: GROUP.path, ...values }
    accountsRepo(db).insert(accountWithDefaults(row as unknown as NewAccount), 1)
  }
  const window = accountWindow(db, 1e6)
  const rights = new Set<string>()
  const shown = (field: string, op: string, value: unknown): number[] => {
    const conditions = readFilter(
      JSON.stringify([{ field, op, value }]),
      ACCOUNT_WINDOW_FIELDS,
      rights,
    )
    const sort = readSort(field, ACCOUNT_WINDOW_FIELDS, rights)
    if (isRefusal(conditions) || isRefusal(sort)) throw new Error('it can be asked')
    const asked = { groups: [GROUP], conditions, sort }
    const { rows } = window.page(asked, { edge: 'first' }, 10)
    t.equal(window.count(asked), rows.length, `${field} ${op}`)
    return rows.map(({ number }) => number)
  }
  for (const field of ['agent', 'client_id', 'last_access']) {
    const of = (value: number) => (field === 'last_access' ? new Date(value).toISOString() : value)
    for (const [op, value, expected] of [
      ['eq', 3, [12]],
      ['ne', 3, [11, 13, 14]],
      ['in', [3, 9], [12, 14]],
      ['lt', 9, [12]],
      ['le', 9, [12, 14]],
      ['gt', 3, [14]],
      ['ge', 3, [12, 14]],
    ] as const) {
      const asked = typeof value === 'number' ? of(value) : value.map(of)
      t.same(shown(field, op, asked), expected, `${field} ${op} ${asked}`)
    }
  }
  t.end()
})

t.test('an order that is said to have an index has it', (t) => {
  const db = openTables(scratch(t))
  t.teardown(() => db.close())
  const there = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'index'").pluck().all()
  const lacking = [...ACCOUNT_WINDOW_COLUMNS].filter(
    ([, { index }]) => index !== undefined && !there.includes(index),
  )
  t.same(lacking, [])
  t.end()
})
