import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  truncateSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { UnixMs } from '../../engine/units.js'
import type { Cluster } from '../../wire/stored/cluster.js'
import type { StoredFile } from '../../wire/stored/stored-file.js'
import { digestFile, type FileDigest, syncPath, writeDurably } from '../durable-files.js'
import { whileHeld } from '../files/backup-hold.js'
import { hasContent } from '../files/file-sweep.js'
import { copySessionFiles, isSessionFile, leaveOutSent } from '../fix/session-files.js'
import { newestSeqOf } from '../journal-anchors.js'
import { copyLog } from '../log/copy-log.js'
import type { LogReader } from '../log/log.js'
import { appliedMigrations } from '../migrations/migrate.js'
import {
  fileDirectory,
  filePath,
  logDirectory,
  pricesPath,
  secretKeyPath,
  sqlitePath,
} from '../paths.js'
import { metaRepo } from '../repos/meta.js'
import { filesRepo } from '../repos/records/files.js'
import { projectionRepo } from '../repos/trades/projection.js'
import { copyTables } from '../sqlite/copy-tables.js'
import { openReader, openWriter, type Sqlite } from '../sqlite/open.js'
import { clusterOf, directoryOwner } from '../stored-cluster.js'
import { copyArchive, newestArchive } from './archives.js'
import { BackupError, MANIFEST, type Manifest, readManifest } from './manifest.js'

/**
 * Copies a data directory while the server runs.
 *
 *   - The backup contains everything answered before its start: each log's newest record is noted
 *     first, and answered records are already on disk.
 *   - The tables are copied next, as one snapshot. An account is stored before it can trade, so
 *     every account of a noted record is in them.
 *   - Each log is then copied up to the noted record, or further if the tables are further; the
 *     next start replays what the tables lack. A trimmed log is verified from an archive that was
 *     made before trimming: one is included that has nothing beyond the tables (archives.ts).
 *   - The manifest is written last, with every file's digest; without it the copy is not a backup.
 *   K5. The secret key is included only on request: next to the encrypted data it protects nothing,
 *       and without it that data is lost. Store it elsewhere.
 *   - Prices are a separate snapshot, because trading data does not refer to them.
 *   K7. Files of users are copied as the copied tables name them, each up to its counted bytes. The
 *       server deletes no file during a backup (storage/files/backup-hold.ts). A file that is
 *       missing anyway is left out.
 *   - The files of FIX sessions are copied first, and a restored session skips numbers
 *     (storage/fix/session-files.ts).
 *   K9. A restored directory tells its first start so (actors/desk/start/after-restore.ts). It
 *       belongs to no cluster any more; one that joins a cluster continues with that cluster's
 *       logs.
 */
export interface BackupOptions {
  readonly dataDir: string
  /** A path that must not exist, or be empty. */
  readonly target: string
  /** A separate connection for the copy, which keeps it busy. */
  readonly db: Sqlite
  readonly logs: readonly LogReader[]
  readonly now: UnixMs
  readonly mapBytes?: number
  /** See K5. */
  readonly withKey?: boolean
  /** The time in the name of a scheduled backup; undefined for other backups. */
  readonly scheduledAt?: UnixMs
}

/** Files that a data directory may lack. */
const OPTIONAL = [secretKeyPath(''), pricesPath('')]
const ARCHIVE_PATH = /^archive\/projection-\d+\.sqlite$/
/** Paths of contents by id, and of results in older backups. */
const CONTENT_PATH = /^(?:files\/[0-9a-f]{32}|results\/job-\d+)$/

export async function backup(options: BackupOptions): Promise<Manifest> {
  const { dataDir, target } = options
  refuseFilled(target, 'back up into')
  const made = mkdirSync(target, { recursive: true, mode: 0o700 })
  const manifest = await whileHeld(dataDir, () => copyAll(options))
  if (made !== undefined) syncParents(target, made)
  return manifest
}

