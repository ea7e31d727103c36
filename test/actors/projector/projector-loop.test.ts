import t from 'tap'
import { SharedCounters } from '../../../actors/shared/shared-state.js'
import { sqlitePath } from '../../../storage/paths.js'
import { projectionRepo } from '../../../storage/repos/projection.js'
import { openWriter } from '../../../storage/sqlite/open.js'
import { scratch, startDesk } from '../../given/desk.js'

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
