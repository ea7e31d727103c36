import { type Refusal, refuse } from '../../engine/code.js'
import { type Disk, type DiskUse, hasRoomFor } from '../../storage/log/disk-space.js'

const NO_ROOM: Refusal = refuse(
  'unavailable',
  'The disk is filling: nothing was stored, so that trading goes on. Try again later.',
)

/** The refusal of what would be stored for this use; undefined if the disk has room for it. */
export function noRoomFor(disk: Disk | undefined, use: DiskUse): Refusal | undefined {
  return disk === undefined || hasRoomFor(disk, use, 0) ? undefined : NO_ROOM
}
