import { assert } from '../../../engine/assert.js'
import { sameValue } from '../../../engine/config/kind.js'
import { parameterValue } from '../../../engine/config/kinds/connection.js'
import type { ProviderSymbol } from '../../../engine/config/kinds/imported-symbol.js'
import type {
  DatafeedModule,
  FeedState,
  OpenedDatafeed,
} from '../../../engine/config/records/datafeed.js'
import type { ProviderNews } from '../../../engine/names/news.js'
import type { Clock, Timer } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import type { Outbound } from '../../thread/outbound.js'
import { afterFailure } from '../backoff.js'
import type { FixStores } from '../fix/fix-stores.js'
import { openDdeSession } from './dde-price-session.js'
import { openFixSession } from './fix-price-session.js'
import type {
  FeedSettings,
  OpenPriceSession,
  PriceSession,
  PriceSessionSink,
  ProviderDepth,
} from './price-session.js'

export type { FeedSettings }

/**
 * One price provider: dials, logs in, passes quotes on, and dials again as its record says. Owns
 * the session and the wait between two sessions; only the links thread calls it.
 *
 *   F1. At most one session or one wait exists at a time (`#phase` holds it).
 *   F2. Reports of an abandoned session are ignored.
 *   - Credentials never reach the log or `lastError`.
 */
export interface DatafeedWiring {
  readonly clock: Clock
  readonly log: Logger
  readonly outbound: Outbound
  /** Stores the sequence numbers of FIX sessions. */
  readonly stores: FixStores
  /** `now` is the server's wall time, read once for all quotes that arrived together. */
  quote(symbol: string, bid: string, ask: string, now: number): void
  depth?(depth: ProviderDepth, now: number): void
  news?(news: ProviderNews, taken: () => void): void
  listed?(symbols: readonly ProviderSymbol[]): void
  /** Called when `state` or `lastError` has changed. */
  changed(): void
}

type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting'; readonly timer: Timer }
  | { readonly kind: 'linked'; readonly session: PriceSession }

const SESSIONS: Readonly<Record<DatafeedModule, OpenPriceSession>> = {
  dde: openDdeSession,
  fix44: openFixSession,
}
const IDLE: Phase = { kind: 'idle' }

export class DatafeedActor {
  readonly #wiring: DatafeedWiring
  #settings: FeedSettings
  #phase: Phase = IDLE
  #onlineAt = 0
  #failures = 0
  #state: FeedState = 'disabled'
  #lastError = ''
  #quotes = 0
  #lastQuoteAt = 0
  /** The bytes received before the current session. */
  #bytesIn = 0
  #bytesOut = 0

  constructor(settings: FeedSettings, wiring: DatafeedWiring) {
    this.#settings = settings
    this.#wiring = wiring
  }

  get state(): FeedState {
    return this.#state
  }

  get lastError(): string {
    return this.#lastError
  }

  /** The number of quotes since the start. */
  get quotes(): number {
    return this.#quotes
  }

  /** The wall time of the last quote; 0 before the first. */
  get lastQuoteAt(): number {
    return this.#lastQuoteAt
  }

  /** The bytes over all connections since the start. */
  get bytesIn(): number {
    return this.#bytesIn + (this.#session?.bytesIn ?? 0)
  }

  get bytesOut(): number {
    return this.#bytesOut + (this.#session?.bytesOut ?? 0)
  }

