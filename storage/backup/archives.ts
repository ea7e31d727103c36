import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { syncPath } from '../durable-files.js'
import { archiveDirectory, sqlitePath } from '../paths.js'
import { projectionRepo } from '../repos/trades/projection.js'
import { copyTables } from '../sqlite/copy-tables.js'
import { openReader, type Sqlite } from '../sqlite/open.js'
import { refuseWithoutRoom, sizeOf } from './room.js'

/** How many copies of the tables are kept. `verify` replays a trimmed log from such a copy. */
const ARCHIVES_KEPT = 2
const ARCHIVE_NAME = /^projection-(\d+)\.sqlite$/

/** The path of the newest archive, for `verify`. */
export function newestArchive(dataDir: string): string | undefined {
  return archivePaths(dataDir)[0]
}

/** Paths of all archives, the newest first. */
export function archivePaths(dataDir: string): string[] {
  return archives(dataDir).map(({ name }) => join(archiveDirectory(dataDir), name))
}

/**
 * Copies the tables if `reserveBytes` stay free, and deletes old archives. Returns the path of the
 * new archive.
 */
export function takeArchive(dataDir: string, db: Sqlite, reserveBytes = 0): string {
  const directory = archiveDirectory(dataDir)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const partial = join(directory, 'partial.sqlite')
  rmSync(partial, { force: true })
  refuseWithoutRoom(directory, 'a copy of the tables', sizeOf(db), reserveBytes)
  try {
    copyTables(db, partial)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
  const copy = openReader(partial)
  const seq = projectionRepo(copy).seq()
  copy.close()
  const path = join(directory, `projection-${seq}.sqlite`)
  renameSync(partial, path)
  syncPath(directory)
  for (const { name } of archives(dataDir).slice(ARCHIVES_KEPT)) rmSync(join(directory, name))
  return path
}

/**
 * Copies an archive into the backup at `target`, from which its logs can be verified. The archive
 * must not be newer than the copied tables. An older archive is usable as long as no log has been
 * trimmed since (`isTrimmed`). Without an archive, the tables themselves serve as one, because they
 * have everything that was trimmed.
 */
export function copyArchive(dataDir: string, target: string, isTrimmed: boolean): void {
  const found = archives(dataDir)
  const [newest] = found
  if (newest === undefined) return
  const tables = openReader(sqlitePath(target))
  const seq = projectionRepo(tables).seq()
  tables.close()
  const before = newest.seq <= seq || !isTrimmed ? found.find((one) => one.seq <= seq) : undefined
  const name = before?.name ?? `projection-${seq}.sqlite`
  const from = before === undefined ? sqlitePath(target) : join(archiveDirectory(dataDir), name)
  mkdirSync(archiveDirectory(target), { mode: 0o700 })
  copyFileSync(from, join(archiveDirectory(target), name))
}

function archives(dataDir: string): { name: string; seq: number }[] {
  const directory = archiveDirectory(dataDir)
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .flatMap((name) => {
      const seq = ARCHIVE_NAME.exec(name)?.[1]
      return seq === undefined ? [] : [{ name, seq: Number(seq) }]
    })
    .toSorted((a, b) => b.seq - a.seq)
}
