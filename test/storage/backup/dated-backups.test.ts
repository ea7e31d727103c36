import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { takeArchive } from '../../../storage/backup/archives.js'
import { backup, checkBackup, restore } from '../../../storage/backup/backup.js'
import { makeDatedBackup } from '../../../storage/backup/dated-backups.js'
import { pricesPath, sqlitePath } from '../../../storage/paths.js'
import { openPriceWriter } from '../../../storage/price-history/tables.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { filesRepo } from '../../../storage/repos/records/files.js'
import { openReader, openWriter, type Sqlite } from '../../../storage/sqlite/open.js'
import { verify } from '../../../storage/verify/verify.js'
import { SmallDisk } from '../../crash/small-disk.js'
import { scratch } from '../../given/desk.js'
import { onDisk } from '../../given/free-bytes.js'
import { writeHistory } from '../../given/records/histories.js'
import { openLogs, openTables, projectAll, projector } from '../../given/records/projection.js'
import { syncedMeanwhile } from '../../given/synced-paths.js'

const MAP_BYTES = 256 * 1024 * 1024
const DAY_MS = 86_400_000
const AT = Date.parse('2026-03-04T02:00:00.003Z')
const SERVER = '1b4e28ba-2fa1-11d2-883f-0016d3cca427'
const named = (day: number): string =>
  `openfloor-${SERVER}-202603${String(day).padStart(2, '0')}T020000003Z`

interface Given {
  readonly dataDir: string
  readonly directory: string
  readonly db: Sqlite
  readonly logs: ReturnType<typeof openLogs>
  readonly records: number
  make(day?: number, over?: object): ReturnType<typeof makeDatedBackup>
  names(): string[]
}

/** A server whose tables are behind its logs, and where its backups go. */
function given(
  test: { teardown(run: () => unknown): unknown },
  where?: string,
  count = 250,
): Given {
  const root = scratch(test)
  const [dataDir, directory] = [join(root, 'data'), where ?? join(root, 'backups')]
  mkdirSync(dataDir)
  const logs = openLogs(dataDir, 2)
  const records = writeHistory(logs, { seed: 13, count, logins: 6, turn: 12 })
  const writer = openTables(dataDir)
  metaRepo(writer).set('server_id', SERVER)
  projectAll(projector(writer, logs), records.length - 30)
  const db = openReader(sqlitePath(dataDir))
  test.teardown(async () => {
    db.close()
    writer.close()
    for (const log of logs) await log.close()
  })
  return {
    dataDir,
    directory,
    db,
    logs,
    records: records.length,
    make: (day = 4, over = {}) => {
      const at = AT + (day - 4) * DAY_MS
      return makeDatedBackup({
        dataDir,
        directory,
        db,
        logs,
        at,
        now: at,
        keep: 3,
        reserveBytes: 0,
        mapBytes: MAP_BYTES,
        ...over,
      })
    },
    names: () => readdirSync(directory).toSorted(),
  }
}

t.test('it is a backup like any other, whole and restorable', async (t) => {
  const server = given(t)
  const { path, bytes, removed } = await server.make()
  t.equal(path, join(server.directory, named(4)))
  t.same(removed, [])
  t.same(server.names(), [named(4)])
  const manifest = checkBackup(path)
  t.match(manifest, { scheduled_at: '2026-03-04T02:00:00.003Z', server_id: SERVER, shards: 2 })
  t.equal(
    bytes,
    Object.values(manifest.files).reduce((sum, one) => sum + one.bytes, 0),
  )
  t.notOk('secret.key' in manifest.files)
  const to = join(server.dataDir, '../restored')
  restore(path, to)
  const logs = openLogs(to, 2)
  const db = openTables(to)
  projectAll(projector(db, logs), server.records)
  t.match(verify({ db, logs }), { differences: [], records: server.records })
  db.close()
  for (const log of logs) await log.close()
})

