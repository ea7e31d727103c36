import fc from 'fast-check'
import t from 'tap'
import { accountHistories } from '../../../../actors/queries/accounts/account-histories.js'
import type { AccountRecord, DealEvent } from '../../../../engine/account/event.js'
import type { Login } from '../../../../engine/units.js'
import { historyMarks } from '../../../../storage/migrations/history-marks.js'
import type { Projector } from '../../../../storage/projection/projector.js'
import { MARK_EVERY } from '../../../../storage/repos/trades/history-marks.js'
import { openReader, type Sqlite } from '../../../../storage/sqlite/open.js'
import { scratch } from '../../../given/desk.js'
import { seededInts, writeHistory } from '../../../given/records/histories.js'
import { openLogs, openTables, projectAll, projector } from '../../../given/records/projection.js'

// Pages and totals by marks, against plain walks through all that the log says of an account.

const KINDS = ['deals', 'orders', 'closed'] as const

interface PlainRow {
  readonly id: number
  readonly at: number
  readonly symbolId: number
}
type PlainRows = Readonly<Record<(typeof KINDS)[number], readonly PlainRow[]>>

/** What an account has of each kind, newest first. */
function plainRows(records: readonly AccountRecord[], login: Login): PlainRows {
  const events = records.filter((one) => one.login === login).flatMap((one) => one.events)
  return {
    deals: events.flatMap((e) => (e.type === 'deal' ? [e] : [])).reverse(),
    orders: events.flatMap((e) => (e.type === 'order' ? [{ ...e, at: e.doneAt }] : [])).reverse(),
    closed: events
      .flatMap((e) => (e.type === 'position' && e.volume === 0 ? [{ ...e, at: e.closedAt }] : []))
      .reverse(),
  }
}

function sumsAfter(records: readonly AccountRecord[], login: Login, to: number) {
  const deals = plainRows(records, login).deals as readonly DealEvent[]
  const later = deals.filter(({ at }) => at > to)
  return {
    balance: later.reduce(
      (sum, one) => sum + BigInt(one.profit + one.swap + one.commission + one.fee),
      0n,
    ),
    credit: later.reduce((sum, one) => sum + BigInt(one.credit), 0n),
  }
}

/** Sums of whole rows, one by one as they are in the table. */
function closedSums(db: Sqlite, ids: readonly number[]) {
  const sums = { count: 0n, commission: 0n, fee: 0n, profit: 0n, swap: 0n, volume: 0n }
  const columns = ['commission', 'fee', 'profit', 'swap', 'volume'] as const
  const select = db.prepare<[number], Record<string, number>>(
    'SELECT * FROM closed_positions WHERE id = ?',
  )
  for (const id of ids) {
    const row = select.get(id)
    sums.count++
    for (const column of columns) sums[column] += BigInt(row?.[column] ?? 0)
  }
  return sums
}

/** Compares drawn questions of each kind with plain walks. */
function sameAsWalking(t: Tap, db: Sqlite, records: readonly AccountRecord[], seed: number): void {
  const int = seededInts(seed)
  const histories = accountHistories(db)
  for (const login of new Set(records.map((record) => record.login))) {
    const rows = plainRows(records, login)
    for (const kind of KINDS) {
      const times = [0, ...rows[kind].map(({ at }) => at), Number.MAX_SAFE_INTEGER]
      const time = (): number => (times[int(times.length)] ?? 0) + int(3) - 1
      for (let n = 0; n < 25; n++) {
        const asked = {
          login,
          page: 1 + int(n % 2 === 0 ? 3 : 200),
          limit: 1 + int(n % 3 === 0 ? 500 : 20),
          ...(int(2) === 0 ? { from: time() } : {}),
          ...(int(2) === 0 ? { to: time() } : {}),
          ...(int(3) === 0 ? { symbolId: 1 + int(13) } : {}),
        }
        const { from = 0, to = Number.MAX_SAFE_INTEGER, symbolId } = asked
        const ids = rows[kind].flatMap((row) => {
          const isOfSymbol = symbolId === undefined || row.symbolId === symbolId
          return isOfSymbol && row.at >= from && row.at <= to ? [row.id] : []
        })
        const start = (asked.page - 1) * asked.limit
        const expected = { ids: ids.slice(start, start + asked.limit), total: ids.length }
        const what = `${kind} ${JSON.stringify(asked)}`
        t.same(histories.page(kind, asked), expected, what)
        if (kind === 'closed') t.same(histories.closedSums(asked), closedSums(db, ids), what)
        if (kind === 'deals') {
          t.same(histories.dealSumsAfter(login, to), sumsAfter(records, login, to), what)
        }
      }
    }
  }
}

type Tap = Pick<typeof t, 'same'>

function markAll(one: Projector): void {
  while (one.markHistories(MARK_EVERY));
}

function marksIn(db: Sqlite): number {
  const tables = ['order_marks', 'deal_marks', 'closed_marks']
  const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  return tables.reduce((sum, table) => sum + (count(table) as number), 0)
}

t.test('pages and totals by marks are those of a walk, whoever made the marks', async (t) => {
  const directory = scratch(t)
  const logs = openLogs(directory, 2)
  const [seed = 0] = fc.sample(fc.nat(1_000_000), 1)
  t.comment(`seed ${seed}`)
  const given = { seed, count: 3_000, logins: 1, turn: 9, hasRepairs: true }
  const records = writeHistory(logs, given)
  const db = openTables(directory)
  const reader = openReader(`${directory}/openfloor.sqlite`)
  // Each batch of some hundred records is another process's.
  for (let settled = 0; settled < records.length; settled += 731) {
    const one = projector(db, logs, 97)
    projectAll(one, settled)
    markAll(one)
    // A repair makes marks anew, whatever was wrong with them.
    if (settled === 2 * 731) {
      db.exec('UPDATE deal_marks SET balance = balance + 7; UPDATE closed_marks SET id = id + 1')
    }
  }
  const last = projector(db, logs, 97)
  projectAll(last, records.length)
  markAll(last)
  const made = marksIn(db)
  t.ok(made > 8, `${made}`)
  sameAsWalking(t, reader, records, seed + 1)

  // A database from before there were marks.
  for (const table of ['order_marks', 'deal_marks', 'closed_marks', 'unmarked_histories']) {
    db.exec(`DROP TABLE ${table}`)
  }
  db.exec(historyMarks.sql)
  const after = openReader(`${directory}/openfloor.sqlite`)
  const anew = projector(db, logs)
  for (let slice = 0; anew.markHistories(MARK_EVERY); slice++) {
    if (slice % 5 === 0) sameAsWalking(t, after, records, seed + slice)
  }
  t.equal(marksIn(db), made)
  sameAsWalking(t, after, records, seed + 2)
  for (const one of [reader, after, db]) one.close()
  await Promise.all(logs.map((log) => log.close()))
})
