import fs, {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { fileId } from '../../../actors/thread/random.js'
import { isHeld, whileHeld } from '../../../storage/files/backup-hold.js'
import { addToFile } from '../../../storage/files/content.js'
import { removeContents, sweepFiles } from '../../../storage/files/file-sweep.js'
import { IncomingFile } from '../../../storage/files/incoming-file.js'
import { migrate } from '../../../storage/migrations/migrate.js'
import { MIGRATIONS } from '../../../storage/migrations/migrations.js'
import {
  fileDirectory,
  filePath,
  resultDirectory,
  resultPath,
  sqlitePath,
} from '../../../storage/paths.js'
import { filesRepo } from '../../../storage/repos/records/files.js'
import { jobsRepo } from '../../../storage/repos/records/jobs.js'
import { openWriter } from '../../../storage/sqlite/open.js'
import { verifyFiles } from '../../../storage/verify/files.js'
import type { FileState, StoredFile } from '../../../wire/stored/stored-file.js'
import { scratch } from '../../given/desk.js'
import { onDisk } from '../../given/free-bytes.js'
import { openBelow } from '../../given/open-files.js'
import { syncedContents, syncedMeanwhile, syncedPaths } from '../../given/synced-paths.js'

/** SHA-256 of `abc`. */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

function given(t: Test) {
  const dataDir = scratch(t)
  const db = openWriter(sqlitePath(dataDir))
  t.teardown(() => db.close())
  migrate(db)
  const files = filesRepo(db)
  const add = (content: string | null, state: FileState = 'whole'): string => {
    const id = fileId()
    const said = { owner: 1, kind: 'import', name: 'a.csv', media: 'text/csv' } as const
    const times = { created_at: 1, expires_at: null }
    files.insert({ ...said, ...times, id, state, bytes: content?.length ?? 3, sha256: null })
    if (content !== null) addToFile(dataDir, id, 0, Buffer.from(content))
    return id
  }
  return { dataDir, db, files, add }
}

t.test('what is private stays private, whatever the umask', async (t) => {
  const { dataDir, add } = given(t)
  for (const umask of [0, 0o777]) {
    const before = process.umask(umask)
    const id = fileId()
    try {
      const file = await IncomingFile.begin({ dataDir, use: 'traders', id, reserveBytes: 0 })
      await file.write(Buffer.from('a'))
      await file.settle()
    } finally {
      process.umask(before)
    }
    t.equal(statSync(filePath(dataDir, id)).mode & 0o777, 0o600)
    process.umask(umask)
    const grown = add('abc')
    process.umask(before)
    t.equal(statSync(filePath(dataDir, grown)).mode & 0o777, 0o600)
    t.equal(statSync(fileDirectory(dataDir)).mode & 0o777, 0o700)
  }
})

t.test('the first file brings the name of its directory to the disk, then its own', (t) => {
  const dataDir = scratch(t)
  const id = fileId()
  const first = syncedPaths(() => addToFile(dataDir, id, 0, Buffer.from('first')))
  t.same(first, [dataDir, fileDirectory(dataDir)])
  t.same(
    syncedPaths(() => addToFile(dataDir, id, 5, Buffer.from(' more'))),
    [],
    'names are there',
  )
  t.same(
    syncedPaths(() => addToFile(dataDir, fileId(), 0, Buffer.from('other'))),
    [fileDirectory(dataDir)],
    'the directory has its name',
  )
  t.same(
    syncedContents(() => addToFile(dataDir, id, 10, Buffer.from(' and last'))),
    [filePath(dataDir, id)],
  )
  t.end()
})

t.test('an upload leaves the reserve free: it is looked at first, and every 16 MiB', async (t) => {
  const dataDir = scratch(t)
  const ROOM = 16 * 1024 * 1024
  const disk = { freeBytes: ROOM + 999 }
  const options = { dataDir, id: fileId(), use: 'trading', reserveBytes: 1000 } as const
  const full = { name: 'NoRoomForFileError', message: 'the disk is nearly full' }
  const all = new Uint8Array(ROOM)
  await onDisk(disk, async () => {
    await t.rejects(IncomingFile.begin(options), full)
    t.same(readdirSync(fileDirectory(dataDir)), [])
    disk.freeBytes++
    const file = await IncomingFile.begin(options)
    disk.freeBytes--
    for (let look = 1; look <= 2; look++) {
      await file.write(all.subarray(1))
      await t.rejects(file.write(all.subarray(0, 1)), full)
      t.equal(file.bytes, look * ROOM)
    }
    disk.freeBytes++
    await file.write(all)
    t.equal(file.bytes, 3 * ROOM)
    await file.abandon()
  })
  t.same(readdirSync(fileDirectory(dataDir)), [])
})

t.test('an upload is at each step what it says, and abandoned nothing of it', async (t) => {
  const dataDir = scratch(t)
  const id = fileId()
  const part = `${filePath(dataDir, id)}.part`
  const handles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(realpathSync(dataDir))
      } catch {
        return false
      }
    }).length
  const steps: unknown[] = []
  const onStep = (step: string): void => {
    const path = step === 'named' || step === 'settled' ? filePath(dataDir, id) : part
    const { mode, size } = statSync(path)
    steps.push([step, mode & 0o777, size, handles()])
  }
  const before = process.umask(0o777)
  const file = await IncomingFile.begin({
    dataDir,
    use: 'traders',
    id,
    reserveBytes: 0,
    onStep,
  }).finally(() => process.umask(before))
  await file.write(Buffer.from('abc'))
  t.same(await file.settle(), { bytes: 3, sha256: ABC })
  t.same(steps, [
    ['made', 0o600, 0, 1],
    ['written', 0o600, 3, 1],
    ['synced', 0o600, 3, 0],
    ['named', 0o600, 3, 0],
    ['settled', 0o600, 3, 0],
  ])
  await file.abandon()
  t.same([readdirSync(fileDirectory(dataDir)), handles()], [[], 0])
  const other = await IncomingFile.begin({ dataDir, use: 'traders', id, reserveBytes: 0 })
  await other.write(Buffer.from('abc'))
  await other.abandon()
  t.same([readdirSync(fileDirectory(dataDir)), handles()], [[], 0])
  const none = join(dataDir, 'none')
  writeFileSync(none, 'no directory')
  await t.rejects(IncomingFile.begin({ dataDir: none, use: 'traders', id, reserveBytes: 0 }), {
    message: /mkdir/,
  })
})

