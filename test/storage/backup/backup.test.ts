import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { fileId } from '../../../actors/thread/random.js'
import { candleOf } from '../../../engine/pricing/candle.js'
import { newestArchive, takeArchive } from '../../../storage/backup/archives.js'
import { backup, checkBackup, restore } from '../../../storage/backup/backup.js'
import { addToFile } from '../../../storage/files/content.js'
import { removeContents } from '../../../storage/files/file-sweep.js'
import { SENT_LEFT_OUT } from '../../../storage/fix/session-files.js'
import { FixSessionStore } from '../../../storage/fix/session-store.js'
import { openLmdbLog } from '../../../storage/log/lmdb-log.js'
import type { LogReader } from '../../../storage/log/log.js'
import {
  filePath,
  logDirectory,
  pricesPath,
  secretKeyPath,
  sqlitePath,
} from '../../../storage/paths.js'
import { openPriceReader, openPriceWriter } from '../../../storage/price-history/tables.js'
import { CandlesRepo } from '../../../storage/repos/prices/candles.js'
import { filesRepo } from '../../../storage/repos/records/files.js'
import { trimBounds, trimSome } from '../../../storage/retention.js'
import { openReader, type Sqlite } from '../../../storage/sqlite/open.js'
import { verifyFiles } from '../../../storage/verify/files.js'
import { verify } from '../../../storage/verify/verify.js'
import { lastSeqOf } from '../../../wire/record/record.js'
import type { FileState } from '../../../wire/stored/stored-file.js'
import { scratch } from '../../given/desk.js'
import { openBelow } from '../../given/open-files.js'
import { writeHistory } from '../../given/records/histories.js'
import { openLogs, openTables, projectAll, projector } from '../../given/records/projection.js'
import { syncedMeanwhile, syncedPaths } from '../../given/synced-paths.js'

const MAP_BYTES = 256 * 1024 * 1024
const NOW = 1_700_000_000_000
const DAY_MS = 86_400_000
/** Of a data directory, its backup, and what is restored of that. */
function placesIn(root: string) {
  return [join(root, 'from'), join(root, 'backup'), join(root, 'to')] as const
}

/** SHA-256 of `abc`. */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

/** A data directory whose tables are `behind` records behind its logs. */
function running(directory: string, behind: number) {
  const logs = openLogs(directory, 2)
  const records = writeHistory(logs, {
    seed: 13,
    count: 250,
    logins: 6,
    turn: 12,
    hasRepairs: true,
  })
  const db = openTables(directory)
  projectAll(projector(db, logs), records.length - behind)
  writeFileSync(secretKeyPath(directory), 'key')
  return { logs, records, db }
}

async function copyOf(
  directory: string,
  target: string,
  given: { readonly logs: readonly LogReader[] },
  withKey = false,
) {
  const db = openReader(sqlitePath(directory))
  const { logs } = given
  const manifest = await backup({
    dataDir: directory,
    target,
    db,
    logs,
    now: NOW,
    mapBytes: MAP_BYTES,
    withKey,
  })
  db.close()
  return manifest
}

t.test('prices are backed up and restored as one snapshot, when there are some', async (t) => {
  const root = scratch(t)
  const from = join(root, 'from')
  mkdirSync(from)
  const server = running(from, 0)
  const without = await copyOf(from, join(root, 'without'), server)
  t.notOk('prices.sqlite' in without.files)
  restore(join(root, 'without'), join(root, 'to-without'))
  const prices = openPriceWriter(pricesPath(from))
  const candle = candleOf(116_200, 116_210, 5)
  new CandlesRepo(prices, 'minute_candles').put(1, 29_000_000, candle)
  const manifest = await copyOf(from, join(root, 'with'), server)
  prices.close()
  t.ok('prices.sqlite' in manifest.files)
  restore(join(root, 'with'), join(root, 'to'))
  const restored = openPriceReader(pricesPath(join(root, 'to')))
  t.match(new CandlesRepo(restored, 'minute_candles').get(1, 29_000_000), candle)
  restored.close()
  server.db.close()
  await Promise.all(server.logs.map((log) => log.close()))
})

