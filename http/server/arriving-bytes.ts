import {
  BODY_PART_BYTES_LEAST,
  BODY_PART_POINTS,
  BODY_PARTS_FREE,
  BYTES_PER_POINT,
} from '../../engine/limits/floods.js'

const NOTHING = Buffer.alloc(0)

/** The bytes of a body that have come, in one piece of memory that grows, and the parts in which they came. */
export class ArrivingBytes {
  #memory: Buffer = NOTHING
  #kept = 0
  #all = 0
  #parts = 0

  /** Bytes that have come so far, those that were taken among them. */
  get all(): number {
    return this.#all
  }

  /** Bytes of memory that are held: at most twice those that are kept. */
  get held(): number {
    return this.#memory.length
  }

  get isEmpty(): boolean {
    return this.#kept === 0
  }

  /** What these bytes cost their sender, in points. */
  get points(): number {
    return this.#parts * BODY_PART_POINTS + Math.floor(this.#all / BYTES_PER_POINT)
  }

  /** Their parts are too small on average: each costs as much as a large one. */
  get isCrumbs(): boolean {
    return this.#parts > BODY_PARTS_FREE + this.#all / BODY_PART_BYTES_LEAST
  }

  count(chunk: ArrayBuffer): void {
    this.#parts++
    this.#all += chunk.byteLength
  }

  /** Copies it, because the library takes the chunk back after its call. */
  keep(chunk: ArrayBuffer): void {
    const needed = this.#kept + chunk.byteLength
    if (needed > this.#memory.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#memory.length))
      this.#memory.copy(grown, 0, 0, this.#kept)
      this.#memory = grown
    }
    this.#memory.set(new Uint8Array(chunk), this.#kept)
    this.#kept = needed
  }

  /** Hands the kept bytes over to the caller, who owns them from now on. */
  take(): Buffer {
    const taken = this.#memory.subarray(0, this.#kept)
    this.#memory = NOTHING
    this.#kept = 0
    return taken
  }
}
