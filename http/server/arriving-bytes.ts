import {
  BODY_PART_BYTES_LEAST,
  BODY_PART_POINTS,
  BODY_PARTS_FREE,
  BYTES_PER_POINT,
} from '../../engine/limits/floods.js'

const NOTHING = Buffer.alloc(0)

/** Collects the received bytes of a body in one growing buffer, and counts its chunks. */
export class ArrivingBytes {
  #memory: Buffer = NOTHING
  #kept = 0
  #all = 0
  #parts = 0

  /** The number of bytes received so far, including those already taken. */
  get all(): number {
    return this.#all
  }

  /** The size of the buffer, at most twice the bytes in it. */
  get held(): number {
    return this.#memory.length
  }

  get isEmpty(): boolean {
    return this.#kept === 0
  }

  /** The cost of these bytes to the sender, in points. */
  get points(): number {
    return this.#parts * BODY_PART_POINTS + Math.floor(this.#all / BYTES_PER_POINT)
  }

  /** True if the chunks are too small on average. Each chunk costs as much work as a large one. */
  get isCrumbs(): boolean {
    return this.#parts > BODY_PARTS_FREE + this.#all / BODY_PART_BYTES_LEAST
  }

  count(chunk: ArrayBuffer): void {
    this.#parts++
    this.#all += chunk.byteLength
  }

  /** Copies the chunk, because the library reuses its memory after the call. */
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

  /** Returns the buffered bytes. The caller owns them from then on. */
  take(): Buffer {
    const taken = this.#memory.subarray(0, this.#kept)
    this.#memory = NOTHING
    this.#kept = 0
    return taken
  }
}
