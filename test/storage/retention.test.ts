import { basename } from 'node:path'
import t from 'tap'
import { newestArchive } from '../../storage/backup/archives.js'
import { sqlitePath } from '../../storage/paths.js'
import { projectionWrites } from '../../storage/repos/trades/projection-writes.js'
import { trimBounds, trimSome } from '../../storage/retention.js'
import { openReader } from '../../storage/sqlite/open.js'
import { scratch } from '../given/desk.js'
import { MemoryDisk, openMemoryLog } from '../given/memory-log.js'
import { openTables } from '../given/records/projection.js'
import { orderRecord, turnOf } from '../wire/record/sample-records.js'

const DAY_MS = 86_400_000
/** The time of record 0. */
const BEGIN = orderRecord(0).at

t.test('a log goes up to its first young turn, and no further than an archive has it', (t) => {
  const dataDir = scratch(t)
  const tables = openTables(dataDir)
  const projection = projectionWrites(tables)
  const reader = openReader(sqlitePath(dataDir))
  const logs = [openMemoryLog(new MemoryDisk()), openMemoryLog(new MemoryDisk())] as const
  for (const seq of [10, 20, 30]) logs[0].commit(seq, turnOf(seq, 3))
  logs[1].commit(15, turnOf(15, 3))
  const stand = (...cursors: readonly number[]): void => {
    for (const [shard, cursor] of cursors.entries()) projection.setCursor(shard, cursor)
    projection.setSeq(Math.max(...cursors))
  }
  /** The bounds at a time from which on records are `days` old that came before record `cutoff`. */
  const boundsAt = (cutoff: number, retentionDays: number, days = 7) =>
    trimBounds({
      dataDir,
      db: reader,
      logs,
      retentionDays,
      reserveBytes: 0,
      now: BEGIN + cutoff + days * DAY_MS,
    })
  const archive = () => basename(newestArchive(dataDir) ?? '')

  stand(0, 0)
  t.same(boundsAt(12, 7), [0, 0], 'of the first turn a record is young')
  t.equal(archive(), '')
  t.same(boundsAt(22, 7), [1, 1], 'the tables have nothing of it')
  stand(15, 17)
  t.same(boundsAt(22, 7), [16, 18], 'the tables have all of one')
  t.equal(archive(), 'projection-17.sqlite')
  stand(32, 17)
  t.same(boundsAt(13, 7), [20, 0])
  t.equal(archive(), 'projection-32.sqlite')
  projection.setSeq(50)
  for (const days of [1, 6, 7]) t.same(boundsAt(22, days), [20, 18], `${days} days`)
  t.same(boundsAt(22, 8, 8), [20, 18])
  t.same(boundsAt(22, 8), [0, 0], 'it is kept for longer')
  t.same(boundsAt(23, 7), [30, 18], 'its last record is as old as that')
  t.same(boundsAt(33, 7), [33, 18], 'no turn is young')
  t.equal(archive(), 'projection-32.sqlite', 'one that has all of it is used again')
  logs[1].commit(40, turnOf(40, 3))
  stand(32, 42)
  t.same(boundsAt(43, 7), [33, 43])
  t.equal(archive(), 'projection-42.sqlite')
  for (const db of [reader, tables]) db.close()
  t.end()
})

t.test('one look goes over so many turns and no more', (t) => {
  const dataDir = scratch(t)
  const tables = openTables(dataDir)
  projectionWrites(tables).setCursor(0, 100)
  const bytes = turnOf(10, 1)
  let read = 0
  const log = {
    first: () => undefined,
    last: () => undefined,
    entryHolding: () => undefined,
    close: async () => undefined,
    *read() {
      for (;;) {
        read++
        yield { firstSeq: 10, bytes }
      }
    },
  }
  const options = { dataDir, db: tables, logs: [log], retentionDays: 7, reserveBytes: 0 }
  t.same(trimBounds({ ...options, now: BEGIN + 11 + 7 * DAY_MS }), [11])
  t.equal(read, 100_000)
  tables.close()
  t.end()
})

t.test('some entries go at a time, until none of them may', (t) => {
  const log = openMemoryLog(new MemoryDisk())
  for (const seq of [10, 20, 30, 40]) log.commit(seq, turnOf(seq, 3))
  t.equal(trimSome(log, 40, 2), false, 'there may be more')
  t.equal(log.first()?.firstSeq, 30)
  t.equal(trimSome(log, 40, 2), true)
  t.equal(log.first()?.firstSeq, 40)
  t.end()
})
