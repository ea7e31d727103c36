import type { MessagePort } from 'node:worker_threads'
import { compileBook } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import type { KnownPrice } from '../../engine/book/prices.js'
import { wallOffsetMin } from '../../engine/calendar/server-clock.js'
import {
  type BookRecords,
  type ConfigChange,
  withChange,
} from '../../engine/config/book-records.js'
import { BUILT_IN_SIMULATOR } from '../../engine/config/demo-set.js'
import { datafeedsTimeoutSec } from '../../engine/config/network-servers.js'
import type { OpenedList } from '../../engine/config/opened-records.js'
import type { OpenedDatafeed } from '../../engine/config/records/datafeed.js'
import type { OpenedGateway } from '../../engine/config/records/gateway.js'
import { sourceNames } from '../../engine/pricing/feed-route.js'
import { because } from '../../engine/reasons/reasons.js'
import type { FixReservation } from '../../wire/thread/fix-numbers.js'
import type { FromLinks, LinksOperations } from '../../wire/thread/messages.js'
import { PriceBoard } from '../shared/price-board.js'
import { SharedCounters } from '../shared/shared-state.js'
import { TickRing } from '../shared/tick-ring.js'
import { accept, type Handlers } from '../thread/ask.js'
import { type Clock, createClockMemory, machineReadings, type Timer } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import { Outbound } from '../thread/outbound.js'
import { connectionLog } from './connection-log.js'
import { DatafeedActor, type FeedSettings } from './feeds/datafeed-actor.js'
import { NewsOfFeed } from './feeds/feed-news.js'
import { FeedReporter } from './feeds/feed-reporter.js'
import { FixAcceptors } from './fix/fix-acceptors.js'
import { FixReservations } from './fix/fix-reservations.js'
import { FixStores } from './fix/fix-stores.js'
import { type FixParts, fixSessions } from './fix/order-session.js'
import { LinksGateways } from './gateways/gateway-actors.js'
import type { OpenSession } from './gateways/provider-session.js'
import type { LinksData } from './links-data.js'
import { PriceOutages } from './pricing/price-outages.js'
import { Pricer, symbolsToAsk } from './pricing/pricer.js'
import { SeenNames } from './seen-names.js'
import { BuiltInProviders } from './simulator/built-in-providers.js'
import { WaitingRecords } from './waiting-records.js'

const TICK_MS = 1_000

interface Feed {
  readonly actor: DatafeedActor
  readonly reporter: FeedReporter
  /** The names that the provider at `server` has quoted. */
  readonly names: SeenNames
  server: string
  readonly log: Logger
}

/**
 * The content of the links thread: the feeds, the gateways, the pricer and, in a demo, the built-in
 * providers. Owns them all; the thread entry passes messages to it.
 *
 *   - One actor per datafeed record, removed with it.
 *   - The pricer gets the new book before any feed is changed for it.
 */
export class LinksHost {
  readonly #clock: Clock
  readonly #log: Logger
  readonly #post: (message: FromLinks) => void
  readonly #board: PriceBoard
  readonly #counters: SharedCounters
  readonly #pricer: Pricer
  readonly #outages: PriceOutages
  readonly #builtIn: BuiltInProviders | undefined
  readonly #feeds = new Map<number, Feed>()
  readonly #ticker: Timer
  readonly #outbound: Outbound
  readonly #stores: FixStores
  readonly #records: WaitingRecords
  #book: Book
  #datafeeds: readonly OpenedDatafeed[] = []
  #opened: readonly OpenedGateway[] = []
  readonly #gateways: LinksGateways