t.test('numbers of FIX sessions are backed up, and restored beyond what was sent', async (t) => {
  const root = scratch(t)
  const [from, target, to] = placesIn(root)
  mkdirSync(join(from, 'fix'), { recursive: true })
  const server = running(from, 0)
  const name = (id: number) => `fix/gateway-${id}-${'0a'.repeat(8)}.fix`
  const message = { type: 'D', sentAt: 5, body: '11=1\u0001' }
  const keep = (path: string) => {
    const store = FixSessionStore.open(path)
    store.keep([{ what: 'sent', seq: 6, message }])
    store.keep([{ what: 'received', nextIn: 9 }])
    store.close()
  }
  for (const id of [1, 2]) keep(join(from, name(id)))
  const damaged = readFileSync(join(from, name(2)))
  damaged[9] = 0
  writeFileSync(join(from, name(2)), damaged)
  for (const other of ['note.txt', 'gateway-1-x.fix.new'])
    writeFileSync(join(from, 'fix', other), '')
  const manifest = await copyOf(from, target, server)
  const paths = Object.keys(manifest.files).filter((path) => path.startsWith('fix/'))
  t.same(paths, [name(1), name(2)])
  restore(target, to)
  const store = FixSessionStore.open(join(to, name(1)))
  t.same([store.numbers, store.sent(6)], [{ nextIn: 9, nextOut: 7 + SENT_LEFT_OUT }, message])
  store.close()
  t.same(readFileSync(join(to, name(2))), damaged, 'a damaged one is replaced by itself')
  writeFileSync(join(target, name(1)), '')
  t.throws(() => checkBackup(target), { message: /is not what was backed up/ })
  rmSync(join(target, name(1)))
  t.throws(() => checkBackup(target), { message: /is missing/ })
  server.db.close()
  await Promise.all(server.logs.map((log) => log.close()))
})

t.test('copies are their owner’s alone and are closed, whatever their sources were', async (t) => {
  const root = scratch(t)
  const [from, target] = [join(root, 'from'), join(root, 'backup')]
  const parent = join(root, 'new')
  mkdirSync(from)
  const server = running(from, 0)
  const prices = openPriceWriter(pricesPath(from))
  const manifest = await copyOf(from, target, server, true)
  const paths = Object.keys(manifest.files)
  t.ok(paths.includes('prices.sqlite') && paths.includes('secret.key'), paths.join(' '))
  t.equal(statSync(secretKeyPath(target)).mode & 0o777, 0o600)
  t.same(openBelow(target), [])
  for (const path of paths) chmodSync(join(target, path), 0o644)
  const umask = process.umask(0o027)
  restore(target, join(parent, 'to'))
  process.umask(umask)
  for (const path of paths) {
    t.equal(statSync(join(parent, 'to', path)).mode & 0o777, 0o600, path)
  }
  t.equal(
    statSync(parent).mode & 0o777,
    0o750,
    'the directory around it is as the server makes any',
  )
  t.same(openBelow(parent), [])
  for (const db of [server.db, prices]) db.close()
  await Promise.all(server.logs.map((log) => log.close()))
  t.same(openBelow(from), [])
})

t.test(
  'an archive is taken over half of one, is on disk and closed, and none is left half',
  (t) => {
    const root = realpathSync(scratch(t))
    const db = openTables(root)
    const directory = join(root, 'archive')
    const partial = join(directory, 'partial.sqlite')
    mkdirSync(directory)
    writeFileSync(partial, 'half of one')
    t.same(
      syncedPaths(() => takeArchive(root, db)),
      [partial, directory, directory],
    )
    t.same([readdirSync(directory), openBelow(directory)], [['projection-0.sqlite'], []])
    const full = {
      pragma: () => 1,
      prepare: () => ({
        run: (path: string): void => {
          writeFileSync(path, 'half of one')
          throw new Error('the disk is full')
        },
      }),
    } as unknown as Sqlite
    t.throws(() => takeArchive(root, full), { message: 'the disk is full' })
    t.same(readdirSync(directory), ['projection-0.sqlite'])
    db.close()
    t.end()
  },
)

