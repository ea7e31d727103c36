import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileDirectory } from '../paths.js'
import { makeFileDirectory } from './content.js'

/**
 * A marker next to the contents with which a backup (of this process or another) prevents deletions
 * while it copies. It is created before the rows are copied, so every content that they name still
 * exists. A marker left by a killed backup expires after half a day, by the clock of the file
 * system.
 */
const HOLD_MS_MAX = 12 * 3_600_000
const BACKUP = 'backup-'
const PROBE = 'now-'

export async function whileHeld<Value>(
  dataDir: string,
  work: () => Promise<Value>,
): Promise<Value> {
  makeFileDirectory(dataDir)
  mkdirSync(holdDirectory(dataDir), { recursive: true, mode: 0o700 })
  const hold = mkdtempSync(join(holdDirectory(dataDir), BACKUP))
  try {
    return await work()
  } finally {
    rmSync(hold, { recursive: true, force: true })
  }
}

/** True while a backup is running. Removes expired markers. */
export function isHeld(dataDir: string): boolean {
  const directory = holdDirectory(dataDir)
  if (!existsSync(directory)) return false
  const holds = readdirSync(directory).filter((name) => name.startsWith(BACKUP))
  if (holds.length === 0) return false
  const probe = mkdtempSync(join(directory, PROBE))
  const now = statSync(probe).mtimeMs
  rmdirSync(probe)
  return holds.some((name) => {
    const hold = statSync(join(directory, name), { throwIfNoEntry: false })
    if (hold === undefined) return false
    const isOver = now - hold.mtimeMs > HOLD_MS_MAX
    if (isOver) rmSync(join(directory, name), { recursive: true, force: true })
    return !isOver
  })
}

function holdDirectory(dataDir: string): string {
  return join(fileDirectory(dataDir), 'holds')
}
