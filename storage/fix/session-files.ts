import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fixDirectory } from '../paths.js'
import { FixSessionStore } from './session-store.js'

/**
 * The files of FIX sessions in backups.
 *
 *   C1. They are copied before the logs, so the copied logs have everything that a copied session
 *       counts as received. Later messages are requested again, and booked once.
 *   C2. An incomplete record at the end of a copy is dropped when it is opened, as after a crash.
 *   C3. A restored session may be older than the provider's state. Its next message gets a number
 *       far above all sent numbers; the provider requests the missing ones and gets a gap fill. A
 *       number that was too low would end the session permanently.
 */
const NAME = /^(?:gateway|datafeed)-\d+-[0-9a-f]{16}\.fix$/

/** How many message numbers a restored session skips: a day at 11 messages a second (C3). */
export const SENT_LEFT_OUT = 1_000_000

export function isSessionFile(path: string): boolean {
  const [folder, name = '', ...more] = path.split('/')
  return folder === fixDirectory('') && NAME.test(name) && more.length === 0
}

/** Paths of session files, relative to the data directory. */
export function sessionFilesOf(dataDir: string): string[] {
  const directory = fixDirectory(dataDir)
  if (!existsSync(directory)) return []
  const names = readdirSync(directory).filter((name) => NAME.test(name))
  return names.map((name) => join(fixDirectory(''), name)).sort()
}

export function sessionFileBytes(dataDir: string): number {
  const sizes = sessionFilesOf(dataDir).map((path) => sizeOf(join(dataDir, path)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Copies the files and returns their paths (C1, C2). A file whose connection was deleted meanwhile
 * is skipped.
 */
export function copySessionFiles(from: string, to: string): string[] {
  const paths = sessionFilesOf(from)
  if (paths.length > 0) mkdirSync(fixDirectory(to), { mode: 0o700 })
  return paths.filter((path) => {
    try {
      copyFileSync(join(from, path), join(to, path))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return false
    }
  })
}

/**
 *   C3. Raises the numbers in `path`, a copy of a backup's file. A damaged file stays unchanged,
 *       because its session begins at 1 in both directions.
 */
export function leaveOutSent(path: string, original: string): void {
  const store = FixSessionStore.open(path)
  const { isTrusted, numbers } = store
  if (isTrusted) {
    store.keep([{ what: 'sent', seq: numbers.nextOut - 1 + SENT_LEFT_OUT, message: null }])
  }
  store.close()
  if (!isTrusted) copyFileSync(original, path)
}

/** The size of a file; 0 if it does not exist. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
