import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { journalRepo } from '../../../storage/repos/journal.js'
import { openWriter, type Sqlite } from '../../../storage/sqlite/open.js'
import { verify } from '../../../storage/verify/verify.js'
import { scratch } from '../../given/desk.js'
import { writeHistory } from '../../given/histories.js'
import { openLogs, openTables, projectAll, projector } from '../../given/projection.js'

type Edit = readonly [what: string, sql: string, finds: RegExp]

// Each row changes the tables behind the projector's back; verify must say what and where.
const EDITS: readonly Edit[] = [
  ['a balance', 'UPDATE account_states SET balance = balance + 1', /account \d+ balance/],
  ['a credit', 'UPDATE account_states SET credit = credit - 1', /account \d+ credit/],
  ['a seq', 'UPDATE account_states SET seq = seq + 1', /account \d+ seq/],
  ['an account', 'DELETE FROM account_states WHERE login = 1000', /account 1000 row missing/],
  [
    'a deal and the balance with it',
    `UPDATE deals SET profit = profit + 5 WHERE id = 1;
     UPDATE account_states SET balance = balance + 5 WHERE login = (SELECT login FROM deals WHERE id = 1)`,
    /deal 1 profit/,
  ],
  ['a deal taken away', 'DELETE FROM deals WHERE id = 3', /deal 3 row missing/],
  [
    'a deal made up',
    `CREATE TEMP TABLE made_up AS SELECT * FROM deals WHERE id = 1;
     UPDATE made_up SET id = 999999;
     INSERT INTO deals SELECT * FROM made_up`,
    /tables of shard \d deals/,
  ],
  ['an order', 'UPDATE orders SET price = 1 WHERE id = 1', /order 1 price/],
  [
    'an order of another account',
    'UPDATE orders SET login = login + 2 WHERE id = 1',
    /order 1 login/,
  ],
  ['a traded symbol', 'DELETE FROM traded_symbols', /traded symbol \d+ row missing/],
  ['an open position', 'UPDATE positions SET volume = volume + 1', /position \d+ volume/],
  ['the margin rate', "UPDATE positions SET rate_margin = '1'", /position \d+ rateMargin/],
  ['a daily row', 'UPDATE daily SET equity = equity + 1', /daily row \S+ of account \d+ equity/],
  ['a sum of a day', 'UPDATE daily SET daily_swap = 7', /daily row .* daily_swap/],
  ['the group of a day', "UPDATE daily SET group_path = 'x'", /daily row .* group/],
  ['a day taken away', 'DELETE FROM daily', /daily row .* row missing/],
  [
    'a day made up',
    `CREATE TEMP TABLE one AS SELECT * FROM daily LIMIT 1; UPDATE one SET day = day + 1000;
     INSERT INTO daily SELECT * FROM one`,
    /tables of shard \d daily/,
  ],
  ['when an account began', 'UPDATE account_states SET first_at = 5', /account \d+ firstAt/],
  ['a correction', 'UPDATE position_corrections SET price_open = 5', /correction .* priceOpen/],
  ['a correction taken away', 'DELETE FROM position_corrections', /correction .* row missing/],
  ['a position taken away', 'DELETE FROM positions', /position \d+ row missing open/],
  ['a closed position', 'UPDATE closed_positions SET profit = 0', /closed position \d+ profit/],
  [
    'a chain',
    'UPDATE deals SET previous_id = 0 WHERE previous_id <> 0',
    /chains of account \d+ deals/,
  ],
  [
    'the journal',
    "DROP TRIGGER journal_no_update; UPDATE journal SET text = 'nothing' WHERE id = 2",
    /journal chain line 2/,
  ],
  [
    'a line that a record told of',
    "DROP TRIGGER journal_no_update; UPDATE journal SET at = at + 1 WHERE kind = 'balance'",
    /journal the line of record \d+ missing/,
  ],
]

function line(db: Sqlite, text: string): void {
  const entry = { actor: 1, login: null, kind: 'test', text, changes: [], ip: '', requestId: '' }
  journalRepo(db).append(entry, 1_700_000_000_000)
}

t.test('every edit behind the projector is found and named', async (t) => {
  const directory = scratch(t)
  const logs = openLogs(directory, 2)
  const records = writeHistory(logs, { seed: 6, count: 200, logins: 5, turn: 8, hasRepairs: true })
  const db = openTables(directory)
  projectAll(projector(db, logs), records.length)
  for (const text of ['one', 'two', 'three']) line(db, text)
  t.same(verify({ db, logs }).differences, [], 'untouched tables have none')
  db.pragma('wal_checkpoint(TRUNCATE)')
  for (const [what, sql, finds] of EDITS) {
    const path = join(directory, 'edited.sqlite')
    copyFileSync(join(directory, 'openfloor.sqlite'), path)
    const edited = openWriter(path)
    edited.pragma('synchronous = OFF')
    edited.exec(sql)
    const { differences } = verify({ db: edited, logs })
    edited.close()
    rmSync(path)
    const texts = differences.map((d) => `${d.subject} ${d.field} ${d.stored} ${d.computed}`)
    t.ok(
      texts.some((text) => finds.test(text)),
      `${what}: ${texts.slice(0, 3).join('; ')}`,
    )
  }
  t.same(verify({ db, logs }).differences, [])
  db.close()
  await Promise.all(logs.map((log) => log.close()))
})
