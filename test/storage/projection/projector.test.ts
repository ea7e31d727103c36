import fc from 'fast-check'
import t, { type Test } from 'tap'
import type {
  AccountRecord,
  DealEvent,
  OrderEvent,
  PositionEvent,
} from '../../../engine/account/event.js'
import { mergedRecords } from '../../../storage/projection/merged-records.js'
import { ProjectionBatch } from '../../../storage/projection/projection-batch.js'
import { Projector } from '../../../storage/projection/projector.js'
import { journalRepo } from '../../../storage/repos/records/journal.js'
import { closedPositionsRepo } from '../../../storage/repos/trades/closed-positions.js'
import { dealsRepo } from '../../../storage/repos/trades/deals.js'
import { projectionRepo } from '../../../storage/repos/trades/projection.js'
import { REQUEST_KEY_MS, requestKeysRepo } from '../../../storage/repos/trades/request-keys.js'
import { tradedSymbolsRepo } from '../../../storage/repos/trades/traded-symbols.js'
import { openReader, type Sqlite, Transactions } from '../../../storage/sqlite/open.js'
import { verify } from '../../../storage/verify/verify.js'
import type { JournalLine } from '../../../wire/stored/journal-line.js'
import { scratch } from '../../given/desk.js'
import { commitTurn, History, writeHistory } from '../../given/records/histories.js'
import {
  openBooks,
  openLogs,
  openTables,
  projectAll,
  projector,
} from '../../given/records/projection.js'
import { orderRecord } from '../../wire/record/sample-records.js'

type Tap = Pick<typeof t, 'same' | 'equal'>

/** Every line that a record asks for is there once, in their order, and the chain holds. */
function sameJournal(t: Tap, db: Sqlite, records: readonly AccountRecord[]): void {
  const told = db.prepare('SELECT at, actor, login, kind, text FROM journal ORDER BY id').all()
  const asked = records.flatMap(({ at, login, note }) =>
    note === undefined ? [] : [{ at, actor: note.actor, login, kind: note.kind, text: note.text }],
  )
  t.same(told, asked)
  t.equal(journalRepo(db).brokenAt(), undefined)
}

t.test('whatever the history and the batches, the tables are what the log says', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.nat(),
        shards: fc.integer({ min: 1, max: 3 }),
        logins: fc.integer({ min: 1, max: 12 }),
        recordsMax: fc.integer({ min: 1, max: 90 }),
      }),
      async ({ seed, shards, logins, recordsMax }) => {
        const teardown: (() => void)[] = []
        const directory = scratch({ teardown: (run) => teardown.push(run) })
        const logs = openLogs(directory, shards)
        const given = { seed, count: 120, logins, turn: 9, hasRepairs: true }
        const records = writeHistory(logs, given)
        const db = openTables(directory)
        projectAll(projector(db, logs, recordsMax), records.length)
        const { differences, records: replayed } = verify({ db, logs })
        t.same(differences, [])
        t.equal(replayed, records.length)
        t.equal(projectionRepo(db).seq(), records.length)
        sameJournal(t, db, records)
        db.close()
        await Promise.all(logs.map((log) => log.close()))
        for (const run of teardown) run()
      },
    ),
    { numRuns: 12 },
  )
})

t.test('a crash between batches repeats nothing and loses nothing', async (t) => {
  const directory = scratch(t)
  const logs = openLogs(directory, 2)
  const records = writeHistory(logs, { seed: 11, count: 300, logins: 6, turn: 20 })
  let done = false
  while (!done) {
    // Each round a process of its own: what it held in memory is gone.
    const db = openTables(directory)
    const one = projector(db, logs, 17)
    one.step(records.length)
    done = one.step(records.length).isCaughtUp
    db.close()
  }
  const db = openTables(directory)
  t.same(verify({ db, logs }).differences, [])
  sameJournal(t, db, records)
  db.close()
  await Promise.all(logs.map((log) => log.close()))
})

