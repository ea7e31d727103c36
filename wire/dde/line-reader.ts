import { assert } from '../../engine/assert.js'
import { NEWS_HEADER_BYTES, newsLength } from './news.js'

/**
 * Splits bytes into DDE lines: single-byte text that ends with LF, with CR ignored. Keeps an
 * incomplete line, and skips binary news blocks or keeps their beginning.
 *
 * - Between two chunks it keeps at most `lineMax` characters and, of a news block, its header and
 *   the first `NEWS_KEPT_BYTES`.
 * - An error is final: no lines follow, and the connection has to be closed.
 */

const NEWS_START = '< News'
export const DDE_NEWS_BYTES_MAX = 1_048_576
/** The longest text that is stored, whatever its encoding (engine/limits/providers.ts). */
export const NEWS_KEPT_BYTES = 131_072

/** A news block with its bytes as characters. */
export interface NewsBlock {
  readonly header: string
  readonly body: string
}

export class DdeLineReader {
  readonly #newsBlocks: boolean
  #lineMax: number
  #text = ''
  #at = 0
  /** The start of a line whose end has not arrived yet. */
  #rest = ''
  /** The part of a news header received so far; undefined outside of a news block. */
  #header: string | undefined
  /** The current news block; undefined if it is not kept. */
  #block: { readonly header: string; body: string } | undefined
  #news: NewsBlock | undefined
  #skip = 0
  /** True to keep the news blocks that begin from now on, for `takeNews`. */
  keepsNews = false
  #fault = ''

  /**
   * `newsBlocks` is true for connections to providers. A line from a client that looks like a news
   * header is an ordinary line.
   */
  constructor(lineMax: number, newsBlocks: boolean) {
    this.#lineMax = lineMax
    this.#newsBlocks = newsBlocks
  }

  /** The reason why reading ended; empty if there is no error. */
  get fault(): string {
    return this.#fault
  }

  /**
   * The start of an incomplete line, for prompts without a line end. Only valid after `next`
   * returned undefined.
   */
  get rest(): string {
    return this.#rest
  }

  /** Drops the first `count` characters of `rest`, because they have been answered. */
  dropRest(count: number): void {
    this.#rest = this.#rest.slice(count)
  }

  setLineMax(lineMax: number): void {
    this.#lineMax = lineMax
  }

  /** Adds bytes. Only allowed after `next` returned undefined. */
  push(bytes: Uint8Array): void {
    assert(this.#at >= this.#text.length, 'a chunk is read to its end before the next one')
    if (this.#fault !== '') return
    this.#text = latin1(bytes)
    this.#at = 0
  }

  /** Returns the news block before the last line, once. */
  takeNews(): NewsBlock | undefined {
    const news = this.#news
    this.#news = undefined
    return news
  }

  /**
   * The next complete line without its end; undefined if more bytes are needed, or after an error.
   */
  next(): string | undefined {
    if (this.#fault !== '') return undefined
    if (this.#header !== undefined) this.#readNewsHeader(this.#header)
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
      this.#header = ''
    }
    return line
  }

  #keep(part: string): void {
    this.#at = this.#text.length
    if (this.#rest.length + part.length > this.#lineMax) this.#fail('a line is too long')
    else this.#rest += part
  }

  #readNewsHeader(before: string): void {
    const more = this.#text.slice(this.#at, this.#at + NEWS_HEADER_BYTES - before.length)
    const header = before + more
    this.#at += more.length
    if (header.length < NEWS_HEADER_BYTES) {
      this.#header = header
      return
    }
    this.#header = undefined
    const length = newsLength(header)
    if (length < 0 || length > DDE_NEWS_BYTES_MAX) {
      this.#fail('a news block is too long')
      return
    }
    this.#skip = length
    this.#block = this.keepsNews ? { header, body: '' } : undefined
    if (length === 0) this.#endBlock()
  }

  #skipBytes(): void {
    const step = Math.min(this.#skip, this.#text.length - this.#at)
    if (this.#block !== undefined) {
      const room = NEWS_KEPT_BYTES - this.#block.body.length
      this.#block.body += this.#text.slice(this.#at, this.#at + Math.min(step, room))
    }
    this.#skip -= step
    this.#at += step
    if (this.#skip === 0) this.#endBlock()
  }

  #endBlock(): void {
    this.#news = this.#block
    this.#block = undefined
  }

  #fail(why: string): undefined {
    this.#fault = why
    this.#rest = ''
    this.#text = ''
    this.#at = 0
  }
}

/** Decodes one character per byte, so that lengths in characters are lengths in bytes. */
function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
