import t, { type Test } from 'tap'
import { FileShelf } from '../../../actors/desk/files.js'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { fileId } from '../../../actors/thread/random.js'
import { DAY_MS } from '../../../engine/calendar/durations.js'
import { UNCLAIMED_FILE_MS } from '../../../engine/limits/files.js'
import { filesRepo } from '../../../storage/repos/records/files.js'
import { type ArrivedFile, FILE_BOUNDS, type StoredFile } from '../../../wire/stored/stored-file.js'
import { ConfigFront } from '../../given/fronts/config-front.js'

// Rows of files, without the threads that write and remove contents.

const BOUNDS = FILE_BOUNDS.import

function given(t: Test) {
  const front = new ConfigFront(t)
  const { db } = front.desk
  const ask = deskHandlers(front.desk)
  const arrived = (over: Partial<ArrivedFile> = {}): ArrivedFile => ({
    id: fileId(),
    owner: 7,
    kind: 'import',
    name: 'a.csv',
    media: 'text/csv',
    bytes: 10,
    sha256: 'ab',
    ...over,
  })
  const add = (over: Partial<ArrivedFile> = {}) => ask['files.add'](arrived(over))
  const added = (over: Partial<ArrivedFile> = {}): StoredFile => {
    const file = add(over)
    if (!file.ok) throw new Error(file.message)
    return file.value
  }
  const stored = (id: string) => filesRepo(db).get(id)
  return { front, db, ask, arrived, add, added, stored }
}

t.test('what was uploaded is nobody’s, and goes after an hour unless its owner claims it', (t) => {
  const { front, ask, added, stored } = given(t)
  const [left, kept] = [added(), added()]
  t.match(stored(left.id), { state: 'new', expires_at: front.now + UNCLAIMED_FILE_MS })
  const own = { id: kept.id, owner: 7, kind: 'import' } as const
  t.match(ask['files.claim']({ ...own, owner: 8 }), { ok: false, code: 'not_found' })
  t.match(ask['files.claim']({ ...own, kind: 'job_result' }), { ok: false, code: 'not_found' })
  t.match(ask['files.claim'](own), { ok: true, value: { state: 'whole' } })
  t.match(ask['files.claim'](own), { ok: false }, 'once')
  t.match(ask['files.drop']({ id: kept.id }), { ok: true, value: false }, 'it is somebody’s')
  front.now += UNCLAIMED_FILE_MS - 1
  t.match(ask['files.expire'](null), { value: 0 })
  front.now += 1
  t.match(ask['files.expire'](null), { value: 1 })
  t.match(stored(left.id), { state: 'gone' })
  t.same(ask['files.gone'](null), { ok: true, value: [left.id] })
  t.match(ask['files.forget']({ ids: [left.id, kept.id] }), { value: 1 }, 'only what is gone')
  t.equal(stored(left.id), undefined)
  front.now = kept.created_at + UNCLAIMED_FILE_MS + (BOUNDS.keptMs ?? 0)
  t.match(ask['files.expire'](null), { value: 1 }, 'its kind is kept for a while, too')
  t.end()
})

t.test('a file of mail stays as long as somebody refers to it, and no longer', (t) => {
  const { front, ask, added, stored } = given(t)
  const shelf = new FileShelf(front.desk)
  const { id } = added({ kind: 'mail', bytes: 10 })
  const claimed = front.desk.change(() => {
    const file = shelf.claim({ id, owner: 7, kind: 'mail' })
    shelf.refer(id, 100_000)
    return file
  })
  t.match(claimed, { ok: true, value: { state: 'whole', expires_at: null } })
  front.now += 10_000 * DAY_MS
  t.match(ask['files.expire'](null), { value: 0 })
  t.equal(shelf.release(id, 99_999), false)
  t.match(stored(id), { state: 'whole' })
  t.equal(shelf.release(id), true)
  t.same(ask['files.gone'](null), { ok: true, value: [id] })
  t.throws(() => shelf.refer(id), 'nobody refers to what is gone')
  t.end()
})

t.test('a file has a bound, its owner has one, its kind has one, and all together', (t) => {
  const { add, added, ask, db } = given(t)
  const may = (bytes: number, owner = 7) => ask['files.may']({ owner, kind: 'import', bytes })
  t.match(may(BOUNDS.bytesMax), { ok: true })
  t.match(may(BOUNDS.bytesMax + 1), { ok: false, code: 'too_large' })
  const first = added({ bytes: BOUNDS.bytesMax })
  added({ bytes: BOUNDS.ownerBytesMax.staff - BOUNDS.bytesMax - 10 })
  t.match(may(10), { ok: true })
  t.match(add({ bytes: 11 }), { ok: false, code: 'conflict', message: /more than 512 MiB/ })
  t.match(may(11, 8), { ok: true }, 'another owner')
  const set = db.prepare('UPDATE files SET bytes = ?, kind = ?, owner = 99 WHERE id = ?')
  const others = BOUNDS.ownerBytesMax.staff - BOUNDS.bytesMax - 10
  set.run(BOUNDS.allBytesMax - others - 10, 'import', first.id)
  t.match(may(10, 8), { ok: true })
  t.match(may(11, 8), { ok: false, code: 'unavailable' }, 'all of the kind')
  set.run(16 * 1024 ** 3 - others - 10, 'job_result', first.id)
  t.match(may(10, 8), { ok: true })
  t.match(may(11, 8), { ok: false, code: 'unavailable' }, 'all of every kind')
  t.match(ask['files.drop']({ id: first.id }), { value: true })
  t.match(may(11, 8), { ok: true }, 'what is gone takes up nothing')
  t.end()
})

