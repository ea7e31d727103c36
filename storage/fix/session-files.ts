import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fixDirectory } from '../paths.js'
import { FixSessionStore } from './session-store.js'

/**
 * The files of FIX sessions, as backups have them.
 *
 *   C1. They are copied before the logs: what a copy says was received, the copied logs have. What came since is asked for
 *       again, and booked once.
 *   C2. A record that is cut off at the end of a copy is dropped when it is opened, as after a crash.
 *   C3. What is restored may be older than what the provider knows. The next message then has a number far beyond all that
 *       were sent since: the provider asks for those between, and is told that there is nothing. One that was lower would
 *       end the session for good.
 */
const NAME = /^(?:gateway|datafeed)-\d+-[0-9a-f]{16}\.fix$/

/** How many message numbers a restored session leaves out: a day at 11 messages a second (C3). */
export const SENT_LEFT_OUT = 1_000_000

export function isSessionFile(path: string): boolean {
  const [folder, name = '', ...more] = path.split('/')
  return folder === fixDirectory('') && NAME.test(name) && more.length === 0
}

/** Paths of a data directory's, relative to it. */
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

/** C1, C2. Answers what was copied: a connection that is deleted meanwhile takes its file along. */
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

/** C3. `path` is the copy of a backup's file; one that is damaged begins both ways at 1 and stays as it is. */
export function leaveOutSent(path: string, original: string): void {
  const store = FixSessionStore.open(path)
  const { isTrusted, numbers } = store
  if (isTrusted) {
    store.keep([{ what: 'sent', seq: numbers.nextOut - 1 + SENT_LEFT_OUT, message: null }])
  }
  store.close()
  if (!isTrusted) copyFileSync(original, path)
}

/** 0 where it is gone. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
