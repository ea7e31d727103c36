import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

/**
 * The free space on the disk, and which uses may still write. LMDB may abort the process on a full
 * disk, so trading stops when only `reserveBytes` are free, and other uses stop earlier. In
 * addition to the reserve, traders and strangers leave a share of the disk free, and staff half of
 * that share. Demo accounts that people opened themselves stop trading at the traders' limit.
 */
export type DiskUse = 'trading' | 'staff' | 'traders' | 'demo_trading'

export type DiskSpace = 'ok' | 'low'

const HYSTERESIS_PERCENT = 5
const GIB = 1024 * 1024 * 1024
/**
 * The share: a tenth of the disk, or this much if a quarter of the disk is that large, whichever is
 * more.
 */
const SHARE_PART = 10
const SMALL_SHARE_BYTES = GIB
const SMALL_DISK_PART = 4
/** The share is at most this many times the reserve, however large the disk is. */
const SHARE_RESERVES_MAX = 8

export interface DiskRoom {
  readonly freeBytes: number
  readonly sizeBytes: number
}

/** How many bytes this use must leave free. */
export function bytesKeptFree(use: DiskUse, sizeBytes: number, reserveBytes: number): number {
  if (use === 'trading') return reserveBytes
  const small = Math.min(SMALL_SHARE_BYTES, sizeBytes / SMALL_DISK_PART)
  const wanted = Math.max(sizeBytes / SHARE_PART, small)
  const share = Math.floor(Math.min(wanted, SHARE_RESERVES_MAX * reserveBytes))
  return reserveBytes + (use === 'staff' ? Math.floor(share / 2) : share)
}

/**
 * The state is low below the limit, and ok again only somewhat above it, so that a use does not
 * switch back and forth.
 */
export function judgeDiskSpace(freeBytes: number, keptBytes: number, before: DiskSpace): DiskSpace {
  if (freeBytes < keptBytes) return 'low'
  const enough = keptBytes + (keptBytes * HYSTERESIS_PERCENT) / 100
  return before === 'low' && freeBytes < enough ? 'low' : 'ok'
}

/** The space on the file system of `directory` that this process's user may use. */
export async function diskRoom(directory: string): Promise<DiskRoom> {
  return roomIn(await statfs(directory))
}

export async function freeBytesOf(directory: string): Promise<number> {
  return (await diskRoom(directory)).freeBytes
}

/** The data directory whose disk is checked, and the bytes that are reserved for trading. */
export interface Disk {
  readonly dataDir: string
  readonly reserveBytes: number
}

/** True if a write of this size leaves the required space free for this use. */
export function hasRoomFor({ dataDir, reserveBytes }: Disk, use: DiskUse, bytes: number): boolean {
  return leavesRoom(roomIn(statfsSync(dataDir)), use, bytes, reserveBytes)
}

/** Checks the free space like `hasRoomFor`, but does not block the calling thread. */
export async function findsRoomFor(disk: Disk, use: DiskUse, bytes: number): Promise<boolean> {
  return leavesRoom(await diskRoom(disk.dataDir), use, bytes, disk.reserveBytes)
}

function leavesRoom(room: DiskRoom, use: DiskUse, bytes: number, reserveBytes: number): boolean {
  return room.freeBytes >= bytes + bytesKeptFree(use, room.sizeBytes, reserveBytes)
}

function roomIn(system: { bavail: number; blocks: number; bsize: number }): DiskRoom {
  const { bavail, blocks, bsize } = system
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}