  get #session(): PriceSession | undefined {
    return this.#phase.kind === 'linked' ? this.#phase.session : undefined
  }

  start(): void {
    assert(this.#phase.kind === 'idle', 'a feed is started once')
    if (this.#settings.record.enabled) this.#dial()
    else this.#become('disabled', '')
  }

  /** Ends the current session, resets the count of failures and dials at once. */
  restart(why: string): void {
    this.#abandon(why)
    this.#failures = 0
    this.start()
  }

  /**
   * Applies new settings. Dials again if the connection depends on a change, or if it is waiting
   * and the waits changed. Otherwise the connection stays and subscribes to the new names.
   */
  configure(settings: FeedSettings): void {
    const previous = this.#settings
    this.#settings = settings
    const waits = this.#phase.kind === 'waiting' && !isSameWait(previous.record, settings.record)
    if (!waits && isSameConnection(previous, settings)) {
      this.#session?.renew(settings)
      return
    }
    this.restart('the settings changed')
  }

  stop(): void {
    this.#abandon('the feed was stopped')
  }

  #dial(): void {
    this.#become('connecting', this.#lastError)
    const open = SESSIONS[this.#settings.record.module]
    // Reports of another session, or of this one after it was abandoned, are ignored (F2).
    let own: PriceSession | undefined
    const isOwn = (): boolean => own !== undefined && this.#session === own
    const session = open(this.#settings, this.#wiring, this.#sink(isOwn))
    if (typeof session === 'string') {
      this.#failed(session)
      return
    }
    own = session
    this.#phase = { kind: 'linked', session }
  }

  #sink(isOwn: () => boolean): PriceSessionSink {
    const { log } = this.#wiring
    return {
      online: () => {
        if (isOwn()) this.#online()
      },
      quote: (symbol, bid, ask, now) => {
        if (!this.#settings.record.quotes_enabled || !isOwn()) return
        this.#quotes++
        this.#lastQuoteAt = now
        this.#wiring.quote(symbol, bid, ask, now)
      },
      depth: (depth, now) => {
        if (this.#settings.record.quotes_enabled && isOwn()) this.#wiring.depth?.(depth, now)
      },
      news: (news, taken) => {
        if (!isOwn()) return
        if (this.#wiring.news === undefined || !this.#settings.record.news_enabled) taken()
        else this.#wiring.news(news, taken)
      },
      listed: (symbols) => {
        if (isOwn()) this.#wiring.listed?.(symbols)
      },
      said: (line, isAmiss) => {
        if (!isOwn()) return
        log[isAmiss ? 'warn' : 'info']({ feed: this.#settings.record.name }, line)
        if (isAmiss) this.#become(this.#state, line)
      },
      ended: (why, code) => {
        if (isOwn()) this.#lost(why, code)
      },
    }
  }

  #online(): void {
    this.#onlineAt = this.#wiring.clock.monotonic()
    this.#wiring.log.info({ feed: this.#settings.record.name }, 'datafeed online')
    this.#become('online', '')
  }

  #lost(why: string, code: string | undefined): void {
    assert(this.#phase.kind === 'linked', 'only a connection is lost')
    this.#leave(this.#phase.session)
    this.#failed(why, code)
  }

  #leave({ bytesIn, bytesOut }: PriceSession): void {
    this.#phase = IDLE
    this.#bytesIn += bytesIn
    this.#bytesOut += bytesOut
  }

  #failed(why: string, code?: string): void {
    const { clock, log } = this.#wiring
    const { record } = this.#settings
    const wasOnline = this.#state === 'online'
    const decision = afterFailure(
      {
        reconnectSec: record.reconnect_sec,
        failuresBeforeRest: record.failures_before_rest,
        restSec: record.rest_sec,
      },
      this.#failures,
      wasOnline ? clock.monotonic() - this.#onlineAt : 0,
    )
    this.#failures = decision.failures
    this.#phase = { kind: 'waiting', timer: clock.after(decision.afterMs, () => this.#dial()) }
    const fields = { feed: record.name, why, afterMs: decision.afterMs }
    log.warn(code === undefined ? fields : { ...fields, code }, 'datafeed connection failed')
    this.#become(decision.kind === 'rest' ? 'resting' : 'connecting', why)
  }

  /** Ends the current session or wait without counting a failure (F1, F2). */
  #abandon(why: string): void {
    const phase = this.#phase
    this.#phase = IDLE
    if (phase.kind === 'waiting') phase.timer.cancel()
    if (phase.kind !== 'linked') return
    this.#leave(phase.session)
    phase.session.close(why)
  }

  #become(state: FeedState, lastError: string): void {
    if (this.#state === state && this.#lastError === lastError) return
    this.#state = state
    this.#lastError = lastError
    this.#wiring.changed()
  }
}

/**
 * True if the same connection can serve both settings. DDE can narrow everything to a list, but not
 * widen a list to everything.
 */
function isSameConnection(a: FeedSettings, b: FeedSettings): boolean {
  return (
    a.record.enabled === b.record.enabled &&
    a.record.module === b.record.module &&
    a.record.server === b.record.server &&
    a.record.login === b.record.login &&
    a.record.password === b.record.password &&
    (b.record.module === 'dde' ? isSameDde(a, b) : isSameFix(a.record, b.record))
  )
}

function isSameDde(a: FeedSettings, b: FeedSettings): boolean {
  return (
    ['Token', 'Encoding'].every(
      (name) => parameterValue(a.record.params, name) === parameterValue(b.record.params, name),
    ) &&
    (b.symbols !== undefined || a.symbols === undefined)
  )
}

/**
 * True if the same FIX session suits both settings. Its heartbeat depends on the timeout for a
 * silent provider.
 */
function isSameFix(a: OpenedDatafeed, b: OpenedDatafeed): boolean {
  return a.idle_timeout_sec === b.idle_timeout_sec && sameValue(a.params, b.params)
}

function isSameWait(a: OpenedDatafeed, b: OpenedDatafeed): boolean {
  return (
    a.reconnect_sec === b.reconnect_sec &&
    a.failures_before_rest === b.failures_before_rest &&
    a.rest_sec === b.rest_sec
  )
}
