import t from 'tap'
import { closedPositionsRepo } from '../../../../storage/repos/trades/closed-positions.js'
import { scratch } from '../../../given/desk.js'
import { seededInts } from '../../../given/records/histories.js'
import { openTables } from '../../../given/records/projection.js'
import { casesOf, insertAccounts } from '../../../given/records/rows-by-time.js'

// Closed positions of all accounts by the time at which they were closed, against all of them sorted.

const RANGE = 50
const DEALS = 900

interface Deal {
  readonly id: number
  readonly at: number
  readonly positionId: number
  readonly entry: 'in' | 'out'
  readonly login: number
  readonly symbolId: number
}

interface Closed {
  readonly id: number
  readonly at: number
  readonly dealId: number
  readonly login: number
  readonly symbolId: number
  readonly profit: number
}

/** Two shards with ranges of their own. Many positions are closed in parts, some in parts of one moment. */
function historyOf(seed: number): { deals: Deal[]; closed: Closed[] } {
  const int = seededInts(seed)
  const shards = [
    { next: 1, end: 1 + RANGE, open: [] as { id: number; login: number; symbolId: number }[] },
    {
      next: 1 + RANGE,
      end: 1 + 2 * RANGE,
      open: [] as { id: number; login: number; symbolId: number }[],
    },
  ]
  let nextRange = 1 + 2 * RANGE
  let at = 1000
  let lastPosition = 0
  const deals: Deal[] = []
  const closed: Closed[] = []
  while (deals.length < DEALS) {
    const place = int(2)
    const shard = shards[place] as (typeof shards)[number]
    if (shard.next === shard.end) {
      shard.next = nextRange
      shard.end = nextRange + RANGE
      nextRange += RANGE
    }
    at += int(3)
    const position = int(2) === 0 ? shard.open[int(Math.max(1, shard.open.length))] : undefined
    if (position === undefined) {
      const opened = { id: ++lastPosition, login: 1 + place + 2 * int(3), symbolId: 1 + int(2) }
      shard.open.push(opened)
      const { id, ...rest } = opened
      deals.push({ id: shard.next++, at, positionId: id, entry: 'in', ...rest })
      continue
    }
    const { id, ...rest } = position
    deals.push({ id: shard.next++, at, positionId: id, entry: 'out', ...rest })
    if (int(2) === 0) continue
    const dealId = (deals.at(-1) as Deal).id
    shard.open.splice(shard.open.indexOf(position), 1)
    closed.push({ ...position, at, dealId, profit: int(1000) - 500 })
  }
  return { deals, closed }
}

function tables(
  test: { teardown(run: () => unknown): unknown },
  { deals, closed }: ReturnType<typeof historyOf>,
) {
  const db = openTables(scratch(test))
  test.teardown(() => db.close())
  const deal = db.prepare(
    `INSERT INTO deals (id, login, seq, order_id, position_id, symbol_id, entry, action, side, volume,
       price, bid, ask, profit, swap, commission, fee, credit, rate_profit, reason, comment, at,
       previous_id)
     VALUES (@id, @login, @id, 1, @positionId, @symbolId, @entry, 'trade', 1, 1, 1, 1, 1, 0, 0, 0, 0, 0,
       '1', 'client', '', @at, 0)`,
  )
  const position = db.prepare(
    `INSERT INTO closed_positions (id, login, symbol_id, side, volume, price_open, price_close,
       opened_at, closed_at, profit, commission, fee, swap, reason, comment, version, previous_id)
     VALUES (@id, @login, @symbolId, 1, 1, 1, 1, 1, @at, @profit, 0, 0, 0, 'client', '', 2, 0)`,
  )
  db.transaction(() => {
    for (const row of deals) deal.run(row)
    for (const row of closed) position.run(row)
    insertAccounts(db)
  })()
  return db
}

for (const seed of [5, 6]) {
  t.test(`closed positions are listed and summed as if all were sorted (${seed})`, (t) => {
    const history = historyOf(seed)
    const db = tables(t, history)
    const repo = closedPositionsRepo(db)
    const sorted = history.closed.toSorted((a, b) => b.at - a.at || b.dealId - a.dealId)
    const last = new Map(history.closed.map(({ id, at }) => [id, at]))
    t.ok(
      history.deals.some(
        (deal, i) =>
          last.get(deal.positionId) === deal.at &&
          history.deals.slice(i + 1).some((next) => next.positionId === deal.positionId),
      ),
      'a position has two deals in the moment that closed it',
    )
    for (const [filter, wanted] of casesOf(db, sorted, seed + 100)) {
      const page = (offset: number, limit: number) => repo.page(filter, RANGE, offset, limit)
      const ids = wanted.map(({ id }) => id)
      t.same(page(0, DEALS), ids, JSON.stringify(filter))
      t.same(page(3, 5), ids.slice(3, 8))
      t.same(page(0, 1), ids.slice(0, 1))
      const { count, profit } = repo.totals(filter, RANGE)
      t.same([count, profit], [BigInt(ids.length), BigInt(sum(wanted))])
    }
    t.end()
  })
}

t.test('a page is full where one position takes many of the newest deals', (t) => {
  const of = (id: number, positionId: number, at: number): Deal => {
    return { id, at, positionId, entry: 'out', login: 1, symbolId: 1 }
  }
  const last = [of(1, 11, 2000), of(2, 12, 2001), of(3, 13, 2002)]
  const parts = [4, 5, 6, 7, 8, 9].map((id) => of(id, 13, 2002))
  const closed = last.map(({ id, positionId, at, login, symbolId }) => {
    return { id: positionId, at, dealId: id, login, symbolId, profit: 0 }
  })
  const repo = closedPositionsRepo(tables(t, { deals: [...last, ...parts], closed }))
  const page = (offset: number, limit: number) => repo.page({}, RANGE, offset, limit)
  t.same(page(0, 1), [13])
  t.same(page(0, 2), [13, 12])
  t.same(page(1, 1), [12])
  t.same(page(1, 2), [12, 11])
  t.same(page(0, 4), [13, 12, 11])
  t.end()
})

function sum(rows: readonly Closed[]): number {
  return rows.reduce((total, { profit }) => total + profit, 0)
}

t.test('sums are exact beyond 64 bits', (t) => {
  const db = openTables(scratch(t))
  const largest = Number.MAX_SAFE_INTEGER
  db.exec(`WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 2000)
    INSERT INTO closed_positions (id, login, symbol_id, side, volume, price_open, price_close, opened_at, closed_at,
      profit, commission, fee, swap, reason, comment, version, previous_id, dealer)
    SELECT id, 1, 1, 1, ${largest}, 1, 1, 1, id, -${largest}, 0, 0, 7, '', '', 1, 0, 0 FROM n`)
  t.match(closedPositionsRepo(db).totals({}, RANGE), {
    count: 2000n,
    volume: 2000n * BigInt(largest),
    profit: -2000n * BigInt(largest),
    swap: 14_000n,
  })
  db.close()
  t.end()
})
