import { statfsSync } from 'node:fs'
import type { Sqlite } from '../sqlite/open.js'

/** Checks before a copy that there is enough space. */

const MIB = 1024 * 1024

/** The copy would use space that must stay free. */
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

/** The size of the whole database, which is more than a compact copy takes. */
export function sizeOf(db: Sqlite): number {
  const numberOf = (name: string) => db.pragma(name, { simple: true }) as number
  return numberOf('page_count') * numberOf('page_size')
}
