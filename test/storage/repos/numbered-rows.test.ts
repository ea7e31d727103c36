import t from 'tap'
import { reachConditions } from '../../../storage/repos/accounts/account-reach.js'
import { numberedRows } from '../../../storage/repos/numbered-rows.js'
import { scratch } from '../../given/desk.js'
import { seededInts } from '../../given/records/histories.js'
import { openTables } from '../../given/records/projection.js'
import { casesOf, insertAccounts } from '../../given/records/rows-by-time.js'

// Rows of all accounts by time, found by their numbers, against all of them sorted.

const RANGE = 50
const ROWS = 600

interface Row {
  readonly id: number
  readonly at: number
  readonly login: number
  readonly symbolId: number
}

/** Shards that take ranges in turns and use them at their own pace, with holes. */
function rowsOf(seed: number): Row[] {
  const int = seededInts(seed)
  const shards = Array.from({ length: 3 }, () => ({ next: 0, end: 0 }))
  const rows: Row[] = []
  let nextRange = 1
  let at = 1000
  while (rows.length < ROWS) {
    const shard = shards[int(10) < 7 ? 0 : 1 + int(2)] as { next: number; end: number }
    if (shard.next >= shard.end || int(80) === 0) {
      shard.next = nextRange
      shard.end = nextRange + RANGE
      nextRange += RANGE
    }
    at += int(3)
    rows.push({ id: shard.next, at, login: 1 + int(6), symbolId: 1 + int(2) })
    shard.next += 1 + (int(9) === 0 ? 1 : 0)
  }
  return rows
}

function tables(test: { teardown(run: () => unknown): unknown }, rows: readonly Row[]) {
  const db = openTables(scratch(test))
  test.teardown(() => db.close())
  const insert = db.prepare(
    `INSERT INTO orders (id, login, symbol_id, side, kind, state, volume_initial, volume_current,
       price, position_id, reason, comment, created_at, done_at, previous_id)
     VALUES (@id, @login, @symbolId, 1, 'market', 'filled', 1, 0, 1, 1, 'client', '', @at, @at, 0)`,
  )
  db.transaction(() => {
    for (const row of rows) insert.run(row)
    insertAccounts(db)
  })()
  return db
}

for (const seed of [1, 2]) {
  const rows = rowsOf(seed)
  const db = tables(t, rows)
  const all = numberedRows(db, 'orders', 'done_at')
  const sorted = rows.toSorted((a, b) => b.at - a.at || b.id - a.id)

  t.test(`rows are newest first, whatever shard numbered them (${seed})`, (t) => {
    t.not(
      sorted.map(({ id }) => id).join(),
      rows
        .map(({ id }) => id)
        .sort((a, b) => b - a)
        .join(),
    )
    for (const [offset, limit] of [
      [0, 10],
      [35, 100],
      [590, 100],
      [700, 10],
    ] as const) {
      t.same(
        all.page({}, RANGE, offset, limit),
        sorted.slice(offset, offset + limit).map(({ id }) => id),
      )
    }
    t.equal(all.count({}, RANGE), ROWS)
    t.end()
  })

  t.test(`rows between two times, of a symbol, of some accounts (${seed})`, (t) => {
    for (const [filter, wanted] of casesOf(db, sorted, seed + 100)) {
      const ids = wanted.map(({ id }) => id)
      t.same(all.page(filter, RANGE, 0, ROWS), ids, JSON.stringify(filter))
      t.same(all.page(filter, RANGE, 3, 5), ids.slice(3, 8))
      t.equal(all.count(filter, RANGE), ids.length)
    }
    t.end()
  })
}

t.test('both times are included, wherever in a range they lie', (t) => {
  const at = (id: number, time: number): Row => ({ id, at: time, login: 1, symbolId: 1 })
  const rows = [at(1, 10), at(2, 11), at(50, 12), at(51, 12), at(52, 13), at(100, 13), at(151, 15)]
  const all = numberedRows(tables(t, rows), 'orders', 'done_at')
  const sorted = rows.toSorted((a, b) => b.at - a.at || b.id - a.id)
  for (let from = 9; from <= 16; from++) {
    for (let to = from; to <= 16; to++) {
      const ids = sorted.flatMap((row) => (row.at >= from && row.at <= to ? [row.id] : []))
      t.same(all.page({ from, to }, RANGE, 0, 9), ids, `${from} to ${to}`)
      t.equal(all.count({ from, to }, RANGE), ids.length)
    }
  }
  t.same(all.spans({ from: 11, to: 12 }, RANGE), [
    { low: 2, high: 50, newest: 12 },
    { low: 51, high: 51, newest: 12 },
  ])
  t.same(all.spans({ from: 14, to: 14 }, RANGE), [])
  t.same(all.spans({}, RANGE), [
    { low: 1, high: 50, newest: 12 },
    { low: 51, high: 100, newest: 13 },
    { low: 151, high: 151, newest: 15 },
  ])
  t.end()
})

t.test('accounts of many other groups are named themselves, and the answer is the same', (t) => {
  const db = tables(t, rowsOf(9))
  const conditions = reachConditions(db)
  t.equal(conditions({ groups: ['even', 'odd'], others: [] }), undefined)
  const count = (sql: string, value: string): unknown =>
    db.prepare(`SELECT count(*) FROM orders WHERE ${sql}`).pluck().get(value)
  const out = conditions({ groups: ['even'], others: ['odd'] })
  t.match(out?.sql, /NOT IN/)
  const most = 100_000
  db.exec(
    `WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < ${most + 10})
     INSERT INTO accounts (login, group_path, created_at, updated_at) SELECT i, 'odd', 1, 1 FROM n`,
  )
  const within = conditions({ groups: ['even'], others: ['odd'] })
  t.match(within?.sql, /^login IN/)
  t.equal(
    count(String(within?.sql), String(within?.value)),
    count(String(out?.sql), String(out?.value)),
  )
  t.end()
})
