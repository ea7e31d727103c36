import type { Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import { type Disk, type DiskUse, hasRoomFor } from '../../storage/disk-space.js'

const NO_ROOM = because('unavailable.disk')
/** The refusal for clients, without details of the machine. */
export const NOTHING_STORED = because('unavailable.stores_nothing')

/** Refuses to store something for this use; undefined if the disk has room. */
export function noRoomFor(disk: Disk | undefined, use: DiskUse): Refusal | undefined {
  if (disk === undefined || hasRoomFor(disk, use, 0)) return undefined
  return use === 'traders' ? NOTHING_STORED : NO_ROOM
}