t.test('of the older ones the newest stay, and nothing that others made goes', async (t) => {
  const server = given(t)
  const { directory, dataDir, db, logs } = server
  await server.make(1)
  const by = (name: string) =>
    backup({ dataDir, db, logs, target: join(directory, name), now: AT, mapBytes: MAP_BYTES })
  // Backups of a person, one of them with a name like the schedule's; of another server; of nobody.
  await by('by-hand')
  await by(named(2))
  const other = named(1).replace(SERVER, SERVER.replace('1', '2'))
  const copyOf = (name: string, from = named(1)): void => {
    mkdirSync(join(directory, name))
    const manifest = readFileSync(join(directory, from, 'manifest.json'))
    writeFileSync(join(directory, name, 'manifest.json'), manifest)
  }
  copyOf(other)
  copyOf('openfloor-old')
  copyOf(`${named(1)}-kept`)
  copyOf(named(3))
  // Under one of its names what says that it is another server's.
  mkdirSync(join(directory, named(11)))
  const manifest = readFileSync(join(directory, named(1), 'manifest.json'), 'utf8')
  const foreign = manifest.replace(SERVER, SERVER.replace('1', '2')).replace('-03-01T', '-03-11T')
  writeFileSync(join(directory, named(11), 'manifest.json'), foreign)
  symlinkSync(
    join(directory, 'by-hand'),
    join(directory, `openfloor-${SERVER}-20260101T000000000Z`),
  )
  mkdirSync(join(directory, `openfloor-${SERVER}-20260102T000000000Z`))
  writeFileSync(join(directory, 'notes.txt'), 'mine')
  const theirs = server.names().filter((name) => name !== named(1))
  for (let day = 5; day <= 9; day++) await server.make(day)
  t.same(
    server.names().filter((name) => !theirs.includes(name)),
    [named(7), named(8), named(9)],
  )
  t.same(
    theirs.filter((name) => !server.names().includes(name)),
    [],
  )
  let removed: readonly string[] = []
  const synced = await syncedMeanwhile(async () => {
    removed = (await server.make(10, { keep: 1 })).removed
  })
  t.same(removed, [named(9), named(8), named(7)])
  const [whole, gone] = synced.slice(-2)
  t.same([whole, gone], [realpathSync(directory), realpathSync(directory)], 'their names, too')
  t.ok(checkBackup(join(directory, named(10))))
  // By a clock that was set back it is the newest all the same.
  await server.make(6, { keep: 1 })
  t.ok(existsSync(join(directory, named(6))))
  t.notOk(existsSync(join(directory, named(10))))
})

t.test(
  'what an interrupted run left goes, and a run that was done is not done again',
  async (t) => {
    const server = given(t)
    const { directory } = server
    mkdirSync(join(directory, `${named(3)}.partial`, 'log'), { recursive: true })
    mkdirSync(join(directory, `${named(4)}.partial`))
    mkdirSync(join(directory, `${named(1)}.removed`))
    const others = [
      `${named(3)}.working`,
      `${named(3).replace(SERVER, SERVER.replace('1', '2'))}.partial`,
      `openfloor-${SERVER}-mine.partial`,
      'other.partial',
    ]
    for (const name of others) mkdirSync(join(directory, name))
    const { path } = await server.make()
    t.same(server.names(), [named(4), ...others].toSorted())
    const before = readFileSync(join(path, 'manifest.json'), 'utf8')
    await server.make(4, { now: AT + 1000 })
    t.equal(readFileSync(join(path, 'manifest.json'), 'utf8'), before, 'after a crash')
    writeFileSync(join(path, 'openfloor.sqlite'), 'rotten')
    await t.rejects(server.make(), { message: /openfloor.sqlite is not what was backed up/ })
  },
)

