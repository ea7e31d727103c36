import { assert } from '../../engine/assert.js'

/**
 * The log records of one turn, one after the other: a byte buffer that grows, with a writer for each
 * kind of field a record has. `record-reader.ts` reads what is written here.
 *
 *   B1. Whoever writes calls `reserve` first; the field writers do not check for room (`rate` of a
 *       huge value reserves for itself).
 *   B2. A value that the format cannot hold throws and never becomes other bytes.
 *   B3. What `bytes` answers is a view, valid until the next write, `rewind` or `clear`.
 */
const START_BYTES = 16 * 1024
/** A turn that needed more gives the memory back afterwards. */
const KEEP_BYTES = 1024 * 1024

/** The most bytes a `uint` or `int` takes: 54 bits with 7 in a byte. */
export const INTEGER_BYTES = 8
/** The most bytes a text takes besides two for each character. */
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

  /** Forgets what was written at and after `length`, for a request that did not come about. */
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

  /** Moves past `count` bytes that `setU32` and its like fill in. */
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

  /** Fills in a byte that was skipped. */
  setByte(at: number, value: number): void {
    this.#bytes[at] = value
  }

  /** The place of a value that is in no list. */
  refuse(value: unknown): never {
    refuseValue(value, 'in its list')
  }

  /** A whole number from 0, in groups of 7 bits, lowest first. */
  uint(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) refuseValue(value, 'a count')
    this.#groups(value)
  }

  /** A whole number: the first byte has its sign and 6 bits, the rest are as in `uint`. */
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

  /** Writes a rate: up to 2^53 a zero byte and an `int`, beyond it a one and the decimal digits. */
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

  /** Writes a text: a byte for each character while all are below 256, else two; any string comes back the same. */
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
