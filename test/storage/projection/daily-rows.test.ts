import t from 'tap'
import type {
  AccountEvent,
  BalanceAction,
  DayEvent,
  DealEvent,
} from '../../../engine/account/event.js'
import { takeArchive } from '../../../storage/backup/archives.js'
import { dailyRepo } from '../../../storage/repos/accounts/daily.js'
import { openReader } from '../../../storage/sqlite/open.js'
import { verify } from '../../../storage/verify/verify.js'
import { scratch } from '../../given/desk.js'
import { accountRecord, dealEvent } from '../../given/records/events.js'
import { commitTurn } from '../../given/records/histories.js'
import { openLogs, openTables, projectAll, projector } from '../../given/records/projection.js'

const LOGIN = 1001
const AT = Date.UTC(2026, 0, 5, 12)

/** An account's log and tables, written a record at a time. */
class Books {
  readonly directory: string
  readonly logs
  readonly db
  readonly daily
  #seq = 0
  #accountSeq = 0
  #dealId = 0

  constructor(test: { teardown(run: () => void): unknown }) {
    this.directory = scratch(test)
    this.logs = openLogs(this.directory, 1)
    this.db = openTables(this.directory)
    this.daily = dailyRepo(this.db)
  }

  write(...events: AccountEvent[]): this {
    const record = accountRecord({
      seq: this.#seq + 1,
      previousSeq: this.#seq,
      at: AT + this.#seq,
      login: LOGIN,
      accountSeq: this.#accountSeq,
      code: 'ok' as const,
      events,
    })
    for (const log of this.logs) commitTurn(log, [record])
    this.#seq++
    this.#accountSeq += events.length
    return this
  }

