import { assert } from '../../engine/assert.js'
import { compileBook } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { type BookRecords, withChange } from '../../engine/config/book-records.js'
import { PROJECTION_LAG_MAX } from '../../engine/limits/shards.js'
import { because, say } from '../../engine/reasons/reasons.js'
import type { UnixMs } from '../../engine/units.js'
import { fixDirectory } from '../../storage/paths.js'
import type { AnchoredHead } from '../../wire/stored/journal-line.js'
import type { DeskEvent, DeskReady, FromShard } from '../../wire/thread/messages.js'
import { Comparisons } from '../cluster/comparing/comparisons.js'
import { DeskClient } from '../desk/desk-client.js'
import type { DeskOperations } from '../desk/operations.js'
import { beginWork } from '../desk/start/begin-work.js'
import { PriceHistory } from '../history/price-history.js'
import type { PriceRetentionDays } from '../history/price-retention.js'
import { FeedsClient } from '../links/feeds/feeds-client.js'
import { GatewayPorts } from '../links/gateways/gateway-ports.js'
import { GatewaysClient } from '../links/gateways/gateway-statuses.js'
import { ShardClient } from '../shard/shard-client.js'
import { PriceBoard } from '../shared/price-board.js'
import { createSharedBuffers, type SharedBuffers, SharedCounters } from '../shared/shared-state.js'
import type { Outcome } from '../thread/ask.js'
import { within } from '../thread/clock.js'
import { RestartDelays } from '../thread/restart-delay.js'
import { AccountKeeper } from './account-keeper.js'
import { ServerCondition } from './condition.js'
import type { FrontListener } from './front-listener.js'
import { JournalKeeper } from './journal-keeper.js'
import { LinksKeeper } from './links-keeper.js'
import { QuorumWatch, UNHEARD } from './quorum-watch.js'
import { RefusalKeeper } from './refusal-keeper.js'
import { RepeatedDeaths } from './repeated-deaths.js'
import type { SettingsReceiver } from './settings-receiver.js'
import type { SupervisorOptions } from './supervisor-options.js'
import { TradingHalts } from './trading-halts.js'

/**
 * Starts, watches, restarts and stops the threads.
 *
 *   - The start runs in order: with a quorum, wait until no other node is active and copy its logs;
 *     desk (migrations, settings); the front's caches (sessions); shards (recovery); projector;
 *     links. The server sends no request to a shard before it is ready. A ready shard writes
 *     nothing on its own until all shards are ready, because another log may hold numbers that the
 *     shared sequence does not know yet.
 *   - A thread that dies is restarted after a growing delay. The other threads continue.
 *   - At a stop, shards answer all they have received and the desk projects it, within `STOP_MS` in
 *     total. The logs contain the records that the tables still lack.
 */
const STOP_MS = 8_000
const PRICE_RETENTION: PriceRetentionDays = { ticks: 30, minutes: 0 }

export class Supervisor {
  readonly shards: readonly ShardClient[]
  readonly board: PriceBoard
  readonly counters: SharedCounters
  readonly history: PriceHistory
  readonly feeds = new FeedsClient()
  readonly gateways = new GatewaysClient()
  readonly condition: ServerCondition
  readonly accounts: AccountKeeper
  readonly refusals: RefusalKeeper
  readonly #options: SupervisorOptions
  readonly #buffers: SharedBuffers
  readonly #front: FrontListener
  readonly #delays = new RestartDelays()
  readonly #waitingReady = new Set<number>()
  readonly #atWork = new Set<number>()
  readonly #deaths = new RepeatedDeaths()
  /** The number of accounts that each shard has set aside, reset when it restarts. */
  readonly accountsSetAside = new Map<number, number>()
  #allReady: () => void = () => undefined
  #startFailed: (why: Error) => void = () => undefined
  #desk: DeskClient | undefined
  readonly #links: LinksKeeper
  readonly #ports: GatewayPorts
  /** The threads that use settings, in the order in which they receive changes. */
  readonly #receivers: readonly SettingsReceiver[]
  readonly #halts: TradingHalts
  readonly #journal: JournalKeeper
  /** The watch of the quorum; undefined for a single node. */
  readonly quorum: QuorumWatch | undefined
  readonly #comparisons: Comparisons | undefined
  #book: Book | undefined
  #followedBook: Book | undefined
  /** Promises that settle once stopping shards have returned their unused ids. */
  readonly #leaving: Promise<unknown>[] = []
  /**
   * The requests for the first id ranges of starting shards. A shard that stops before it has its
   * range could not return the ids.
   */
  readonly #firstGrants: Promise<unknown>[] = []
  #isDemoHalted = false
  /** True once a desk has been ready. Before that, a failure of the desk fails the start. */
  #hasBegun = false
  #stopping = false

