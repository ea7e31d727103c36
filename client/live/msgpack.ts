/** MessagePack of plain data, as the frames of `openfloor.msgpack` are written. */
const START_BYTES = 256
const UINT32 = 0x1_0000_0000
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function packed(value: unknown): Uint8Array<ArrayBuffer> {
  const writer = new Writer()
  writer.value(value)
  return writer.taken()
}

export function unpacked(bytes: Uint8Array): unknown {
  return new Reader(bytes).value()
}

class Writer {
  #bytes = new Uint8Array(START_BYTES)
  #view = new DataView(this.#bytes.buffer)
  #at = 0

  taken(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#at)
  }

  value(value: unknown): void {
    if (value === null || value === undefined) this.#byte(0xc0)
    else if (typeof value === 'boolean') this.#byte(value ? 0xc3 : 0xc2)
    else if (typeof value === 'number') this.#number(value)
    else if (typeof value === 'string') this.#text(value)
    else if (Array.isArray(value)) {
      this.#head(value.length, 0x90, 0xdc)
      for (const item of value) this.value(item)
    } else if (typeof value === 'object') {
      const fields = Object.entries(value).filter(([, one]) => one !== undefined)
      this.#head(fields.length, 0x80, 0xde)
      for (const [name, one] of fields) {
        this.#text(name)
        this.value(one)
      }
    } else throw new TypeError(`a ${typeof value} has no place in a frame`)
  }

  #number(value: number): void {
    this.#room(9)
    const isWhole = Number.isInteger(value) && !Object.is(value, -0)
    if (isWhole && value >= 0 && value < 128) this.#byte(value)
    else if (isWhole && value < 0 && value >= -32) this.#byte(value + 256)
    else if (isWhole && value >= 0 && value < UINT32) {
      this.#byte(0xce)
      this.#view.setUint32(this.#at, value)
      this.#at += 4
    } else {
      this.#byte(0xcb)
      this.#view.setFloat64(this.#at, value)
      this.#at += 8
    }
  }

  #text(text: string): void {
    const bytes = encoder.encode(text)
    if (bytes.length < 32) this.#byte(0xa0 | bytes.length)
    else this.#wide(bytes.length, 0xda)
    this.#room(bytes.length)
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
  }

  #head(count: number, fixed: number, wide: number): void {
    if (count < 16) this.#byte(fixed | count)
    else this.#wide(count, wide)
  }

  #wide(count: number, mark: number): void {
    this.#room(5)
    if (count < 0x1_0000) {
      this.#byte(mark)
      this.#view.setUint16(this.#at, count)
      this.#at += 2
    } else {
      this.#byte(mark + 1)
      this.#view.setUint32(this.#at, count)
      this.#at += 4
    }
  }

  #byte(value: number): void {
    this.#room(1)
    this.#bytes[this.#at++] = value
  }

  #room(count: number): void {
    if (this.#at + count <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#at + count))
    grown.set(this.#bytes)
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }
}

class Reader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  value(): unknown {
    const head = this.#uint(1)
    if (head < 0x80) return head
    if (head < 0x90) return this.#map(head & 15)
    if (head < 0xa0) return this.#array(head & 15)
    if (head < 0xc0) return this.#text(head & 31)
    if (head >= 0xe0) return head - 256
    switch (head) {
      case 0xc0:
        return null
      case 0xc2:
        return false
      case 0xc3:
        return true
      case 0xca:
        return this.#take(4, (at) => this.#view.getFloat32(at))
      case 0xcb:
        return this.#take(8, (at) => this.#view.getFloat64(at))
      case 0xcc:
      case 0xcd:
      case 0xce:
        return this.#uint(1 << (head - 0xcc))
      case 0xcf:
        return Number(this.#take(8, (at) => this.#view.getBigUint64(at)))
      case 0xd0:
        return this.#take(1, (at) => this.#view.getInt8(at))
      case 0xd1:
        return this.#take(2, (at) => this.#view.getInt16(at))
      case 0xd2:
        return this.#take(4, (at) => this.#view.getInt32(at))
      case 0xd3:
        return Number(this.#take(8, (at) => this.#view.getBigInt64(at)))
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.#text(this.#uint(1 << (head - 0xd9)))
      case 0xdc:
      case 0xdd:
        return this.#array(this.#uint(2 << (head - 0xdc)))
      case 0xde:
      case 0xdf:
        return this.#map(this.#uint(2 << (head - 0xde)))
      default:
        throw new TypeError('a type of MessagePack that frames do not have')
    }
  }

  #map(count: number): Record<string, unknown> {
    const map: Record<string, unknown> = {}
    for (let i = 0; i < count; i++) {
      const name = this.value()
      // A plain assignment to this name would change what the object is.
      if (name === '__proto__') this.value()
      else map[String(name)] = this.value()
    }
    return map
  }

  #array(count: number): unknown[] {
    const items: unknown[] = []
    for (let i = 0; i < count; i++) items.push(this.value())
    return items
  }

  #text(length: number): string {
    return this.#take(length, (at) => decoder.decode(this.#bytes.subarray(at, at + length)))
  }

  #uint(size: number): number {
    return this.#take(size, (at) => {
      if (size === 1) return this.#view.getUint8(at)
      return size === 2 ? this.#view.getUint16(at) : this.#view.getUint32(at)
    })
  }

  #take<T>(size: number, read: (at: number) => T): T {
    if (this.#at + size > this.#bytes.length) throw new RangeError('the frame ends too early')
    const value = read(this.#at)
    this.#at += size
    return value
  }
}
