/**
 * Uses of request keys as one value of a row. Each use is three doubles in the machine's byte order
 * (little-endian on all supported machines): the key's hash, the seq of its record, and its time.
 */
const FIELDS = 3
const START_KEYS = 256

export class KeyPack {
  #values = new Float64Array(START_KEYS * FIELDS)
  #length = 0

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /** The seq of the last added key, which is the highest. */
  get lastSeq(): number {
    return this.#values[this.#length - 2] as number
  }

  newestAt = 0

  add(hash: number, seq: number, at: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Float64Array(this.#length * 2)
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[this.#length] = hash
    this.#values[this.#length + 1] = seq
    this.#values[this.#length + 2] = at
    this.#length += FIELDS
    if (at > this.newestAt) this.newestAt = at
  }

  /** A view, valid until the next `add` or `clear`. */
  bytes(): Uint8Array {
    return new Uint8Array(this.#values.buffer, 0, this.#length * 8)
  }

  clear(): void {
    this.#length = 0
    this.newestAt = 0
  }
}

export type KeyUse = (hash: number, seq: number, at: number) => void

export function unpackKeys(bytes: Uint8Array, use: KeyUse): void {
  // A copy, because doubles must be aligned.
  const values = new Float64Array(new Uint8Array(bytes).buffer)
  for (let i = 0; i < values.length; i += FIELDS) {
    use(values[i] as number, values[i + 1] as number, values[i + 2] as number)
  }
}
