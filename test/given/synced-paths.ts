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

/** The files whose content is brought to the disk by `fdatasyncSync` meanwhile, without what their directories say. */
export function syncedContents(work: () => void): string[] {
  const watch = watchSyncs()
  try {
    work()
  } finally {
    watch.end()
  }
  return watch.contents
}

/** As `syncedPaths`, of work that other work of this process goes on beside. */
export async function syncedMeanwhile(work: () => Promise<unknown>): Promise<string[]> {
  const watch = watchSyncs()
  try {
    await work()
  } finally {
    watch.end()
  }
  return watch.synced
}

function watchSyncs(): { readonly synced: string[]; readonly contents: string[]; end(): void } {
  const { fsyncSync, fdatasyncSync } = fs
  const [synced, contents]: [string[], string[]] = [[], []]
  const change = (sync: typeof fsyncSync, dataSync: typeof fdatasyncSync): void => {
    Object.assign(fs, { fsyncSync: sync, fdatasyncSync: dataSync })
    syncBuiltinESMExports()
  }
  const noting = (sync: (file: number) => void, paths: string[]) => (file: number) => {
    sync(file)
    paths.push(fs.readlinkSync(`/proc/self/fd/${file}`))
  }
  change(noting(fsyncSync, synced), noting(fdatasyncSync, contents))
  return { synced, contents, end: () => change(fsyncSync, fdatasyncSync) }
}
