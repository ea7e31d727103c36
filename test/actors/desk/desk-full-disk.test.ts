import t from 'tap'
import { SYSTEM } from '../../../actors/desk/actor.js'
import { openDesk } from '../../../actors/desk/desk.js'
import { ProjectorLoop } from '../../../actors/projector/projector-loop.js'
import { SharedCounters } from '../../../actors/shared/shared-state.js'
import { accept } from '../../../actors/thread/ask.js'
import { type Clock, systemClock } from '../../../actors/thread/clock.js'
import { refuse } from '../../../engine/code.js'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import { logDirectory } from '../../../storage/paths.js'
import { countersRepo } from '../../../storage/repos/counters.js'
import { journalRepo } from '../../../storage/repos/records/journal.js'
import { openSeal } from '../../../storage/secrets/seal.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { verify } from '../../../storage/verify/verify.js'
import { deskData, scratch } from '../../given/desk.js'
import { writeHistory } from '../../given/records/histories.js'
import { openTables } from '../../given/records/projection.js'

function deskOn(db: Sqlite, clock: Clock = systemClock()) {
  const seal = openSeal(new Uint8Array(32), () => new Uint8Array(32))
  return openDesk(db, clock, 1, seal)
}

/** Keeps the database from growing, as a full disk does; `free` ends it. */
function fill(db: Sqlite): { free(): void } {
  const pages = db.pragma('page_count', { simple: true }) as number
  db.pragma(`max_page_count = ${pages}`)
  return { free: () => db.pragma('max_page_count = 1000000') }
}

t.test(
  'a change that refuses after it has written leaves nothing, not even its journal line',
  (t) => {
    const db = openTables(scratch(t))
    const desk = deskOn(db)
    const refused = desk.change((journal) => {
      countersRepo(db).setNext('login', 5)
      journal(SYSTEM, { kind: 'config', text: 'never was' })
      return refuse('conflict', 'on second thoughts')
    })
    t.match(refused, { ok: false, code: 'conflict' })
    t.equal(countersRepo(db).next('login', 1), 1)
    const head = desk.change((journal) => {
      journal(SYSTEM, { kind: 'config', text: 'is' })
      return accept(journalRepo(db).brokenAt())
    })
    t.same(head, { ok: true, value: undefined })
    db.close()
    t.end()
  },
)

t.test('on a full disk a change is refused whole, and is made once there is space', (t) => {
  const db = openTables(scratch(t))
  const desk = deskOn(db)
  const disk = fill(db)
  const write = () =>
    desk.change((journal) => {
      for (let line = 0; line < 200; line++) {
        journal(SYSTEM, { kind: 'config', text: 'x'.repeat(500) })
      }
      return accept('written')
    })
  t.match(write(), { ok: false, code: 'unavailable', message: /cannot store anything/ })
  t.equal(journalRepo(db).brokenAt(), undefined)
  disk.free()
  t.same(write(), { ok: true, value: 'written' })
  db.close()
  t.end()
})

t.test('on a full disk the projection waits, says so once, and catches up by itself', async (t) => {
  const directory = scratch(t)
  const db = openTables(directory)
  const log = openLmdbLog({ directory: logDirectory(directory, 0) })
  const records = writeHistory([log], { seed: 12, count: 500, logins: 20, turn: 25 })
  const data = deskData(directory, { shards: 1 })
  const counters = new SharedCounters(data.buffers, 1)
  counters.raiseSequence(records.length)
  const disk = fill(db)
  const system = systemClock()
  // The wait of a halted projector is cut short, so that the test does not have to wait as long.
  const clock: Clock = { ...system, after: (ms, run) => system.after(ms / 50, run) }
  const told: string[] = []
  const caughtUp = new Promise<void>((resolve) => {
    const loop = new ProjectorLoop({
      db,
      clock,
      data,
      onLine: () => undefined,
      onHalted(reason) {
        told.push(reason)
        if (reason !== '') disk.free()
        else loop.stop().then(resolve)
      },
    })
    loop.start()
  })
  await caughtUp
  t.equal(told.length, 2)
  t.match(told[0], /disk is full/)
  t.equal(told[1], '')
  t.equal(counters.projectionSeq, records.length)
  t.same(verify({ db, logs: [log] }).differences, [])
  db.close()
  await log.close()
})
