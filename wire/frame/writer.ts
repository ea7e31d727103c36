import { ByteSink, NUMBER_BYTES } from './byte-sink.js'
import type { FieldBytes, Key } from './frame-writer.js'

const MINUS = 45
const COMMA = 44
const QUOTE = 34
const BACKSLASH = 92
const OPEN_MAP = 123
const OPEN_ARRAY = 91
const TRUE = Buffer.from('true')
const FALSE = Buffer.from('false')
const NULL = Buffer.from('null')

/** MessagePack texts shorter than this have their length in the first byte. */
const SHORT_TEXT = 32

/** The Latin-1 characters that JSON does not escape. One table lookup replaces four comparisons. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, code) =>
  code < 32 || code > 126 || code === QUOTE || code === BACKSLASH ? 0 : 1,
)

function isPlain(code: number): boolean {
  return code < 256 && PLAIN[code] === 1
}

export class JsonWriter extends ByteSink {
  #comma = false

  override clear(): void {
    this.at = 0
    this.#comma = false
  }

  override rewind(length: number): void {
    this.at = length
    const before = this.out[length - 1]
    this.#comma = length > 0 && before !== OPEN_MAP && before !== OPEN_ARRAY
  }

  override map(_fields: number, key?: Key): void {
    this.#open(key, OPEN_MAP)
  }

  override endMap(): void {
    this.#close(125)
  }

  override array(_items: number, key?: Key): void {
    this.#open(key, OPEN_ARRAY)
  }

  override endArray(): void {
    this.#close(93)
  }

  override putInt(value: number): void {
    if (value < 0) this.out[this.at++] = MINUS
    this.digits(value < 0 ? -value : value)
  }

  override bool(key: Key, value: boolean): void {
    this.name(key)
    this.raw(value ? TRUE : FALSE)
  }

  override none(key: Key): void {
    this.name(key)
    this.raw(NULL)
  }

  override putText(value: string): void {
    this.room(value.length * 6 + NUMBER_BYTES)
    const start = this.at
    const { out } = this
    let at = start
    out[at++] = QUOTE
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i)
      if (!isPlain(code)) {
        // Other than plain ASCII is rare, so `JSON.stringify` escapes the whole text.
        this.at = start
        this.raw(Buffer.from(JSON.stringify(value)))
        return
      }
      out[at++] = code
    }
    out[at++] = QUOTE
    this.at = at
  }

  override overText(at: number, end: number, value: string): boolean {
    if (value.length !== end - at - 2) return false
    const { out } = this
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i)
      if (!isPlain(code)) return false
      out[at + 1 + i] = code
    }
    return true
  }

  override overInt(at: number, end: number, value: number): boolean {
    return value >= 0 && this.overDigits(at, end, value)
  }

  override overIntText(at: number, end: number, value: number): boolean {
    return this.overDigits(at + 1, end - 1, value)
  }

  override overScaled(at: number, end: number, value: number, digits: number): boolean {
    return this.overDecimal(at + 1, end - 1, value, digits)
  }

  override overTrimmed(at: number, end: number, value: number, digits: number): boolean {
    return this.overTrimmedDecimal(at + 1, end - 1, value, digits)
  }

  override putScaled(value: number, digits: number): void {
    this.out[this.at++] = QUOTE
    this.decimal(value, digits)
    this.out[this.at++] = QUOTE
  }

  override putTrimmed(value: number, digits: number): void {
    this.out[this.at++] = QUOTE
    this.trimmedDecimal(value, digits)
    this.out[this.at++] = QUOTE
  }

  override pair(pair: FieldBytes): void {
    this.room(pair.json.length + NUMBER_BYTES)
    if (this.#comma) this.out[this.at++] = COMMA
    this.raw(pair.json)
    this.#comma = true
  }

  override putIntText(value: number): void {
    this.out[this.at++] = QUOTE
    this.digits(value)
    this.out[this.at++] = QUOTE
  }

  override name(key: Key): void {
    this.room(key.json.length + NUMBER_BYTES)
    if (this.#comma) this.out[this.at++] = COMMA
    this.raw(key.json)
    this.#comma = true
  }

  #open(key: Key | undefined, bracket: number): void {
    this.room(NUMBER_BYTES)
    if (key !== undefined) this.name(key)
    else if (this.#comma) this.out[this.at++] = COMMA
    this.out[this.at++] = bracket
    this.#comma = false
  }

  #close(bracket: number): void {
    this.room(NUMBER_BYTES)
    this.out[this.at++] = bracket
    this.#comma = true
  }
}

export class MsgpackWriter extends ByteSink {
  override clear(): void {
    this.at = 0
  }

  override map(fields: number, key?: Key): void {
    this.room(NUMBER_BYTES)
    if (key !== undefined) this.name(key)
    this.#head(fields, 0x80, 16, 0xde)
  }

  override endMap(): void {}

  override array(items: number, key?: Key): void {
    this.room(NUMBER_BYTES)
    if (key !== undefined) this.name(key)
    this.#head(items, 0x90, 16, 0xdc)
  }

  override endArray(): void {}

  override putInt(value: number): void {
    const { out } = this
    if (value >= 0 && value < 128) out[this.at++] = value
    else if (value >= 0 && value <= 0xffff_ffff) {
      out[this.at++] = 0xce
      this.#uint32(value)
    } else {
      out[this.at++] = 0xd3
      const high = Math.floor(value / 4294967296)
      this.#uint32(high)
      this.#uint32(value - high * 4294967296)
    }
  }

  override bool(key: Key, value: boolean): void {
    this.name(key)
    this.out[this.at++] = value ? 0xc3 : 0xc2
  }

  override none(key: Key): void {
    this.name(key)
    this.out[this.at++] = 0xc0
  }

  override putText(value: string): void {
    this.room(value.length * 3 + NUMBER_BYTES)
    if (value.length < SHORT_TEXT) {
      const { out } = this
      const start = this.at++
      for (let i = 0; i < value.length; i++) {
        const code = value.charCodeAt(i)
        if (code > 127) {
          this.at = start
          this.#longText(value)
          return
        }
        out[this.at++] = code
      }
      out[start] = 0xa0 | value.length
      return
    }
    this.#longText(value)
  }

  override overText(at: number, end: number, value: string): boolean {
    const { length } = value
    if (length >= SHORT_TEXT || length !== end - at - 1) return false
    const { out } = this
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i)
      if (code > 127) return false
      out[at + 1 + i] = code
    }
    return true
  }

  override overInt(at: number, end: number, value: number): boolean {
    if (end - at === 1 && value >= 0 && value < 128) this.out[at] = value
    else if (end - at === 5 && value >= 128 && value <= 0xffff_ffff) this.#uint32At(at + 1, value)
    else return false
    return true
  }

  override overIntText(at: number, end: number, value: number): boolean {
    return this.overDigits(at + 1, end, value)
  }

  override overScaled(at: number, end: number, value: number, digits: number): boolean {
    return this.overDecimal(at + 1, end, value, digits)
  }

  override overTrimmed(at: number, end: number, value: number, digits: number): boolean {
    return this.overTrimmedDecimal(at + 1, end, value, digits)
  }

  override putScaled(value: number, digits: number): void {
    const start = this.at++
    this.decimal(value, digits)
    this.out[start] = 0xa0 | (this.at - start - 1)
  }

  override putTrimmed(value: number, digits: number): void {
    const start = this.at++
    this.trimmedDecimal(value, digits)
    this.out[start] = 0xa0 | (this.at - start - 1)
  }

  override pair(pair: FieldBytes): void {
    this.room(pair.pack.length + NUMBER_BYTES)
    this.raw(pair.pack)
  }

  override putIntText(value: number): void {
    const start = this.at++
    this.digits(value)
    this.out[start] = 0xa0 | (this.at - start - 1)
  }

  #longText(value: string): void {
    const bytes = Buffer.from(value, 'utf8')
    this.room(bytes.length + NUMBER_BYTES)
    this.#head(bytes.length, 0xa0, SHORT_TEXT, 0xda)
    this.raw(bytes)
  }

  override name(key: Key): void {
    this.room(key.pack.length + NUMBER_BYTES)
    this.raw(key.pack)
  }

  #head(count: number, fixed: number, below: number, wide: number): void {
    const { out } = this
    if (count < below) out[this.at++] = fixed | count
    else if (count < 65536) {
      out[this.at++] = wide
      out[this.at++] = count >>> 8
      out[this.at++] = count
    } else {
      out[this.at++] = wide + 1
      this.#uint32(count)
    }
  }

  #uint32(value: number): void {
    this.#uint32At(this.at, value)
    this.at += 4
  }

  #uint32At(at: number, value: number): void {
    const { out } = this
    const word = value >>> 0
    out[at] = word >>> 24
    out[at + 1] = word >>> 16
    out[at + 2] = word >>> 8
    out[at + 3] = word
  }
}
