import { assert } from '../../../engine/assert.js'
import { parameterValue } from '../../../engine/config/connection.js'
import type { FeedState, OpenedDatafeed } from '../../../engine/config/records/datafeed.js'
import { parseAddress } from '../../../engine/names/server-address.js'
import type { DdeDepth } from '../../../wire/dde/depth.js'
import { textEncoding } from '../../../wire/dde/encoding.js'
import { type DdeEnd, DdeSession, type DdeSessionTerms } from '../../../wire/dde/session.js'
import type { Clock, Timer } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import { afterFailure } from '../backoff.js'
import { type Outbound, OWN_MACHINE } from '../outbound.js'
import { TcpLink } from '../tcp-link.js'

/**
 * One price provider: dials, logs in, hands on quotes, and dials again as its record says. Owns the
 * connection and the wait between two; the links thread calls it, and nobody else.
 *
 *   F1. At most one connection or one wait exists at a time (`#phase` holds it).
 *   F2. What an abandoned connection still reports is not heard.
 *   F3. Credentials never reach the log or `lastError`.
 */
export interface DatafeedWiring {
  readonly clock: Clock
  readonly log: Logger
  readonly outbound: Outbound
  /** `now` is the server's wall time, read once for all quotes that came together. */
  quote(symbol: string, bid: string, ask: string, now: number): void
  depth?(depth: DdeDepth, now: number): void
  /** `state` or `lastError` changed. */
  changed(): void
}

/** A record with the names its masks ask for; without names the provider sends everything. */
export interface FeedSettings {
  readonly record: OpenedDatafeed
  readonly symbols: readonly string[] | undefined
  /** The provider of this server itself, whose address no record can name. */
  readonly isBuiltIn?: boolean
}

type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting'; readonly timer: Timer }
  | { readonly kind: 'linked'; readonly link: TcpLink; readonly ticker: Timer }

interface Credentials {
  readonly login: string
  readonly password: string
  readonly token?: string
}

const TICK_MS = 1_000
/** A line break would start a line of its own. */
const LINE_BREAKING = /\p{Cc}/u
const IDLE: Phase = { kind: 'idle' }

export class DatafeedActor {
  readonly #wiring: DatafeedWiring
  #settings: FeedSettings
  #phase: Phase = IDLE
  #session: DdeSession | undefined
  #onlineAt = 0
  #failures = 0
  #state: FeedState = 'disabled'
  #lastError = ''
  #quotes = 0
  #lastQuoteAt = 0
  #bytesIn = 0
  #bytesOut = 0
  #now = 0

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

  /** Quotes received since the start. */
  get quotes(): number {
    return this.#quotes
  }

  /** Wall time of the last quote; 0 before the first. */
  get lastQuoteAt(): number {
    return this.#lastQuoteAt
  }

  /** Bytes over all connections since the start. */
  get bytesIn(): number {
    return this.#bytesIn
  }

  get bytesOut(): number {
    return this.#bytesOut
  }

