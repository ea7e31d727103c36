import { assert } from '../../engine/assert.js'

/**
 * A growing buffer for the log records of one turn, with a method for each type of field.
 * `record-reader.ts` reads what it writes.
 *
 * - Callers have to call `reserve` first, because the field methods do not check for space (`rate`
 *   reserves space for huge values itself).
 * - A value that the format cannot represent throws; it never becomes another value.
 * - `bytes` is a view that is valid until the next write, `rewind` or `clear`.
 */
const START_BYTES = 16 * 1024
/** A buffer that has grown larger than this is replaced by a small one afterwards. */
const KEEP_BYTES = 1024 * 1024

/** The most bytes of a `uint` or `int`: 54 bits with 7 per byte. */
export const INTEGER_BYTES = 8
/** The most bytes of a text besides two for each character. */
export const TEXT_HEAD_BYTES = 5

const LOW_28 = 0x1000_0000
const WORD = 0x1_0000_0000

export class RecordBuffer {
  #bytes: Uint8Array = new Uint8Array(START_BYTES)
  #view = new DataView(this.#bytes.buffer)
  #length = 0

  get length(): number {
    return this.#length
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  bytesFrom(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.#length)
  }

  /** Drops everything from `length` on, for a request that was refused. */
  rewind(length: number): void {
    assert(length >= 0 && length <= this.#length, 'a record buffer only rewinds')
    this.#length = length
  }

  clear(): void {
    this.#length = 0
    if (this.#bytes.length > KEEP_BYTES) this.#replace(new Uint8Array(START_BYTES))
  }

  reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#replace(grown)
  }

  /** Skips `count` bytes, which `setU32` and similar methods fill in later. */
  skip(count: number): void {
    this.#length += count
  }

  setU16(at: number, value: number): void {
    this.#view.setUint16(at, value, true)
  }

  setU32(at: number, value: number): void {
    if (value >>> 0 !== value) refuseValue(value, 'a 32-bit count')
    this.#view.setUint32(at, value, true)
  }

  setU64(at: number, value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) refuseValue(value, 'a 64-bit count')
    this.#view.setUint32(at, value % WORD, true)
    this.#view.setUint32(at + 4, Math.floor(value / WORD), true)
  }

  setF64(at: number, value: number): void {
    this.#view.setFloat64(at, value, true)
  }

  byte(value: number): void {
    this.#bytes[this.#length++] = value
  }

  /** Writes a byte that was skipped before. */
  setByte(at: number, value: number): void {
    this.#bytes[at] = value
  }

  /** Throws, because the value is not in any list. */
  refuse(value: unknown): never {
    refuseValue(value, 'in its list')
  }

  /** A non-negative integer in groups of 7 bits, lowest first. */
  uint(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) refuseValue(value, 'a count')
    this.#groups(value)
  }

  /** An integer: the first byte has its sign and 6 bits, further bytes are as in `uint`. */
  int(value: number): void {
    if (!Number.isSafeInteger(value)) refuseValue(value, 'a whole number')
    const sign = value < 0 ? 0x40 : 0
    const size = value < 0 ? -value : value
    if (size < 0x40) {
      this.#bytes[this.#length++] = sign | size
      return
    }
    this.#bytes[this.#length++] = 0x80 | sign | (size % 0x40)
    this.#groups(Math.floor(size / 0x40))
  }

  /** A rate: up to 2^53 a zero byte and an `int`, above it a one byte and the decimal digits. */
  rate(value: bigint): void {
    const number = Number(value)
    if (Number.isSafeInteger(number)) {
      this.#bytes[this.#length++] = 0
      this.int(number)
      return
    }
    const digits = value.toString()
    this.reserve(1 + TEXT_HEAD_BYTES + digits.length)
    this.#bytes[this.#length++] = 1
    this.text(digits)
  }

  /**
   * A text: one byte per character if all are below 256, otherwise two. Every string is read back
   * unchanged.
   */
  text(value: string): void {
    const start = this.#length
    this.#groups(value.length * 2)
    const bytes = this.#bytes
    let at = this.#length
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index)
      if (code > 0xff) {
        this.#length = start
        this.#wideText(value)
        return
      }
      bytes[at++] = code
    }
    this.#length = at
  }

  #wideText(value: string): void {
    this.#groups(value.length * 4 + 1)
    for (let index = 0; index < value.length; index++) {
      this.#view.setUint16(this.#length, value.charCodeAt(index), true)
      this.#length += 2
    }
  }

  #groups(value: number): void {
    const bytes = this.#bytes
    let at = this.#length
    let rest = value
    if (rest >= LOW_28) {
      const low = rest % LOW_28
      bytes[at++] = 0x80 | (low & 0x7f)
      bytes[at++] = 0x80 | ((low >>> 7) & 0x7f)
      bytes[at++] = 0x80 | ((low >>> 14) & 0x7f)
      bytes[at++] = 0x80 | (low >>> 21)
      rest = (rest - low) / LOW_28
    }
    while (rest >= 0x80) {
      bytes[at++] = 0x80 | (rest & 0x7f)
      rest >>>= 7
    }
    bytes[at++] = rest
    this.#length = at
  }

  #replace(bytes: Uint8Array): void {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer)
  }
}

function refuseValue(value: unknown, wanted: string): never {
  assert(false, `a log record holds what it is given: ${String(value)} is not ${wanted}`)
}
