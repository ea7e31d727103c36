import type { TemplatedApp } from 'uWebSockets.js'
import type { PriceBoard } from '../../actors/shared/price-board.js'
import { groupOf } from '../../engine/book/book.js'
import type { Book, SymbolSpec } from '../../engine/book/compiled.js'
import { widened } from '../../engine/book/group-prices.js'
import { symbolSeen } from '../../engine/book/group-symbols.js'
import { SOCKET_BEHIND_BYTES } from '../../engine/limits.js'
import type { FrameWriter } from '../../wire/frame/frame-writer.js'
import { beginEvent, DATA, frameWriter, type SocketCodec } from '../../wire/frame/socket-frame.js'
import { key, timeText } from '../../wire/trade/views.js'
import type { Topic } from './topics.js'
import type { TraderConnection } from './trader-connection.js'

const KEY = { symbol: key('s'), bid: key('b'), ask: key('a'), at: key('t') } as const
/** Of one catching up: more than this at once would only put the reader behind again. */
const CATCH_UP_BYTES = 64 * 1024

export class Quotes {
  readonly #board: PriceBoard
  /** By symbol, one for each difference. */
  readonly #topics = new Map<number, Topic[]>()
  readonly #readers = new Set<TraderConnection>()
  readonly #behind = new Set<TraderConnection>()
  readonly #writers: Readonly<Record<SocketCodec, FrameWriter>> = {
    json: frameWriter('json'),
    msgpack: frameWriter('msgpack'),
  }
  readonly #publishOne = (symbolId: number): void => this.#publish(symbolId)
  #app: Pick<TemplatedApp, 'publish'> | null = null
  #book: Book
  #published = 0
  #scanned = 0

  constructor(board: PriceBoard, book: Book) {
    this.#board = board
    this.#book = book
  }

  attach(app: Pick<TemplatedApp, 'publish'>): void {
    this.#app = app
  }

  /** Symbols that are gone lose their subscribers; the others are published as they read now. */
  setBook(book: Book): void {
    const before = this.#book
    this.#book = book
    for (const [id, topics] of this.#topics) {
      const symbol = book.symbolsById.get(id)
      if (symbol === undefined) for (const reader of this.#readers) this.unsubscribe(reader, [id])
      else for (const topic of topics) topic.symbol = symbol
    }
    if (!before.hasSpreads && !book.hasSpreads) return
    if (before.groups === book.groups && before.symbolsById === book.symbolsById) return
    for (const reader of [...this.#readers]) this.regroup(reader)
  }

  /** The account is in another group, or its group has other rows. */
  regroup(connection: TraderConnection): void {
    const { symbols } = connection
    if (symbols === null || symbols.size === 0) return
    for (const [id, topic] of [...symbols]) {
      const symbol = this.#book.symbolsById.get(id)
      if (symbol === undefined || this.#diffOf(connection, symbol) === topic.diff) continue
      this.unsubscribe(connection, [id])
      this.subscribe(connection, [id])
    }
  }

  /** Some symbol moved: the links thread says so once until this was called. */
  moved(): void {
    this.#board.takeMoved(this.#publishOne)
  }

  subscribe(connection: TraderConnection, symbolIds: readonly number[]): void {
    if (connection.ws === null) return
    this.#readers.add(connection)
    connection.symbols ??= new Map()
    if (!connection.isBehind && connection.unsent > SOCKET_BEHIND_BYTES) this.setBehind(connection)
    for (const id of symbolIds) {
      const symbol = this.#book.symbolsById.get(id)
      if (symbol === undefined) continue
      const topic = this.#topicOf(symbol, this.#diffOf(connection, symbol))
      if (!connection.symbols.has(id)) {
        connection.symbols.set(id, topic)
        topic.readers[connection.codec]++
        if (!connection.isBehind) connection.ws.subscribe(topic.names[connection.codec])
      }
      if (connection.isBehind) {
        connection.unheard ??= new Set()
        connection.unheard.add(id)
      } else this.#sendNewest(connection, topic)
    }
  }

  unsubscribe(connection: TraderConnection, symbolIds: Iterable<number>): void {
    const { symbols } = connection
    if (symbols === null) return
    for (const id of symbolIds) {
      const topic = symbols.get(id)
      if (topic === undefined) continue
      symbols.delete(id)
      connection.unheard?.delete(id)
      connection.ws?.unsubscribe(topic.names[connection.codec])
      topic.readers[connection.codec]--
      if (topic.readers.json + topic.readers.msgpack === 0) this.#close(topic, id)
    }
    if (symbols.size === 0) this.#readers.delete(connection)
  }

  /** The socket hears no more quotes: it is closing, or gone. */
  leave(connection: TraderConnection): void {
    this.#behind.delete(connection)
    connection.isBehind = false
    connection.latest = null
    if (connection.symbols !== null) this.unsubscribe(connection, [...connection.symbols.keys()])
  }

  setBehind(connection: TraderConnection): void {
    connection.isBehind = true
    connection.heardQuotes = this.#published
    this.#behind.add(connection)
    const { symbols, ws, codec } = connection
    if (symbols === null || ws === null) return
    for (const { names } of symbols.values()) ws.unsubscribe(names[codec])
  }

  /** Looks for readers that fell behind, or have caught up unnoticed. Call it every 50 to 100 ms. */
  scan(): void {
    for (const connection of this.#behind) this.drained(connection)
    if (this.#published === this.#scanned) return
    this.#scanned = this.#published
    for (const connection of this.#readers) {
      if (!connection.isBehind && connection.unsent > SOCKET_BEHIND_BYTES) {
        this.setBehind(connection)
      }
    }
  }

  /** The library sent some of what waited. */
  drained(connection: TraderConnection): void {
    if (!connection.isBehind || connection.isMidReply || connection.unsent > 0) return
    connection.ws?.cork(() => this.#catchUp(connection))
  }

  get behind(): number {
    return this.#behind.size
  }

  /** Symbols that somebody is subscribed to. */
  get topics(): number {
    return this.#topics.size
  }

  #catchUp(connection: TraderConnection): void {
    const { ws, latest, codec } = connection
    if (ws === null) return
    if (latest !== null) connection.send(latest)
    connection.latest = null
    if (!this.#sendMissed(connection)) return
    connection.isBehind = false
    this.#behind.delete(connection)
    for (const { names } of connection.symbols?.values() ?? []) ws.subscribe(names[codec])
  }

  /** In the order in which they moved. False when some are left for the next time. */
  #sendMissed(connection: TraderConnection): boolean {
    const { heardQuotes, unheard } = connection
    const missed: Topic[] = []
    for (const [id, topic] of connection.symbols ?? []) {
      if (topic.published > heardQuotes || unheard?.has(id)) missed.push(topic)
    }
    let bytes = 0
    for (const topic of missed.sort((a, b) => a.published - b.published)) {
      if (bytes >= CATCH_UP_BYTES) return false
      if (topic.published > heardQuotes) connection.heardQuotes = topic.published
      unheard?.delete(topic.symbol.id)
      bytes += this.#sendNewest(connection, topic)
    }
    connection.unheard = null
    return true
  }

  #publish(symbolId: number): void {
    const topics = this.#topics.get(symbolId)
    if (topics === undefined) return
    for (const topic of topics) {
      topic.published = ++this.#published
      if (topic.readers.json > 0) this.#publishAs(topic, 'json')
      if (topic.readers.msgpack > 0) this.#publishAs(topic, 'msgpack')
    }
  }

  #publishAs(topic: Topic, codec: SocketCodec): void {
    const frame = this.#encode(topic, codec)
    if (frame !== undefined) this.#app?.publish(topic.names[codec], frame, codec === 'msgpack')
  }

  /** Answers the bytes of the frame. */
  #sendNewest(connection: TraderConnection, topic: Topic): number {
    const frame = this.#encode(topic, connection.codec)
    if (frame === undefined) return 0
    connection.send(frame)
    return frame.length
  }

  /** Valid until the next is encoded; undefined while the symbol has no quote. */
  #encode({ symbol, diff }: Topic, codec: SocketCodec): Uint8Array | undefined {
    const listed = this.#board.quote(symbol.id)
    if (listed === undefined) return undefined
    const quote = widened(listed, diff)
    const w = this.#writers[codec]
    beginEvent(w, 'quote')
    w.map(4, DATA)
    w.text(KEY.symbol, symbol.name)
    w.scaled(KEY.bid, quote.bid, symbol.digits)
    w.scaled(KEY.ask, quote.ask, symbol.digits)
    w.text(KEY.at, timeText(quote.at))
    w.endMap()
    w.endMap()
    return w.bytes.subarray(0, w.length)
  }

  #diffOf({ group }: TraderConnection, listed: SymbolSpec): number {
    if (!this.#book.hasSpreads || group === null) return 0
    const seen = groupOf(this.#book, group.path)
    return seen?.hasSpreads === true ? symbolSeen(seen, listed).spreadDiff : 0
  }

  #topicOf(symbol: SymbolSpec, diff: number): Topic {
    const { id } = symbol
    const topics = this.#topics.get(id) ?? []
    const known = topics.find((topic) => topic.diff === diff)
    if (known !== undefined) return known
    const name = diff === 0 ? `${id}` : `${id}:${diff}`
    const names = { json: `q${name}`, msgpack: `Q${name}` }
    const topic = { symbol, diff, names, readers: { json: 0, msgpack: 0 }, published: 0 }
    topics.push(topic)
    this.#topics.set(id, topics)
    return topic
  }

  #close(topic: Topic, symbolId: number): void {
    const others = (this.#topics.get(symbolId) ?? []).filter((one) => one !== topic)
    if (others.length > 0) this.#topics.set(symbolId, others)
    else this.#topics.delete(symbolId)
  }
}
