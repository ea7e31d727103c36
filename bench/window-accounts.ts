import { accountWithDefaults } from '../actors/desk/accounts/accounts.js'
import { kindOf } from '../engine/config/kinds.js'
import { accountsRepo } from '../storage/repos/accounts/accounts.js'
import { settingsRepo } from '../storage/repos/settings.js'
import { openWriter, type Sqlite } from '../storage/sqlite/open.js'

/** The groups of the accounts of a window, with what a row takes from its group. */
export const WINDOW_GROUPS = Array.from({ length: 10 }, (_, i) => ({
  path: `demo\\group ${i}`,
  currency: 'USD',
  digits: 2,
  leverage: 100,
}))

const COUNTRIES = ['DE', 'FR', 'CY', 'MT', '']
const ROWS_PER_TRANSACTION = 50_000
const FIRST_LOGIN = 1_000

/**
 * Puts that number of accounts into the tables of a stopped server. Half of them are in one group;
 * names and balances are in no order, countries shared by many.
 */
export function fillWindowAccounts(path: string, count: number): void {
  const db = openWriter(path)
  insertGroups(db)
  // The indexes are created at the end, which is much faster for unsorted rows. The index of the
  // changes stays, since each row looks there for its number.
  const indexes = db
    .prepare<[], { readonly name: string; readonly sql: string }>(
      `SELECT name, sql FROM sqlite_schema
       WHERE tbl_name = 'accounts' AND type = 'index' AND name <> 'accounts_by_change'`,
    )
    .all()
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`)
  insertAccounts(db, count)
  db.exec(
    `INSERT INTO account_states (login, balance, credit, seq, record_seq, last_order_id, last_deal_id,
       last_closed_id, orders, deals, closed)
     SELECT login, (login * 7919) % 10000019, 0, 1, 0, 0, 0, 0, 0, 0, 0 FROM accounts WHERE login >= 1000`,
  )
  for (const { sql } of indexes) db.exec(sql)
  db.close()
}

function insertGroups(db: Sqlite): void {
  const repo = settingsRepo(db)
  const body = kindOf('groups').defaults({})
  const at = Date.now()
  for (const { path } of WINDOW_GROUPS) {
    const id = repo.takeId('groups')
    repo.insert('groups', {
      id,
      name: path,
      body: { ...body, path },
      created_at: at,
      updated_at: at,
    })
  }
}

function insertAccounts(db: Sqlite, count: number): void {
  const repo = accountsRepo(db)
  for (let first = 0; first < count; first += ROWS_PER_TRANSACTION) {
    db.transaction(() => {
      for (let i = first; i < Math.min(count, first + ROWS_PER_TRANSACTION); i++) {
        const mixed = (i * 48_271) % 999_983
        const at = i % 2 === 0 ? 0 : mixed % WINDOW_GROUPS.length
        const { path: group } = WINDOW_GROUPS[at] as { path: string }
        const names = { name: `Name ${mixed}`, email: `holder${i}@example.com` }
        const country = COUNTRIES[mixed % COUNTRIES.length] as string
        const agent = i % 3 === 0 ? mixed % 1000 : null
        const login = FIRST_LOGIN + i
        repo.insert(accountWithDefaults({ login, group, ...names, country, agent }), 1e12 + mixed)
      }
    })()
  }
}
