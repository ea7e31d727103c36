import { type Refusal, refuse } from '../../engine/code.js'
import { type Disk, type DiskUse, hasRoomFor } from '../../storage/log/disk-space.js'

const NO_ROOM = refuse(
  'unavailable',
  'The disk is filling: nothing was stored, so that trading goes on. Try again later.',
)
/** For clients, who learn nothing about the machine. */
export const NOTHING_STORED = refuse(
  'unavailable',
  'The server stores nothing at the moment. Try again later.',
)

/** The refusal of what would be stored for this use; undefined if the disk has room for it. */
export function noRoomFor(disk: Disk | undefined, use: DiskUse): Refusal | undefined {
  if (disk === undefined || hasRoomFor(disk, use, 0)) return undefined
  return use === 'traders' ? NOTHING_STORED : NO_ROOM
}
