import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** The files and directories that are brought to the disk by `fsyncSync` while `work` runs, in that order. */
export function syncedPaths(work: () => void): string[] {
  const watch = watchSyncs()
  try {
    work()
  } finally {
    watch.end()
  }
  return watch.synced
}

/** The same of work that other work of this process goes on beside. */
export async function syncedMeanwhile(work: () => Promise<unknown>): Promise<string[]> {
  const watch = watchSyncs()
  try {
    await work()
  } finally {
    watch.end()
  }
  return watch.synced
}

function watchSyncs(): { readonly synced: string[]; end(): void } {
  const { fsyncSync } = fs
  const synced: string[] = []
  const change = (sync: typeof fsyncSync): void => {
    fs.fsyncSync = sync
    syncBuiltinESMExports()
  }
  change((file) => {
    fsyncSync(file)
    synced.push(fs.readlinkSync(`/proc/self/fd/${file}`))
  })
  return { synced, end: () => change(fsyncSync) }
}