t.test('what is restored has every record that was answered before the backup', async (t) => {
  const root = scratch(t)
  const [from, target, to] = placesIn(root)
  mkdirSync(from)
  const server = running(from, 70)
  const manifest = await copyOf(from, target, server, true)
  t.equal(manifest.projection_seq, server.records.length - 70)
  t.equal(manifest.shards, 2)
  // The server goes on; none of this is in the backup.
  mkdirSync(join(`${to}.restoring`, 'left-over'), { recursive: true })
  mkdirSync(to)
  restore(target, `${to}/`)
  t.notOk(existsSync(`${to}.restoring`))
  t.notOk(existsSync(join(to, 'left-over')))
  t.equal(readFileSync(secretKeyPath(to), 'utf8'), 'key')
  t.equal(statSync(secretKeyPath(to)).mode & 0o777, 0o600)
  const logs = [0, 1].map((shard) =>
    openLmdbLog({ directory: logDirectory(to, shard), mapBytes: MAP_BYTES }),
  )
  const last = logs.map((log) => lastSeqOf(log.last()?.bytes ?? new Uint8Array()))
  t.equal(Math.max(...last), server.records.length)
  const db = openTables(to)
  projectAll(projector(db, logs), server.records.length)
  const result = verify({ db, logs })
  t.same(result.differences, [])
  t.equal(result.records, server.records.length)
  db.close()
  server.db.close()
  await Promise.all([...logs, ...server.logs].map((log) => log.close()))
})

t.test('files are backed up as far as they count, and restored', async (t) => {
  const root = scratch(t)
  const [from, target, to] = placesIn(root)
  mkdirSync(from)
  const server = running(from, 0)
  const files = filesRepo(server.db)
  const add = (content: string, bytes: number, state: FileState = 'growing'): string => {
    const id = fileId()
    const said = { owner: 1, kind: 'job_result', name: 'a.csv', media: 'text/csv' } as const
    const sha256 = null
    files.insert({ ...said, id, bytes, state, sha256, created_at: 1, expires_at: null })
    if (content !== '') addToFile(from, id, 0, Buffer.from(content))
    return id
  }
  const [whole, further, missing, none] = [add('abc', 3), add('abcdef', 4), add('', 5), add('', 0)]
  const [gone, lost] = [add('abc', 3, 'gone'), add('abc', 3, 'lost')]
  const manifest = await copyOf(from, target, server)
  const copied = Object.keys(manifest.files).filter((name) => name.startsWith('files/'))
  t.same(copied.sort(), [`files/${whole}`, `files/${further}`].sort())
  restore(target, to)
  t.equal(readFileSync(filePath(to, whole), 'utf8'), 'abc')
  t.equal(readFileSync(filePath(to, further), 'utf8'), 'abcd', 'no more than its row says')
  t.equal(statSync(filePath(to, further)).mode & 0o777, 0o600)
  for (const id of [missing, none, gone, lost]) t.notOk(existsSync(filePath(to, id)))
  writeFileSync(join(target, `files/${whole}`), 'abX')
  t.throws(() => checkBackup(target), /is not what was backed up/)
  server.db.close()
  await Promise.all(server.logs.map((log) => log.close()))
})

