import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'

/**
 * The room on the disk, and who may still take of it. LMDB may abort the process on a full disk, so trading stops
 * while `reserveBytes` are free, and all else stops before: strangers and traders store nothing more while as much as a
 * share is free beside the reserve, staff while half of that is. Demo accounts that people opened for themselves stop
 * trading with what strangers store.
 */
export type DiskUse = 'trading' | 'staff' | 'traders' | 'demo_trading'

export type DiskSpace = 'ok' | 'low'

const HYSTERESIS_PERCENT = 5
const GIB = 1024 * 1024 * 1024
/** The share: a tenth of the disk, or this much where a quarter of the disk has it, whichever is more. */
const SHARE_PART = 10
const SMALL_SHARE_BYTES = GIB
const SMALL_DISK_PART = 4
/** However large the disk is, the share is as many times the reserve at the most. */
const SHARE_RESERVES_MAX = 8

export interface DiskRoom {
  readonly freeBytes: number
  readonly sizeBytes: number
}

/** The bytes that stay free of whoever stores something for that. */
export function bytesKeptFree(use: DiskUse, sizeBytes: number, reserveBytes: number): number {
  if (use === 'trading') return reserveBytes
  const small = Math.min(SMALL_SHARE_BYTES, sizeBytes / SMALL_DISK_PART)
  const wanted = Math.max(sizeBytes / SHARE_PART, small)
  const share = Math.floor(Math.min(wanted, SHARE_RESERVES_MAX * reserveBytes))
  return reserveBytes + (use === 'staff' ? Math.floor(share / 2) : share)
}

/** Low below what is kept, and ok again somewhat above it, so that nothing stops and goes around the mark. */
export function judgeDiskSpace(freeBytes: number, keptBytes: number, before: DiskSpace): DiskSpace {
  if (freeBytes < keptBytes) return 'low'
  const enough = keptBytes + (keptBytes * HYSTERESIS_PERCENT) / 100
  return before === 'low' && freeBytes < enough ? 'low' : 'ok'
}

/** The room on the file system of `directory` for this process's user. */
export async function diskRoom(directory: string): Promise<DiskRoom> {
  return roomIn(await statfs(directory))
}

export async function freeBytesOf(directory: string): Promise<number> {
  return (await diskRoom(directory)).freeBytes
}

/** The file system of a data directory, and the bytes of it that trading keeps. */
export interface Disk {
  readonly dataDir: string
  readonly reserveBytes: number
}

/** True when so many bytes more leave free what is kept of their use. */
export function hasRoomFor({ dataDir, reserveBytes }: Disk, use: DiskUse, bytes: number): boolean {
  return leavesRoom(roomIn(statfsSync(dataDir)), use, bytes, reserveBytes)
}

/** The same, beside the calling thread. */
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