/** Syncs the parent directories that were created; `made` is the outermost of them. */
function syncParents(target: string, made: string): void {
  for (let path = resolve(target); path.startsWith(resolve(made)); path = dirname(path)) {
    syncPath(dirname(path))
  }
}

async function copyAll(options: BackupOptions): Promise<Manifest> {
  const { dataDir, target, db, logs, now, mapBytes } = options
  const sessions = copySessionFiles(dataDir, target)
  const noted = logs.map(newestSeqOf)
  const begins = logs.map(beginOf)
  copyTables(db, sqlitePath(target))
  const copy = openReader(sqlitePath(target))
  const described = describe(copy, logs.length)
  const cursors = logs.map((_, shard) => projectionRepo(copy).cursor(shard))
  const contents = [...filesRepo(copy).each()].filter(isKept)
  copy.close()
  for (const [shard, log] of logs.entries()) {
    const through = Math.max(noted[shard] ?? 0, cursors[shard] ?? 0)
    await copyLog(log, through, logDirectory(target, shard), mapBytes)
  }
  if (options.withKey === true && existsSync(secretKeyPath(dataDir))) {
    copyFileSync(secretKeyPath(dataDir), secretKeyPath(target))
    chmodSync(secretKeyPath(target), 0o600)
  }
  const isTrimmed = logs.some((log, shard) => beginOf(log) !== begins[shard])
  copyArchive(dataDir, target, isTrimmed)
  copyPrices(dataDir, target)
  const copied = copyContents(dataDir, target, contents)
  const files: Record<string, FileDigest> = {}
  const archive = newestArchive(target)
  const archived = archive === undefined ? [] : [relative(target, archive)]
  for (const path of [...filesOf(logs.length), ...archived, ...sessions, ...copied]) {
    if (!existsSync(join(target, path))) continue
    syncPath(join(target, path))
    files[path] = digestFile(join(target, path))
  }
  syncDirectories(target, Object.keys(files))
  const { scheduledAt } = options
  const manifest: Manifest = {
    ...described,
    created_at: new Date(now).toISOString(),
    ...(scheduledAt === undefined ? {} : { scheduled_at: new Date(scheduledAt).toISOString() }),
    files,
  }
  writeDurably(join(target, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  syncPath(target)
  return manifest
}

/** Restores a backup to `target`, which must not exist, or be empty. */
export function restore(source: string, target: string): Manifest {
  const { manifest, directory } = copyBackup(source, target)
  markRestored(directory, manifest)
  putInPlace(directory, target)
  return manifest
}

export interface BackupCopy {
  readonly manifest: Manifest
  /** A place next to the data directory, so that one rename moves the whole copy into place. */
  readonly directory: string
}

/** Restores a backup to `target`, which then continues with its cluster's logs. */
export function joinFrom(source: string, target: string): Manifest {
  const { manifest, directory } = copyBackup(source, target)
  putInPlace(directory, target)
  return manifest
}

/** The cluster of a backup; undefined for a single node. */
export function clusterOfBackup(source: string): Cluster | undefined {
  checkBackup(source)
  return clusterOf(directoryOwner(source))
}

/** Copies a backup to a place next to `target`, replacing an interrupted copy. */
export function copyBackup(source: string, target: string): BackupCopy {
  const dataDir = resolve(target)
  const manifest = checkBackup(source)
  refuseFilled(dataDir, 'restore into')
  mkdirSync(dirname(dataDir), { recursive: true })
  const partial = `${dataDir}.restoring`
  rmSync(partial, { recursive: true, force: true })
  for (const path of Object.keys(manifest.files)) {
    mkdirSync(dirname(join(partial, path)), { recursive: true, mode: 0o700 })
    copyFileSync(join(source, path), join(partial, path))
    chmodSync(join(partial, path), 0o600)
    if (isSessionFile(path)) leaveOutSent(join(partial, path), join(source, path))
    syncPath(join(partial, path))
  }
  syncDirectories(partial, Object.keys(manifest.files))
  return { manifest, directory: partial }
}

/** Gives a complete copy its final name `target`. */
export function putInPlace(copy: string, target: string): void {
  const dataDir = resolve(target)
  if (existsSync(dataDir)) rmdirSync(dataDir)
  renameSync(copy, dataDir)
  syncPath(dirname(dataDir))
}

/** See K9. */
export function markRestored(directory: string, manifest: Manifest): void {
  const db = openWriter(sqlitePath(directory))
  try {
    const meta = metaRepo(db)
    meta.set('restored_from', manifest.created_at)
    meta.remove('cluster_id')
    meta.remove('desk_place')
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
  syncPath(sqlitePath(directory))
  syncPath(directory)
}

/** Checks the files of a backup. Throws if one is missing, changed, or not in the manifest. */
export function checkBackup(source: string): Manifest {
  const manifest = readManifest(source)
  const expected = filesOf(manifest.shards)
  for (const name of expected) {
    if (!OPTIONAL.includes(name) && manifest.files[name] === undefined) {
      throw new BackupError(`the manifest does not name ${name}: take another backup`)
    }
  }
  for (const [name, digest] of Object.entries(manifest.files)) {
    const isOther = ARCHIVE_PATH.test(name) || CONTENT_PATH.test(name) || isSessionFile(name)
    if (!expected.includes(name) && !isOther) {
      throw new BackupError(`the manifest names a foreign file: ${name}`)
    }
    const file = join(source, name)
    if (!existsSync(file)) throw new BackupError(`${name} is missing: use another backup`)
    if (digestFile(file).sha256 !== digest.sha256) {
      throw new BackupError(`${name} is not what was backed up: use another backup`)
    }
  }
  return manifest
}

function describe(copy: Sqlite, shards: number): Omit<Manifest, 'created_at' | 'files'> {
  return {
    format: 1,
    server_id: metaRepo(copy).get('server_id') ?? '',
    schema_version: appliedMigrations(copy).length,
    shards,
    projection_seq: projectionRepo(copy).seq(),
  }
}

function beginOf(log: LogReader): number {
  return log.first()?.firstSeq ?? 0
}

function copyPrices(dataDir: string, target: string): void {
  if (!existsSync(pricesPath(dataDir))) return
  const db = openReader(pricesPath(dataDir))
  try {
    copyTables(db, pricesPath(target))
  } finally {
    db.close()
  }
}

function isKept({ state, bytes }: StoredFile): boolean {
  return bytes > 0 && state !== 'gone' && state !== 'lost'
}

/** Copies the contents of files (K7). Returns their paths in the backup. */
function copyContents(dataDir: string, target: string, contents: readonly StoredFile[]): string[] {
  const whole = contents.filter((file) => hasContent(dataDir, file))
  if (whole.length > 0) mkdirSync(fileDirectory(target), { mode: 0o700 })
  return whole.map(({ id, bytes }) => {
    const path = filePath(target, id)
    copyFileSync(filePath(dataDir, id), path)
    truncateSync(path, bytes)
    return relative(target, path)
  })
}

/** The paths of all files, relative to the data directory. */
function filesOf(shards: number): string[] {
  const logs = Array.from({ length: shards }, (_, shard) => `${logDirectory('', shard)}/data.mdb`)
  return [sqlitePath(''), ...logs, ...OPTIONAL]
}

/** Syncs the names of files, and of the directories from `root` to them. */
function syncDirectories(root: string, paths: readonly string[]): void {
  const directories = new Set<string>()
  for (const path of paths) {
    for (let name = path; name !== '.'; name = dirname(name)) directories.add(dirname(name))
  }
  for (const directory of directories) syncPath(join(root, directory))
}

function refuseFilled(directory: string, toDo: string): void {
  if (!existsSync(directory) || readdirSync(directory).length === 0) return
  throw new BackupError(`${directory} is not empty: name an empty or a new directory to ${toDo}`)
}
