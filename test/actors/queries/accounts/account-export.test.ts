import t from 'tap'
import { accountWithDefaults } from '../../../../actors/desk/accounts/accounts.js'
import { exportAccounts } from '../../../../actors/queries/accounts/account-export.js'
import type { JobPlace } from '../../../../actors/thread/job-work.js'
import { accountsRepo, type NewAccount } from '../../../../storage/repos/accounts/accounts.js'
import type { Sqlite } from '../../../../storage/sqlite/open.js'
import { ACCOUNT_FIELDS } from '../../../../wire/account/account-fields.js'
import { scratch } from '../../../given/desk.js'
import { openTables } from '../../../given/records/projection.js'

// Goal: each account is a line once, and a slice ends where it is to.

const SLICE_BYTES = 512 * 1024
const HEAD = 'login,group,currency,comment,balance,balance_prev_day,balance_prev_month,credit\r\n'
const SHOWN = ['login', 'group', 'comment']
const WORK = {
  filter: {},
  groups: [{ path: 'demo\\standard', currency: 'USD', digits: 2, leverage: 100 }],
  hidden: ACCOUNT_FIELDS.filter((name) => !SHOWN.includes(name)),
}
const FIRST: JobPlace = { place: '', done: 0, total: null }

function insert(db: Sqlite, login: number, comment: string, group = 'demo\\standard'): void {
  const account = { login, group, comment } as unknown as NewAccount
  accountsRepo(db).insert(accountWithDefaults(account), 1)
}

function lineOf(login: number, comment: string): string {
  return `${login},demo\\standard,USD,${comment},0.00,0.00,0.00,0.00\r\n`
}

t.test('it has the accounts of its groups, with what each has', (t) => {
  const db = openTables(scratch(t))
  insert(db, 5, 'a "b"', 'DEMO\\standard')
  insert(db, 6, 'of another group', 'real')
  insert(db, 7, '')
  db.exec(`INSERT INTO account_states (login, balance, credit, seq, record_seq, last_order_id,
    last_deal_id, last_closed_id, orders, deals, closed, balance_prev_day, balance_prev_month)
    VALUES (5, 1234, -5, 1, 1, 0, 0, 0, 0, 0, 0, 77, 800)`)
  t.same(exportAccounts(db, WORK, FIRST), {
    made: `${HEAD}5,DEMO\\standard,USD,"a ""b""",12.34,0.77,8.00,-0.05\r\n${lineOf(7, '')}`,
    place: '7',
    done: 2,
    total: 2,
    isOver: true,
  })
  t.same(exportAccounts(db, { ...WORK, groups: [] }, FIRST), {
    made: HEAD,
    place: '0',
    done: 0,
    total: 0,
    isOver: true,
  })
  t.same(exportAccounts(db, WORK, { place: '5', done: 1, total: 2 }), {
    made: lineOf(7, ''),
    place: '7',
    done: 2,
    total: 2,
    isOver: true,
  })
  db.close()
  t.end()
})

t.test('it goes on behind 500 rows, until they have so many bytes', (t) => {
  const db = openTables(scratch(t))
  // The head and 500 lines have the bytes of a slice, or one less.
  const room = SLICE_BYTES - HEAD.length - 500 * lineOf(10_000, '').length
  const commentOf = (login: number, less: number): string => {
    const more = login === 10_001 ? (room % 500) - less : 0
    return 'x'.repeat(Math.floor(room / 500) + more)
  }
  const logins = Array.from({ length: 1001 }, (_, n) => 10_001 + n)
  const linesOf = (from: number, to: number, less = 0): string =>
    logins
      .map((login) => lineOf(login, commentOf(login, less)))
      .slice(from, to)
      .join('')
  db.exec('BEGIN')
  for (const login of logins) insert(db, login, commentOf(login, 0))
  db.exec('COMMIT')
  const first = exportAccounts(db, WORK, FIRST)
  t.equal(first.made.length, SLICE_BYTES)
  t.ok(first.made === HEAD + linesOf(0, 500))
  t.match(first, { place: '10500', done: 500, total: 1001, isOver: false })
  // Accounts were opened meanwhile.
  const next = exportAccounts(db, WORK, { place: '10500', done: 500, total: 700 })
  t.ok(next.made === linesOf(500, 1001))
  t.match(next, { place: '11001', done: 1001, total: 1001, isOver: true })
  const later = exportAccounts(db, WORK, { ...FIRST, place: '10001', done: 1, total: 400 })
  t.match(later, { place: '11001', done: 1001, total: 1001, isOver: false })
  accountsRepo(db).update(10_001, { comment: commentOf(10_001, 1) }, 2)
  const whole = exportAccounts(db, WORK, FIRST)
  t.ok(whole.made === HEAD + linesOf(0, 1000, 1))
  t.match(whole, { place: '11000', done: 1000, total: 1001, isOver: false })
  db.close()
  t.end()
})