t.test(
  'a batch whose transaction fails leaves no trace, and the next one takes it again',
  async (t) => {
    const { logs, db } = openBooks(t)
    const records = writeHistory(logs, { seed: 5, count: 100, logins: 4, turn: 10 })
    const one = projector(db, logs, 30)
    one.step(records.length)
    db.exec(
      `CREATE TRIGGER full BEFORE UPDATE ON projection BEGIN SELECT raise(ABORT, 'full'); END`,
    )
    const before = projectionRepo(db).seq()
    t.throws(() => one.step(records.length), /full/)
    t.equal(projectionRepo(db).seq(), before)
    t.equal(one.projectionSeq, before)
    db.exec('DROP TRIGGER full')
    projectAll(one, records.length)
    t.same(verify({ db, logs }).differences, [])
    sameJournal(t, db, records)
  },
)

t.test(
  'lines are told once and after their commit, not those of a batch that failed',
  async (t) => {
    const { logs, db } = openBooks(t)
    const records = writeHistory(logs, { seed: 5, count: 100, logins: 4, turn: 10 })
    const told: JournalLine[] = []
    const lines = () => db.prepare('SELECT id FROM journal ORDER BY id').pluck(true).all()
    const one = new Projector({
      db,
      transactions: new Transactions(db),
      logs,
      monotonic: () => 0,
      recordsMax: 30,
      onLines: (lines) => told.push(...lines),
    })
    for (let failed = 0; failed < 3; failed++) {
      one.step(records.length)
      t.same(
        told.map(({ id }) => id),
        lines(),
      )
      db.exec(
        `CREATE TRIGGER full BEFORE UPDATE ON projection BEGIN SELECT raise(ABORT, 'full'); END`,
      )
      t.throws(() => one.step(records.length), /full/)
      db.exec('DROP TRIGGER full')
    }
    projectAll(one, records.length)
    t.ok(told.length > 5)
    t.same(
      told.map(({ id }) => id),
      lines(),
    )
  },
)

t.test(
  'a symbol is marked as traded with its first order, also after a batch that was undone',
  async (t) => {
    const { logs, db } = openBooks(t)
    const records = writeHistory(logs, { seed: 9, count: 40, logins: 3, turn: 10 })
    const one = projector(db, logs)
    db.exec(
      `CREATE TRIGGER full BEFORE INSERT ON projection BEGIN SELECT raise(ABORT, 'full'); END`,
    )
    t.throws(() => one.step(records.length), /full/)
    db.exec('DROP TRIGGER full')
    projectAll(one, records.length)
    const traded = new Set(
      records.flatMap(({ events }) =>
        events.flatMap((e) => (e.type === 'order' ? [e.symbolId] : [])),
      ),
    )
    const repo = tradedSymbolsRepo(db)
    t.ok(traded.size > 1)
    for (let id = 0; id < 20; id++) t.equal(repo.has(id), traded.has(id), `symbol ${id}`)
  },
)

t.test('no row is newer than projection_seq and none at or below it is missing', async (t) => {
  const { directory, logs, db } = openBooks(t, 3)
  const records = writeHistory(logs, { seed: 3, count: 200, logins: 9, turn: 7, hasRepairs: true })
  const one = projector(db, logs, 13)
  const reader = openReader(`${directory}/openfloor.sqlite`)
  const dealsAt = records.map((record) => record.events.filter((e) => e.type === 'deal').length)
  let isCaughtUp = false
  while (!isCaughtUp) {
    isCaughtUp = one.step(150).isCaughtUp
    const [seq, deals] = reader.transaction(() => [
      projectionRepo(reader).seq(),
      [0, 1, 2].reduce((sum, shard) => sum + dealsRepo(reader).countOfShard(shard, 3), 0),
    ])() as [number, number]
    const expected = dealsAt.slice(0, seq).reduce((sum, count) => sum + count, 0)
    t.equal(deals, expected, `at ${seq}`)
  }
  t.equal(one.projectionSeq, 150, 'what is not settled is not projected')
  reader.close()
})

