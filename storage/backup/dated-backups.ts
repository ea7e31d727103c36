import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { UnixMs } from '../../engine/units.js'
import { syncPath } from '../durable-files.js'
import { sessionFileBytes } from '../fix/session-files.js'
import { checkEntries } from '../log/check-entries.js'
import { DATA_FILE } from '../log/lmdb-pages.js'
import type { LogReader } from '../log/log.js'
import { LogFile } from '../log/log-file.js'
import { logDirectory, pricesPath, sqlitePath } from '../paths.js'
import { metaRepo } from '../repos/meta.js'
import { filesRepo } from '../repos/records/files.js'
import { openReader, type Sqlite } from '../sqlite/open.js'
import { newestArchive } from './archives.js'
import { backup, checkBackup } from './backup.js'
import { BackupError, MANIFEST, MANIFEST_BYTES_MAX, type Manifest } from './manifest.js'
import { refuseWithoutRoom, sizeOf } from './room.js'

/**
 * Scheduled backups of a server, side by side in one directory.
 *
 *   - A backup gets its name only when it is complete, checked and on disk; until then it is
 *     `.partial`.
 *   - Its name is the time of its run. If it exists already, it is checked instead of made again.
 *   D3. After a new one exists, all but the newest `keep` are deleted. Only backups that this
 *       server's schedule made are ever deleted, by name and manifest.
 *   - The next run deletes what an interrupted run left.
 *   - It is not begun without space for all of it plus the reserve; if it fails anyway, the written
 *     files are deleted.
 */
export interface DatedBackupOptions {
  readonly dataDir: string
  readonly directory: string
  readonly keep: number
  /** The space that a backup must leave free. */
  readonly reserveBytes: number
  /** The scheduled time of the run, which names the backup. */
  readonly at: UnixMs
  readonly now: UnixMs
  /** A separate connection for the copy, which keeps it busy. */
  readonly db: Sqlite
  readonly logs: readonly LogReader[]
  readonly mapBytes?: number
}

export interface DatedBackup {
  readonly path: string
  readonly bytes: number
  /** The names of older backups that this run deleted. */
  readonly removed: readonly string[]
}

const PARTIAL = '.partial'
const REMOVED = '.removed'
/** The space for the manifest and the file system's own data. */
const MARGIN_BYTES = 1024 * 1024

export async function makeDatedBackup(options: DatedBackupOptions): Promise<DatedBackup> {
  const { directory, db, at } = options
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const own = ownNames(metaRepo(db).get('server_id') ?? '')
  const path = join(directory, own.nameOf(at))
  if (!existsSync(path)) await make(options, own, path)
  const { files } = checkBackup(path)
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
  return { path, bytes, removed: removeOlder(options, own, path) }
}

async function make(options: DatedBackupOptions, own: OwnNames, path: string): Promise<void> {
  const { directory, reserveBytes, at } = options
  for (const name of readdirSync(directory)) {
    if (own.isLeftOver(name)) rmSync(join(directory, name), { recursive: true, force: true })
  }
  refuseWithoutRoom(directory, 'a backup', backupBytes(options) + MARGIN_BYTES, reserveBytes)
  const partial = `${path}${PARTIAL}`
  try {
    await backup({ ...options, target: partial, scheduledAt: at })
    await checkCopies(partial)
    renameSync(partial, path)
    syncPath(directory)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

/** The maximum number of bytes that the copies take. */
export function backupBytes({
  dataDir,
  db,
  logs,
}: Pick<DatedBackupOptions, 'dataDir' | 'db' | 'logs'>): number {
  const archive = newestArchive(dataDir)
  const files = [
    pricesPath(dataDir),
    ...logs.map((_, shard) => join(logDirectory(dataDir, shard), DATA_FILE)),
    ...(archive === undefined ? [] : [archive]),
  ]
  const { bytes: sums } = filesRepo(db).sums()
  const sizes = files.map((file) => (existsSync(file) ? statSync(file).size : 0))
  return sizes.reduce((sum, size) => sum + size, sizeOf(db) + sums + sessionFileBytes(dataDir))
}

/**
 * Opens the copied databases. Digests only prove that files are as written, not that they are
 * valid.
 */
async function checkCopies(copy: string): Promise<void> {
  const { shards } = checkBackup(copy)
  for (const path of [sqlitePath(copy), pricesPath(copy)]) {
    if (!existsSync(path)) continue
    const db = openReader(path)
    const found = db.pragma('quick_check(1)', { simple: true })
    db.close()
    if (found !== 'ok') throw new BackupError(`the copy ${path} is damaged: ${String(found)}`)
  }
  for (let shard = 0; shard < shards; shard++) {
    const log = new LogFile(logDirectory(copy, shard))
    try {
      const torn = checkEntries(log.read(0))
      if (torn !== undefined) throw new BackupError(`the copy of log ${shard} is torn: ${torn.why}`)
    } finally {
      await log.close()
    }
  }
}

/** See D3. */
function removeOlder(options: DatedBackupOptions, own: OwnNames, newest: string): string[] {
  const { directory, keep } = options
  const older = readdirSync(directory)
    .filter((name) => join(directory, name) !== newest && own.isOf(directory, name))
    .toSorted()
    .toReversed()
  const surplus = older.slice(keep - 1)
  for (const name of surplus) {
    // Renames it first, so that an incomplete deletion is not mistaken for a backup.
    const gone = join(directory, `${name}${REMOVED}`)
    renameSync(join(directory, name), gone)
    rmSync(gone, { recursive: true, force: true })
  }
  if (surplus.length > 0) syncPath(directory)
  return surplus
}

interface OwnNames {
  nameOf(at: UnixMs): string
  isOf(directory: string, name: string): boolean
  isLeftOver(name: string): boolean
}

/** The names of this server's backups, which sort by time. */
function ownNames(serverId: string): OwnNames {
  const stem = `openfloor-${serverId}-`
  const stamp = (at: UnixMs): string => new Date(at).toISOString().replace(/[-:.]/g, '')
  const isStamp = (text: string): boolean => /^\d{8}T\d{9}Z$/.test(text)
  return {
    nameOf: (at) => `${stem}${stamp(at)}`,
    isOf(directory, name) {
      if (!name.startsWith(stem) || !isStamp(name.slice(stem.length))) return false
      const path = join(directory, name)
      const manifest = lstatSync(path).isDirectory() ? manifestOf(path) : undefined
      const { server_id, scheduled_at } = manifest ?? {}
      if (server_id !== serverId || scheduled_at === undefined) return false
      return name === `${stem}${scheduled_at.replace(/[-:.]/g, '')}`
    },
    isLeftOver: (name) =>
      [PARTIAL, REMOVED].some(
        (end) =>
          name.startsWith(stem) &&
          name.endsWith(end) &&
          isStamp(name.slice(stem.length, -end.length)),
      ),
  }
}

/** Reads a manifest; undefined if there is none or it is unreadable. */
function manifestOf(path: string): Partial<Manifest> | undefined {
  const file = join(path, MANIFEST)
  try {
    if (statSync(file).size > MANIFEST_BYTES_MAX) return undefined
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof found === 'object' && found !== null ? found : undefined
  } catch {
    return undefined
  }
}
