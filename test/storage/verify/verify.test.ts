import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import type {
  AccountEvent,
  AccountRecord,
  DealEvent,
  OrderEvent,
  PositionEvent,
} from '../../../engine/account/event.js'
import { dateOfDay } from '../../../engine/calendar/server-day.js'
import { newestArchive, takeArchive } from '../../../storage/backup/archives.js'
import type { Log } from '../../../storage/log/log.js'
import { journalRepo } from '../../../storage/repos/records/journal.js'
import { openReader, openWriter, type Sqlite } from '../../../storage/sqlite/open.js'
import { Differences } from '../../../storage/verify/differences.js'
import { NotedLines } from '../../../storage/verify/noted-lines.js'
import { Replay, type ReplayListener } from '../../../storage/verify/replay.js'
import { verify } from '../../../storage/verify/verify.js'
import { scratch } from '../../given/desk.js'
import { accountRecord } from '../../given/records/events.js'
import { commitTurn, writeHistory } from '../../given/records/histories.js'
import {
  openBooks,
  openLogs,
  openTables,
  projectAll,
  projector,
} from '../../given/records/projection.js'
import { deal, orderRecord } from '../../wire/record/sample-records.js'

const LOGIN = 1001
const RECORD: AccountRecord = accountRecord({ seq: 5, at: 1_700_000_000_000, login: LOGIN })

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
  ['an order taken away', 'DELETE FROM orders WHERE id = 1', /order 1 row missing there/],
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
    'the reason of a close',
    "UPDATE closed_positions SET close_reason = 'tp'",
    /closed position \d+ closeReason/,
  ],
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

t.test('lines that say the same are counted for each moment', (t) => {
  const db = openTables(scratch(t))
  const journal = journalRepo(db)
  const found = new Differences()
  const lines = new NotedLines(journal, found)
  const note = { actor: 0, kind: 'balance', text: 'x', ip: '', requestId: '' } as const
  const told = (at: number): number => {
    lines.compare({ ...RECORD, at }, note)
    return found.count
  }
  for (const at of [5, 9, 9]) {
    journalRepo(db).append({ ...note, actor: null, login: LOGIN, changes: [] }, at)
  }
  t.same([5, 9, 9, 9].map(told), [0, 0, 0, 1])
  t.same(found.list, [
    { subject: 'journal', field: 'the line of record 5', stored: 'missing', computed: 'x' },
  ])
  db.close()
  t.end()
})

