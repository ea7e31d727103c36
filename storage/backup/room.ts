import { statfsSync } from 'node:fs'
import type { Sqlite } from '../sqlite/open.js'

/** The check that there is room for a copy, before it is begun. */

const MIB = 1024 * 1024

/** The copy would take space that is kept free. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
}

/** Throws where a copy of so many bytes in the directory leaves less than the reserve free. */
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

/** Bytes of the whole database, which are more than a compact copy takes. */
export function sizeOf(db: Sqlite): number {
  const numberOf = (name: string) => db.pragma(name, { simple: true }) as number
  return numberOf('page_count') * numberOf('page_size')
}
