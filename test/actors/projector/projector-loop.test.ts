import t, { type Test } from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { ProjectorLoop } from '../../../actors/projector/projector-loop.js'
import { SharedCounters } from '../../../actors/shared/shared-state.js'
import { systemClock, type Timer } from '../../../actors/thread/clock.js'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import { logDirectory, sqlitePath } from '../../../storage/paths.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { projectionWrites } from '../../../storage/repos/trades/projection-writes.js'
import { openWriter } from '../../../storage/sqlite/open.js'
import type { JournalLine } from '../../../wire/stored/journal-line.js'
import { deskData, scratch, startDesk } from '../../given/desk.js'
import { writeHistory } from '../../given/records/histories.js'
import { openLogs, openTables } from '../../given/records/projection.js'

t.test(
  'released as it goes on at once, and started again, it looks one time after the other',
  async (t) => {
    const directory = scratch(t)
    const log = openLmdbLog({ directory: logDirectory(directory, 0) })
    const db = openTables(directory)
    // As many keys that are over as one turn removes: there may be more, so the next one follows at once.
    db.exec(`WITH RECURSIVE old(seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM old WHERE seq < 2000)
    INSERT INTO request_key_batches (last_seq, shard, newest_at, keys, keyed) SELECT seq, 0, 0, x'', 1 FROM old`)
    const waiting = new Set<() => void>()
    const after = (_: number, run: () => void): Timer => {
      waiting.add(run)
      return { cancel: () => void waiting.delete(run) }
    }
    const halts: string[] = []
    const loop = new ProjectorLoop({
      db,
      clock: { ...systemClock(), after },
      data: deskData(directory, { shards: 1 }),
      onHalted: (reason: string) => halts.push(reason),
      onLine: () => undefined,
    })
    loop.start()
    t.equal(waiting.size, 0)
    const released = loop.release()
    loop.start()
    await released
    await new Promise((resolve) => setImmediate(resolve))
    t.equal(waiting.size, 1)
    t.same(halts, [], 'one that was never halted says nothing of it')
    await loop.stop()
    await log.close()
    db.close()
  },
)

// A commit that fails loses its numbers. Projected up to them and started again, the server gave
// those numbers to new records, which the projection then took for records it had already.
t.test(
  'after a restart sequence numbers go on above what the projection counts as done',
  async (t) => {
    const directory = scratch(t)
    const first = startDesk(directory)
    await first.desk.ready
    await first.desk.stop()
    const db = openWriter(sqlitePath(directory))
    projectionWrites(db).setSeq(57)
    db.close()

    const second = startDesk(directory)
    await second.desk.ready
    const counters = new SharedCounters(second.buffers, 2)
    t.equal(counters.projectionSeq, 57)
    t.equal(counters.nextSequence(), 58)
    await second.desk.stop()
    t.same([...first.deaths, ...second.deaths], [])
  },
)

/** A loop over the records of a made-up history, whose turns run when the test says so. */
async function overHistory(t: Test, options: { readonly count: number }) {
  const directory = scratch(t)
  const [log] = openLogs(directory, 1)
  if (log === undefined) throw new Error('there is a log')
  const history = { seed: 3, logins: 3, turn: 6, hasRepairs: true, ...options }
  const records = writeHistory([log], history)
  const db = openTables(directory)
  const data = deskData(directory, { shards: 1 })
  const counters = new SharedCounters(data.buffers, 1)
  const newest = records.at(-1)?.seq ?? 0
  counters.raiseSequence(newest)
  counters.endTurn(0, newest)
  const timers: (() => void)[] = []
  const after = (_: number, run: () => void): Timer => {
    timers.push(run)
    return { cancel: () => timers.splice(timers.indexOf(run) >>> 0, 1) }
  }
  const halts: string[] = []
  const lines: [JournalLine, string | null][] = []
  const loop = new ProjectorLoop({
    db,
    data,
    clock: { ...systemClock(), after },
    onHalted: (reason) => halts.push(reason),
    onLine: (line, group) => lines.push([line, group]),
  })
  t.teardown(async () => {
    await loop.stop()
    await log.close()
    db.close()
  })
  return { loop, db, records, counters, timers, halts, lines, newest }
}

t.test('lines of the journal go out with the group of the account that they are of', async (t) => {
  const { loop, db, records, lines } = await overHistory(t, { count: 60 })
  const logins = [...new Set(records.map(({ login }) => login))]
  for (const login of logins.slice(1)) {
    accountsRepo(db).insert(accountWithDefaults({ login, group: `real\\${login}` }), 1)
  }
  loop.start()
  const told = lines.filter(([{ login }]) => login !== null)
  t.ok(told.length > 3)
  for (const [{ login }, group] of told) {
    t.equal(group, login === logins[0] ? null : `real\\${login}`, 'none of one that is not known')
  }
})

t.test(
  'a full disk is tried again in its time, and not sooner because there is more',
  async (t) => {
    const { loop, db, timers, halts, counters, newest } = await overHistory(t, { count: 200 })
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`)
    loop.start()
    while (halts.length === 0 && counters.projectionSeq < newest) timers.shift()?.()
    t.same(halts, ['the disk is full: queries show older figures until there is space'])
    const [next] = timers
    t.equal(timers.length, 1)
    db.pragma('max_page_count = 1000000')
    loop.wake()
    t.equal(timers[0], next)
    t.ok(counters.projectionSeq < newest)
    timers.shift()?.()
    t.same(halts.slice(1), [''])
    // A turn ends after some milliseconds, however far it came.
    while (counters.projectionSeq < newest && timers.length > 0) timers.shift()?.()
    t.equal(counters.projectionSeq, newest)
    loop.wake()
    t.equal(timers.length, 1, 'a look at once takes the place of the one that was set')
  },
)

t.test(
  'while the desk makes a change that a quorum has to confirm it asks for no lock of the tables',
  async (t) => {
    const { loop, db, timers, counters, newest } = await overHistory(t, { count: 60 })
    const desk = openWriter(db.name)
    t.teardown(() => desk.close())
    desk.exec('BEGIN IMMEDIATE')
    counters.setDeskWrites(true)
    counters.setDeskEntry(true)
    // It would stand within SQLite for a minute otherwise.
    loop.start()
    t.equal(counters.projectionSeq, 0)
    for (let look = 0; look < 30; look++) timers.shift()?.()
    t.equal(counters.projectionSeq, 0)
    desk.exec('COMMIT')
    counters.setDeskWrites(false)
    counters.setDeskEntry(false)
    const begun = performance.now()
    counters.giveWay(100)
    t.ok(performance.now() - begun > 90, 'its next change gives way to who waits')
    timers.shift()?.()
    t.not(counters.projectionSeq, 0)
    const after = performance.now()
    counters.giveWay(10_000)
    t.ok(performance.now() - after < 5_000, 'for one batch')
    while (counters.projectionSeq < newest && timers.length > 0) timers.shift()?.()
    t.equal(counters.projectionSeq, newest)
  },
)