t.test('each step of an upload is over before the next one begins', async (t) => {
  const dataDir = scratch(t)
  const [id, other] = [fileId(), fileId()]
  const done: string[] = []
  const probe = await open(dataDir, 'r')
  const handle = Object.getPrototypeOf(probe) as Record<string, (...given: unknown[]) => unknown>
  await probe.close()
  const promises = fs.promises as unknown as typeof handle
  const late = (of: typeof handle, name: string): void => {
    const before = of[name] as (...given: unknown[]) => unknown
    of[name] = async function (this: unknown, ...given: unknown[]) {
      await new Promise((resolve) => setImmediate(resolve))
      const value = await before.apply(this, given)
      await new Promise((resolve) => setImmediate(resolve))
      done.push(name)
      return value
    }
    t.teardown(() => {
      of[name] = before
      syncBuiltinESMExports()
    })
  }
  for (const name of ['mkdir', 'rename', 'rm', 'statfs']) late(promises, name)
  for (const name of ['chmod', 'datasync', 'sync']) late(handle, name)
  syncBuiltinESMExports()
  const onStep = (step: string): unknown => done.push(step)
  const file = await IncomingFile.begin({ dataDir, use: 'traders', id, reserveBytes: 0, onStep })
  await file.settle()
  t.same(done.splice(0), [
    'mkdir',
    'statfs',
    'chmod',
    'made',
    'datasync',
    'synced',
    'rename',
    'named',
    'sync',
    'settled',
  ])
  await file.abandon()
  t.same(done.splice(0), ['rm', 'rm'])
  const half = await IncomingFile.begin({ dataDir, use: 'traders', id: other, reserveBytes: 0 })
  done.length = 0
  await half.abandon()
  t.same(done, ['rm', 'rm'])
})

