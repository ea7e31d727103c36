import {
  bytesKeptFree,
  type Disk,
  type DiskSpace,
  type DiskUse,
  diskRoom,
  judgeDiskSpace,
} from '../../storage/disk-space.js'
import type { Clock, Timer } from '../thread/clock.js'

const EVERY_MS = 500

/**
 * Reports when free space falls below the reserve for a use, and when it recovers. `freeBytes` is
 * the result of the last check.
 */
export class DiskWatch {
  readonly #disk: Disk
  readonly #use: DiskUse
  readonly #changed: (space: DiskSpace) => void
  #freeBytes = 0
  #space: DiskSpace = 'ok'
  #timer: Timer | undefined

  constructor(disk: Disk, use: DiskUse, changed: (space: DiskSpace) => void) {
    this.#disk = disk
    this.#use = use
    this.#changed = changed
  }

  get freeBytes(): number {
    return this.#freeBytes
  }

  /** Starts the checks. Resolves after the first one, before anything is written. */
  start(clock: Clock): Promise<void> {
    this.#timer = clock.every(EVERY_MS, () => void this.#look())
    return this.#look()
  }

  stop(): void {
    this.#timer?.cancel()
  }

  /** Checks the disk. If the disk does not answer, commits fail, which shows the problem. */
  async #look(): Promise<void> {
    const { dataDir, reserveBytes } = this.#disk
    const room = await diskRoom(dataDir).catch(() => undefined)
    if (room === undefined) return
    this.#freeBytes = room.freeBytes
    const kept = bytesKeptFree(this.#use, room.sizeBytes, reserveBytes)
    const space = judgeDiskSpace(room.freeBytes, kept, this.#space)
    if (space === this.#space) return
    this.#space = space
    this.#changed(space)
  }
}
