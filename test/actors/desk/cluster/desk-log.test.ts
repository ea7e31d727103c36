import { join } from 'node:path'
import t, { type Test } from 'tap'
import { catchUp } from '../../../../actors/desk/cluster/catching-up.js'
import { DeskLog } from '../../../../actors/desk/cluster/desk-log.js'
import { type Desk, openDesk } from '../../../../actors/desk/desk.js'
import { accept } from '../../../../actors/thread/ask.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { randomKey } from '../../../../actors/thread/random.js'
import { refuse } from '../../../../engine/code.js'
import { type LogEntry, LogError } from '../../../../storage/log/log.js'
import type { Quorum } from '../../../../storage/log/quorum/quorum-log.js'
import { migrate } from '../../../../storage/migrations/migrate.js'
import { Projector } from '../../../../storage/projection/projector.js'
import { projectionRepo } from '../../../../storage/repos/trades/projection.js'
import { projectionWrites } from '../../../../storage/repos/trades/projection-writes.js'
import { unpackEntry } from '../../../../storage/row-images/desk-entry.js'
import { openSeal } from '../../../../storage/secrets/seal.js'
import { openWriter, type Sqlite, Transactions } from '../../../../storage/sqlite/open.js'
import { STAFF, scratch } from '../../../given/desk.js'

// The desk's log: what it says of a change, what becomes of one that is not confirmed, and what other tables make of it.

/** Keeps entries, or loses the way to the databases after it took one. */
class KeptQuorum implements Quorum {
  readonly entries: LogEntry[] = []
  isLost = false

  open(local?: { readonly firstSeq: number }): Iterable<LogEntry> {
    return this.entries.slice(local?.firstSeq ?? 0)
  }

  begin(firstSeq: number, bytes: Uint8Array): void {
    this.entries.push({ firstSeq, bytes: Buffer.from(bytes) })
  }

  settle(): void {
    if (this.isLost) throw new LogError('the quorum does not answer')
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

interface Given {
  readonly db: Sqlite
  readonly quorum: KeptQuorum
  readonly desk: Desk
  /** Tables as they were before the log began. */
  readonly other: Sqlite
  isHeld: boolean
}

function given(t: Test): Given {
  const place = scratch(t)
  const [db, other] = ['own', 'other'].map((name) => {
    const made = openWriter(join(place, `${name}.sqlite`))
    migrate(made)
    t.teardown(() => made.close())
    return made
  }) as [Sqlite, Sqlite]
  // Drawn by the migrations of each.
  const secret = db.prepare(`SELECT value FROM meta WHERE name = 'request_key_secret'`).pluck()
  other.prepare(`UPDATE meta SET value = ? WHERE name = 'request_key_secret'`).run(secret.get())
  const quorum = new KeptQuorum()
  const one: Given = { db, other, quorum, desk: undefined as unknown as Desk, isHeld: false }
  const log = new DeskLog(db, quorum, {
    setDeskEntry: (has) => {
      one.isHeld = has
    },
    giveWay: () => undefined,
  })
  const seal = openSeal(randomKey(), randomKey)
  return Object.assign(one, { desk: openDesk(db, systemClock(), 1, seal, undefined, { log }) })
}

function brought({ quorum, other }: Given): number {
  return catchUp(
    quorum,
    { db: other, openLogs: () => [], monotonic: () => performance.now() },
    true,
  )
}

function tables(db: Sqlite): unknown {
  const names = db
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all()
  return names.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()])
}

const INSERT_NEWS = `INSERT INTO news (feed, key, at, received_at, headline, bytes, is_cut) VALUES (1, ?, 1, 1, 'h', 1, 0)`

