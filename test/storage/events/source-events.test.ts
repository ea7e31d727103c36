import t from 'tap'
import { type EventPlace, isAfter, LAST_PART } from '../../../storage/events/event-place.js'
import { oldestPlace } from '../../../storage/events/oldest-place.js'
import { newestPlace, sourceEvents } from '../../../storage/events/source-events.js'
import type { LogReader } from '../../../storage/log/log.js'
import { journalRepo } from '../../../storage/repos/records/journal.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import { seededInts, writeHistory } from '../../given/records/histories.js'
import { openBooks, projector } from '../../given/records/projection.js'

const START: EventPlace = { seq: 0, line: 0, part: 0 }

/** A line of the desk, as a change of settings writes it. */
function writeLine(db: Sqlite, text: string): void {
  const line = { actor: 1, login: null, kind: 'config', changes: [], ip: '', requestId: '' }
  journalRepo(db).append({ ...line, text }, 1)
}

/** At most so many places after one, and the place at which the next read goes on. */
function read(db: Sqlite, logs: readonly LogReader[], after: EventPlace, most: number) {
  const found: EventPlace[] = []
  for (const source of sourceEvents(db, logs, after)) {
    if (found.length === most) return { found, next: found.at(-1) ?? after }
    const isLine = 'line' in source
    found.push(isLine ? { ...source.place, part: LAST_PART } : source.place)
  }
  return { found, next: newestPlace(db) }
}

t.test(
  'reads in parts, while records and lines arrive, have the order of one read at the end',
  (t) => {
    for (const seed of [1, 2, 3]) {
      const { db, logs } = openBooks(t, 3)
      const int = seededInts(seed)
      const records = writeHistory(logs, { seed, count: 400, logins: 9, turn: 8, hasRepairs: true })
      const tables = projector(db, logs, 7)
      const inParts: EventPlace[] = []
      let after = START
      let hasMore = true
      while (hasMore) {
        hasMore = !tables.step(records.length).isCaughtUp
        for (let i = int(4); i > 0; i--) writeLine(db, `after ${tables.projectionSeq}`)
        for (let i = int(4); i > 0; i--) {
          const { found, next } = read(db, logs, after, int(20))
          inParts.push(...found)
          after = next
        }
      }
      inParts.push(...read(db, logs, after, Infinity).found)
      const { found } = read(db, logs, START, Infinity)
      t.same(inParts, found)
      t.ok(found.every((place, i) => i === 0 || isAfter(place, found[i - 1] as EventPlace)))
      const events = records.reduce((sum, record) => sum + record.events.length, 0)
      t.equal(found.filter(({ line }) => line === 0).length, events)
      t.equal(found.filter(({ line }) => line > 0).length, journalRepo(db).head().id)
      const mid = found[Math.floor(found.length / 2)] as EventPlace
      t.same(read(db, logs, mid, Infinity).found, found.slice(Math.floor(found.length / 2) + 1))
    }
    t.end()
  },
)

t.test('the journal line of a record follows its events', (t) => {
  const { db, logs } = openBooks(t)
  const records = writeHistory(logs, { seed: 5, count: 60, logins: 2, turn: 5 })
  const tables = projector(db, logs)
  while (!tables.step(records.length).isCaughtUp);
  const noted = records.filter(({ note }) => note !== undefined).map(({ seq }) => seq)
  t.ok(noted.length > 0)
  const lines = [...sourceEvents(db, logs, START)].filter((source) => 'line' in source)
  t.same(
    lines.map(({ place }) => place.seq),
    noted,
  )
  t.end()
})

t.test('lines from before the stream are not in it', (t) => {
  const { db, logs } = openBooks(t)
  db.exec('DROP TRIGGER journal_no_update')
  writeLine(db, 'old')
  db.exec('UPDATE journal SET place = NULL')
  writeLine(db, 'new')
  const texts = [...sourceEvents(db, logs, START)].map(
    (found) => 'line' in found && found.line.text,
  )
  t.same(texts, ['new'])
  t.end()
})

t.test('the oldest place is before the first record that is young enough', (t) => {
  const { logs } = openBooks(t, 2)
  const records = writeHistory(logs, { seed: 6, count: 200, logins: 4, turn: 1 })
  const through = records.length
  for (const at of [50, 90, 199].map((i) => records[i]?.at ?? 0)) {
    const first = records.find((one) => one.at >= at)?.seq
    t.equal(oldestPlace(logs, at, through).seq, first)
  }
  t.equal(oldestPlace(logs, Infinity, through).seq, through, 'the newest is always kept')
  t.equal(oldestPlace(logs, 0, through).seq, 0)
  t.end()
})
