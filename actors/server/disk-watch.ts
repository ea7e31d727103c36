import { type DiskSpace, freeBytesOf, judgeDiskSpace } from '../../storage/log/disk-space.js'
import type { Clock, Timer } from '../thread/clock.js'

const EVERY_MS = 500

/** Tells when free space falls below the reserve, and when it is back. */
export class DiskWatch {
  readonly #directory: string
  readonly #reserveBytes: number
  readonly #changed: (space: DiskSpace, freeBytes: number) => void
  #space: DiskSpace = 'ok'
  #timer: Timer | undefined

  constructor(
    directory: string,
    reserveBytes: number,
    changed: (space: DiskSpace, freeBytes: number) => void,
  ) {
    this.#directory = directory
    this.#reserveBytes = reserveBytes
    this.#changed = changed
  }

  /** Resolves when it has looked: nobody writes before. */
  start(clock: Clock): Promise<void> {
    this.#timer = clock.every(EVERY_MS, () => void this.#look())
    return this.#look()
  }

  stop(): void {
    this.#timer?.cancel()
  }

  /** A disk that does not answer is known by the commits that fail. */
  async #look(): Promise<void> {
    const free = await freeBytesOf(this.#directory).catch(() => undefined)
    if (free === undefined) return
    const space = judgeDiskSpace(free, this.#reserveBytes, this.#space)
    if (space === this.#space) return
    this.#space = space
    this.#changed(space, free)
  }
}
