import t from 'tap'
import { READ_BOUNDS, type ReadBounds, StreamReader } from '../../../actors/events/stream-reader.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { EVENT_KINDS, type EventScope } from '../../../wire/thread/event-reads.js'
import { writeHistory } from '../../given/records/histories.js'
import { openBooks, projectAll, projector } from '../../given/records/projection.js'

const NOTHING_SEEN: EventScope = {
  kinds: EVENT_KINDS,
  groups: [],
  isNarrowed: true,
  reader: 1,
  hidden: [],
  settings: [],
  linesFrom: 0,
}

const { db, logs } = openBooks(t, 2)
const records = writeHistory(logs, { seed: 3, count: 300, logins: 8, turn: 6 })
projectAll(projector(db, logs), records.length)

function read(after?: string, bounds: Partial<ReadBounds> = {}, monotonic = () => 0) {
  const reader = new StreamReader(db, monotonic, { ...READ_BOUNDS, ...bounds })
  const ask = { isLatest: false, limit: 10, scope: NOTHING_SEEN, keptFrom: 0 }
  return reader.read(logs, after === undefined ? ask : { ...ask, after })
}

/** The reads that it takes to pass over everything, of which this reader sees nothing. */
function readsThrough(bounds: Partial<ReadBounds>, monotonic?: () => number): number {
  for (let reads = 1, after: string | undefined; ; reads++) {
    const part = read(after, bounds, monotonic)
    if (!part.ok) throw new Error(part.message)
    if (part.value.items.length > 0) throw new Error('the reader sees nothing')
    if (!part.value.hasMore) return reads
    after = part.value.next
  }
}

t.test('a read ends at its bound of events and of time, and the next one goes on', (t) => {
  t.equal(readsThrough({}), 1)
  const lines = db.prepare('SELECT count(*) FROM journal').pluck().get() as number
  const events = records.reduce((sum, record) => sum + record.events.length, 0) + lines
  t.equal(readsThrough({ looked: 100 }), Math.ceil(events / 100))
  t.equal(readsThrough({ looked: events }), 1)
  let now = 0
  t.ok(readsThrough({ ms: 10 }, () => (now += 6)) > 1)
  t.end()
})

t.test('a restore ends the stream: its cursors are gone', (t) => {
  const before = read()
  if (!before.ok) throw new Error(before.message)
  t.equal(read(before.value.next).ok, true)
  metaRepo(db).set('event_stream', '1')
  const gone = read(before.value.next)
  t.match(gone, { ok: false, code: 'resume_gone' })
  const { oldest } = (gone as { numbers?: { oldest?: string } }).numbers ?? {}
  t.equal(read(oldest).ok, true)
  t.end()
})
