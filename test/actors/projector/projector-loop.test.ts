import t from 'tap'
import { ProjectorLoop } from '../../../actors/projector/projector-loop.js'
import { SharedCounters } from '../../../actors/shared/shared-state.js'
import { systemClock, type Timer } from '../../../actors/thread/clock.js'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import { logDirectory, sqlitePath } from '../../../storage/paths.js'
import { projectionRepo } from '../../../storage/repos/projection.js'
import { openWriter } from '../../../storage/sqlite/open.js'
import { deskData, scratch, startDesk } from '../../given/desk.js'
import { openTables } from '../../given/projection.js'

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
      ...{ db, clock: { ...systemClock(), after }, data: deskData(directory, { shards: 1 }) },
      ...{ onHalted: (reason: string) => halts.push(reason), onLine: () => undefined },
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
    projectionRepo(db).setSeq(57)
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