t.test('records of all shards come in rising seq', async (t) => {
  const directory = scratch(t)
  const logs = openLogs(directory, 3)
  writeHistory(logs, { seed: 8, count: 90, logins: 5, turn: 6 })
  const seqs = [...mergedRecords(logs, [0, 0, 0], 80)].map(({ record }) => record.seq)
  t.same(
    seqs,
    Array.from({ length: 80 }, (_, index) => index + 1),
  )
  await Promise.all(logs.map((log) => log.close()))
})

t.test('a record that does not follow its account stops the projection', async (t) => {
  const directory = scratch(t)
  const [log] = openLogs(directory, 1)
  if (log === undefined) throw new Error('one log was opened')
  const history = new History(1)
  commitTurn(log, [history.next(1000)])
  history.next(1000)
  commitTurn(log, [history.next(1000)])
  const db = openTables(directory)
  t.throws(() => projector(db, [log]).step(3), /record 3 follows what account 1000 has/)
  t.equal(projectionRepo(db).seq(), 0)
  db.close()
  await log.close()
})

t.test('a closed position has the sums of its deals', async (t) => {
  const { logs, db } = openBooks(t)
  const records = writeHistory(logs, { seed: 2, count: 150, logins: 1, turn: 5 })
  projectAll(projector(db, logs, 40), records.length)
  const closedIds = records.flatMap((record) =>
    record.events.flatMap((e) => (e.type === 'position' && e.volume === 0 ? [e.id] : [])),
  )
  const newest = closedIds.at(-1) ?? 0
  const deals = records.flatMap((record) =>
    record.events.flatMap((e) => (e.type === 'deal' && e.positionId === newest ? [e] : [])),
  )
  t.equal(
    closedPositionsRepo(db).get(newest)?.profit,
    deals.reduce((sum, deal) => sum + deal.profit, 0),
  )
})

t.test('request keys are forgotten after their window, a few batches at a time', async (t) => {
  const { logs, db } = openBooks(t)
  const records = writeHistory(logs, { seed: 4, count: 60, logins: 3, turn: 5 })
  const one = projector(db, logs, 1)
  projectAll(one, records.length)
  const keyed = records.filter((record) => record.requestKey !== '')
  const middle = keyed[20]
  if (middle === undefined) throw new Error('the history has keys')
  const now = middle.at + REQUEST_KEY_MS
  t.ok(one.pruneKeys(now, 15), 'there may be more')
  t.notOk(one.pruneKeys(now, 15))
  const left: number[] = []
  requestKeysRepo(db).ofShard(0, 0, (_, seq) => left.push(seq))
  t.same(
    left,
    keyed.slice(20).map((record) => record.seq),
  )
})

t.test(
  'while another writer wants the database batches are short, and nothing is lost',
  async (t) => {
    const { logs, db } = openBooks(t)
    const records = writeHistory(logs, { seed: 6, count: 200, logins: 4, turn: 10 })
    const one = new Projector({
      db,
      transactions: new Transactions(db),
      logs,
      monotonic: () => 0,
      isWanted: () => true,
    })
    const { records: taken, isCaughtUp } = one.step(records.length)
    t.equal(taken, 32, 'the first look at the clock, and not one after each record')
    t.notOk(isCaughtUp)
    projectAll(one, records.length)
    t.same(verify({ db, logs }).differences, [])
    sameJournal(t, db, records)
  },
)

/** A projector whose clock says one time after the other, and at the end the last one on and on. */
function timed(t: Test, given: { logins: number; count: number; recordsMax?: number }) {
  const { logs, db } = openBooks(t)
  const records = writeHistory(logs, { ...given, seed: 6, turn: 10 })
  t.teardown(async () => {})
  const clock: { times: number[] } = { times: [0] }
  const monotonic = (): number =>
    (clock.times.length > 1 ? clock.times.shift() : clock.times[0]) as number
  const { recordsMax = 10_000 } = given
  const transactions = new Transactions(db)
  return {
    clock,
    records,
    db,
    one: new Projector({ db, logs, monotonic, recordsMax, transactions }),
  }
}

