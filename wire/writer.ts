/**
 * Writes one frame field by field, as JSON or as MessagePack, straight into bytes: what leaves the
 * hot path is described once (wire/views.ts) and costs no objects. Maps must be opened with the
 * number of fields that follow.
 */
export interface FrameWriter {
  readonly bytes: Uint8Array
  readonly length: number
  clear(): void
  /** Opens a map of `fields` fields, as a value or under `key`. */
  map(fields: number, key?: Key): void
  endMap(): void
  array(items: number, key?: Key): void
  endArray(): void
  int(key: Key, value: number): void
  bool(key: Key, value: boolean): void
  none(key: Key): void
  text(key: Key, value: string): void
  /** `value / 10^digits` as decimal text. */
  scaled(key: Key, value: number, digits: number): void
  /** As `scaled`, without trailing zeros. */
  trimmed(key: Key, value: number, digits: number): void
  pair(pair: Pair): void
  /** A non-negative integer as text: sequence numbers. */
  intText(key: Key, value: number): void
}

/** A field name with its bytes in both encodings, made once. */
export class Key {
  readonly name: string
  readonly json: Uint8Array
  readonly pack: Uint8Array

  constructor(name: string) {
    this.name = name
    this.json = Buffer.from(`"${name}":`, 'latin1')
    const raw = Buffer.from(name, 'latin1')
    this.pack = Uint8Array.from([0xa0 | raw.length, ...raw])
  }
}

/** A field whose value is one of few: name and value as bytes, made once. */
export class Pair {
  readonly json: Uint8Array
  readonly pack: Uint8Array

  constructor(name: string, value: string | number) {
    const key = new Key(name)
    const write = (w: FrameWriter): Uint8Array => {
      if (typeof value === 'number') w.int(key, value)
      else w.text(key, value)
      return w.bytes.slice(0, w.length)
    }
    this.json = write(new JsonWriter())
    this.pack = write(new MsgpackWriter())
  }
}

const START_BYTES = 4096
const ZERO = 48
const MINUS = 45
const COMMA = 44
const QUOTE = 34
const POINT = 46
const POWERS = Array.from({ length: 17 }, (_, digits) => 10 ** digits)
const TRUE = Buffer.from('true')
const FALSE = Buffer.from('false')
const NULL = Buffer.from('null')

abstract class ByteSink {
  protected at = 0
  protected out = new Uint8Array(START_BYTES)

  get bytes(): Uint8Array {
    return this.out
  }

  get length(): number {
    return this.at
  }

  protected room(bytes: number): void {
    if (this.at + bytes <= this.out.length) return
    let size = this.out.length * 2
    while (size < this.at + bytes) size *= 2
    const grown = new Uint8Array(size)
    grown.set(this.out.subarray(0, this.at))
    this.out = grown
  }

  protected raw(bytes: Uint8Array): void {
    const { out } = this
    let { at } = this
    for (let i = 0; i < bytes.length; i++) out[at++] = bytes[i] as number
    this.at = at
  }

  /** Decimal digits of a safe non-negative integer. */
  protected digits(value: number): void {
    if (value < 10) {
      this.out[this.at++] = ZERO + value
      return
    }
    const end = this.at + digitCount(value)
    this.#backwards(value, this.at, end)
    this.at = end
  }

  /** Bytes of decimal text, as `textFromScaled` would make it. */
  protected decimal(value: number, digits: number): void {
    let left = value
    if (value < 0) {
      this.out[this.at++] = MINUS
      left = -value
    }
    if (digits === 0) {
      this.digits(left)
      return
    }
    const scale = POWERS[digits] as number
    const whole = Math.floor(left / scale)
    this.digits(whole)
    this.out[this.at++] = POINT
    const end = this.at + digits
    this.#backwards(left - whole * scale, this.at, end)
    this.at = end
  }

  /** Fills `from..end` with the digits of `value`, zeros first. */
  #backwards(value: number, from: number, end: number): void {
    const { out } = this
    let at = end
    let left = value
    while (left > 0x7fff_ffff) {
      const rest = Math.floor(left / 10)
      out[--at] = ZERO + (left - rest * 10)
      left = rest
    }
    let small = left | 0
    while (at > from) {
      const rest = (small / 10) | 0
      out[--at] = ZERO + (small - rest * 10)
      small = rest
    }
  }

  /** As `decimal`, without trailing zeros. */
  protected trimmedDecimal(value: number, digits: number): void {
    let left = value
    let kept = digits
    // Volumes are mostly whole hundredths of a lot.
    if (kept >= 6 && left % 1_000_000 === 0) {
      left /= 1_000_000
      kept -= 6
    }
    while (kept > 0) {
      const rest = left / 10
      if (!Number.isInteger(rest)) break
      left = rest
      kept--
    }
    this.decimal(left, kept)
  }
}

function digitCount(value: number): number {
  let count = 1
  while (count < POWERS.length && value >= (POWERS[count] as number)) count++
  return count
}

