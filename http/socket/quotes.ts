import type { TemplatedApp } from 'uWebSockets.js'
import type { DayFigures, PriceBoard } from '../../actors/shared/price-board.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { Book, SymbolSpec } from '../../engine/book/compiled.js'
import { widenSpread } from '../../engine/book/group-prices.js'
import { SOCKET_BEHIND_BYTES } from '../../engine/limits/sockets.js'
import { type FrameWriter, key } from '../../wire/frame/frame-writer.js'
import { beginEvent, DATA, frameWriter, type SocketCodec } from '../../wire/frame/socket-frame.js'
import { PacedQuotes } from './paced-quotes.js'
import { type QuoteReader, readerSpread, type Topic } from './topics.js'

const KEY = { symbol: key('s'), bid: key('b'), ask: key('a'), at: key('t') } as const
const DAY = { open: key('o'), high: key('h'), low: key('l'), close: key('c') } as const
/** The least time between two updates of a symbol's day figures (topics.ts, Q4). */
const DAY_SENT_MS = 1000
/** The most bytes to send when a client catches up; more would only make it slow again. */
const CATCH_UP_BYTES = 64 * 1024

export class Quotes {
  readonly #board: PriceBoard
  /** The topics of each symbol, one per spread markup. */
  readonly #topics = new Map<number, Topic[]>()
  readonly #readers = new Set<QuoteReader>()
  readonly #behind = new Set<QuoteReader>()
  /** Topics whose day figures have changed but were sent too recently to send again. */
  readonly #owesDay = new Set<Topic>()
  readonly #clock: Clock
  readonly #paced: PacedQuotes
  readonly #writers: Readonly<Record<SocketCodec, FrameWriter>> = {
    json: frameWriter('json'),
    msgpack: frameWriter('msgpack'),
  }
  readonly #publishOne = (symbolId: number): void => this.#publish(symbolId)
  #app: Pick<TemplatedApp, 'publish'> | null = null
  #book: Book
  #published = 0
  #scanned = 0

  constructor(board: PriceBoard, book: Book, clock: Clock) {
    this.#board = board
    this.#book = book
    this.#clock = clock
    this.#paced = new PacedQuotes({
      clock,
      send: (reader, topic, withDay) => this.#sendNewest(reader, topic, withDay),
      behind: (reader) => this.setBehind(reader),
    })
  }

  attach(app: Pick<TemplatedApp, 'publish'>): void {
    this.#app = app
  }

  /**
   * Applies new settings. Deleted symbols lose their subscribers, and other symbols use their new
   * settings from now on.
   */
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

  /** Called when the account has changed its group, or when the group's settings have changed. */
  regroup(connection: QuoteReader): void {
    const { symbols, paced } = connection
    for (const [id, topic] of [...(symbols ?? [])]) {
      if (this.#isMoved(connection, topic)) this.subscribe(connection, [id])
    }
    for (const [id, { topic, everyMs }] of [...(paced ?? [])]) {
      if (this.#isMoved(connection, topic)) this.subscribe(connection, [id], 1000 / everyMs)
    }
  }

  #isMoved(connection: QuoteReader, { symbol, diff }: Topic): boolean {
    const now = this.#book.symbolsById.get(symbol.id)
    return now !== undefined && readerSpread(this.#book, connection, now.id) !== diff
  }

  /**
   * Publishes the symbols that have changed. The links thread signals once and then not again until
   * this is called.
   */
  moved(): void {
    this.#board.takeMoved(this.#publishOne)
  }

  /**
   * Subscribes a client to symbols, with at most `maxPerSec` quotes each. Existing subscriptions
   * change to this rate.
   */
  subscribe(connection: QuoteReader, symbolIds: readonly number[], maxPerSec?: number): void {
    if (connection.ws === null) return
    this.#readers.add(connection)
    connection.symbols ??= new Map()
    if (!connection.isBehind && connection.unsent > SOCKET_BEHIND_BYTES) this.setBehind(connection)
    for (const id of symbolIds) {
      const symbol = this.#book.symbolsById.get(id)
      if (symbol === undefined) continue
      const diff = readerSpread(this.#book, connection, id)
      const goesOn = maxPerSec === undefined && connection.symbols.get(id)?.diff === diff
      if (!goesOn) this.#drop(connection, id)
      const topic = this.#topicOf(symbol, diff)
      if (maxPerSec === undefined) this.#join(connection, topic)
      else this.#paced.add(connection, topic, maxPerSec)
    }
  }

  #join(connection: QuoteReader, topic: Topic): void {
    const { symbols, ws, codec } = connection
    const { id } = topic.symbol
    if (symbols?.has(id) === false) {
      symbols.set(id, topic)
      topic.readers[codec]++
      if (!connection.isBehind) ws?.subscribe(topic.names[codec])
    }
    if (connection.isBehind) {
      connection.unheard ??= new Set()
      connection.unheard.add(id)
    } else this.#sendNewest(connection, topic, true)
  }

  unsubscribe(connection: QuoteReader, symbolIds: Iterable<number>): void {
    for (const id of symbolIds) this.#drop(connection, id)
    const { symbols, paced } = connection
    if ((symbols?.size ?? 0) + (paced?.size ?? 0) === 0) this.#readers.delete(connection)
  }

  #drop(connection: QuoteReader, id: number): void {
    const { symbols, codec } = connection
    const topic = symbols?.get(id)
    if (topic !== undefined) {
      symbols?.delete(id)
      connection.unheard?.delete(id)
      connection.ws?.unsubscribe(topic.names[codec])
      topic.readers[codec]--
    }
    const left = topic ?? this.#paced.remove(connection, id)
    if (left === undefined) return
    const { json, msgpack } = left.readers
    if (json + msgpack + left.paced.size === 0) this.#close(left, id)
  }

  /** Removes a socket that is closing or closed. */
  leave(connection: QuoteReader): void {
    this.#behind.delete(connection)
    connection.isBehind = false
    connection.latest = null
    const { symbols, paced } = connection
    this.unsubscribe(connection, [...(symbols?.keys() ?? []), ...(paced?.keys() ?? [])])
  }

  setBehind(connection: QuoteReader): void {
    connection.isBehind = true
    connection.heardQuotes = this.#published
    this.#behind.add(connection)
    const { symbols, ws, codec } = connection
    if (symbols === null || ws === null) return
    for (const { names } of symbols.values()) ws.unsubscribe(names[codec])
  }

  /**
   * Looks for clients that have become slow or have caught up without an event of the library. Call
   * it every 50 to 100 ms.
   */
  scan(): void {
    if (this.#owesDay.size > 0) this.#tellDays()
    for (const connection of this.#behind) this.drained(connection)
    if (this.#published === this.#scanned) return
    this.#scanned = this.#published
    for (const connection of this.#readers) {
      if (!connection.isBehind && connection.unsent > SOCKET_BEHIND_BYTES) {
        this.setBehind(connection)
      }
    }
  }

  /** Called when the library has sent waiting data. */
  drained(connection: QuoteReader): void {
    if (!connection.isBehind || connection.isMidReply || connection.unsent > 0) return
    connection.ws?.cork(() => this.#catchUp(connection))
  }

  get behind(): number {
    return this.#behind.size
  }

  /** The number of symbols with subscribers. */
  get topics(): number {
    return this.#topics.size
  }

  #catchUp(connection: QuoteReader): void {
    const { ws, latest, codec } = connection
    if (ws === null) return
    if (latest !== null) connection.send(latest)
    connection.latest = null
    if (!this.#sendMissed(connection)) return
    connection.isBehind = false
    this.#behind.delete(connection)
    for (const { names } of connection.symbols?.values() ?? []) ws.subscribe(names[codec])
  }

  /**
   * Sends missed quotes in the order in which they changed. Returns false if some are left for
   * later.
   */
  #sendMissed(connection: QuoteReader): boolean {
    const { heardQuotes, unheard } = connection
    const missed: Topic[] = []
    for (const [id, topic] of connection.symbols ?? []) {
      if (topic.published > heardQuotes || unheard?.has(id)) missed.push(topic)
    }
    let bytes = 0
    for (const topic of missed.sort((a, b) => a.published - b.published)) {
      const { id } = topic.symbol
      const withDay = topic.dayPublished > heardQuotes || unheard?.has(id) === true
      if (bytes >= CATCH_UP_BYTES) {
        // Without this entry the symbol would later look as if its day figures had been sent.
        if (withDay) connection.unheard = (connection.unheard ?? new Set()).add(id)
        continue
      }
      if (topic.published > heardQuotes) connection.heardQuotes = topic.published
      unheard?.delete(id)
      bytes += this.#sendNewest(connection, topic, withDay)
    }
    if (bytes >= CATCH_UP_BYTES) return false
    connection.unheard = null
    return true
  }

  #publish(symbolId: number): void {
    const topics = this.#topics.get(symbolId)
    if (topics === undefined) return
    const day = this.#board.dayFigures(symbolId, this.#clock.now())
    for (const topic of topics) this.#publishTopic(topic, day)
  }

  #publishTopic(topic: Topic, day: DayFigures): void {
    topic.published = ++this.#published
    const told = this.#tellsDay(topic, day) ? day : null
    if (topic.readers.json > 0) this.#publishAs(topic, 'json', told)
    if (topic.readers.msgpack > 0) this.#publishAs(topic, 'msgpack', told)
    if (topic.paced.size > 0) this.#paced.moved(topic)
  }

  /** True if this quote should contain the day figures (Q4). */
  #tellsDay(topic: Topic, day: DayFigures): boolean {
    if (topic.day !== null && isSameDay(topic.day, day)) {
      this.#owesDay.delete(topic)
      return false
    }
    const now = this.#clock.monotonic()
    if (topic.day !== null && now - topic.dayAt < DAY_SENT_MS) {
      this.#owesDay.add(topic)
      return false
    }
    this.#owesDay.delete(topic)
    topic.day = day
    topic.dayAt = now
    topic.dayPublished = topic.published
    return true
  }

  #tellDays(): void {
    const [now, wall] = [this.#clock.monotonic(), this.#clock.now()]
    for (const topic of this.#owesDay) {
      if (now - topic.dayAt < DAY_SENT_MS) continue
      this.#owesDay.delete(topic)
      this.#publishTopic(topic, this.#board.dayFigures(topic.symbol.id, wall))
    }
  }

  #publishAs(topic: Topic, codec: SocketCodec, day: DayFigures | null): void {
    const frame = this.#encode(topic, codec, day)
    if (frame !== undefined) this.#app?.publish(topic.names[codec], frame, codec === 'msgpack')
  }

  /** Sends the newest quote to the connection. Returns the number of bytes sent. */
  #sendNewest(connection: QuoteReader, topic: Topic, withDay: boolean): number {
    const { symbol } = topic
    const day = withDay ? this.#board.dayFigures(symbol.id, this.#clock.now()) : null
    const frame = this.#encode(topic, connection.codec, day)
    if (frame === undefined) return 0
    if (topic.day === null && day !== null) {
      topic.day = day
      topic.dayAt = this.#clock.monotonic()
    }
    connection.send(frame)
    return frame.length
  }

  /**
   * Encodes the quote of a symbol, valid until the next call; undefined while the symbol has no
   * quote.
   */
  #encode(
    { symbol, diff }: Topic,
    codec: SocketCodec,
    day: DayFigures | null,
  ): Uint8Array | undefined {
    const listed = this.#board.quote(symbol.id)
    if (listed === undefined) return undefined
    const quote = widenSpread(listed, diff)
    const w = this.#writers[codec]
    beginEvent(w, 'quote')
    w.map(day === null ? 4 : 8, DATA)
    w.text(KEY.symbol, symbol.name)
    w.scaled(KEY.bid, quote.bid, symbol.digits)
    w.scaled(KEY.ask, quote.ask, symbol.digits)
    w.time(KEY.at, quote.at)
    // The day's prices get the same markup as the current bid.
    if (day !== null) writeDay(w, day, quote.bid - listed.bid, symbol.digits)
    w.endMap()
    w.endMap()
    return w.bytes.subarray(0, w.length)
  }

  #topicOf(symbol: SymbolSpec, diff: number): Topic {
    const { id } = symbol
    const topics = this.#topics.get(id) ?? []
    const known = topics.find((topic) => topic.diff === diff)
    if (known !== undefined) return known
    const name = diff === 0 ? `${id}` : `${id}:${diff}`
    const names = { json: `q${name}`, msgpack: `Q${name}` }
    const readers = { json: 0, msgpack: 0 }
    const untold = { published: 0, dayPublished: 0, day: null, dayAt: 0 }
    const topic: Topic = { symbol, diff, names, readers, ...untold, paced: new Set() }
    topics.push(topic)
    this.#topics.set(id, topics)
    return topic
  }

  #close(topic: Topic, symbolId: number): void {
    this.#owesDay.delete(topic)
    const others = (this.#topics.get(symbolId) ?? []).filter((one) => one !== topic)
    if (others.length > 0) this.#topics.set(symbolId, others)
    else this.#topics.delete(symbolId)
  }
}

function isSameDay(a: DayFigures, b: DayFigures): boolean {
  return a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close
}

function writeDay(w: FrameWriter, day: DayFigures, shift: number, digits: number): void {
  for (const name of ['open', 'high', 'low', 'close'] as const) {
    const price = day[name]
    if (price === null) w.none(DAY[name])
    else w.scaled(DAY[name], Math.max(1, price + shift), digits)
  }
}
