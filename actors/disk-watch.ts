import { type DiskSpace, freeBytesOf, judgeDiskSpace } from '../storage/log/disk-space.js'
import type { Clock, Timer } from './clock.js'

const EVERY_MS = 500

/** Tells when free space falls below the reserve, and when it is back. */
export class DiskWatch {
  readonly #timer: Timer
  #space: DiskSpace = 'ok'

  constructor(
    directory: string,
    reserveBytes: number,
    clock: Clock,
    changed: (space: DiskSpace, freeBytes: number) => void,
  ) {
    const look = async (): Promise<void> => {
      const free = await freeBytesOf(directory)
      const space = judgeDiskSpace(free, reserveBytes, this.#space)
      if (space === this.#space) return
      this.#space = space
      changed(space, free)
    }
    this.#timer = clock.every(EVERY_MS, () => void look().catch(() => undefined))
    void look().catch(() => undefined)
  }

  stop(): void {
    this.#timer.cancel()
  }
}