t.test(
  'a backup is on the disk with its names before it says so, and what is restored is',
  async (t) => {
    const root = realpathSync(scratch(t))
    const [from, target] = [join(root, 'from'), join(root, 'backups', 'first')]
    mkdirSync(from)
    const server = running(from, 0)
    takeArchive(from, server.db)
    const id = fileId()
    filesRepo(server.db).insert({
      id,
      owner: 1,
      kind: 'job_result',
      name: 'a.csv',
      media: 'text/csv',
      bytes: 3,
      state: 'growing',
      sha256: null,
      created_at: 1,
      expires_at: null,
    })
    addToFile(from, id, 0, Buffer.from('abc'))
    const synced = await syncedMeanwhile(() => copyOf(from, target, server, true))
    const names = Object.keys(checkBackup(target).files)
    const directories = ['', 'log/shard-0', 'log', 'log/shard-1', 'archive', 'files']
    t.equal(names.length, 6, 'tables, two logs, the key, the archive and the file')
    const all = [...names, ...directories, 'manifest.json', '', '..', '../..']
    t.same(
      synced.slice(-all.length),
      all.map((name) => join(target, name)),
    )
    const to = join(root, 'to')
    const partial = `${to}.restoring`
    const restored = [...names, ...directories].map((name) => join(partial, name))
    t.same(
      syncedPaths(() => restore(target, to)),
      [...restored, sqlitePath(partial), partial, root],
    )
    server.db.close()
    await Promise.all(server.logs.map((log) => log.close()))
  },
)

t.test('files that come and go meanwhile leave rows and contents that fit', async (t) => {
  const root = scratch(t)
  const [from, target, to] = placesIn(root)
  mkdirSync(from)
  const server = running(from, 0)
  const files = filesRepo(server.db)
  const add = (): string => {
    const id = fileId()
    const said = { owner: 1, kind: 'import', name: 'a.csv', media: 'text/csv' } as const
    const times = { created_at: 1, expires_at: null }
    addToFile(from, id, 0, Buffer.from('abc'))
    files.insert({ ...said, ...times, id, bytes: 3, state: 'whole', sha256: ABC })
    return id
  }
  const [kept, going] = [add(), add()]
  let [coming, moves] = ['', 0]
  const move = (): void => {
    moves += 1
    coming = add()
    files.markGone(going)
    t.same(removeContents(from, files.gone(10)), [], 'not while it is made')
  }
  const logs = server.logs.map(
    (log) =>
      new Proxy(log, {
        get(of, name) {
          // The logs are read after the tables are copied.
          if (name === 'read' && moves === 0) move()
          const value: unknown = Reflect.get(of, name, of)
          return typeof value === 'function' ? value.bind(of) : value
        },
      }),
  )
  await copyOf(from, target, { ...server, logs })
  t.equal(moves, 1)
  t.same(removeContents(from, files.gone(10)), [going], 'and afterwards')
  restore(target, to)
  const db = openReader(sqlitePath(to))
  t.match(verifyFiles(to, db), { files: 2, differences: [] })
  db.close()
  const copied = [kept, going].sort()
  t.same(readdirSync(join(to, 'files')).sort(), copied)
  t.notOk(copied.includes(coming))
  server.db.close()
  await Promise.all(server.logs.map((log) => log.close()))
})

t.test('the secret key goes along only when it is asked for', async (t) => {
  const root = scratch(t)
  const from = join(root, 'from')
  mkdirSync(from)
  const server = running(from, 0)
  const { files } = await copyOf(from, join(root, 'backup'), server)
  t.notOk('secret.key' in files)
  t.notOk(existsSync(secretKeyPath(join(root, 'backup'))))
  t.notOk(existsSync(join(root, 'backup', 'files')), 'nor is there a place for no files')
  restore(join(root, 'backup'), join(root, 'to'))
  t.notOk(existsSync(secretKeyPath(join(root, 'to'))))
  rmSync(secretKeyPath(from))
  const { files: without, server_id } = await copyOf(from, join(root, 'without'), server, true)
  t.notOk('secret.key' in without, 'where it is given from outside there is none')
  t.equal(server_id, '')
  server.db.close()
  await Promise.all(server.logs.map((log) => log.close()))
})

