import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** A disk of any place that says it has as many bytes free as the test sets, while `work` runs. */
export async function onDisk<T>(
  disk: { freeBytes: number; readonly sizeBytes?: number },
  work: () => Promise<T> | T,
): Promise<T> {
  const { statfsSync } = fs
  const { statfs } = fs.promises
  // The root may write into more blocks than others: `bfree`. Of a size of 0 nothing is kept beside the reserve.
  const { sizeBytes: blocks = 0 } = disk
  const has = () => ({
    bsize: 1,
    blocks,
    bavail: disk.freeBytes,
    bfree: disk.freeBytes * 2,
  })
  change(has as unknown as typeof statfsSync, (async () => has()) as unknown as typeof statfs)
  try {
    return await work()
  } finally {
    change(statfsSync, statfs)
  }
}

function change(sync: typeof fs.statfsSync, beside: typeof fs.promises.statfs): void {
  fs.statfsSync = sync
  fs.promises.statfs = beside
  syncBuiltinESMExports()
}
