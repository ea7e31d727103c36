import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import type {
  AccountEvent,
  AccountRecord,
  DayEvent,
  DealEvent,
} from '../../../engine/account/event.js'
import { endsMonth } from '../../../engine/calendar/server-day.js'
import { BadRecordError } from '../../../storage/log/log.js'
import { type HistoryEnd, historyReader } from '../../../storage/projection/account-history.js'
import { dailyWrites } from '../../../storage/repos/accounts/daily-writes.js'
import { dealWrites } from '../../../storage/repos/trades/deal-writes.js'
import { noDailySums } from '../../../wire/stored/stored-daily.js'
import { LOGIN } from '../../given/account.js'
import { scratch } from '../../given/desk.js'
import { dealEvent } from '../../given/records/events.js'
import { writeHistory } from '../../given/records/histories.js'
import { openLogs, openTables, projectAll, projector } from '../../given/records/projection.js'

const AT = Date.UTC(2026, 0, 5, 12)
const db = openTables(scratch(t))
t.teardown(() => db.close())
const read = historyReader(db)
const END = { login: LOGIN, seq: 4, recordSeq: 9, day: 0, positions: [] }

function deposit(id: number, profit: number): DealEvent {
  return dealEvent({ id, profit, at: AT })
}

const DAY: DayEvent = {
  type: 'day',
  day: 100,
  endsMonth: false,
  balance: 600,
  credit: 0,
  swap: 0,
  isValued: true,
  equity: 600,
  margin: 0,
  marginFree: 600,
  profit: 0,
  at: AT,
  group: 'demo\\standard',
}

/** Newest first: the account's second record has the log's number 9, and its first one 5. */
function given(newest: Partial<AccountRecord> = {}, first: Partial<AccountRecord> = {}) {
  const plain = {
    at: AT,
    login: LOGIN,
    requestKey: '',
    requestDigest: 0,
    code: 'ok' as const,
    message: '',
  }
  return [
    { ...plain, seq: 9, previousSeq: 5, accountSeq: 2, events: [deposit(12, 300), DAY], ...newest },
    {
      ...plain,
      seq: 5,
      previousSeq: 0,
      accountSeq: 0,
      events: [deposit(10, 100), deposit(11, 200)],
      ...first,
    },
  ]
}

t.test(
  'the log alone makes the account, and deals that the tables lack follow each other',
  async (t) => {
    const { found, deals, differences } = read(given(), END)
    t.match(found, { balance: 600, balancePrevDay: 600 })
    t.match(deals, [
      { id: 12, seq: 3, previousId: 11 },
      { id: 11, seq: 2, previousId: 10 },
      { id: 10, seq: 1, previousId: 0 },
    ])
    t.equal(differences.length, 3)
  },
)

t.test('a log that has all of an account asks the tables for nothing before it', async (t) => {
  const stored = dealWrites(db)
  db.exec('BEGIN')
  // An older deal that was never made, and before it one that the tables do not have.
  stored.add(LOGIN, 0, deposit(8, 5), 7)
  stored.add(LOGIN, 1, deposit(10, 100), 8)
  stored.flush()
  const { found, deals, differences } = read(given(), END)
  db.exec('ROLLBACK')
  t.match(found, { balance: 600, balancePrevDay: 600 })
  t.same(
    deals.map(({ id, previousId }) => [id, previousId]),
    [
      [12, 11],
      [11, 10],
    ],
  )
  t.same(
    differences.map(({ id }) => id),
    [12, 11],
    'and misses none there',
  )
})

t.test('records that do not follow from each other are no history of the account', async (t) => {
  for (const records of [
    given({ seq: 8 }),
    given({}, { seq: 4 }),
    given({ login: LOGIN + 1 }),
    given({}, { login: LOGIN + 1 }),
    given({ accountSeq: 1 }),
    given({ accountSeq: 3 }),
    given({}, { events: [deposit(11, 200)] }),
  ]) {
    t.throws(() => read(records, END), BadRecordError)
  }
})

/** A few accounts' records, newest first and by login, in tables that have them all. */
function projected(t: Parameters<typeof scratch>[0]) {
  const directory = scratch(t)
  const logs = openLogs(directory, 1)
  const records = writeHistory(logs, { seed: 3, count: 300, logins: 2, turn: 6 })
  const tables = openTables(directory)
  projectAll(projector(tables, logs, 100), records.length)
  t.teardown(async () => {
    tables.close()
    await Promise.all(logs.map((log) => log.close()))
  })
  const logins = [...new Set(records.map(({ login }) => login))]
  const accounts = logins.map((login) => {
    const own = records.filter((record) => record.login === login).toReversed()
    return own.map((record) => ({ ...record, events: record.events.map(ofCalendar) }))
  })
  return { tables, accounts }
}

/** The tables know by its date whether a day ends a month. */
function ofCalendar(event: AccountEvent): AccountEvent {
  return event.type === 'day' ? { ...event, endsMonth: endsMonth(event.day) } : event
}

function endOf(records: readonly AccountRecord[]): HistoryEnd {
  const { login, seq: recordSeq, accountSeq, events } = records[0] as AccountRecord
  const days = records.flatMap((record) => record.events.filter(({ type }) => type === 'day'))
  const day = (days[0] as DayEvent | undefined)?.day ?? 0
  return { login, seq: accountSeq + events.length, recordSeq, day, positions: [] }
}

/** Newest first. */
function dealsOf(records: readonly AccountRecord[]): number[] {
  return records.flatMap(({ events }) => {
    return events.flatMap((event) => (event.type === 'deal' ? [event.id] : [])).toReversed()
  })
}

