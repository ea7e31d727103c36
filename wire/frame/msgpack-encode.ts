/**
 * Encodes plain data as MessagePack, for rare frames of any shape. Frequent frames are written
 * field by field (`wire/frame/writer.ts`). Undefined fields are left out, as in JSON.
 */
export function encodeMsgpack(value: unknown): Uint8Array {
  const out = new Sink()
  out.value(value)
  return out.taken()
}

const START_BYTES = 512
const HEAD_BYTES = 9
const UINT32 = 0x1_0000_0000

class Sink {
  #bytes = Buffer.allocUnsafe(START_BYTES)
  #at = 0

  taken(): Uint8Array {
    return this.#bytes.subarray(0, this.#at)
  }

  value(value: unknown): void {
    this.#room(HEAD_BYTES)
    if (value === null || value === undefined) this.#byte(0xc0)
    else if (value === true) this.#byte(0xc3)
    else if (value === false) this.#byte(0xc2)
    else if (typeof value === 'number') this.#number(value)
    else if (typeof value === 'string') this.#text(value)
    else if (Array.isArray(value)) {
      this.#head(value.length, 0x90, 0xdc)
      for (const item of value) this.value(item)
    } else if (typeof value === 'object') this.#map(value)
    else throw new TypeError(`a ${typeof value} has no place in a frame`)
  }

  #map(object: object): void {
    const fields = Object.entries(object).filter(([, value]) => value !== undefined)
    this.#head(fields.length, 0x80, 0xde)
    for (const [name, value] of fields) {
      this.value(name)
      this.value(value)
    }
  }

  #number(value: number): void {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      this.#byte(0xcb)
      this.#at = this.#bytes.writeDoubleBE(value, this.#at)
    } else if (value >= 0 && value < 128) this.#byte(value)
    else if (value < 0 && value >= -32) this.#byte(value + 256)
    else if (value >= 0 && value < UINT32) {
      this.#byte(0xce)
      this.#at = this.#bytes.writeUInt32BE(value, this.#at)
    } else {
      this.#byte(0xd3)
      this.#at = this.#bytes.writeBigInt64BE(BigInt(value), this.#at)
    }
  }

  #text(text: string): void {
    const length = Buffer.byteLength(text)
    this.#room(length + HEAD_BYTES)
    if (length < 32) this.#byte(0xa0 | length)
    else this.#wide(length, 0xda)
    this.#at += this.#bytes.write(text, this.#at)
  }

  #head(count: number, fixed: number, wide: number): void {
    if (count < 16) this.#byte(fixed | count)
    else this.#wide(count, wide)
  }

  #wide(count: number, mark: number): void {
    if (count < 65_536) {
      this.#byte(mark)
      this.#at = this.#bytes.writeUInt16BE(count, this.#at)
    } else {
      this.#byte(mark + 1)
      this.#at = this.#bytes.writeUInt32BE(count, this.#at)
    }
  }

  #byte(value: number): void {
    this.#bytes[this.#at++] = value
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + bytes))
    this.#bytes.copy(grown, 0, 0, this.#at)
    this.#bytes = grown
  }
}