t.test('a batch ends when its time is up, as it looks at the clock', async (t) => {
  const { clock, one, records } = timed(t, { logins: 2, count: 200 })
  clock.times = [1000, 1010, 1019, 1020]
  const batch = one.step(records.length, 20)
  const events = records.slice(0, 96).flatMap((record) => record.events).length
  t.same(batch, { records: 96, events, projectionSeq: 96, isCaughtUp: false })
  t.equal(one.step(records.length).projectionSeq, records.length)
})

t.test('a batch leaves time for rows that took long to write before', async (t) => {
  const { clock, one, records } = timed(t, { logins: 300, count: 200, recordsMax: 64 })
  clock.times = [0, 0, 0, 100_000, 0]
  t.equal(one.step(records.length, 50).records, 64)
  t.equal(one.step(records.length, 50).records, 32)
})

t.test('what few rows took to write says nothing of others', async (t) => {
  const { clock, one, records } = timed(t, { logins: 300, count: 200, recordsMax: 64 })
  clock.times = [0, 0, 100_000, 0]
  t.equal(one.step(10, 50).records, 10)
  t.equal(one.step(records.length, 50).records, 64)
})

t.test('of what is in the tables nothing is left to do, however little is asked for', async (t) => {
  const { one, db } = timed(t, { logins: 2, count: 20 })
  const first = one.step(15)
  t.same([first.records, first.projectionSeq, first.isCaughtUp], [15, 15, true])
  const changes = db.prepare('SELECT total_changes()').pluck()
  const before = changes.get()
  for (const settled of [0, 7, 15]) {
    const nothing = { records: 0, events: 0, projectionSeq: 15, isCaughtUp: true }
    t.same(one.step(settled), nothing)
  }
  t.equal(changes.get(), before)
})

t.test('of a record that could not be added, and what came with it, nothing is left', async (t) => {
  const db = openTables(scratch(t))
  const batch = new ProjectionBatch(db, 1)
  const first = { ...orderRecord(1), previousSeq: 0, accountSeq: 0 }
  const [order, deal, position] = first.events as [OrderEvent, DealEvent, PositionEvent]
  const note = { actor: 1, kind: 'balance', text: 'x', ip: '', requestId: '' } as const
  const closing = { ...position, volume: 0, version: 1, closedAt: 5 }
  const resting = { ...order, id: 999, version: 2 }
  const bad = { ...first, events: [order, deal, closing, resting] }
  db.exec('BEGIN')
  t.throws(() => batch.add({ ...bad, note }, 0), { message: 'order 999 rests in the tables' })
  db.exec('ROLLBACK')
  batch.undone()
  t.equal(batch.folded, 0)
  batch.add({ ...first, events: [order, deal, { ...position, version: 1 }], requestKey: '' }, 0)
  t.equal(batch.folded, 2, 'an account and a position')
  batch.flush()
  t.same(batch.committed(), [])
  const tables = ['orders', 'deals', 'positions', 'closed_positions', 'traded_symbols']
  const counts = [...tables, 'journal', 'request_key_batches'].map((table) =>
    db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  )
  t.same(counts, [1, 1, 1, 0, 1, 0, 0])
  db.close()
})

t.test('accounts, positions and orders that rest are what a batch has to write', (t) => {
  const db = openTables(scratch(t))
  const batch = new ProjectionBatch(db, 1)
  const first = { ...orderRecord(1), previousSeq: 0, accountSeq: 0, requestKey: '' }
  const [order, deal, position] = first.events as [OrderEvent, DealEvent, PositionEvent]
  const opened = { ...position, version: 1 }
  const resting = { ...order, state: 'placed', version: 1 } as const
  const orders = [7, 8, 9].map((id) => ({ ...resting, id }))
  batch.add({ ...first, events: [order, deal, opened, ...orders] }, 0)
  t.equal(batch.folded, 5)
  batch.add({ ...first, login: 100_002, events: [{ ...resting, id: 10 }] }, 0)
  t.equal(batch.folded, 7)
  batch.flush()
  batch.committed()
  t.equal(batch.folded, 0)
  db.close()
  t.end()
})