t.test('what counts of a file that grows is kept; less is damage', (t) => {
  const dataDir = scratch(t)
  const [id, other] = [fileId(), fileId()]
  const bytes = addToFile(dataDir, id, 0, Buffer.from('first '))
  writeFileSync(filePath(dataDir, id), 'first half of what was never told')
  t.equal(addToFile(dataDir, id, bytes, Buffer.from('second')), 12)
  t.equal(readFileSync(filePath(dataDir, id), 'utf8'), 'first second')
  truncateSync(filePath(dataDir, id), 11)
  const damaged = { name: 'DamagedFileError' }
  t.throws(() => addToFile(dataDir, id, 12, Buffer.from('more')), damaged)
  t.throws(() => addToFile(dataDir, other, 1, Buffer.from('more')), damaged, 'gone')
  t.same(openBelow(dataDir), [])
  t.end()
})

t.test('a start removes what is nobody’s, and tells what is lost and found', (t) => {
  const { dataDir, db, files, add } = given(t)
  const [kept, growing] = [add('abc'), add('abc', 'growing')]
  const [missing, short, found] = [add(null), add('abc'), add('abc', 'lost')]
  const fresh = add(null, 'new')
  add(null, 'lost')
  files.update(files.get(add(null)) as StoredFile, { bytes: 0 })
  add(null, 'growing')
  add(null, 'gone')
  truncateSync(filePath(dataDir, short), 2)
  writeFileSync(filePath(dataDir, fileId()), 'nobody’s')
  writeFileSync(`${filePath(dataDir, fileId())}.part`, 'half')
  writeFileSync(`${filePath(dataDir, kept)}.part`, 'half')
  writeFileSync(join(fileDirectory(dataDir), 'of somebody else'), 'a')
  const swept = sweepFiles(dataDir, db)
  const lost = [missing, short, fresh].sort()
  const { missing: lacking, ...rest } = swept
  t.same(
    { ...rest, lost: [...swept.lost].sort() },
    { adopted: 0, removed: 3, lost, found: [found] },
  )
  const states = lacking.map(({ state }) => state).sort()
  t.same(states, ['growing', 'lost', 'new', 'whole', 'whole'])
  const left = [kept, growing, short, found, 'of somebody else']
  t.same(readdirSync(fileDirectory(dataDir)).sort(), left.sort())
  t.end()
})

t.test('nothing is removed while a backup is made, and a forgotten mark ends', async (t) => {
  const { dataDir, add } = given(t)
  const id = add('abc', 'gone')
  await whileHeld(dataDir, async () => {
    t.same(removeContents(dataDir, [id]), [])
    t.ok(existsSync(filePath(dataDir, id)))
    await whileHeld(dataDir, async () => undefined)
    t.ok(isHeld(dataDir), 'the other one goes on')
  })
  await t.rejects(
    whileHeld(dataDir, () => Promise.reject(new Error('it fails'))),
    /it fails/,
  )
  t.notOk(isHeld(dataDir))
  // As one that goes while it is looked at.
  symlinkSync('nowhere', join(fileDirectory(dataDir), 'holds', 'backup-gone'))
  t.notOk(isHeld(dataDir))
  const mark = join(fileDirectory(dataDir), 'holds', 'backup-abcdef')
  mkdirSync(mark)
  t.ok(isHeld(dataDir))
  const marks = readdirSync(join(fileDirectory(dataDir), 'holds')).sort()
  t.same(marks, ['backup-abcdef', 'backup-gone'], 'the look leaves nothing behind')
  const long = Date.now() / 1000 - 12 * 3600 - 60
  utimesSync(mark, long, long)
  t.same(removeContents(dataDir, [id]), [id])
  t.notOk(existsSync(mark))
})

t.test('a backup that is the first to need the directory brings it to the disk', async (t) => {
  const dataDir = scratch(t)
  const work = () => whileHeld(dataDir, async () => undefined)
  t.same(await syncedMeanwhile(work), [realpathSync(dataDir)])
  t.same(await syncedMeanwhile(work), [], 'once')
})