  private constructor(
    data: LinksData,
    clock: Clock,
    log: Logger,
    post: (message: FromLinks) => void,
    open: OpenSession,
    stores: FixStores,
  ) {
    this.#clock = clock
    this.#log = log
    this.#post = post
    this.#builtIn = data.demo ? this.#builtInProviders(data) : undefined
    this.#outbound = new Outbound(data.outboundAllow)
    this.#stores = stores
    this.#book = compileBook(data.book)
    this.#counters = new SharedCounters(data.shared, data.shards)
    this.#board = new PriceBoard(data.shared.board)
    const freed = this.#board.takeOver()
    if (freed > 0) log.warn({ symbols: freed }, 'half-written prices were taken off the board')
    this.#keepDay()
    const ticks = new TickRing(data.shared.ticks)
    this.#pricer = new Pricer(
      this.#board,
      this.#timeoutMs(),
      () => post({ type: 'moved' }),
      (symbolId, digits, bid, ask, at) => ticks.push(symbolId, digits, bid, ask, at),
    )
    this.#outages = new PriceOutages(this.#board, clock.now(), (line) => {
      log.warn({}, line)
      post({ type: 'prices', line })
    })
    for (const [kind, records] of [
      ['gateway', data.opened.gateways],
      ['datafeed', data.opened.datafeeds],
    ] as const) {
      stores.keepOnly(
        kind,
        records.map(({ id }) => id),
      )
    }
    const forget = (id: number): void => stores.forget(`gateway-${id}`)
    this.#records = new WaitingRecords(() => post({ type: 'records' }))
    this.#gateways = new LinksGateways({
      clock,
      log,
      open,
      post,
      outbound: this.#outbound,
      forget,
      shards: data.shards,
      monotonic: machineReadings(0, createClockMemory()).monotonic,
      transaction: (row) => this.#records.transaction(row),
    })
    this.#ticker = clock.every(TICK_MS, () => {
      this.#keepDay()
      this.#gateways.tick()
      for (const { reporter } of this.#feeds.values()) reporter.tick()
      this.#outages.look(this.#pricer.symbols, clock.now())
    })
  }

  static async start(
    data: LinksData,
    clock: Clock,
    log: Logger,
    post: (message: FromLinks) => void,
  ): Promise<LinksHost> {
    const { fixNumbers, fixDirectory } = data
    const tell = (reserved: FixReservation): void => post({ type: 'fix_numbers', reserved })
    const reservations = fixNumbers && new FixReservations({ ...fixNumbers, tell, clock })
    const stores = new FixStores(fixDirectory, reservations)
    const open = await sessionsOf(data, { stores, acceptors: new FixAcceptors(clock, log) })
    const host = new LinksHost(data, clock, log, post, open, stores)
    host.opened({ kind: 'datafeeds', records: data.opened.datafeeds })
    host.opened({ kind: 'gateways', records: data.opened.gateways })
    // The previous thread may have died before its last `moved` was read; until the front reads,
    // the board sends no other.
    post({ type: 'moved' })
    post({ type: 'ready' })
    return host
  }

  config(change: ConfigChange): void {
    this.book(withChange(this.#book.records, change))
  }

  book(records: BookRecords): void {
    this.#book = compileBook(records, this.#book)
    this.#keepDay()
    this.#pricer.setDatafeedsTimeout(this.#timeoutMs())
    this.#configure()
    this.#configureGateways()
  }

  /** Replaces all connections of a kind with these. */
  opened({ kind, records }: OpenedList): void {
    switch (kind) {
      case 'datafeeds':
        this.#datafeeds = records
        this.#configure()
        break
      case 'gateways':
        this.#opened = records
        this.#configureGateways()
    }
  }

  /** Sets prices from before this run, used for valuation until feeds quote. */
  known(prices: readonly KnownPrice[]): void {
    this.#pricer.restore(prices)
  }

  connectShard(shard: number, port: MessagePort): void {
    this.#gateways.connectShard(shard, port)
  }

  /** The operations that the front may call. */
  get handlers(): Handlers<LinksOperations> {
    return {
      'feed.restart': ({ id }) => {
        const feed = this.#feeds.get(id)
        if (feed === undefined) return because('not_found.datafeed', { id })
        feed.log.info({}, 'datafeed restarted')
        feed.actor.restart('the datafeed was restarted')
        return accept(null)
      },
      'feed.names': ({ id }) => accept(this.#feeds.get(id)?.names.all() ?? []),
      'gateway.restart': ({ id }) =>
        this.#gateways.restart(id) ? accept(null) : because('not_found.gateway', { id }),
      'gateway.instruments': ({ id }) => accept(this.#gateways.instruments(id)),
      'records.take': ({ done }) => accept(this.#records.take(done)),
    }
  }

  #configure(): void {
    const book = this.#book
    const datafeeds = this.#datafeeds
    const beyond = this.#pricer.replaceBook(book, datafeeds)
    if (beyond.length > 0) {
      this.#log.error({ symbols: beyond.length }, 'symbols beyond the price board get no prices')
    }
    const gone = new Set(this.#feeds.keys())
    for (const record of datafeeds) {
      gone.delete(record.id)
      this.#configureFeed(this.#settingsOf(book, record))
    }
    for (const id of gone) {
      this.#remove(id)
      this.#stores.forget(`datafeed-${id}`)
    }
    this.#counters.setConfigOfLinks(this.#book.version)
  }

  /** How long a feed may not quote a symbol before the next feed takes over. */
  #timeoutMs(): number {
    return datafeedsTimeoutSec(this.#book) * 1_000
  }

  /** Sets the start of the board's day from the server's clock, which summer time may move. */
  #keepDay(): void {
    this.#board.setDayOffset(wallOffsetMin(this.#book.clock, this.#clock.now()))
  }

  async stop(): Promise<void> {
    this.#ticker.cancel()
    for (const id of [...this.#feeds.keys()]) this.#remove(id)
    this.#gateways.stop()
    await this.#builtIn?.stop()
  }

  #remove(id: number): void {
    const feed = this.#feeds.get(id)
    this.#feeds.delete(id)
    feed?.actor.stop()
    feed?.reporter.stop()
  }

  #configureFeed(settings: FeedSettings): void {
    const { id, server, enabled } = settings.record
    const known = this.#feeds.get(id)
    // The datafeed is created when its built-in provider listens. A state that lasts only a moment
    // is not reported.
    if (known === undefined && settings.isBuiltIn === true && !enabled) return
    if (known !== undefined) {
      if (known.server !== server) known.names.clear()
      known.server = server
      known.actor.configure(settings)
      return
    }
    const log = connectionLog(this.#log, this.#clock, (line) =>
      this.#post({ type: 'feed_line', id, line }),
    )
    const names = new SeenNames()
    const news = new NewsOfFeed(id, this.#clock, this.#records)
    const actor = new DatafeedActor(settings, {
      clock: this.#clock,
      log,
      outbound: this.#outbound,
      stores: this.#stores,
      listed: (symbols) => names.list(symbols),
      quote: (symbol, bid, ask, now) => {
        names.see(symbol, bid, ask)
        this.#pricer.quote(id, symbol, bid, ask, now)
      },
      depth: (depth, now) => this.#pricer.depth(id, depth, now),
      news: (one, taken) => news.heard(one, taken),
      changed: () => {
        this.#pricer.setOnline(id, actor.state === 'online')
        reporter.changed()
      },
    })
    const reporter = new FeedReporter(id, actor, this.#clock, (report) =>
      this.#post({ type: 'feed', report }),
    )
    this.#feeds.set(id, { actor, reporter, names, server, log })
    actor.start()
    reporter.changed()
  }

  #configureGateways(): void {
    const records = this.#opened.map((record) => this.#builtIn?.dialled(record) ?? record)
    const builtIn = this.#opened.filter((record) => this.#isBuiltIn(record)).map(({ id }) => id)
    this.#gateways.configure(this.#book, records, new Set(builtIn))
  }

  /**
   * The settings of a feed, with the names that its protocol subscribes to. Collecting ten thousand
   * names takes a while.
   */
  #settingsOf(book: Book, record: OpenedDatafeed): FeedSettings {
    const isDde = record.module === 'dde'
    const symbols = isDde ? symbolsToAsk(book, record) : undefined
    const names = isDde ? [] : [...sourceNames(record, book.symbolsById.values())]
    const dialled = this.#builtIn?.dialled(record) ?? record
    return { record: dialled, symbols, names, isBuiltIn: this.#isBuiltIn(record) }
  }

  #isBuiltIn({ server }: OpenedDatafeed | OpenedGateway): boolean {
    return this.#builtIn !== undefined && server === BUILT_IN_SIMULATOR
  }

  #builtInProviders({ shared, clockOffsetMs, simulatorTicksPerSec }: LinksData): BuiltInProviders {
    return new BuiltInProviders({
      clock: this.#clock,
      log: this.#log,
      clockOffsetMs,
      clockMemory: shared.clock,
      ticksPerSec: simulatorTicksPerSec,
      changed: () => {
        this.#configure()
        this.#configureGateways()
      },
    })
  }
}

async function sessionsOf({ sessionModule }: LinksData, parts: FixParts): Promise<OpenSession> {
  if (sessionModule === undefined) return fixSessions(parts)
  const { openSession } = (await import(sessionModule)) as { openSession: OpenSession }
  return openSession
}