  project(recordsMax?: number): this {
    projectAll(projector(this.db, this.logs, recordsMax), this.#seq)
    return this
  }

  deal(given: Partial<DealEvent>): DealEvent {
    return dealEvent({ id: ++this.#dealId, at: AT, ...given })
  }

  operation(action: BalanceAction, profit: number): DealEvent {
    return this.deal({ action, profit })
  }

  async close(): Promise<void> {
    this.db.close()
    await Promise.all(this.logs.map((log) => log.close()))
  }
}

function day(number: number, balance: number, more: Partial<DayEvent> = {}): DayEvent {
  return {
    type: 'day',
    day: number,
    endsMonth: false,
    balance,
    credit: 0,
    swap: 0,
    isValued: true,
    equity: 3,
    margin: 2,
    marginFree: 1,
    profit: -4,
    at: AT,
    group: 'demo\\standard',
    ...more,
  }
}

const sumsOf = (row: ReturnType<Books['daily']['get']>) =>
  Object.fromEntries(Object.entries(row?.sums ?? {}).filter(([, value]) => value !== 0))

t.test(
  'a row sums the deals since the row before, by what they are and by their sign',
  async (t) => {
    const books = new Books(t)
    books.write(books.operation('deposit', 1000_00), books.operation('deposit', 5_00))
    books.write(books.operation('withdraw', -100_00))
    books.write(books.operation('bonus', 7), books.operation('charge', -11))
    books.write(books.operation('correction', -13), books.operation('compensation', 17))
    books.write(books.operation('commission', -19))
    books.write(books.deal({ action: 'credit_in', credit: 50_00 }))
    books.write(books.deal({ action: 'credit_out', credit: -20_00 }))
    const traded = { symbolId: 1, commission: -350, commissionDue: -25 }
    books.write(books.deal({ entry: 'in', action: 'buy', side: 1, ...traded }))
    books.write(
      books.deal({
        entry: 'out',
        action: 'sell',
        side: -1,
        ...traded,
        profit: 4_00,
        swap: -7,
        fee: -3,
      }),
    )
    const due = books.deal({ action: 'commission', profit: -50, commissionDue: 50 })
    const sums = {
      daily_deposits: 1005_00,
      daily_withdrawals: -100_00,
      daily_bonuses: 7,
      daily_charges: -11,
      daily_corrections: -13,
      daily_compensation: 17,
      daily_commission_instant: -7_19,
      daily_commission_turnover: -50,
      daily_credit: 30_00,
      daily_profit: 4_00,
      daily_swap: -7,
      daily_fee: -3,
    }
    const { daily_credit: _, ...moved } = sums
    const balance = Object.values(moved).reduce((sum, part) => sum + part, 0)
    books
      .write(due, day(100, balance))
      .write(books.operation('deposit', 9))
      .write(day(101, balance + 9))
    books
      .write(day(102, balance + 9, { endsMonth: true }))
      .write(day(103, balance + 9))
      .project()
    t.same(sumsOf(books.daily.get(100, LOGIN)), sums)
    t.same(sumsOf(books.daily.get(101, LOGIN)), { daily_deposits: 9 })
    t.same(sumsOf(books.daily.get(102, LOGIN)), {})
    const rows = [...books.daily.chain(103, LOGIN)]
    t.same(
      rows.map((row) => [row.day, row.balancePrevDay, row.balancePrevMonth]),
      [
        [103, balance + 9, balance + 9],
        [102, balance + 9, 0],
        [101, balance, 0],
        [100, 0, 0],
      ],
    )
    t.match(rows.at(-1), {
      group: 'demo\\standard',
      equity: 3,
      margin: 2,
      marginFree: 1,
      profit: -4,
    })
    t.same(verify({ db: books.db, logs: books.logs }).differences, [])
    await books.close()
  },
)

t.test('the rows are the same however the records are batched', async (t) => {
  const all = []
  for (const recordsMax of [1, 2, 100]) {
    const books = new Books(t)
    for (let n = 0; n < 6; n++) {
      books
        .write(books.operation('deposit', n))
        .write(books.operation('bonus', 2 * n), day(200 + n, n))
    }
    books.project(recordsMax)
    all.push([...books.daily.chain(205, LOGIN)])
    await books.close()
  }
  t.equal(all[0]?.length, 6)
  t.same(all[1], all[0])
  t.same(all[2], all[0])
})

t.test('verify follows days over the point of an archive', async (t) => {
  const books = new Books(t)
  books.write(books.operation('deposit', 1)).write(day(300, 1)).write(books.operation('deposit', 2))
  books.project()
  const archive = openReader(takeArchive(books.directory, books.db))
  books.write(books.operation('bonus', 4), day(301, 7)).write(books.operation('bonus', 8)).project()
  const { db, logs } = books
  t.same(verify({ db, logs, archive }).differences, [])
  t.same(sumsOf(books.daily.get(301, LOGIN)), { daily_deposits: 2, daily_bonuses: 4 })
  db.exec('UPDATE daily SET daily_deposits = 3 WHERE day = 301')
  t.match(verify({ db, logs, archive }).differences, [{ field: 'daily_deposits', computed: '2' }])
  db.exec('UPDATE daily SET daily_deposits = 2 WHERE day = 301; DELETE FROM daily WHERE day = 300')
  t.ok(verify({ db, logs, archive }).differenceCount > 0, 'rows of the archive are there too')
  archive.close()
  await books.close()
})

t.test('verify sums a first day whose beginning lies in an archive', async (t) => {
  const books = new Books(t)
  books.write(books.operation('deposit', 1)).write(books.operation('bonus', 2)).project()
  const archive = openReader(takeArchive(books.directory, books.db))
  books.write(books.operation('deposit', 4), day(300, 7)).project()
  const { db, logs } = books
  t.same(sumsOf(books.daily.get(300, LOGIN)), { daily_deposits: 5, daily_bonuses: 2 })
  t.same(verify({ db, logs, archive }).differences, [])
  db.exec('UPDATE daily SET daily_deposits = 4 WHERE day = 300')
  t.match(verify({ db, logs, archive }).differences, [{ field: 'daily_deposits', computed: '5' }])
  archive.close()
  await books.close()
})
