/**
 * Reads the fields that `record-buffer.ts` writes. It runs on bytes whose checksum was right, so it
 * does not check each step: whoever reads a record compares `at` with the record's end afterwards.
 */
export class BadRecord extends Error {
  override readonly name = 'BadRecord'
}

const LOW_28 = 0x1000_0000
const WORD = 0x1_0000_0000

export class RecordReader {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  u16(at: number): number {
    return this.#bytes.readUInt16LE(at)
  }

  u32(at: number): number {
    return this.#bytes.readUInt32LE(at)
  }

  u64(at: number): number {
    return this.#bytes.readUInt32LE(at) + this.#bytes.readUInt32LE(at + 4) * WORD
  }

  f64(at: number): number {
    return this.#bytes.readDoubleLE(at)
  }

  byte(): number {
    return this.#bytes[this.at++] ?? 0
  }

  oneOf<T>(list: readonly T[]): T {
    const place = this.byte()
    const value = list[place]
    if (value === undefined) throw new BadRecord(`value ${place} is not in its list`)
    return value
  }

  uint(): number {
    const bytes = this.#bytes
    let byte = bytes[this.at++] ?? 0
    let value = byte & 0x7f
    let shift = 7
    while (byte >= 0x80 && shift < 28) {
      byte = bytes[this.at++] ?? 0
      value |= (byte & 0x7f) << shift
      shift += 7
    }
    if (byte < 0x80) return value
    return value + this.#high() * LOW_28
  }

  int(): number {
    const head = this.byte()
    const low = head & 0x3f
    const size = head >= 0x80 ? low + this.uint() * 0x40 : low
    return (head & 0x40) !== 0 ? -size : size
  }

  rate(): bigint {
    if (this.byte() === 0) return BigInt(this.int())
    const digits = this.text()
    if (!/^-?\d+$/.test(digits)) throw new BadRecord(`a rate is ${JSON.stringify(digits)}`)
    return BigInt(digits)
  }

  text(): string {
    const head = this.uint()
    if (head === 0) return ''
    const start = this.at
    this.at += head >>> 1
    if (this.at > this.#bytes.length) throw new BadRecord('a text passes the end of the record')
    if ((head & 1) === 1) return this.#bytes.toString('utf16le', start, this.at)
    return this.#bytes.toString('latin1', start, this.at)
  }

  /** The groups above 28 bits. */
  #high(): number {
    let value = 0
    let byte = 0x80
    for (let shift = 0; byte >= 0x80 && shift < 28; shift += 7) {
      byte = this.#bytes[this.at++] ?? 0
      value |= (byte & 0x7f) << shift
    }
    return value
  }
}