export class JsonWriter extends ByteSink implements FrameWriter {
  #comma = false

  clear(): void {
    this.at = 0
    this.#comma = false
  }

  map(_fields: number, key?: Key): void {
    this.#open(key, 123)
  }

  endMap(): void {
    this.#close(125)
  }

  array(_items: number, key?: Key): void {
    this.#open(key, 91)
  }

  endArray(): void {
    this.#close(93)
  }

  int(key: Key, value: number): void {
    this.#key(key)
    if (value < 0) this.out[this.at++] = MINUS
    this.digits(value < 0 ? -value : value)
  }

  bool(key: Key, value: boolean): void {
    this.#key(key)
    this.raw(value ? TRUE : FALSE)
  }

  none(key: Key): void {
    this.#key(key)
    this.raw(NULL)
  }

  text(key: Key, value: string): void {
    this.#key(key)
    this.room(value.length * 6 + 64)
    const start = this.at
    const { out } = this
    let at = start
    out[at++] = QUOTE
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i)
      if (code < 32 || code > 126 || code === QUOTE || code === 92) {
        // Anything but plain ASCII is rare: let JSON.stringify escape the whole text.
        this.at = start
        this.raw(Buffer.from(JSON.stringify(value)))
        return
      }
      out[at++] = code
    }
    out[at++] = QUOTE
    this.at = at
  }

  scaled(key: Key, value: number, digits: number): void {
    this.#key(key)
    this.out[this.at++] = QUOTE
    this.decimal(value, digits)
    this.out[this.at++] = QUOTE
  }

  trimmed(key: Key, value: number, digits: number): void {
    this.#key(key)
    this.out[this.at++] = QUOTE
    this.trimmedDecimal(value, digits)
    this.out[this.at++] = QUOTE
  }

  pair(pair: Pair): void {
    this.room(pair.json.length + 64)
    if (this.#comma) this.out[this.at++] = COMMA
    this.raw(pair.json)
    this.#comma = true
  }

  intText(key: Key, value: number): void {
    this.#key(key)
    this.out[this.at++] = QUOTE
    this.digits(value)
    this.out[this.at++] = QUOTE
  }

  #key(key: Key): void {
    this.room(key.json.length + 64)
    if (this.#comma) this.out[this.at++] = COMMA
    this.raw(key.json)
    this.#comma = true
  }

  #open(key: Key | undefined, bracket: number): void {
    this.room(64)
    if (key !== undefined) this.#key(key)
    else if (this.#comma) this.out[this.at++] = COMMA
    this.out[this.at++] = bracket
    this.#comma = false
  }

  #close(bracket: number): void {
    this.room(64)
    this.out[this.at++] = bracket
    this.#comma = true
  }
}

export class MsgpackWriter extends ByteSink implements FrameWriter {
  clear(): void {
    this.at = 0
  }

  map(fields: number, key?: Key): void {
    this.room(64)
    if (key !== undefined) this.#key(key)
    this.#head(fields, 0x80, 16, 0xde)
  }

  endMap(): void {}

  array(items: number, key?: Key): void {
    this.room(64)
    if (key !== undefined) this.#key(key)
    this.#head(items, 0x90, 16, 0xdc)
  }

  endArray(): void {}

  int(key: Key, value: number): void {
    this.#key(key)
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

  bool(key: Key, value: boolean): void {
    this.#key(key)
    this.out[this.at++] = value ? 0xc3 : 0xc2
  }

  none(key: Key): void {
    this.#key(key)
    this.out[this.at++] = 0xc0
  }

  text(key: Key, value: string): void {
    this.#key(key)
    this.room(value.length * 3 + 64)
    if (value.length < 32) {
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

  scaled(key: Key, value: number, digits: number): void {
    this.#key(key)
    const start = this.at++
    this.decimal(value, digits)
    this.out[start] = 0xa0 | (this.at - start - 1)
  }

  trimmed(key: Key, value: number, digits: number): void {
    this.#key(key)
    const start = this.at++
    this.trimmedDecimal(value, digits)
    this.out[start] = 0xa0 | (this.at - start - 1)
  }

  pair(pair: Pair): void {
    this.room(pair.pack.length + 64)
    this.raw(pair.pack)
  }

  intText(key: Key, value: number): void {
    this.#key(key)
    const start = this.at++
    this.digits(value)
    this.out[start] = 0xa0 | (this.at - start - 1)
  }

  #longText(value: string): void {
    const bytes = Buffer.from(value, 'utf8')
    this.room(bytes.length + 64)
    this.#head(bytes.length, 0xa0, 32, 0xda)
    this.raw(bytes)
  }

  #key(key: Key): void {
    this.room(key.pack.length + 64)
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
    const { out } = this
    const word = value >>> 0
    out[this.at++] = word >>> 24
    out[this.at++] = word >>> 16
    out[this.at++] = word >>> 8
    out[this.at++] = word
  }
}
