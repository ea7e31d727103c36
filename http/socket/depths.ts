import type { PriceBoard } from '../../actors/shared/price-board.js'
import type { Clock, Timer } from '../../actors/thread/clock.js'
import { symbolByName } from '../../engine/book/book.js'
import type { Book, SymbolSpec } from '../../engine/book/compiled.js'
import { widenSpread } from '../../engine/book/group-prices.js'
import type { Refusal } from '../../engine/code.js'
import { DEPTHS_MAX, SOCKET_BEHIND_BYTES } from '../../engine/limits/sockets.js'
import { because } from '../../engine/reasons/reasons.js'
import {
  type DepthFrame,
  type DepthRow,
  writeDepthEvent,
  writeDepthReply,
} from '../../wire/frame/depth-frame.js'
import type { FrameWriter } from '../../wire/frame/frame-writer.js'
import { frameWriter, type SocketCodec } from '../../wire/frame/socket-frame.js'
import type { DepthArgs } from '../../wire/trade/socket-question.js'
import { sendRefusal } from './replies.js'
import { type QuoteReader, readerSpread } from './topics.js'

/**
 * The operation `depth`: the market depth of a symbol, once or on every change.
 *
 * - A socket gets at most one update per symbol within `BEAT_MS`, with the newest depth, and none
 *   without a change.
 * - Nothing is queued for a slow client. When it has caught up, it gets the current depth.
 * - A frame is encoded once per codec for all groups with the same prices.
 * - Levels more than `STALE_MS` older than the price are dropped, because their provider has
 *   stopped sending them. A side without levels shows its best price without a volume.
 */
const BEAT_MS = 100
const STALE_MS = 10_000
const BEST_ALONE: readonly DepthRow[] = [{ distance: 0, volume: null }]

interface Watched {
  readonly symbolId: number
  /** Subscribers, each with the version that it has received (`#stampOf`). */
  readonly readers: Map<QuoteReader, string>
}

export class Depths {
  readonly #board: PriceBoard
  readonly #clock: Clock
  readonly #watched = new Map<number, Watched>()
  readonly #writers: Readonly<Record<SocketCodec, FrameWriter>> = {
    json: frameWriter('json'),
    msgpack: frameWriter('msgpack'),
  }
  #book: Book
  #timer: Timer | null = null

  constructor(board: PriceBoard, book: Book, clock: Clock) {
    this.#board = board
    this.#book = book
    this.#clock = clock
  }

  /** Applies new settings. Subscriptions to deleted symbols end. */
  setBook(book: Book): void {
    this.#book = book
    for (const { symbolId, readers } of [...this.#watched.values()]) {
      if (book.symbolsById.has(symbolId)) continue
      for (const reader of [...readers.keys()]) this.unsubscribe(reader, symbolId)
    }
  }

  /** The number of symbols with subscribers. */
  get size(): number {
    return this.#watched.size
  }

  /** Replies, and subscribes or unsubscribes if the request says so. */
  answer(reader: QuoteReader, id: number | string, { symbol: name, subscribe }: DepthArgs): void {
    const symbol = symbolByName(this.#book, name)
    const refusal = symbol === undefined ? unknown(name) : this.#refusal(reader, symbol, subscribe)
    if (symbol === undefined || refusal !== null) {
      sendRefusal(reader, id, refusal ?? unknown(name))
      return
    }
    const w = this.#writers[reader.codec]
    writeDepthReply(w, id, this.#shown(symbol, readerSpread(this.#book, reader, symbol.id)))
    reader.send(w.written)
    if (subscribe === true) this.#subscribe(reader, symbol)
    else if (subscribe === false) this.unsubscribe(reader, symbol.id)
  }

  unsubscribe(reader: QuoteReader, symbolId: number): void {
    reader.depths?.delete(symbolId)
    const watched = this.#watched.get(symbolId)
    watched?.readers.delete(reader)
    if (watched?.readers.size === 0) this.#watched.delete(symbolId)
    if (this.#watched.size > 0) return
    this.#timer?.cancel()
    this.#timer = null
  }

  /** Removes a socket that is closing or closed. */
  leave(reader: QuoteReader): void {
    for (const symbolId of [...(reader.depths ?? [])]) this.unsubscribe(reader, symbolId)
  }

  #refusal(
    { depths }: QuoteReader,
    { id }: SymbolSpec,
    subscribe: boolean | undefined,
  ): Refusal | null {
    if (subscribe !== true || depths === null || depths.has(id)) return null
    if (depths.size < DEPTHS_MAX) return null
    return because('invalid_input.depths', { max: DEPTHS_MAX })
  }

  #subscribe(reader: QuoteReader, symbol: SymbolSpec): void {
    if (reader.ws === null) return
    reader.depths ??= new Set()
    reader.depths.add(symbol.id)
    const { id: symbolId } = symbol
    const watched = this.#watched.get(symbolId) ?? { symbolId, readers: new Map() }
    this.#watched.set(symbolId, watched)
    watched.readers.set(
      reader,
      this.#stampOf(symbolId, readerSpread(this.#book, reader, symbol.id)),
    )
    this.#timer ??= this.#clock.every(BEAT_MS, () => this.#beat())
  }

  #beat(): void {
    for (const watched of this.#watched.values()) this.#tell(watched)
  }

  #tell({ symbolId, readers }: Watched): void {
    const symbol = this.#book.symbolsById.get(symbolId)
    if (symbol === undefined) return
    const frames = new Map<string, Uint8Array>()
    for (const [reader, heard] of readers) {
      if (reader.isBehind || reader.isMidReply || reader.unsent > SOCKET_BEHIND_BYTES) continue
      const diff = readerSpread(this.#book, reader, symbol.id)
      const stamp = this.#stampOf(symbolId, diff)
      if (stamp === heard) continue
      readers.set(reader, stamp)
      const which = `${reader.codec} ${diff}`
      let frame = frames.get(which)
      if (frame === undefined) {
        const w = this.#writers[reader.codec]
        writeDepthEvent(w, this.#shown(symbol, diff))
        frame = w.written.slice()
        frames.set(which, frame)
      }
      reader.send(frame)
    }
  }

  /** A text that differs whenever the depth has changed. */
  #stampOf(symbolId: number, diff: number): string {
    return `${this.#board.versionOf(symbolId)} ${this.#board.depth.versionOf(symbolId)} ${diff}`
  }

  #shown(symbol: SymbolSpec, diff: number): DepthFrame {
    const listed = this.#board.quote(symbol.id)
    if (listed === undefined) return { symbol, quote: undefined, bids: [], asks: [] }
    const levels = this.#board.depth.read(symbol.id)
    const isOld = levels === undefined || Math.abs(listed.at - levels.at) > STALE_MS
    return {
      symbol,
      quote: widenSpread(listed, diff),
      bids: isOld ? BEST_ALONE : rowsOf(levels.bids),
      asks: isOld ? BEST_ALONE : rowsOf(levels.asks),
    }
  }
}

function rowsOf(levels: readonly DepthRow[]): readonly DepthRow[] {
  return levels.length === 0 ? BEST_ALONE : levels
}

function unknown(name: string): Refusal {
  return because('trade.symbol_unknown.symbol', { symbol: name.slice(0, 64) })
}