t.test('a copy that is not what it should be does not get its name', async (t) => {
  const server = given(t)
  await server.make(3, { keep: 1 })
  const [log] = server.logs
  t.ok(log)
  // A byte is another one on the way.
  const torn = {
    last: () => log?.last(),
    first: () => log?.first(),
    close: async () => undefined,
    entryHolding: (seq: number) => log?.entryHolding(seq),
    *read(from: number) {
      for (const entry of log?.read(from) ?? []) {
        const bytes = Uint8Array.from(entry.bytes)
        bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1
        yield { ...entry, bytes }
      }
    },
  }
  await t.rejects(server.make(4, { logs: [torn, server.logs[1]] }), {
    name: /BadRecordError|BackupError/,
  })
  t.same(server.names(), [named(3)], 'and the older one stays')
})

t.test(
  'it is not begun without room for all of its parts, a mebibyte more and the reserve',
  async (t) => {
    const server = given(t)
    const { dataDir, db } = server
    await server.make(3, { keep: 1 })
    const writer = openWriter(sqlitePath(dataDir))
    const said = {
      owner: 1,
      kind: 'import',
      name: 'a.csv',
      media: 'text/csv',
      sha256: null,
    } as const
    const file = { ...said, bytes: 2 ** 30, created_at: 1, expires_at: null }
    filesRepo(writer).insert({ ...file, id: '0'.repeat(32), state: 'whole' })
    filesRepo(writer).insert({ ...file, id: '1'.repeat(32), state: 'gone' })
    writer.close()
    const archive = basename(takeArchive(dataDir, db))
    openPriceWriter(pricesPath(dataDir)).close()
    const sizeOf = (path: string): number => statSync(join(dataDir, path)).size
    const tables = ['page_count', 'page_size'].map((name) => db.pragma(name, { simple: true }))
    const [pages, pageBytes] = tables as [number, number]
    const needed = [
      pages * pageBytes,
      2 ** 30,
      sizeOf(`archive/${archive}`),
      sizeOf('prices.sqlite'),
      sizeOf('log/shard-0/data.mdb'),
      sizeOf('log/shard-1/data.mdb'),
      1024 * 1024,
      777,
    ].reduce((sum, bytes) => sum + bytes)
    const disk = { freeBytes: needed - 1 }
    const reserveBytes = 777
    const mib = Math.ceil(needed / 1024 / 1024)
    await onDisk(disk, () =>
      t.rejects(server.make(4, { reserveBytes }), {
        name: 'NoRoomError',
        message: `a backup needs ${mib} MiB of free space with the reserve, and ${mib} MiB are free`,
      }),
    )
    t.same(server.names(), [named(3)], 'the one before stays')
    disk.freeBytes++
    await onDisk(disk, () => server.make(4, { reserveBytes, keep: 1 }))
    t.same(server.names(), [named(4)])
  },
)

t.test('a disk that runs full meanwhile ends the backup, and keeps the one before', async (t) => {
  const isMounted = await SmallDisk.use(32, async (disk) => {
    const server = given(t, join(disk.directory, 'backups'), 4000)
    await server.make(3)
    const whole = server.names()
    const used = 32 - disk.freeMib
    t.ok(used > 1, `${used} MiB`)
    const [first, second] = server.logs
    const filling = (when: 'tables' | 'log') => ({
      first: () => first?.first(),
      close: async () => undefined,
      entryHolding: (seq: number) => first?.entryHolding(seq),
      last: () => {
        if (when === 'tables') disk.fill(0.2)
        return first?.last()
      },
      *read(from: number) {
        if (when === 'log') disk.fill(0.1)
        yield* first?.read(from) ?? []
      },
    })
    // The room was there when it was looked at.
    for (const [when, code] of [
      ['tables', 'SQLITE_FULL'],
      // Found before LMDB could: that may end the process.
      ['log', 'ENOSPC'],
    ] as const) {
      await t.rejects(server.make(4, { logs: [filling(when), second] }), { code }, when)
      t.same(server.names(), whole, 'nothing of it is left')
      disk.clear()
      t.ok(checkBackup(join(server.directory, named(3))))
    }
    await server.make(4)
    t.equal(server.names().length, 2)
  })
  if (!isMounted) t.pass('mounting a small disk needs root', { skip: true })
})
