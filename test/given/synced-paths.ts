import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** The files and directories that are brought to the disk by `fsyncSync` while `work` runs, in that order. */
export function syncedPaths(work: () => void): string[] {
  const { fsyncSync } = fs
  const synced: string[] = []
  fs.fsyncSync = (file) => {
    fsyncSync(file)
    synced.push(fs.readlinkSync(`/proc/self/fd/${file}`))
  }
  syncBuiltinESMExports()
  try {
    work()
  } finally {
    fs.fsyncSync = fsyncSync
    syncBuiltinESMExports()
  }
  return synced
}