t.test('every edit behind the projector is found and named', async (t) => {
  const { directory, logs, db } = openBooks(t, 2)
  const records = writeHistory(logs, { seed: 6, count: 200, logins: 5, turn: 8, hasRepairs: true })
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
  // As after an update to what keeps why positions were closed.
  archive.exec('ALTER TABLE closed_positions DROP COLUMN close_reason')
  db.exec("UPDATE closed_positions SET close_reason = ''")
  t.same(found(), [], 'rows of before it was kept do not know it')
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

t.test('every row of before an archive has to stand as it was, and no other', async (t) => {
  const directory = scratch(t)
  const logs = openLogs(directory, 1)
  const records = writeHistory(logs, { seed: 35, count: 200, logins: 3, turn: 8 })
  const db = openTables(directory)
  projector(db, logs, 150).step(150)
  const archive = openReader(takeArchive(directory, db))
  projectAll(projector(db, logs), records.length)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const found = (sql: string): string[] => {
    const path = join(directory, 'edited.sqlite')
    copyFileSync(join(directory, 'openfloor.sqlite'), path)
    const edited = openWriter(path)
    edited.pragma('synchronous = OFF')
    edited.exec(sql)
    const { differences } = verify({ db: edited, logs, archive })
    edited.close()
    rmSync(path)
    return differences.map((d) => `${d.subject} ${d.field} ${d.stored} ${d.computed}`).toSorted()
  }
  const one = (table: string): number =>
    archive.prepare(`SELECT max(rowid) FROM ${table}`).pluck().get() as number
  const madeUp = (table: string, at: number): string =>
    `CREATE TEMP TABLE made_up AS SELECT * FROM ${table} WHERE rowid = ${at};
     UPDATE made_up SET id = 999999; INSERT INTO ${table} SELECT * FROM made_up`
  const counts = { orders: 0, deals: 0, closed: 0, daily: 0, corrections: 0 }
  const tables = ['orders', 'deals', 'closed_positions', 'daily', 'position_corrections']
  for (const [i, name] of Object.keys(counts).entries()) {
    const count = db.prepare(`SELECT count(*) FROM ${tables[i]}`).pluck().get()
    counts[name as keyof typeof counts] = count as number
  }
  const count = (name: keyof typeof counts, more: 1 | -1): string =>
    `tables of shard 0 ${name} ${counts[name] + more} ${counts[name]}`
  const [order, deal, closed] = ['orders', 'deals', 'closed_positions'].map(one)
  t.same(found(''), [])
  for (const [id, table, subject, name] of [
    [order, 'orders', 'order', 'orders'],
    [deal, 'deals', 'deal', 'deals'],
    [closed, 'closed_positions', 'closed position', 'closed'],
  ] as const) {
    t.same(found(`UPDATE ${table} SET comment = 'x' WHERE id = ${id}`), [
      `${subject} ${id} comment x `,
    ])
    const owner = Number(archive.prepare(`SELECT login FROM ${table} WHERE id = ?`).pluck().get(id))
    t.ok(
      found(`UPDATE ${table} SET login = login + 1000 WHERE id = ${id}`).includes(
        `${subject} ${id} login ${owner + 1000} ${owner}`,
      ),
      `${table} of another account`,
    )
    const gone = found(`DELETE FROM ${table} WHERE id = ${id}`)
    t.ok(gone.includes(`${subject} ${id} row missing there`), table)
    t.ok(gone.includes(count(name, -1)), table)
    t.same(found(madeUp(table, id as number)).slice(-1), [count(name, 1)])
  }
  const [day, login] = archive.prepare('SELECT day, login FROM daily').raw().get() as number[]
  const daily = `daily row ${dateOfDay(day as number)} of account ${login}`
  const ofDay = `WHERE day = ${day} AND login = ${login}`
  t.same(found(`UPDATE daily SET group_path = 'x' ${ofDay}`), [`${daily} group x demo\\standard`])
  t.same(found(`DELETE FROM daily ${ofDay}`), [`${daily} row missing there`, count('daily', -1)])
  const corrected = archive
    .prepare('SELECT login, seq, position_id FROM position_corrections')
    .raw()
  const [by, seq, id] = corrected.get() as number[]
  const correction = `correction ${seq} of account ${by}, position ${id}`
  const ofCorrection = `WHERE login = ${by} AND seq = ${seq}`
  t.same(found(`DELETE FROM position_corrections ${ofCorrection}`), [
    `${correction} row missing there`,
    count('corrections', -1),
  ])
  t.match(found(`UPDATE position_corrections SET price_open = 5 ${ofCorrection}`), [
    `${correction} priceOpen 5 10`,
  ])
  const before = archive.prepare('SELECT DISTINCT symbol_id FROM orders').pluck().all()
  t.same(
    found('DELETE FROM traded_symbols'),
    before.map((symbol) => `traded symbol ${symbol} row missing there`).toSorted(),
  )
  for (const reader of [archive, db]) reader.close()
  await Promise.all(logs.map((log) => log.close()))
})

t.test(
  'an archive tells what rests, what was repaired since, and the money of before',
  async (t) => {
    const directory = scratch(t)
    const logs = openLogs(directory, 1)
    const { at } = RECORD
    const plain = orderRecord(1).events as [OrderEvent, DealEvent, PositionEvent]
    const resting = (id: number): OrderEvent => ({
      ...plain[0],
      id,
      kind: 'limit',
      state: 'placed',
      positionId: 0,
      doneAt: 0,
      createdAt: at,
    })
    const deposit = (id: number): DealEvent => ({
      ...plain[1],
      id,
      orderId: 0,
      positionId: 0,
      symbolId: 0,
      entry: 'balance',
      side: 0,
      action: 'deposit',
      volume: 0,
      price: 0,
      at,
      profit: 100 * id,
      swap: 0,
      commission: 0,
      fee: 0,
      credit: 0,
      volumeClosed: 0,
      commissionDue: 0,
    })
    const again = (id: number, seq: number, previousId: number): AccountEvent => ({
      ...deposit(id),
      type: 'restored_deal',
      seq,
      previousId,
    })
    const turns: readonly (readonly AccountEvent[])[] = [
      [resting(10)],
      [resting(11)],
      [deposit(1)],
      [again(1, 3, 0)],
      [{ ...resting(10), state: 'cancelled', version: 2, doneAt: at }],
      [deposit(2)],
      [again(2, 6, 1)],
    ]
    const records = turns.map((events, index) => {
      const seq = index + 1
      return { ...RECORD, seq, previousSeq: index, accountSeq: index, events, login: LOGIN }
    })
    commitTurn(logs[0] as Log, records)
    const db = openTables(directory)
    projector(db, logs, 3).step(3)
    const archive = openWriter(takeArchive(directory, db))
    archive.pragma('synchronous = OFF')
    projectAll(projector(db, logs), records.length)
    const found = () => verify({ db, logs, archive })
    const none = { records: 4, accounts: 1, differences: [], differenceCount: 0 }
    t.same(found(), none)
    t.same(verify({ db, logs }), { ...none, records: 7 })
    archive.exec('DELETE FROM deals')
    t.same(found(), none, 'its last deal of before, which was lost, was repaired')
    db.exec('UPDATE deals SET price = 7 WHERE id = 1')
    const difference = { subject: 'deal 1', field: 'price', stored: '7', computed: '0' }
    t.same(found(), { ...none, differences: [difference], differenceCount: 1 })
    db.exec('UPDATE deals SET price = 0 WHERE id = 1')
    for (const one of [db, archive]) one.exec('UPDATE account_states SET balance = balance + 1')
    t.same(found().differences, [
      {
        subject: `sum of the deals of account ${LOGIN}`,
        field: 'balance',
        stored: '301',
        computed: '300',
      },
    ])
    for (const one of [db, archive]) one.close()
    await Promise.all(logs.map((log) => log.close()))
  },
)

t.test(
  'a log that lost a position’s row, or repeats an order, is told and not the end',
  async (t) => {
    const [directory, other] = [scratch(t), scratch(t)]
    const [logs, lacking] = [openLogs(directory, 1), openLogs(other, 1)]
    const whole = { ...orderRecord(1), accountSeq: 0 }
    const [, , position] = whole.events as [OrderEvent, DealEvent, PositionEvent]
    commitTurn(logs[0] as Log, [whole])
    commitTurn(lacking[0] as Log, [{ ...whole, events: whole.events.slice(0, 2) }])
    const db = openTables(directory)
    projectAll(projector(db, logs), 1)
    t.same(verify({ db, logs }).differences, [])
    const { login } = whole
    t.same(verify({ db, logs: lacking }), {
      records: 1,
      accounts: 1,
      differenceCount: 1,
      differences: [{ subject: `account ${login}`, field: 'seq', stored: '3', computed: '2' }],
    })
    db.prepare('UPDATE positions SET profit = 5 WHERE id = ?').run(position.id)
    t.match(verify({ db, logs: lacking }).differences, [
      {},
      { subject: `position ${position.id}`, field: 'profit', stored: '5' },
    ])
    db.close()
    await Promise.all([...logs, ...lacking].map((log) => log.close()))
  },
)

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

function replayed(...records: readonly Partial<AccountRecord>[]) {
  const broken: string[] = []
  const ignored = (): void => undefined
  const listener: ReplayListener = {
    order: ignored,
    deal: ignored,
    restored: ignored,
    closed: ignored,
    correction: ignored,
    row: ignored,
    day: ignored,
    broken: (what) => broken.push(what),
  }
  const replay = new Replay(listener)
  for (const record of records) replay.add({ ...RECORD, ...record })
  return { account: replay.accounts.get(LOGIN), positions: [...replay.positions.values()], broken }
}

t.test('a position is closed by as much as its deals say, whichever way they close it', (t) => {
  const deals = [
    { entry: 'in', volume: 100, profit: 0 },
    { entry: 'out', volume: 30, profit: 1 },
    { entry: 'out_by', volume: 20, profit: 2 },
    { entry: 'inout', volume: 90, volumeClosed: 50, profit: 4 },
    { entry: 'balance', positionId: 0, volume: 7, profit: 8 },
  ] as const
  const events = deals.map((over, at) => ({ ...deal(7), id: 11 + at, swap: 10, fee: 3, ...over }))
  t.match(replayed({ events }), {
    account: { deals: 5, balance: 15 + 50 + 15 - 350 },
    positions: [
      { login: LOGIN, closedVolume: 100, profit: 7, commission: -280, fee: 12, swapPaid: 40 },
    ],
  })
  t.equal(replayed({ events }).positions.length, 1)
  t.end()
})

t.test('a chain of records that is broken is named, at either of its links', (t) => {
  const standing: AccountEvent = {
    type: 'standing',
    standing: 'margin_call',
    entered: true,
    equity: 0,
    margin: 0,
    orderId: 0,
    positionId: 0,
    at: RECORD.at,
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
    type: 'restatement',
    dealId: 9,
    ...money,
    at: RECORD.at,
    differences: '[]',
  }
  t.match(replayed({ events: [event] }).account, money)
  t.end()
})

t.test('a thousand differences are listed, and all are counted', (t) => {
  const found = new Differences()
  found.compare('same', { a: 1, b: 2 }, { a: 1 })
  t.equal(found.count, 0)
  found.compare('none', undefined, { a: 1 })
  found.compare('some', { a: 1, b: null, c: 3 }, { a: 2, b: undefined, c: 3 })
  t.same(found.list, [
    { subject: 'none', field: 'row', stored: 'missing', computed: 'there' },
    { subject: 'some', field: 'a', stored: '1', computed: '2' },
    { subject: 'some', field: 'b', stored: 'null', computed: 'undefined' },
  ])
  for (let more = 4; more <= 1002; more++) found.add(`${more}`, 'a', 1, 2)
  t.same([found.list.length, found.list.at(-1)?.subject, found.count], [1000, '1000', 1002])
  t.end()
})