t.test('rows of changes make of other tables what they made of these', async (t) => {
  const one = given(t)
  const { desk, db, quorum, other } = one
  const changes: Readonly<Record<string, () => void>> = {
    'put in, with what a key takes along': () => {
      for (const key of ['a', 'b']) db.prepare(INSERT_NEWS).run(key)
      db.exec(`INSERT INTO news_texts VALUES (1, 'ü “quoted”'), (2, '')`)
    },
    'bytes, and nothing': () => {
      db.prepare('INSERT INTO payment_ids VALUES (?, 7, 1, 9007199254740991)').run(
        Buffer.of(0, 255),
      )
      db.exec(`INSERT INTO files (id, owner, kind, name, media, state, bytes, sha256, created_at, expires_at)
        VALUES ('f', 1, 'upload', 'n', 'm', 'whole', 0, NULL, -5, NULL)`)
    },
    'replaced by the same key': () => {
      for (const secret of ['x', 'y']) {
        db.prepare('INSERT OR REPLACE INTO one_time_codes VALUES (7, ?, 0, 1)').run(secret)
      }
    },
    'one row changed twice, its key too': () => {
      db.exec(`UPDATE news SET headline = 'other' WHERE id = 1`)
      db.exec(`UPDATE news SET headline = 'third', key = 'c' WHERE id = 1`)
    },
    'put in and taken out at once': () => {
      db.prepare(INSERT_NEWS).run('z')
      db.exec('DELETE FROM news WHERE id = 3')
    },
    'taken out, and a row of another table with it': () => {
      db.exec('DELETE FROM news WHERE id = 2')
    },
  }
  let count = 0
  for (const [what, work] of Object.entries(changes)) {
    desk.change((journal) => {
      work()
      journal(STAFF, { kind: 'staff', text: what })
      return accept(null)
    })
    count++
    t.equal(quorum.entries.length, count, what)
    t.equal(brought(one), 1)
    t.same(tables(other), tables(db), what)
  }
  t.equal(desk.change(() => accept(null)).ok, true)
  const undone = desk.change(() => {
    db.exec('DELETE FROM news')
    return refuse('conflict', 'no')
  })
  t.equal(undone.ok, false)
  t.equal(
    quorum.entries.length,
    count,
    'nothing of a change without rows, or of one that was refused',
  )
  t.equal(brought(one), 0)
})

t.test('a change that is not confirmed is undone here, and comes back from the quorum', (t) => {
  const one = given(t)
  const { desk, db, quorum, other } = one
  const note = (text: string) =>
    desk.change((journal) => {
      journal(STAFF, { kind: 'staff', text })
      return accept(null)
    })
  note('first')
  t.equal(one.isHeld, false)
  desk.change(() => {
    t.equal(one.isHeld, true, 'from its beginning')
    return refuse('invalid_input', 'it is not wanted')
  })
  t.equal(one.isHeld, false, 'to its end, where it is refused')
  desk.change(() => accept(null))
  t.equal(one.isHeld, false, 'or makes no rows')
  quorum.isLost = true
  t.throws(() => note('second'), { name: 'UnknownChangeError' })
  t.equal(one.isHeld, true)
  const lines = db.prepare('SELECT count(*) FROM journal').pluck()
  t.equal(lines.get(), 1)

  const projector = new Projector({
    db,
    transactions: new Transactions(db),
    logs: [],
    monotonic: () => performance.now(),
    isHeld: () => one.isHeld,
  })
  t.match(projector.step(5), { records: 0, isCaughtUp: false }, 'nothing is projected before it')
  t.equal(projectionRepo(db).seq(), 0)
  t.equal(brought(one), 2)
  catchUp(quorum, { db, openLogs: () => [], monotonic: () => performance.now() }, false)
  t.same(tables(db), tables(other))
  t.equal(lines.get(), 2)
  t.end()
})

t.test('changes go into no tables but those that they were made behind', (t) => {
  const one = given(t)
  const { desk, db, quorum, other } = one
  for (const text of ['first', 'second']) {
    desk.change((journal) => {
      journal(STAFF, { kind: 'staff', text })
      return accept(null)
    })
  }
  const [first, second] = quorum.entries as [LogEntry, LogEntry]
  t.match(unpackEntry(second.bytes), { n: 2, projectionSeq: 0 })
  quorum.entries.splice(0, 2, second)
  t.throws(() => brought(one), /change 2 of the desk follows none that these tables have/)
  quorum.entries.splice(0, 1, first, { ...second, firstSeq: 3 })
  t.throws(() => brought(one), /follows none/)
  quorum.entries.splice(0, 2, first, second)
  projectionWrites(other).setSeq(9)
  t.throws(() => brought(one), /was made behind record 0, and these tables have record 9/)
  db.prepare(`UPDATE meta SET value = 'x' WHERE name = 'request_key_secret'`).run()
  t.throws(() => desk.change(() => accept(null)), /rows were written outside a change/)
  t.end()
})
