import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { takeArchive } from '../../storage/backup/archives.js'
import { sqlitePath } from '../../storage/paths.js'
import { openReader } from '../../storage/sqlite/open.js'
import { openfloor } from '../given/command.js'
import { scratch } from '../given/desk.js'
import { ServerProcess } from './server-process.js'

// Whoever starts the server may have any umask: what it keeps is the owner's alone.

process.umask(0)
const place = scratch(t)
const dataDir = join(place, 'data')
const here = { DATA_DIR: dataDir }
let server: ServerProcess
t.teardown(() => server?.kill())

/** The rights of others on any file or directory from `path` down. */
function open(path: string): string[] {
  const { mode } = statSync(path)
  const own = (mode & 0o077) === 0 ? [] : [`${path} ${(mode & 0o777).toString(8)}`]
  if (!statSync(path).isDirectory()) return own
  return own.concat(readdirSync(path).flatMap((name) => open(join(path, name))))
}

t.test('everything that a server or a command makes is for its owner alone', async (t) => {
  server = await ServerProcess.start({ dataDir })
  const staff = await server.signInStaff()
  await server.openAccount(staff, 'demo\\standard', '100.00')
  const names = readdirSync(dataDir)
  for (const name of ['openfloor.sqlite', 'openfloor.sqlite-wal', 'prices.sqlite', 'secret.key']) {
    t.ok(names.includes(name), name)
  }
  t.same(open(dataDir), [])
  const target = join(place, 'backup')
  t.match(await openfloor(['backup', target, '--with-key'], here), { code: 0 })
  t.same(open(target), [])
  const db = openReader(sqlitePath(dataDir))
  takeArchive(dataDir, db)
  db.close()
  t.match(await openfloor(['verify'], here), { code: 0 })
  await server.terminate()
  t.same(open(dataDir), [])
  t.match(await openfloor(['restore', target], { DATA_DIR: join(place, 'restored') }), { code: 0 })
  t.same(open(join(place, 'restored')), [])
})

t.test('a directory that others may read is closed to them at the start', async (t) => {
  const every = (path: string): void => {
    const isDirectory = statSync(path).isDirectory()
    chmodSync(path, isDirectory ? 0o755 : 0o644)
    if (isDirectory) for (const name of readdirSync(path)) every(join(path, name))
  }
  every(dataDir)
  server = await ServerProcess.start({ dataDir })
  t.same(open(dataDir), [])
  await server.terminate()
})

t.test('a directory that others may read and that holds other things is refused', async (t) => {
  const home = join(place, 'home')
  mkdirSync(home, { mode: 0o755 })
  writeFileSync(join(home, 'letter'), 'mine', { mode: 0o644 })
  const refused = await ServerProcess.refused({ dataDir: home })
  t.equal(refused.code, 1)
  t.match(refused.output, /^openfloor: others may read DATA_DIR .*home, and it holds 'letter'/m)
  t.same(readdirSync(home), ['letter'])
  t.equal(statSync(home).mode & 0o777, 0o755)
  t.equal(statSync(join(home, 'letter')).mode & 0o777, 0o644)
  chmodSync(home, 0o700)
  server = await ServerProcess.start({ dataDir: home })
  t.equal(statSync(join(home, 'letter')).mode & 0o777, 0o644, 'what is not its own it leaves alone')
  await server.terminate()
})

t.test('a start warns of a backup directory where others may remove what lies there', async (t) => {
  const backups = join(scratch(t), 'backups')
  mkdirSync(backups, { mode: 0o777 })
  const env = { BACKUP_DIR: backups, BACKUP_SCHEDULE: '0 3 * * *', DEMO: '0' }
  const warned = await ServerProcess.start({ dataDir: join(scratch(t), 'data'), env })
  t.match(warned.output, /others may remove what lies in BACKUP_DIR/)
  await warned.terminate()
})
