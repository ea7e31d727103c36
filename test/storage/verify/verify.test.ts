import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import type { AccountEvent, AccountRecord } from '../../../engine/account/event.js'
import { newestArchive, takeArchive } from '../../../storage/backup/archives.js'
import { journalRepo } from '../../../storage/repos/journal.js'
import { openReader, openWriter, type Sqlite } from '../../../storage/sqlite/open.js'
import { Replay, type ReplayListener } from '../../../storage/verify/replay.js'
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
    'an account made up',
    `CREATE TEMP TABLE made_up AS SELECT * FROM account_states WHERE login = 1000;
     UPDATE made_up SET login = 999999;
     INSERT INTO account_states SELECT * FROM made_up`,
    /account 999999 row there not in the log/,
  ],
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

t.test('rows that were repaired since an archive was taken are compared as repaired', async (t) => {
  const directory = scratch(t)
  const logs = openLogs(directory, 1)
  const records = writeHistory(logs, { seed: 35, count: 200, logins: 3, turn: 8, hasRepairs: true })
  const db = openTables(directory)
  const half = projector(db, logs, 80)
  half.step(80)
  const path = takeArchive(directory, db)
  t.equal(newestArchive(directory), path)
  projectAll(projector(db, logs), records.length)
  const archive = openWriter(path)
  archive.pragma('synchronous = OFF')
  const found = () => {
    const { differences } = verify({ db, logs, archive })
    return differences.map((one) => `${one.subject} ${one.field}`)
  }
  t.same(found(), [])
  const isOld = archive.prepare('SELECT 1 FROM deals WHERE id = ?')
  const restored = records
    .slice(80)
    .flatMap(({ events }) => events)
    .flatMap((event) => (event.type === 'restored_deal' && isOld.get(event.id) ? [event.id] : []))
  const [lost = 0, wrong = 0] = new Set(restored)
  t.ok(lost > 0 && wrong > 0, 'deals of before are repaired after')
  // The tables were wrong when they were archived; what repaired them is in the log.
  archive.prepare('DELETE FROM deals WHERE id = ?').run(lost)
  archive.prepare('UPDATE deals SET profit = profit + 1 WHERE id = ?').run(wrong)
  t.same(found(), [])
  const ids = archive.prepare('SELECT id FROM deals').pluck().all() as number[]
  const other = ids.find((id) => !restored.includes(id)) ?? 0
  archive.prepare('UPDATE deals SET profit = profit + 1 WHERE id = ?').run(other)
  t.same(found(), [`deal ${other} profit`], 'what nobody repaired has to be as it was')
  for (const one of [archive, db]) one.close()
  await Promise.all(logs.map((log) => log.close()))
})

t.test('the newest archives are kept, by their place in the log', async (t) => {
  const directory = scratch(t)
  const logs = openLogs(directory, 1)
  writeHistory(logs, { seed: 6, count: 120, logins: 3, turn: 8 })
  const db = openTables(directory)
  const paths = [9, 90, 100].map((through) => {
    projector(db, logs, through).step(through)
    return takeArchive(directory, db)
  })
  t.same(
    paths.map((path) => basename(path)),
    [9, 90, 100].map((seq) => `projection-${seq}.sqlite`),
  )
  t.equal(newestArchive(directory), paths[2])
  t.same(
    paths.map((path) => existsSync(path)),
    [false, true, true],
  )
  const reader = openReader(paths[1] as string)
  t.same(verify({ db, logs, archive: reader }).differences, [])
  for (const one of [reader, db]) one.close()
  await Promise.all(logs.map((log) => log.close()))
})

const LOGIN = 1001
const RECORD: AccountRecord = {
  ...{ seq: 5, previousSeq: 0, at: 1_700_000_000_000, login: LOGIN, accountSeq: 0 },
  ...{ requestKey: '', requestDigest: 0, code: 'ok', message: '', events: [] },
}

function replayed(...records: readonly Partial<AccountRecord>[]) {
  const broken: string[] = []
  const ignored = (): void => undefined
  const listener: ReplayListener = {
    ...{ order: ignored, deal: ignored, restored: ignored, closed: ignored },
    ...{ correction: ignored, day: ignored, broken: (what) => broken.push(what) },
  }
  const replay = new Replay(listener)
  for (const record of records) replay.add({ ...RECORD, ...record })
  return { account: replay.accounts.get(LOGIN), broken }
}

t.test('a chain of records that is broken is named, at either of its links', (t) => {
  const standing: AccountEvent = {
    ...{ type: 'standing', standing: 'margin_call', entered: true, equity: 0, margin: 0 },
    ...{ orderId: 0, positionId: 0, at: RECORD.at },
  }
  const next = { seq: 7, previousSeq: 5, accountSeq: 1 }
  t.same(replayed({ events: [standing] }, next).broken, [])
  t.same(replayed({ events: [standing] }, { ...next, previousSeq: 6 }).broken, [
    'account 1001: record 7 follows record 6, and the one before it is 5',
  ])
  t.same(replayed({ events: [standing] }, { ...next, accountSeq: 2 }).broken, [
    'account 1001: record 7 begins after seq 2, and the account stood at 1',
  ])
  t.end()
})

t.test('a restatement is what the account has from then on, each amount of it', (t) => {
  const money = { balance: 1, credit: 2, commissionDue: -3, balancePrevDay: 4, balancePrevMonth: 5 }
  const event: AccountEvent = {
    ...{ type: 'restatement', dealId: 9, ...money, at: RECORD.at, differences: '[]' },
  }
  t.match(replayed({ events: [event] }).account, money)
  t.end()
})
