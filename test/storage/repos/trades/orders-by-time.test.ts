import t from 'tap'
import { ordersByTime } from '../../../../storage/repos/trades/orders-by-time.js'
import { scratch } from '../../../given/desk.js'
import { seededInts } from '../../../given/records/histories.js'
import { openTables } from '../../../given/records/projection.js'
import { casesOf, insertAccounts } from '../../../given/records/rows-by-time.js'

// Orders of all accounts by the time at which they were done, also those that rested before.

const RANGE = 50
const ROWS = 600

interface Row {
  readonly id: number
  readonly made: number
  readonly at: number
  readonly version: number
  readonly login: number
  readonly symbolId: number
}

/** Two shards with ranges of their own; of three orders one rested, some for long. */
function rowsOf(seed: number): Row[] {
  const int = seededInts(seed)
  const shards = [
    { next: 1, end: 1 + RANGE },
    { next: 1 + RANGE, end: 1 + 2 * RANGE },
  ]
  let nextRange = 1 + 2 * RANGE
  let made = 1000
  return Array.from({ length: ROWS }, () => {
    const shard = shards[int(2)] as { next: number; end: number }
    if (shard.next === shard.end) {
      shard.next = nextRange
      shard.end = nextRange + RANGE
      nextRange += RANGE
    }
    made += int(3)
    const rested = int(3) === 0
    const at = rested ? made + int(4) * int(300) : made
    const version = rested ? 2 + int(3) : 1
    return { id: shard.next++, made, at, version, login: 1 + int(6), symbolId: 1 + int(2) }
  })
}

function tables(test: { teardown(run: () => unknown): unknown }, rows: readonly Row[]) {
  const db = openTables(scratch(test))
  test.teardown(() => db.close())
  const insert = db.prepare(
    `INSERT INTO orders (id, login, symbol_id, side, kind, state, volume_initial, volume_current,
       price, position_id, reason, comment, created_at, done_at, version, previous_id)
     VALUES (@id, @login, @symbolId, 1, 'limit', 'filled', 1, 0, 1, 1, 'client', '', @made, @at,
       @version, 0)`,
  )
  db.transaction(() => {
    for (const row of rows) insert.run(row)
    insertAccounts(db)
  })()
  return db
}

for (const seed of [3, 4]) {
  t.test(`orders are listed and counted as if all were sorted by their end (${seed})`, (t) => {
    const rows = rowsOf(seed)
    const db = tables(t, rows)
    const all = ordersByTime(db)
    const sorted = rows.toSorted((a, b) => b.at - a.at || b.id - a.id)
    t.ok(
      sorted.some((row, i) => row.made < (sorted[i + 1]?.made ?? 0)),
      'ends are out of order',
    )
    for (const [filter, wanted] of casesOf(db, sorted, seed + 100)) {
      const ids = wanted.map(({ id }) => id)
      t.same(all.page(filter, RANGE, 0, ROWS), ids, JSON.stringify(filter))
      t.same(all.page(filter, RANGE, 3, 5), ids.slice(3, 8))
      t.equal(all.count(filter, RANGE), ids.length)
    }
    t.end()
  })
}