t.test(
  'a demo account has less room than a real one, and staff have a quarter of it alone',
  (t) => {
    const { ask, db } = given(t)
    const actor = { login: 1, ip: '', requestId: '' }
    for (const [login, group] of [
      [1001, 'demo\\standard'],
      [1002, 'real\\standard'],
    ] as const) {
      t.ok(ask['accounts.create']({ actor, login, group, hashes: {} }).ok)
    }
    const MIB = 1024 * 1024
    const [ofDemo, ofReal, ofStaff] = [1001, 1002, 1]
    const insert = db.prepare(
      "INSERT INTO files VALUES (?, ?, 'mail', 'a', 'b', 'whole', ?, 'x', 0, NULL, 1)",
    )
    const may = (owner: number, bytes = 1) => ask['files.may']({ owner, kind: 'mail', bytes })
    for (const [owner, most] of [
      [ofDemo, 10],
      [ofReal, 50],
      [ofStaff, 512],
    ] as const) {
      insert.run(fileId(), owner, most * MIB - 1)
      t.match(may(owner), { ok: true })
      t.match(may(owner, 2), { code: 'conflict', message: new RegExp(`more than ${most} MiB`) })
    }
    db.prepare('UPDATE files SET bytes = 0').run()
    const { allBytesMax } = FILE_BOUNDS.mail
    insert.run(fileId(), 99, allBytesMax * 0.75 - 1)
    t.match(
      [may(ofDemo), may(ofReal), may(ofStaff, MIB)],
      [{ ok: true }, { ok: true }, { ok: true }],
    )
    t.match([may(ofDemo, 2), may(ofReal, 2)], [{ code: 'unavailable' }, { code: 'unavailable' }])
    insert.run(fileId(), 98, allBytesMax / 4)
    t.match(may(ofStaff, 2), { code: 'unavailable' })
    t.end()
  },
)

t.test('files that went again count, too, within an hour', (t) => {
  const { front, ask, arrived } = given(t)
  const MIB = 1024 * 1024
  const actor = { login: 1, ip: '', requestId: '' }
  t.ok(ask['accounts.create']({ actor, login: 1001, group: 'demo\\standard', hashes: {} }).ok)
  front.now -= front.now % 3_600_000
  const file = () => arrived({ owner: 1001, kind: 'mail', bytes: 2 * MIB })
  for (let n = 0; n < 10; n++) {
    const added = ask['files.add'](file())
    if (!added.ok) throw new Error(added.message)
    ask['files.drop']({ id: added.value.id })
  }
  front.now += 3_599_000
  const refused = { ok: false, code: 'too_many_requests', retryAfterMs: 1000 }
  t.match(ask['files.may']({ owner: 1001, kind: 'mail', bytes: 1 }), refused)
  t.match(ask['files.add'](file()), refused)
  t.match(ask['files.may']({ owner: 1, kind: 'mail', bytes: 1 }), { ok: true }, 'of one owner')
  front.now += 1000
  t.match(ask['files.add'](file()), { ok: true })
  t.end()
})

t.test('files have a number, of an owner and of a kind', (t) => {
  const { add, added, ask, db } = given(t)
  for (let n = 0; n < BOUNDS.ownerFilesMax; n++) added()
  t.match(add(), { ok: false, code: 'conflict', message: /20 files/ })
  const may = () => ask['files.may']({ owner: 8, kind: 'import', bytes: 1 })
  const insert = db.prepare(
    `INSERT INTO files SELECT 'x' || ?, 9, kind, name, media, state, bytes, sha256, created_at, NULL, 0
     FROM files LIMIT 1`,
  )
  db.transaction(() => {
    for (let n = BOUNDS.ownerFilesMax; n < BOUNDS.allFilesMax - 1; n++) insert.run(n)
  })()
  t.match(may(), { ok: true })
  insert.run('last')
  t.match(may(), { ok: false, code: 'unavailable' })
  t.end()
})

t.test('files whose contents a start did not find are lost, and may be found again', (t) => {
  const { ask, added, stored, front } = given(t)
  const ids = Array.from({ length: 22 }, (_, n) => added({ owner: n }).id)
  const [first = ''] = ids
  t.match(ask['files.swept']({ lost: ids, found: [] }), { ok: true })
  t.match(stored(first), { state: 'lost' })
  t.match(front.lines.at(-1), { text: /^The contents of 22 files are not there: .* and more$/ })
  t.match(ask['files.swept']({ lost: [], found: [first] }), { ok: true })
  t.match(stored(first), { state: 'whole' })
  const [, second = ''] = ids
  t.match(ask['files.swept']({ lost: [first], found: [second] }), { ok: true })
  t.match([stored(first), stored(second)], [{ state: 'lost' }, { state: 'whole' }])
  const told = front.lines.length
  t.match(ask['files.swept']({ lost: [], found: [] }), { ok: true, value: null })
  t.match(ask['files.swept']({ lost: [], found: [first] }), { ok: true })
  t.equal(front.lines.length, told, 'only what is lost is news')
  t.end()
})

t.test('a file that is gone stays gone, whatever a start found or did not find', (t) => {
  const { ask, added, stored } = given(t)
  const [missed, met] = [added(), added()]
  for (const { id } of [missed, met]) t.match(ask['files.drop']({ id }), { value: true })
  const swept = { lost: [missed.id, fileId()], found: [met.id, fileId()] }
  t.match(ask['files.swept'](swept), { ok: true })
  t.same([stored(missed.id)?.state, stored(met.id)?.state], ['gone', 'gone'])
  const gone = ask['files.gone'](null)
  if (!gone.ok) throw new Error(gone.message)
  t.same(new Set(gone.value), new Set([missed.id, met.id]), 'their contents are still to go')
  t.end()
})
