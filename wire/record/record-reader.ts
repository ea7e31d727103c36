/**
 * Reads the fields that `record-buffer.ts` writes. The checksum has already been verified, so
 * single steps are not checked; callers compare `at` with the end of the record afterwards.
 */
export class BadRecord extends Error {
  override readonly name = 'BadRecord'
}

const LOW_28 = 0x1000_0000
const WORD = 0x1_0000_0000
const OK_HEAD = 4
const LETTER_O = 0x6f
const LETTER_K = 0x6b

/**
 * A cache of texts for `repeatedText`, indexed by a few of their bytes. At most 63 characters each.
 */
const REPEATED_MAX = 1024
const repeated: string[] = new Array(REPEATED_MAX).fill('')

function slotOf(head: number, last: number, before: number): number {
  return (head * 7 + last * 31 + before * 61) % REPEATED_MAX
}

export class RecordReader {
  readonly #bytes: Buffer
  /** Reads numbers of fixed width several times as fast as a Buffer. */
  readonly #view: DataView
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  u16(at: number): number {
    return this.#view.getUint16(at, true)
  }

  u32(at: number): number {
    return this.#view.getUint32(at, true)
  }

  u64(at: number): number {
    return this.#view.getUint32(at, true) + this.#view.getUint32(at + 4, true) * WORD
  }

  f64(at: number): number {
    return this.#view.getFloat64(at, true)
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

  /** Reads like `text`, but returns the existing string for a recently read text. */
  repeatedText(): string {
    const start = this.at
    const head = this.#bytes[start] ?? 0
    // Only texts with one byte per character and a one-byte length are cached.
    if (head === 0 || head >= 0x80 || (head & 1) === 1) return this.text()
    const end = start + 1 + (head >>> 1)
    if (end > this.#bytes.length) return this.text()
    const slot = slotOf(head, this.#bytes[end - 1] ?? 0, this.#bytes[end - 2] ?? 0)
    const known = repeated[slot] as string
    if (this.#isAt(known, start + 1, end)) {
      this.at = end
      return known
    }
    const read = this.text()
    repeated[slot] = read
    return read
  }

  #isAt(text: string, start: number, end: number): boolean {
    if (text.length !== end - start) return false
    const bytes = this.#bytes
    for (let at = start; at < end; at++) {
      if (text.charCodeAt(at - start) !== bytes[at]) return false
    }
    return true
  }

  /** True if the code is `ok`, as in most records. The code is then skipped. */
  isOk(): boolean {
    const bytes = this.#bytes
    const { at } = this
    if (bytes[at] !== OK_HEAD || bytes[at + 1] !== LETTER_O || bytes[at + 2] !== LETTER_K)
      return false
    this.at += 3
    return true
  }

  /** Reads the groups of bits above the lowest 28. */
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
