import { assert } from '../../engine/assert.js'

/**
 * Bytes -> lines of the DDE protocol: single-byte text, split on LF, CR skipped. Owns what has come
 * of a line whose end has not, and steps over news blocks, which are binary.
 *
 *   R1. What it holds between two chunks is at most `lineMax` characters.
 *   R2. A fault is final: no line comes after it, and the connection is to be closed.
 */

const NEWS_START = '< News'
/** time[20], topic[256], keywords[256], int32 length, 12 unused. */
const NEWS_HEADER_BYTES = 548
const NEWS_LENGTH_AT = 532
export const DDE_NEWS_BYTES_MAX = 1_048_576

export class DdeLineReader {
  readonly #newsBlocks: boolean
  #lineMax: number
  #text = ''
  #at = 0
  /** The start of a line whose end has not come. */
  #rest = ''
  /** The place of the next byte in a news header; -1 outside of one. */
  #headerAt = -1
  #newsLength = 0
  #skip = 0
  #fault = ''

  /** `newsBlocks`: only a provider sends them; from a client such a line is like any other. */
  constructor(lineMax: number, newsBlocks: boolean) {
    this.#lineMax = lineMax
    this.#newsBlocks = newsBlocks
  }

  /** Why reading ended; empty while all is well. */
  get fault(): string {
    return this.#fault
  }

  /** After `next` answered undefined: the start of a line, for prompts that end without one. */
  get rest(): string {
    return this.#rest
  }

  /** Forgets the first `count` characters of `rest`: they were answered. */
  dropRest(count: number): void {
    this.#rest = this.#rest.slice(count)
  }

  setLineMax(lineMax: number): void {
    this.#lineMax = lineMax
  }

  /** Only once `next` has answered undefined. */
  push(bytes: Uint8Array): void {
    assert(this.#at >= this.#text.length, 'a chunk is read to its end before the next one')
    if (this.#fault !== '') return
    this.#text = latin1(bytes)
    this.#at = 0
  }

  /** The next whole line without its end; undefined when more bytes are needed, or at a fault. */
  next(): string | undefined {
    if (this.#fault !== '') return undefined
    if (this.#headerAt >= 0) this.#readNewsHeader()
    if (this.#skip > 0) this.#skipBytes()
    if (this.#fault !== '' || this.#at >= this.#text.length) return undefined
    const end = this.#text.indexOf('\n', this.#at)
    if (end < 0) {
      this.#keep(this.#text.slice(this.#at))
      return undefined
    }
    if (this.#rest.length + end - this.#at > this.#lineMax + 1)
      return this.#fail('a line is too long')
    let line = this.#text.slice(this.#at, end)
    if (this.#rest !== '') {
      line = this.#rest + line
      this.#rest = ''
    }
    this.#at = end + 1
    if (line.includes('\r')) line = line.replaceAll('\r', '')
    if (this.#newsBlocks && line.startsWith(NEWS_START)) {
      this.#headerAt = 0
      this.#newsLength = 0
    }
    return line
  }

  #keep(part: string): void {
    this.#at = this.#text.length
    if (this.#rest.length + part.length > this.#lineMax) this.#fail('a line is too long')
    else this.#rest += part
  }

  #readNewsHeader(): void {
    while (this.#headerAt < NEWS_HEADER_BYTES && this.#at < this.#text.length) {
      const index = this.#headerAt - NEWS_LENGTH_AT
      if (index >= 0 && index < 4) {
        this.#newsLength |= this.#text.charCodeAt(this.#at) << (8 * index)
      }
      this.#headerAt++
      this.#at++
    }
    if (this.#headerAt < NEWS_HEADER_BYTES) return
    this.#headerAt = -1
    if (this.#newsLength < 0 || this.#newsLength > DDE_NEWS_BYTES_MAX) {
      this.#fail('a news block is too long')
    } else this.#skip = this.#newsLength
  }

  #skipBytes(): void {
    const step = Math.min(this.#skip, this.#text.length - this.#at)
    this.#skip -= step
    this.#at += step
  }

  #fail(why: string): undefined {
    this.#fault = why
    this.#rest = ''
    this.#text = ''
    this.#at = 0
  }
}

/** One character a byte, so that lengths in characters are lengths in bytes. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