t.test('a content that was removed has gone from the disk, and nothing is done for none', (t) => {
  const dataDir = scratch(t)
  const none = syncedPaths(() => t.same(removeContents(dataDir, []), []))
  t.same([none, existsSync(fileDirectory(dataDir))], [[], false])
  const ids = [fileId(), fileId()]
  for (const id of ids) addToFile(dataDir, id, 0, Buffer.from('abc'))
  const missing = fileId()
  const synced = syncedPaths(() => {
    t.same(removeContents(dataDir, [...ids, missing]), [...ids, missing])
  })
  t.same(synced, [fileDirectory(dataDir)])
  t.same(readdirSync(fileDirectory(dataDir)), [])
  t.end()
})

t.test('verify finds a changed byte, and what is missing, too short or too long', (t) => {
  const { dataDir, db, files } = given(t)
  const add = (content: string): string => {
    const id = fileId()
    addToFile(dataDir, id, 0, Buffer.from(content))
    const said = { owner: 1, kind: 'import', name: 'a.csv', media: 'text/csv' } as const
    // The digest of `abcdef`.
    const sha256 = 'bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721'
    const times = { created_at: 1, expires_at: null }
    files.insert({ ...said, ...times, id, state: 'whole', bytes: 6, sha256 })
    return id
  }
  add('abcdef')
  t.same(verifyFiles(dataDir, db), { files: 1, differences: [], differenceCount: 0 })
  const [changed, short, long, missing] = ['abcdeF', 'abcde', 'abcdefg', 'abcdef'].map(add)
  renameSync(filePath(dataDir, missing as string), filePath(dataDir, fileId()))
  const found = verifyFiles(dataDir, db)
  t.equal(found.differenceCount, 4)
  const fieldOf = (id = '') => found.differences.find((one) => one.subject === `file ${id}`)?.field
  t.same([changed, short, long, missing].map(fieldOf), ['sha256', 'bytes', 'bytes', 'content'])
  t.end()
})

t.test('results of a server of before become files, whatever their jobs were at', (t) => {
  const dataDir = scratch(t)
  const db = openWriter(sqlitePath(dataDir))
  t.teardown(() => db.close())
  const at = MIGRATIONS.findIndex(({ name }) => name === 'files')
  migrate(db, MIGRATIONS.slice(0, at))
  const insert = db.prepare(
    `INSERT INTO jobs (id, owner, kind, request, rights, scope, state, bytes, created_at, finished_at)
     VALUES (?, 1, 'accounts.export', '{}', '[]', '[]', ?, ?, 1, ?)`,
  )
  insert.run(1, 'done', 3, 2)
  insert.run(2, 'running', 4, null)
  insert.run(3, 'waiting', 0, null)
  insert.run(4, 'cancelled', 0, 2)
  mkdirSync(resultDirectory(dataDir))
  writeFileSync(resultPath(dataDir, 1), 'abc')
  writeFileSync(resultPath(dataDir, 2), 'abcd and what does not count')
  writeFileSync(resultPath(dataDir, 9), 'nobody’s')
  migrate(db)
  const swept = { adopted: 2, removed: 0, lost: [], missing: [], found: [] }
  const synced = syncedPaths(() => t.same(sweepFiles(dataDir, db), swept))
  t.same(synced, [dataDir, fileDirectory(dataDir)])
  t.same(sweepFiles(dataDir, db), { ...swept, adopted: 0 }, 'once')
  t.same(readdirSync(resultDirectory(dataDir)), [])
  const jobs = jobsRepo(db)
  const [done, running, waiting, cancelled] = [1, 2, 3, 4].map((id) => jobs.get(id)?.file ?? '')
  t.equal(readFileSync(filePath(dataDir, done as string), 'utf8'), 'abc')
  const files = filesRepo(db)
  t.match(files.get(done as string), { state: 'whole', bytes: 3, name: 'accounts-1.csv', owner: 1 })
  t.match(files.get(running as string), { state: 'growing', bytes: 4 })
  t.match(files.get(waiting as string), { state: 'growing', bytes: 0 })
  t.equal(cancelled, '')
  t.equal(addToFile(dataDir, running as string, 4, Buffer.from('e')), 5)
  t.same(verifyFiles(dataDir, db).differences, [])
  jobs.removeUntil(2, 1)
  t.match(files.get(done as string), { state: 'gone' })
  t.end()
})