t.test('a manifest names what a backup has to have, and nothing foreign', (t) => {
  const source = scratch(t)
  const have = ['openfloor.sqlite', 'log/shard-0/data.mdb', 'log/shard-1/data.mdb']
  const may = [
    'secret.key',
    'prices.sqlite',
    'archive/projection-7.sqlite',
    'results/job-7',
    `files/${'0'.repeat(32)}`,
  ]
  const foreign = ['other', '../a', 'archive/projection-7', 'files/a', 'log/shard-2/data.mdb']
  const digest = { sha256: ABC, bytes: 3 }
  const check = (names: readonly string[]): (() => unknown) => {
    const files = Object.fromEntries(names.map((name) => [name, digest]))
    const made = { format: 1, created_at: '2026-03-04T10:00:00.000Z', projection_seq: 0 }
    const manifest = JSON.stringify({ ...made, shards: 2, files })
    writeFileSync(join(source, 'manifest.json'), manifest)
    return () => checkBackup(source)
  }
  for (const name of [...have, ...may, ...foreign]) {
    mkdirSync(join(source, name, '..'), { recursive: true })
    writeFileSync(join(source, name), 'abc')
  }
  t.doesNotThrow(check(have))
  t.doesNotThrow(check([...have, ...may]))
  for (const name of have) {
    const refused = `the manifest does not name ${name}: take another backup`
    t.throws(check([...have, ...may].filter((one) => one !== name)), { message: refused })
  }
  for (const name of foreign) {
    const refused = `the manifest names a foreign file: ${name}`
    t.throws(check([...have, name]), { message: refused })
  }
  rmSync(join(source, 'prices.sqlite'))
  t.throws(check([...have, 'prices.sqlite']), {
    message: 'prices.sqlite is missing: use another backup',
  })
  t.end()
})

t.test('an archive that would take what is kept free is not begun', async (t) => {
  const from = scratch(t)
  const server = running(from, 0)
  const reader = openReader(sqlitePath(from))
  // The free space of a disk on which others write meanwhile.
  const { bavail, bsize } = statfsSync(from)
  const [free, tooMuch] = [bavail * bsize, 2 * bavail * bsize]
  t.throws(() => takeArchive(from, reader, tooMuch), {
    name: 'NoRoomError',
    message: /a copy of the tables needs \d+ MiB of free space with the reserve, and \d+ MiB are/,
  })
  t.same(readdirSync(join(from, 'archive')), [])
  const options = { dataDir: from, db: reader, logs: server.logs, retentionDays: 7 }
  const now = NOW + 7 * DAY_MS + 100
  t.throws(() => trimBounds({ ...options, now, reserveBytes: tooMuch }), { name: 'NoRoomError' })
  t.ok(takeArchive(from, reader, free / 2))
  reader.close()
  server.db.close()
  await Promise.all(server.logs.map((log) => log.close()))
})

t.test('a log is cut inside a turn when the tables end there', async (t) => {
  const root = scratch(t)
  const directory = join(root, 'from')
  mkdirSync(directory)
  const logs = openLogs(directory, 1)
  const [log] = logs
  if (log === undefined) throw new Error('one log was opened')
  writeHistory(logs, { seed: 9, count: 40, logins: 3, turn: 20 })
  // Reads as empty when the backup notes its newest record, so that only the tables say how far.
  const noted: LogReader = { ...readerOf(log), last: () => undefined }
  const tables = openTables(directory)
  projector(tables, logs, 25).step(40)
  const db = openReader(sqlitePath(directory))
  const target = join(root, 'backup')
  const options = { dataDir: directory, target, db, logs: [noted], now: NOW, mapBytes: MAP_BYTES }
  await backup(options)
  const copy = openLmdbLog({ directory: logDirectory(target, 0), mapBytes: MAP_BYTES })
  t.equal(lastSeqOf(copy.last()?.bytes ?? new Uint8Array()), 25)
  db.close()
  tables.close()
  await Promise.all([copy.close(), log.close()])
})

