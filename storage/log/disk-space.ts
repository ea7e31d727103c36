import { statfs } from 'node:fs/promises'

/**
 * Tells if there is room to go on writing. LMDB may abort the process on a full disk, so trading
 * stops while `reserveBytes` are still free, and goes on only when somewhat more are, so that it
 * does not stop and go around the mark.
 */
export type DiskSpace = 'ok' | 'low'

const HYSTERESIS_PERCENT = 5

export function judgeDiskSpace(
  freeBytes: number,
  reserveBytes: number,
  before: DiskSpace,
): DiskSpace {
  if (freeBytes < reserveBytes) return 'low'
  const enough = reserveBytes + (reserveBytes * HYSTERESIS_PERCENT) / 100
  return before === 'low' && freeBytes < enough ? 'low' : 'ok'
}

/** Bytes that the file system of `directory` has left for this process's user. */
export async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
