import t from 'tap'
import { SharedCounters } from '../../../actors/shared/shared-state.js'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import { logDirectory, sqlitePath } from '../../../storage/paths.js'
import { openReader } from '../../../storage/sqlite/open.js'
import { verify } from '../../../storage/verify/verify.js'
import { moment, reached, scratch, startDesk } from '../../given/desk.js'
import { writeHistory } from '../../given/records/histories.js'

const FIRST = 10

t.test('a desk that let go of the logs answers on, and projects again when told to', async (t) => {
  const directory = scratch(t)
  const { desk, buffers, deaths } = startDesk(directory)
  await desk.ready
  const counters = new SharedCounters(buffers, 2)
  const logs = [0, 1].map((shard) => openLmdbLog({ directory: logDirectory(directory, shard) }))
  const records = writeHistory(logs, { seed: 5, count: 100, logins: 4, turn: 10 })
  // It is at work, so that it lets go when it is told to and not when its thread has started.
  desk.project()
  counters.raiseSequence(FIRST)
  await reached(counters, FIRST)
  desk.release()
  // Nothing says when it has: what more there is to project is told of long after.
  for (let i = 0; i < 40; i++) {
    if (i === 20) counters.raiseSequence(records.length)
    desk.wake()
    t.match(await desk.ask('system.status', null), { ok: true })
    await moment()
  }
  t.equal(counters.projectionSeq, FIRST, 'nothing is projected meanwhile')
  desk.project()
  await reached(counters, records.length)
  await desk.stop()
  const db = openReader(sqlitePath(directory))
  t.same(verify({ db, logs }).differences, [])
  db.close()
  await Promise.all(logs.map((log) => log.close()))
  t.same(deaths, [])
})
