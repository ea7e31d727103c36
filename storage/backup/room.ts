import { statfsSync } from 'node:fs'
import type { Sqlite } from '../sqlite/open.js'

/** Checks before a copy that enough disk space is free. */

const MIB = 1024 * 1024

/** Reports that a copy would use reserved disk space. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
}

/** Throws if a copy of this many bytes leaves less than the reserve free. */
export function refuseWithoutRoom(
  directory: string,
  what: string,
  bytes: number,
  reserveBytes: number,
): void {
  const { bavail, bsize } = statfsSync(directory)
  const free = bavail * bsize
  if (free >= bytes + reserveBytes) return
  const [has, wants] = [free, bytes + reserveBytes].map((size) => Math.ceil(size / MIB))
  throw new NoRoomError(
    `${what} needs ${wants} MiB of free space with the reserve, and ${has} MiB are free`,
  )
}

/** The size of the whole database, an upper bound for its compact copy. */
export function sizeOf(db: Sqlite): number {
  const numberOf = (name: string) => db.pragma(name, { simple: true }) as number
  return numberOf('page_count') * numberOf('page_size')
}
