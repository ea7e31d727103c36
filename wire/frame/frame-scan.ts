/**
 * Reads a frame value by value directly from its bytes, as long as it is simple: short ASCII texts
 * without escapes, and non-negative integers, in maps. It refuses nothing: for anything else it
 * returns `undefined`, and the general decoder takes over.
 */
export interface FrameScan {
  begin(frame: Uint8Array): void
  open(): boolean
  /** The next key of the map; '' after the last one, which also leaves the map. */
  key(): string | undefined
  text(): string | undefined
  /** A non-negative integer with at most 15 digits. */
  count(): number | undefined
  isText(): boolean
  /** True if no more bytes follow. */
  isDone(): boolean
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPENING = 0x7b
const CLOSING = 0x7d
const ZERO = 0x30
const SPACE = 0x20
const LAST_VISIBLE = 0x7e
const COUNT_DIGITS_MAX = 15

export class JsonScan implements FrameScan {
  #bytes: Uint8Array = new Uint8Array(0)
  #at = 0
  #isFirst = false

  begin(frame: Uint8Array): void {
    this.#bytes = frame
    this.#at = 0
  }

  open(): boolean {
    this.#isFirst = true
    return this.#take(OPENING)
  }

  key(): string | undefined {
    if (this.#take(CLOSING)) {
      this.#isFirst = false
      return ''
    }
    if (!this.#isFirst && !this.#take(COMMA)) return undefined
    this.#isFirst = false
    const key = this.text()
    // JSON allows empty keys, but frames have none, and an empty key would look like the map's end.
    return key === '' || !this.#take(COLON) ? undefined : key
  }

  text(): string | undefined {
    if (!this.#take(QUOTE)) return undefined
    const bytes = this.#bytes
    const start = this.#at
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at] as number
      if (byte === QUOTE) {
        this.#at = at + 1
        return asciiText(bytes, start, at)
      }
      if (byte < SPACE || byte > LAST_VISIBLE || byte === BACKSLASH) return undefined
    }
    return undefined
  }

  count(): number | undefined {
    this.#skipSpace()
    const bytes = this.#bytes
    const start = this.#at
    let value = 0
    for (;;) {
      const digit = (bytes[this.#at] ?? 0) - ZERO
      if (digit < 0 || digit > 9) break
      value = value * 10 + digit
      this.#at++
    }
    const digits = this.#at - start
    if (digits === 0 || digits > COUNT_DIGITS_MAX) return undefined
    // JSON does not allow leading zeros.
    return bytes[start] === ZERO && digits > 1 ? undefined : value
  }

  isText(): boolean {
    this.#skipSpace()
    return this.#bytes[this.#at] === QUOTE
  }

  isDone(): boolean {
    this.#skipSpace()
    return this.#at === this.#bytes.length
  }

  #take(wanted: number): boolean {
    this.#skipSpace()
    if (this.#bytes[this.#at] !== wanted) return false
    this.#at++
    return true
  }

  #skipSpace(): void {
    while (this.#bytes[this.#at] === SPACE) this.#at++
  }
}

const FIX_MAP = 0x80
const MAP_16 = 0xde
const FIX_TEXT = 0xa0
const TEXT_8 = 0xd9
const UINT_8 = 0xcc
const UINT_16 = 0xcd
const UINT_32 = 0xce

export class MsgpackScan implements FrameScan {
  #bytes: Uint8Array = new Uint8Array(0)
  #at = 0
  #keys = 0
  /** The number of keys left in the enclosing maps. */
  readonly #outer: number[] = []

  begin(frame: Uint8Array): void {
    this.#bytes = frame
    this.#at = 0
    this.#keys = 0
    this.#outer.length = 0
  }

  open(): boolean {
    const head = this.#byte()
    const keys = head === MAP_16 ? this.#number(2) : head & 15
    if (keys === undefined || (head !== MAP_16 && (head & 0xf0) !== FIX_MAP)) return false
    this.#outer.push(this.#keys)
    this.#keys = keys
    return true
  }

  key(): string | undefined {
    if (this.#keys === 0) {
      this.#keys = this.#outer.pop() ?? 0
      return ''
    }
    this.#keys--
    // The general decoder handles longer keys, which are unknown.
    const key = (this.#bytes[this.#at] ?? 0) === TEXT_8 ? undefined : this.text()
    return key === '' ? undefined : key
  }

  text(): string | undefined {
    const head = this.#byte()
    const length = head === TEXT_8 ? this.#byte() : head & 31
    if (head !== TEXT_8 && (head & 0xe0) !== FIX_TEXT) return undefined
    const bytes = this.#bytes
    const start = this.#at
    const end = start + length
    if (end > bytes.length) return undefined
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number
      if (byte < SPACE || byte > LAST_VISIBLE) return undefined
    }
    this.#at = end
    return asciiText(bytes, start, end)
  }

  count(): number | undefined {
    const head = this.#byte()
    if (head < FIX_MAP) return head
    if (head === UINT_8) return this.#number(1)
    if (head === UINT_16) return this.#number(2)
    return head === UINT_32 ? this.#number(4) : undefined
  }

  isText(): boolean {
    const head = this.#bytes[this.#at] ?? 0
    return head === TEXT_8 || (head & 0xe0) === FIX_TEXT
  }

  isDone(): boolean {
    return this.#at === this.#bytes.length
  }

  /** The next byte. After the end it is 0xc1, which MessagePack never uses. */
  #byte(): number {
    return this.#bytes[this.#at++] ?? 0xc1
  }

  #number(size: number): number | undefined {
    if (this.#at + size > this.#bytes.length) return undefined
    let value = 0
    for (let left = size; left > 0; left--) value = value * 256 + this.#byte()
    return value
  }
}

/**
 * A cache of short texts, because names repeat in every frame. The last text in a slot of the hash
 * table is compared with the bytes, which avoids creating most strings.
 */
const WORD_MAX = 15
const WORD_SLOTS = 256
const words: string[] = new Array(WORD_SLOTS).fill('')

function asciiText(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start
  if (length > WORD_MAX) return latin1(bytes, start, end)
  let hash = length
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) & 0xffff
  const slot = (hash ^ (hash >>> 8)) & (WORD_SLOTS - 1)
  const held = words[slot] as string
  if (held.length === length && isAt(held, bytes, start)) return held
  const text = latin1(bytes, start, end)
  words[slot] = text
  return text
}

function isAt(text: string, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false
  return true
}

const { latin1Slice } = Buffer.prototype

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return latin1Slice.call(bytes, start, end)
}