  start(): void {
    assert(this.#phase.kind === 'idle', 'a feed is started once')
    const { enabled, module } = this.#settings.record
    if (!enabled) this.#become('disabled', '')
    else if (module === 'dde') this.#dial()
    else this.#become('connecting', `${module} connections are not made by this version`)
  }

  /** Drops what is under way, forgets the failures and dials at once. */
  restart(why: string): void {
    this.#abandon(why)
    this.#failures = 0
    this.start()
  }

  /**
   * Dials anew when the connection depends on what changed, or when it waits by waits that changed.
   * Otherwise the connection stands: it is told what it asks for, and the rest just holds.
   */
  configure(settings: FeedSettings): void {
    const previous = this.#settings
    this.#settings = settings
    const waits = this.#phase.kind === 'waiting' && !isSameWait(previous.record, settings.record)
    if (!waits && isSameConnection(previous, settings)) {
      this.#session?.renew(termsOf(settings))
      return
    }
    this.restart('the settings changed')
  }

  stop(): void {
    this.#abandon('the feed was stopped')
  }

  #dial(): void {
    const { record } = this.#settings
    this.#become('connecting', this.#lastError)
    const address = parseAddress(record.server)
    if (address === undefined) {
      this.#failed('the server is not host:port with a port from 1 to 65535')
      return
    }
    const credentials = credentialsOf(record)
    if (typeof credentials === 'string') {
      this.#failed(credentials)
      return
    }
    const { clock } = this.#wiring
    const outbound = this.#settings.isBuiltIn === true ? OWN_MACHINE : this.#wiring.outbound
    const options = { address, timeoutMs: record.timeout_sec * 1_000, outbound }
    const link: TcpLink = TcpLink.dial(options, clock, {
      opened: () => this.#opened(link, credentials),
      received: (bytes) => this.#received(bytes),
      closed: (why, code) => {
        if (this.#phase.kind === 'linked' && this.#phase.link === link) this.#lost(why, code)
      },
    })
    const ticker = clock.every(TICK_MS, () => this.#session?.tick(clock.monotonic()))
    this.#phase = { kind: 'linked', link, ticker }
  }

  #opened(link: TcpLink, credentials: Credentials): void {
    const loginTimeoutMs = this.#settings.record.timeout_sec * 1_000
    this.#session = new DdeSession(
      {
        ...credentials,
        ...termsOf(this.#settings),
        loginTimeoutMs,
        asksForDepth: this.#settings.isBuiltIn === true,
      },
      {
        send: (text) => {
          this.#bytesOut += text.length
          link.send(text)
        },
        online: () => this.#online(),
        quote: (symbol, bid, ask) => {
          if (!this.#settings.record.quotes_enabled) return
          this.#quotes++
          this.#lastQuoteAt = this.#now
          this.#wiring.quote(symbol, bid, ask, this.#now)
        },
        depth: (depth) => {
          if (this.#settings.record.quotes_enabled) this.#wiring.depth?.(depth, this.#now)
        },
        ended: (end: DdeEnd) => link.close(end.why),
      },
      this.#wiring.clock.monotonic(),
    )
  }

  #received(bytes: Uint8Array): void {
    this.#now = this.#wiring.clock.now()
    this.#bytesIn += bytes.length
    this.#session?.receive(bytes, this.#wiring.clock.monotonic())
  }

  #online(): void {
    this.#onlineAt = this.#wiring.clock.monotonic()
    this.#wiring.log.info({ feed: this.#settings.record.name }, 'datafeed online')
    this.#become('online', '')
  }

  #lost(why: string, code: string | undefined): void {
    assert(this.#phase.kind === 'linked', 'only a connection is lost')
    this.#phase.ticker.cancel()
    this.#phase = IDLE
    this.#failed(why, code)
  }

  #failed(why: string, code?: string): void {
    const { clock, log } = this.#wiring
    const { record } = this.#settings
    const wasOnline = this.#state === 'online'
    this.#session = undefined
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

  /** Ends what is under way without counting a failure (F1, F2). */
  #abandon(why: string): void {
    const phase = this.#phase
    this.#phase = IDLE
    this.#session = undefined
    if (phase.kind === 'waiting') phase.timer.cancel()
    if (phase.kind !== 'linked') return
    phase.ticker.cancel()
    phase.link.close(why)
  }

  #become(state: FeedState, lastError: string): void {
    if (this.#state === state && this.#lastError === lastError) return
    this.#state = state
    this.#lastError = lastError
    this.#wiring.changed()
  }
}

/** From everything to a list one can ask; back to everything only a new connection leads. */
function isSameConnection(a: FeedSettings, b: FeedSettings): boolean {
  return (
    a.record.enabled === b.record.enabled &&
    a.record.module === b.record.module &&
    a.record.server === b.record.server &&
    a.record.login === b.record.login &&
    a.record.password === b.record.password &&
    parameterValue(a.record.params, 'Token') === parameterValue(b.record.params, 'Token') &&
    parameterValue(a.record.params, 'Encoding') === parameterValue(b.record.params, 'Encoding') &&
    (b.symbols !== undefined || a.symbols === undefined)
  )
}

function isSameWait(a: OpenedDatafeed, b: OpenedDatafeed): boolean {
  return (
    a.reconnect_sec === b.reconnect_sec &&
    a.failures_before_rest === b.failures_before_rest &&
    a.rest_sec === b.rest_sec
  )
}

function termsOf({ record, symbols }: FeedSettings): DdeSessionTerms {
  const idleTimeoutMs = record.idle_timeout_sec * 1_000
  return symbols === undefined ? { idleTimeoutMs } : { symbols, idleTimeoutMs }
}

/** The bytes to log in with, or why the connection cannot say them. */
function credentialsOf(record: OpenedDatafeed): Credentials | string {
  const encoding = parameterValue(record.params, 'Encoding')
  const encode = textEncoding(encoding)
  if (encode === undefined) return 'the Encoding is not known; leave it empty or name one'
  const login = encode(record.login)
  const password = encode(record.password)
  const given = parameterValue(record.params, 'Token')
  const token = encode(given)
  if (login === undefined || password === undefined || token === undefined) {
    return 'login, password or Token has characters that the Encoding cannot say'
  }
  if (LINE_BREAKING.test(record.login + record.password + given)) {
    return 'login, password and Token must be one line without control characters'
  }
  return token === '' ? { login, password } : { login, password, token }
}