t.test('a backup that is not whole, or a directory that is not empty, is refused', async (t) => {
  const root = scratch(t)
  const from = join(root, 'from')
  const target = join(root, 'backup')
  mkdirSync(from)
  const server = running(from, 0)
  await copyOf(from, target, server)
  await t.rejects(copyOf(from, target, server), /is not empty/)
  t.throws(() => restore(target, from), /is not empty/)
  t.doesNotThrow(() => checkBackup(target))
  const log = join(logDirectory(target, 1), 'data.mdb')
  truncateSync(log, statSync(log).size - 1)
  t.throws(() => restore(target, join(root, 'to')), /shard-1\/data.mdb is not what was backed up/)
  t.notOk(existsSync(join(root, 'to')), 'nothing was put in place')
  writeFileSync(join(target, 'manifest.json'), '{"format":2}')
  t.throws(() => checkBackup(target), /reads format 1/)
  t.throws(() => checkBackup(join(root, 'nowhere')), /there is no folder '.*nowhere'/)
  t.throws(() => checkBackup(root), /is a folder of backups, name one of them, such as .*/)
  t.throws(() => checkBackup(logDirectory(target, 1)), /was not finished/)
  server.db.close()
  await Promise.all(server.logs.map((one) => one.close()))
})

t.test(
  'a trimmed log still verifies, with the archive taken before, also after a restore',
  async (t) => {
    const root = scratch(t)
    const from = join(root, 'from')
    mkdirSync(from)
    const server = running(from, 0)
    const { logs, db } = server
    const reader = openReader(sqlitePath(from))
    const options = { dataDir: from, db: reader, logs, retentionDays: 1 }
    t.same(trimBounds({ ...options, now: NOW + 6 * DAY_MS }), [0, 0], 'the key window is kept')
    t.equal(newestArchive(from), undefined, 'nothing to trim takes no archive')
    const bounds = trimBounds({ ...options, now: NOW + 7 * DAY_MS + 100 })
    t.ok(bounds.every((bound) => bound > 60 && bound <= 110))
    for (const [shard, log] of logs.entries()) {
      while (!trimSome(log, bounds[shard] ?? 0, 3));
      t.ok((log.first()?.firstSeq ?? 0) > 60)
    }
    const archivePath = newestArchive(from)
    if (archivePath === undefined) throw new Error('an archive was taken')
    const more = trimBounds({ ...options, now: NOW + 7 * DAY_MS + 150 })
    t.ok(more.some((bound, shard) => bound > (bounds[shard] ?? 0)))
    t.equal(newestArchive(from), archivePath, 'an archive that covers it is used again')

    t.ok(verify({ db, logs }).differenceCount > 0, 'without the archive the log is too short')
    const target = join(root, 'backup')
    await copyOf(from, target, server)
    restore(target, join(root, 'to'))
    const restored = openReader(newestArchive(join(root, 'to')) ?? '')
    t.same(verify({ db, logs, archive: restored }).differences, [])
    db.exec('UPDATE deals SET profit = profit + 1 WHERE id = 2')
    const [found] = verify({ db, logs, archive: restored }).differences
    t.match(
      found,
      { subject: 'deal 2', field: 'profit' },
      'rows older than the log are compared too',
    )
    for (const one of [restored, reader, db]) one.close()
    await Promise.all(logs.map((log) => log.close()))
  },
)