  constructor(options: SupervisorOptions, front: FrontListener) {
    this.#options = options
    this.#front = front
    this.condition = new ServerCondition(
      options.logger,
      (since) => this.#halted(since),
      () => options.clock.now(),
    )
    this.#buffers = createSharedBuffers(options.clockMemory)
    this.board = new PriceBoard(this.#buffers.board)
    this.counters = new SharedCounters(this.#buffers, options.shards)
    this.history = new PriceHistory({
      ...options,
      retention: options.priceRetention ?? PRICE_RETENTION,
      ring: this.#buffers.ticks,
      clockMemory: this.#buffers.clock,
    })
    this.shards = Array.from(
      { length: options.shards },
      (_, shard) =>
        new ShardClient(shard, {
          onBatch: (index, batch) => front.onBatch(index, batch),
          onDealing: (index, event) => front.onDealing?.(index, event),
          onWatched: (frames) => front.onWatched?.(frames),
          onRefused: (news) => this.refusals.heard(news),
          onMessage: (index, message) => this.#fromShard(index, message),
          onDeath: (...death) => this.#shardDied(...death),
        }),
    )
    this.refusals = new RefusalKeeper({
      clock: options.clock,
      keep: (batch) => this.ask('refusals.keep', batch),
    })
    this.accounts = new AccountKeeper({
      clock: options.clock,
      onStep: options.onHeldStep,
      shardOf: (login) => this.shardOf(login),
      deskAnswers: async () => this.#stopping || (await this.ask('system.status', null)).ok,
    })
    this.#ports = new GatewayPorts(this.shards)
    this.#links = this.#linksKeeper()
    this.#receivers = [hearingShards(this.shards), this.#links]
    this.#halts = new TradingHalts({
      projectionLagMax: PROJECTION_LAG_MAX,
      ...options,
      condition: this.condition,
      counters: this.counters,
      clockMemory: this.#buffers.clock,
      haltDemo: (isHalted) => {
        this.#isDemoHalted = isHalted
        for (const shard of this.shards) shard.post({ type: 'halt_demo', isHalted })
      },
      tell: (text) => void this.ask('system.clock', { text }),
    })
    this.#journal = new JournalKeeper({
      ...options,
      shards: this.shards,
      counters: this.counters,
      sync: () => this.ask('system.journal_head', null),
      isHalted: () => this.condition.haltedSince !== null,
    })
    const { quorum, onQuorum } = options
    const { clock: clockMemory } = this.#buffers
    const events = { ...UNHEARD, ...onQuorum }
    const watched = { ...options, clockMemory, condition: this.condition, events }
    this.quorum = quorum && new QuorumWatch({ ...watched, quorum })
    this.#comparisons =
      this.quorum &&
      new Comparisons({
        ...options,
        isFollowed: () => this.quorum?.isFollowed ?? false,
        projectionSeq: () => this.counters.projectionSeq,
        begin: (copying) => this.ask('comparison.begin', copying),
        end: (made) => this.ask('comparison.end', made),
      })
  }

  get book(): Book {
    const book = this.#book ?? this.#followedBook
    assert(book !== undefined, 'the settings are read before anything else starts')
    return book
  }

  /** Sets the settings of the active node while this node follows it and has none itself. */
  setFollowedBook(records: BookRecords): void {
    this.#followedBook = compileBook(records, this.#followedBook)
  }

  /** False while the clock is not trusted, so nothing may be judged by the time. */
  get isClockTrusted(): boolean {
    return this.#halts.isClockTrusted
  }

  /** The newest journal line that a log has; null before the first one. */
  get journalAnchor(): AnchoredHead | null {
    return this.#journal.anchor
  }

  shardOf(login: number): ShardClient {
    return this.shards[login % this.shards.length] as ShardClient
  }

  async start(): Promise<DeskReady> {
    await this.quorum?.follow()
    await this.quorum?.fill()
    const ready = await this.#startDesk()
    this.#hasBegun = true
    this.accounts.begin(ready.accountsSent)
    const journal = await beginWork(this, this.#options, ready.migrated)
    await this.#loadBook()
    await this.#front.onDesk?.()
    await this.#options.holdRecovery?.()
    const shardsReady = new Promise<void>((resolve, reject) => {
      this.#allReady = resolve
      this.#startFailed = reject
    })
    for (const { shard } of this.shards) this.#waitingReady.add(shard)
    await this.#halts.start()
    for (const { shard } of this.shards) this.#startShard(shard)
    await shardsReady
    this.quorum?.start()
    this.#comparisons?.start()
    this.#halts.startLag()
    this.#journal.start(journal)
    this.refusals.start()
    this.history.start()
    await this.#links.start()
    void this.#restorePrices()
    return ready
  }

  ask<Name extends keyof DeskOperations & string>(
    name: Name,
    request: DeskOperations[Name]['request'],
  ): Promise<Outcome<DeskOperations[Name]['answer']>> {
    const away = because('unavailable.desk')
    return this.#desk?.ask(name, request).catch(() => away) ?? Promise.resolve(away)
  }

  /**
   * Ends the desk like a crash, for drills: at once or between the commit of an account change and
   * its message.
   */
  async killDesk(beforeNews = false): Promise<void> {
    await this.#desk?.kill(beforeNews)
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#halts.stop()
    this.quorum?.stop()
    const { clock, logger } = this.#options
    const work = async (): Promise<void> => {
      await Promise.all([this.#journal.stop(), this.#links.settle(), this.#comparisons?.stop()])
      await Promise.all(this.#firstGrants)
      await Promise.all(this.shards.map((shard) => shard.stop()))
      await Promise.all([...this.#leaving, this.refusals.settle()])
      await Promise.all([this.#desk?.stop(), this.#stopPrices()])
    }
    await within(clock, STOP_MS, work(), 'the threads took too long').catch((error: Error) =>
      logger.warn({ err: error }, 'stopped with work left for the next start'),
    )
    this.#journal.ended()
  }

  /** Gives open positions the last prices of the price history until feeds quote. */
  async #restorePrices(): Promise<void> {
    const known = this.history.lastOf(this.book)
    for await (const prices of known) this.#links.known(prices)
  }

  /** Stops the links first, because the price history needs their last quotes. */
  async #stopPrices(): Promise<void> {
    await this.#links.stop()
    await this.history.stop()
  }

  async #startDesk(): Promise<DeskReady> {
    const { dataDir, shards, clockOffsetMs, demo, administratorRights, secretKey, clock, logger } =
      this.#options
    this.#delays.of('desk').started(clock.monotonic())
    const desk = new DeskClient(
      {
        dataDir,
        shards,
        buffers: this.#buffers,
        clockOffsetMs,
        demo,
        administratorRights,
        demoProvider: this.#options.demoProvider,
        newsKept: this.#options.newsKept,
        utcOffsetMin: this.#options.utcOffsetMin ?? 0,
        secretKey,
        projectionLagMax: this.#options.projectionLagMax ?? PROJECTION_LAG_MAX,
        outboundAllow: this.#options.outboundAllow ?? [],
        closedTerminals: this.#options.closedTerminals ?? [],
        licencePublicKey: this.#options.licencePublicKey,
        diskReserveBytes: this.#options.diskReserveBytes,
        accountsSent: this.accounts.told,
        quorum: this.quorum?.deskStart(),
      },
      clock,
      {
        onDeath: (why) => this.#deskDied(why),
        onProjectionHalted: (why) =>
          this.condition.trouble('projection', say('health.projection', { why })),
        onEvent: (event) => this.#deskSaid(event),
      },
      this.quorum?.deskPort(),
    )
    this.#desk = desk
    const ready = await desk.ready
    const { pulled } = ready
    if (pulled > 0) logger.info({ pulled }, 'changes of the desk came from the quorum')
    return ready
  }

  async #loadBook(): Promise<void> {
    const settings = await this.ask('config.records', null)
    if (!settings.ok) throw new Error(`the settings cannot be read: ${settings.message}`)
    this.#setBook(settings.value)
  }

  #setBook(records: BookRecords): void {
    this.#book = compileBook(records, this.#book)
    this.#followedBook = undefined
    this.feeds.keep(records.datafeeds)
    this.board.follow(this.#book.records.symbols)
    this.#front.onBook(this.#book)
  }

  /** Sends a change of settings to all threads before the front continues with anything else. */
  #deskSaid(event: DeskEvent): void {
    if (event.type === 'config' && this.#book !== undefined) {
      const { change } = event
      for (const hearer of this.#receivers) hearer.config(change)
      this.#setBook(withChange(this.#book.records, change))
      for (const hearer of this.#receivers) hearer.changed?.(change)
    }
    if (event.type === 'profile') this.accounts.heard(event)
    if (event.type === 'journal') this.#journal.heard(event.line)
    this.#front.onDeskEvent(event)
  }

  /**
   * Sends the settings again after the desk was down: a change may have been stored but not sent.
   */
  async #resendBook(): Promise<void> {
    await this.#front.onDesk?.()
    await this.#loadBook()
    for (const receiver of this.#receivers) await receiver.reload(this.book)
  }

  /**
   * Retries until it succeeds. A desk that ends meanwhile is restarted, which begins this again.
   */
  #catchUp(desk: DeskClient | undefined): void {
    this.#resendBook().then(
      () => this.condition.trouble('desk', null),
      (why: Error) => {
        if (this.#stopping || this.#desk !== desk) return
        this.#options.logger.error({ err: why }, 'the desk is back and did not answer')
        this.#later('desk', () => {
          if (this.#desk === desk) this.#catchUp(desk)
        })
      },
    )
  }

  #startShard(shard: number): void {
    const { shards, dataDir, clockOffsetMs, requestRate, clock } = this.#options
    const { projectionLagMax = PROJECTION_LAG_MAX } = this.#options
    this.#delays.of(`shard ${shard}`).started(clock.monotonic())
    const client = this.shards[shard] as ShardClient
    const quorum = this.quorum?.quorum
    client.start(
      {
        shard,
        shards,
        dataDir,
        shared: this.#buffers,
        book: this.book.records,
        clockOffsetMs,
        projectionLagMax,
        ...(requestRate === undefined ? {} : { requestRate }),
        awaitsOthers: this.#waitingReady.size > 0,
        stop: this.condition.haltedSince,
        setAside: this.#deaths.of(shard),
        held: this.accounts.heldBy(shard),
        quorum,
      },
      this.quorum?.portOf(shard),
    )
  }

  #linksKeeper(): LinksKeeper {
    const { shards, clockOffsetMs, demo, clock, logger } = this.#options
    const { simulatorTicksPerSec, sessionModule, outboundAllow = [], dataDir } = this.#options
    return new LinksKeeper({
      node: this.#options.quorum?.holder,
      data: {
        shared: this.#buffers,
        shards,
        clockOffsetMs,
        outboundAllow,
        demo,
        fixDirectory: fixDirectory(dataDir),
        ...(simulatorTicksPerSec === undefined ? {} : { simulatorTicksPerSec }),
        ...(sessionModule === undefined ? {} : { sessionModule }),
      },
      clock,
      logger,
      feeds: this.feeds,
      gateways: this.gateways,
      ports: this.#ports,
      book: () => this.book,
      moved: () => this.#moved(),
      isStopping: () => this.#stopping,
      ask: (name, request) => this.ask(name, request),
      prices: (line) => void this.ask('system.prices', { line }),
      trouble: (why) => this.condition.trouble('links', why),
      later: (part, run) => this.#later(part, run),
      starts: () => this.#delays.of('links').started(clock.monotonic()),
    })
  }

  #moved(): void {
    this.#front.onMoved()
    for (const shard of this.shards) {
      if (shard.ready && this.board.tape.wake(shard.shard)) shard.post({ type: 'ticks' })
    }
  }

  #fromShard(shard: number, message: FromShard): void {
    const { logger } = this.#options
    switch (message.type) {
      case 'ready':
        this.#shardReady(shard)
        break
      case 'ids':
        void this.#grantIds(shard, message.kind)
        break
      case 'ids_left':
        this.#leaving.push(this.ask('ids.leave', { shard, left: message.left }))
        break
      case 'set_aside':
        this.#setAside(shard, (this.accountsSetAside.get(shard) ?? 0) + 1)
        logger.error({ login: message.login, why: message.why }, 'account set aside')
        void this.ask('system.set_aside', { login: message.login, why: message.why })
        break
      case 'day_end':
        void this.ask('system.day_end', { shard, notice: message.notice })
        if (message.notice.what !== 'begun') this.#journal.dayEnded()
        break
      case 'log':
        logger[message.level]({ shard, ...message.fields }, message.message)
    }
  }

  #setAside(shard: number, count: number): void {
    this.accountsSetAside.set(shard, count)
    const note = count === 0 ? null : say('note.accounts_set_aside', { shard, count })
    this.condition.note(`set aside ${shard}`, note)
  }

  #shardReady(shard: number): void {
    this.condition.trouble(`shard ${shard}`, null)
    this.#firstGrants.push(this.#grantIds(shard, 'order'), this.#grantIds(shard, 'deal'))
    const isFirst = this.#waitingReady.delete(shard)
    this.#atWork.add(shard)
    const stop = this.condition.haltedSince
    if (stop !== null) this.shards[shard]?.post({ type: 'halt', stop })
    if (this.#isDemoHalted) this.shards[shard]?.post({ type: 'halt_demo', isHalted: true })
    this.#ports.shardReady(shard)
    this.#front.onShardReady(shard)
    if (this.#waitingReady.size > 0) return
    if (isFirst) for (const each of this.shards) each.post({ type: 'halt', stop })
    this.#desk?.project()
    this.#allReady()
  }

  async #grantIds(shard: number, kind: 'order' | 'deal'): Promise<void> {
    const granted = await this.ask('ids.grant', { shard, kind })
    if (granted.ok) this.shards[shard]?.post({ type: 'ids', range: granted.value })
    else this.#later('ids', () => void this.#grantIds(shard, kind))
  }

  #shardDied(shard: number, why: Error, login: number): void {
    if (this.#stopping) return
    this.#deaths.died(shard, login)
    this.#setAside(shard, 0)
    // The cause of a failed first start, such as a bad record, would fail the next one too: report
    // it and stop.
    if (this.#waitingReady.has(shard)) {
      this.#startFailed(why)
      return
    }
    this.#options.logger.error({ shard, login, err: why }, 'shard ended; starting it again')
    this.condition.trouble(`shard ${shard}`, say('health.shard', { shard, why: why.message }))
    this.#journal.again()
    this.#front.onShardDeath(shard)
    // The shard could not even open its log, perhaps because the desk holds its lock (storage/log/lmdb-log.ts,
    // W2).
    if (!this.#atWork.delete(shard)) this.#desk?.release()
    this.#later(`shard ${shard}`, () => this.#startShard(shard))
  }

  #deskDied(why: Error): void {
    if (this.#stopping || !this.#hasBegun) return
    this.#options.logger.error({ err: why }, 'desk ended; starting it again')
    this.condition.trouble('desk', say('health.desk', { why: why.message }))
    this.#later('desk', () => {
      this.#startDesk().then(
        () => {
          this.#desk?.project()
          this.#catchUp(this.#desk)
        },
        () => undefined,
      )
    })
  }

  #halted(stop: UnixMs | null): void {
    // Informs starting shards once all of them are ready.
    if (this.#waitingReady.size > 0) return
    for (const shard of this.shards) shard.post({ type: 'halt', stop })
  }

  #later(part: string, run: () => void): void {
    const { clock } = this.#options
    clock.after(this.#delays.of(part).afterFailure(clock.monotonic()), () => {
      if (!this.#stopping) run()
    })
  }
}

function hearingShards(shards: readonly ShardClient[]): SettingsReceiver {
  return {
    config(change) {
      for (const shard of shards) shard.config(change)
    },
    reload({ records }) {
      for (const shard of shards) shard.book(records)
    },
  }
}