t.test('however little the log still has, the tables tell the rest', async (t) => {
  const { tables, accounts } = projected(t)
  const readStored = historyReader(tables)
  let monthEnds = 0
  for (const records of accounts) {
    const end = endOf(records)
    const whole = readStored(records, end)
    if (whole.found?.balancePrevMonth !== 0) monthEnds++
    for (let logged = 0; logged <= records.length; logged++) {
      const part = readStored(records.slice(0, logged), end)
      const rows = part.found?.rows
      const told = { found: { ...whole.found, rows }, differences: [], deals: [] }
      if (isDeepStrictEqual(part, told)) continue
      // The first one is enough: to tell it takes long.
      t.same(part, told, `${logged} of ${records.length} records`)
      break
    }
  }
  t.ok(monthEnds > 0)
})

t.test('the oldest deal that the log has is held against its row, too', async (t) => {
  const { tables, accounts } = projected(t)
  for (const records of accounts) {
    const ids = dealsOf(records)
    const newest = records.findIndex(({ events }) => events.some(({ type }) => type === 'deal'))
    tables.exec(`UPDATE deals SET profit = profit + 1 WHERE id = ${ids[0]}`)
    const { deals, differences } = historyReader(tables)(
      records.slice(0, newest + 1),
      endOf(records),
    )
    t.match(differences, [{ of: 'deal', id: ids[0], field: 'profit' }])
    t.match(deals, [{ id: ids[0], previousId: ids[1] }])
    t.equal(deals.length, 1)
  }
})

t.test('days that ended before the first deal are found', async (t) => {
  const tables = openTables(scratch(t))
  const { type: _, endsMonth: __, ...row } = DAY
  for (const [day, previousDay, seq] of [
    [100, 0, 1],
    [101, 100, 2],
  ] as const) {
    const last = { balancePrevDay: 0, balancePrevMonth: 0, sums: noDailySums() }
    dailyWrites(tables).insert({ ...row, ...last, login: LOGIN, day, previousDay, seq })
  }
  const { found } = historyReader(tables)([], { ...END, seq: 2, day: 101 })
  t.match(found, { balance: 0, balancePrevDay: 0, balancePrevMonth: 0 })
  tables.close()
})

t.test('a price that staff set holds from its seq on, in the tables, too', async (t) => {
  const tables = openTables(scratch(t))
  const deals = dealWrites(tables)
  const bought = (id: number, price: number): DealEvent => ({
    ...deposit(id, 0),
    orderId: id,
    positionId: 10,
    symbolId: 1,
    entry: 'in',
    action: 'buy',
    side: 1,
    volume: 10,
    price,
  })
  deals.add(LOGIN, 1, bought(10, 100), 0)
  deals.add(LOGIN, 3, bought(11, 300), 10)
  deals.flush()
  tables
    .prepare('INSERT INTO position_corrections VALUES (?, ?, ?, ?, ?, ?)')
    .run(LOGIN, 2, 10, 10, 200, 0)
  tables
    .prepare(
      `INSERT INTO account_states (login, balance, credit, seq, record_seq, last_order_id, last_deal_id,
         last_closed_id, orders, deals, closed) VALUES (?, 0, 0, 3, 1, 0, 11, 0, 0, 2, 0)`,
    )
    .run(LOGIN)
  const { found } = historyReader(tables)([], { ...END, seq: 3, recordSeq: 1 })
  t.match(found?.positions.get(10), { volume: 20, priceOpen: 250 })
  tables.close()
})

t.test('where a deal is missing that only the tables had there is no account', async (t) => {
  const { tables, accounts } = projected(t)
  const readStored = historyReader(tables)
  for (const records of accounts) {
    const deals = dealsOf(records)
    const id = deals[4]
    tables.exec(`DELETE FROM deals WHERE id = ${id}`)
    t.match(readStored(records.slice(0, 1), endOf(records)), {
      found: undefined,
      differences: [{ of: 'deal', isShown: true, id, field: '', stored: undefined }],
      deals: [],
    })
    const { found, deals: again } = readStored(records, endOf(records))
    t.match(again, [{ id, previousId: deals[5] }], 'the log has it')
    t.ok(found)
  }
})

t.test('what the log has no more is read from the tables, deal by deal', async (t) => {
  const deals = dealWrites(db)
  for (const [i, profit] of [100, 200, 300].entries()) {
    deals.add(LOGIN, i + 1, deposit(10 + i, profit), i === 0 ? 0 : 9 + i)
  }
  deals.flush()
  db.prepare(
    `INSERT INTO account_states (login, balance, credit, seq, record_seq, last_order_id, last_deal_id,
       last_closed_id, orders, deals, closed) VALUES (?, 0, 0, 3, 1, 0, 12, 0, 0, 3, 0)`,
  ).run(LOGIN)
  const [newest] = given()
  const { found, differences } = read(newest === undefined ? [] : [newest], END)
  t.match(found, { balance: 600, balancePrevDay: 600 })
  t.same(differences, [])
  for (const [seq, balance] of [100, 300, 600].entries()) {
    const upTo = read([], { ...END, seq: seq + 1, recordSeq: 5 })
    t.equal(upTo.found?.balance, balance, `up to seq ${seq + 1}`)
  }
  for (const previous of [11, 99]) {
    db.exec(`UPDATE deals SET previous_id = ${previous} WHERE id = 11`)
    t.match(read([], { ...END, seq: 3, recordSeq: 5 }), {
      found: undefined,
      differences: [{ of: 'deal', id: 11 }],
    })
  }
  db.exec('UPDATE deals SET previous_id = 10 WHERE id = 11')
  db.exec('DELETE FROM deals WHERE id = 10')
  const holed = read(newest === undefined ? [] : [newest], END)
  t.equal(holed.found, undefined, 'A3')
  t.match(holed.differences, [{ of: 'deal', id: 10 }])
})