t.test('the archive in a backup is none that is newer than its tables', async (t) => {
  const cases = [
    { what: 'no older one', hasOlder: false, trims: true, behind: 70 },
    { what: 'an older one, and nothing was trimmed', hasOlder: true, trims: false, behind: 150 },
    { what: 'an older one, and logs were trimmed', hasOlder: true, trims: true, behind: 70 },
  ]
  for (const { what, hasOlder, trims, behind } of cases) {
    const root = scratch(t)
    const [from, target, to] = placesIn(root)
    mkdirSync(from)
    const server = running(from, 150)
    const { db, records } = server
    const trim = (beforeSeq: number): void => {
      for (const log of server.logs) while (!trimSome(log, beforeSeq, 3));
    }
    if (hasOlder) {
      takeArchive(from, db)
      trim(60)
    }
    const through = records.length - 70
    projectAll(projector(db, server.logs), through)
    let isRead = false
    // The logs are read after the tables are copied.
    const meanwhile = (): void => {
      isRead = true
      projectAll(projector(db, server.logs), records.length)
      takeArchive(from, db)
      if (trims) trim(150)
    }
    const logs = server.logs.map((log) => ({
      ...readerOf(log),
      read: (fromSeq: number) => {
        if (!isRead) meanwhile()
        return log.read(fromSeq)
      },
    }))
    const manifest = await copyOf(from, target, { logs })
    t.equal(manifest.projection_seq, through)
    t.match(newestArchive(from), `projection-${records.length}.sqlite`)
    restore(target, to)
    t.same(readdirSync(join(to, 'archive')), [`projection-${records.length - behind}.sqlite`], what)
    const copies = server.logs.map((_, shard) =>
      openLmdbLog({ directory: logDirectory(to, shard), mapBytes: MAP_BYTES }),
    )
    const [tables, archive] = [sqlitePath(to), newestArchive(to) ?? ''].map((path) =>
      openReader(path),
    ) as [Sqlite, Sqlite]
    t.match(verify({ db: tables, logs: copies, archive }), {
      records: behind - 70,
      differences: [],
      differenceCount: 0,
    })
    for (const one of [tables, archive, db]) one.close()
    await Promise.all([...copies, ...server.logs].map((log) => log.close()))
  }
})

function readerOf(log: LogReader): LogReader {
  return {
    read: (fromSeq) => log.read(fromSeq),
    entryHolding: (seq) => log.entryHolding(seq),
    last: () => log.last(),
    first: () => log.first(),
    close: () => log.close(),
  }
}

t.test('a manifest that is damaged is named before anything is made of it', (t) => {
  const [from, , to] = placesIn(scratch(t))
  const manifest = {
    format: 1,
    created_at: '2026-03-04T10:00:00.000Z',
    server_id: 's',
    schema_version: 1,
    shards: 1,
    projection_seq: 0,
    files: {},
  }
  mkdirSync(from)
  const path = join(from, 'manifest.json')
  for (const [text, said] of [
    ['{', /damaged/],
    ['[]', /damaged/],
    [JSON.stringify({ ...manifest, format: 2 }), /has format 2/],
    [JSON.stringify({ ...manifest, format: '\u001b[2J' }), /has format "\\u001b\[2J"/],
    ...[1e9, -1, 0, 1.5, '2', null].map((shards) => {
      return [JSON.stringify({ ...manifest, shards }), /damaged \(shards\)/] as const
    }),
    ...[null, [], { a: 1 }, { a: { bytes: -1, sha256: 'x' } }].map((files) => {
      return [JSON.stringify({ ...manifest, files }), /damaged \(files\)/] as const
    }),
    [JSON.stringify({ ...manifest, created_at: '\u001b[2Jnow' }), /damaged \(created_at\)/],
    [JSON.stringify(manifest), /does not name/],
  ] as const) {
    writeFileSync(path, text)
    for (const look of [() => checkBackup(from), () => restore(from, to)]) {
      t.throws(look, { name: 'BackupError', message: said }, text)
    }
    t.notOk(existsSync(to))
  }
  rmSync(path)
  mkdirSync(path)
  t.throws(() => checkBackup(from), { name: 'BackupError', message: /no such file/ })
  t.end()
})
