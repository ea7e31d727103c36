import { type ProviderTimes, toMicros } from '../../../engine/account/rules/order-way.js'
import type { ProviderDays } from '../../../engine/calendar/provider-days.js'
import { wallTime } from '../../../engine/calendar/server-clock.js'
import { parameterValue } from '../../../engine/config/kinds/connection.js'
import { daysOfGateway } from '../../../engine/config/kinds/gateway-days.js'
import type { OpenedGateway } from '../../../engine/config/records/gateway.js'
import type { ProviderTerms } from '../../../engine/pricing/provider-terms.js'
import type { UnixMs } from '../../../engine/units.js'
import {
  mayGoOn,
  type ProviderOrder,
  type ProviderReport,
} from '../../../wire/thread/provider-messages.js'
import type { GatewayTransaction } from '../../../wire/thread/provider-records.js'
import type { Clock, Timer } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import { type Outbound, OWN_MACHINE } from '../../thread/outbound.js'
import { afterFailure } from '../backoff.js'
import type { MessageTraffic } from '../message-traffic.js'
import { GatewayOutbox } from './gateway-outbox.js'
import { GatewayProfile } from './gateway-profile.js'
import { GatewayTally } from './gateway-tally.js'
import {
  type GatewaySettings,
  reportBody,
  sessionOrder,
  termsByName,
  termsOf,
} from './gateway-words.js'
import type { OrderSteps } from './order-times.js'
import type { OpenSession, ProviderSession, SessionReport } from './provider-session.js'
import { receivedTransaction, sentTransaction } from './transaction-words.js'

/**
 * One liquidity provider: opens a session, sends the orders of the shards, passes the provider's
 * reports on, and opens the next session as its record says.
 *
 *   - At most one session or one wait exists at a time (`#phase` holds it).
 *   G2. Reports of an abandoned session are ignored.
 *   - An order is sent in a session that is online; otherwise the shard is informed at once that it
 *     was not sent.
 *   - No report is lost: see gateway-outbox.ts. If nobody confirms a provider's reports, its
 *     session is closed.
 *   - Secrets never reach the log or `lastError`.
 *   G6. On a provider's holiday no session is opened, and the open one is closed, unless an order
 *       may be at the provider or a report is unconfirmed.
 */
export interface GatewayWiring {
  readonly clock: Clock
  readonly log: Logger
  readonly open: OpenSession
  readonly outbound: Outbound
  report(report: ProviderReport): void
  /** Stores a transaction; undefined if the record does not store transactions. */
  transaction?(row: GatewayTransaction): unknown
  /** Called when `state`, `since` or `lastError` changed. */
  changed(): void
}

type Phase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting'; readonly timer: Timer }
  | {
      readonly kind: 'linked'
      readonly session: ProviderSession
      readonly logon: Timer | undefined
    }

/** The maximum number of a gateway's orders at its provider. */
export const GATEWAY_ORDERS_MAX = 16_384
/**
 * The maximum number of orders that rest at the provider. The rest of the limit is for orders to be
 * filled at once.
 */
export const GATEWAY_RESTING_MAX = 12_288
/** The maximum number of ended orders whose symbols are remembered for late reports. */
export const PAST_ORDERS_MAX = 32_768
const IDLE: Phase = { kind: 'idle' }
const WALL_MOVED_MS = 5
const DAY_OFF = 'today is a day off by its Trading Calendar Holidays'

/** Texts of orders that were not sent, for the transactions of the gateway. */
const NOT_SENT = {
  unsent: 'The provider is not connected.',
  full: 'Too many orders wait for the provider.',
} as const

export class GatewayActor {
  readonly figures: GatewayTally
  readonly #wiring: GatewayWiring
  readonly #outbox = new GatewayOutbox()
  /** Orders that may be at the provider, by their ids there. */
  readonly #orders = new Map<string, ProviderOrder>()
  /** The symbols of ended orders by their ids, oldest first. */
  readonly #past = new Map<string, number>()
  /** The profile of the gateway; undefined unless the record's `profiling` is on. */
  #profile: GatewayProfile | undefined
  readonly #traffic: MessageTraffic = {
    heard: (type) => this.#profile?.heard(type),
    said: (type) => this.#profile?.said(type),
  }
  /**
   * How far the wall clock is ahead of the monotonic clock. Measured again after the clock was set.
   */
  #wallAhead = 0
  #settings: GatewaySettings
  #days: ProviderDays
  #phase: Phase = IDLE
  #failures = 0
  #isOnline = false
  #since = 0
  #lastError = ''

  constructor(settings: GatewaySettings, wiring: GatewayWiring) {
    this.#settings = settings
    this.#days = daysOfGateway(settings.record)
    this.#wiring = wiring
    this.figures = new GatewayTally(wiring.clock)
    this.#setProfile()
  }

  get id(): number {
    return this.#settings.record.id
  }

  get isOnline(): boolean {
    return this.#isOnline
  }

  /**
   * When the gateway came online or went offline, by the wall clock; no two sessions have the same
   * value.
   */
  get since(): number {
    return this.#since
  }

  get lastError(): string {
    return this.#lastError
  }

  get outbox(): number {
    return this.#outbox.size
  }

  get orders(): number {
    return this.#orders.size
  }

  get symbols(): number {
    return this.#settings.record.translates.length
  }

  get session(): ProviderSession | undefined {
    return this.#phase.kind === 'linked' ? this.#phase.session : undefined
  }

  get profile(): GatewayProfile | undefined {
    return this.#profile
  }

  start(): void {
    const { record } = this.#settings
    if (!record.enabled) this.#become(false, '')
    else if (this.#isDayOff) this.#rest()
    else this.#open()
  }

  /** Called once a second. */
  tick(): void {
    this.repeat()
    this.#keepDays()
    const line = this.#profile?.line()
    if (line === undefined) return
    this.#wiring.log.info({ gateway: this.#settings.record.name, ...line }, 'gateway profile')
  }

  /** Ends the current session, resets the count of failures and connects at once. */
  restart(why: string): void {
    this.#abandon(why)
    this.#failures = 0
    this.start()
  }

  /** Applies new settings, and connects again if the connection depends on a change. */
  configure(settings: GatewaySettings): void {
    const before = this.#settings.record
    this.#settings = settings
    this.#days = daysOfGateway(settings.record)
    this.#setProfile()
    if (connectionOf(before) !== connectionOf(settings.record)) {
      this.restart('the settings changed')
    }
  }

  stop(): void {
    this.#abandon('the gateway was stopped')
  }

  place(order: ProviderOrder): void {
    const terms = termsOf(this.#settings, order.symbol_id)
    const { session } = this
    if (!this.#isOnline || session === undefined || terms === undefined) {
      this.#refuse(order, 'unsent')
    } else if (this.#orders.size >= (order.rest ? GATEWAY_RESTING_MAX : GATEWAY_ORDERS_MAX)) {
      this.#refuse(order, 'full')
    } else {
      this.#orders.set(order.id, order)
      const sent = sessionOrder(order, terms)
      this.figures.placed(sent)
      session.place(sent)
      this.#sent('order', order, terms)
    }
  }

  /**
   * Changes the terms of a resting order; both its ids are known until the shard forgets one of
   * them.
   */
  change(order: ProviderOrder): void {
    const terms = termsOf(this.#settings, order.symbol_id)
    const { session } = this
    if (!this.#isOnline || session === undefined || terms === undefined) {
      this.#refuse(order, 'unsent')
    } else {
      this.#known(order)
      session.change(sessionOrder(order, terms))
      this.#sent('change', order, terms)
    }
  }

  cancel(order: ProviderOrder): void {
    const terms = this.#known(order)
    if (!this.#isOnline || terms === undefined) return
    this.session?.cancel(sessionOrder(order, terms))
    this.#sent('cancel', order, terms)
  }

  ask(order: ProviderOrder): void {
    const terms = this.#known(order)
    if (!this.#isOnline || terms === undefined) return
    this.session?.ask(sessionOrder(order, terms))
    this.#sent('status', order, terms)
  }

  forget(order: ProviderOrder): void {
    this.#orders.delete(order.id)
    this.#past.set(order.id, order.symbol_id)
    const [oldest] = this.#past.keys()
    if (this.#past.size > PAST_ORDERS_MAX && oldest !== undefined) this.#past.delete(oldest)
  }

  taken(number: number): void {
    const report = this.#outbox.taken(number)
    this.#profile?.taken(number)
    if (report === undefined || mayGoOn(report.state)) return
    const order = this.#orders.get(report.order)
    if (order !== undefined) this.forget(order)
  }

  /** Repeats overdue reports; all of them when a shard has just started. */
  repeat(afterMs?: number): void {
    const now = this.#wiring.clock.monotonic()
    for (const report of this.#outbox.overdue(now, afterMs)) this.#wiring.report(report)
  }

  /** Notes an order, which an earlier thread may have sent. Returns its terms. */
  #known(order: ProviderOrder): ProviderTerms | undefined {
    if (this.#orders.size < GATEWAY_ORDERS_MAX) this.#orders.set(order.id, order)
    return termsOf(this.#settings, order.symbol_id)
  }

  /** Reports an order that was not sent. The shard has the text that the client receives. */
  #refuse(order: ProviderOrder, state: keyof typeof NOT_SENT): void {
    this.#wiring.report({
      gateway: this.id,
      number: 0,
      order: order.id,
      state,
      text: '',
      external_id: '',
      execution: null,
      total: 0,
      average: 0,
    })
    this.#sent('unsent', order, termsOf(this.#settings, order.symbol_id), NOT_SENT[state])
  }

  #sent(
    kind: Parameters<typeof sentTransaction>[1],
    order: ProviderOrder,
    terms: ProviderTerms | undefined,
    text = '',
  ): void {
    if (!this.#keepsTransactions) return
    const at = this.#wiring.clock.now()
    this.#wiring.transaction?.(sentTransaction(this.#settings, kind, order, terms, at, text))
  }

  get #keepsTransactions(): boolean {
    return this.#settings.record.collect_transactions_days > 0
  }

  #open(): void {
    const { record, isBuiltIn } = this.#settings
    const { open, clock, log } = this.#wiring
    const outbound = isBuiltIn === true ? OWN_MACHINE : this.#wiring.outbound
    if (this.#outbox.isFull) {
      this.#failed('what it reported has not been taken yet', true)
      return
    }
    // A provider that dials itself may take any time.
    const logon =
      record.mode === 'Passive'
        ? undefined
        : clock.after(record.timeout_sec * 1_000, () => {
            if (!this.#isOnline) this.#lost('the provider did not let us in in time')
          })
    // Reports of another session, or of this one after it was abandoned, are ignored (G2).
    let own: ProviderSession | undefined
    const isOwn = (): boolean => own !== undefined && this.session === own
    const session = open({
      gateway: record,
      clock,
      log,
      outbound,
      traffic: this.#traffic,
      online: () => {
        if (isOwn()) this.#online()
      },
      report: (report, mark) => {
        if (own !== undefined && isOwn()) this.#reported(report, own, mark)
      },
      ended: (why) => {
        if (isOwn()) this.#lost(why)
      },
    })
    own = session
    this.#phase = { kind: 'linked', session, logon }
  }

  /** True on a holiday of the provider, if no order or report is open (G6). */
  get #isDayOff(): boolean {
    if (this.#orders.size > 0 || this.#outbox.size > 0) return false
    return !this.#days.worksOn(wallTime(this.#settings.book.clock, this.#wiring.clock.now()))
  }

  #keepDays(): void {
    const isIdle = this.#phase.kind === 'idle'
    if (!this.#settings.record.enabled || this.#isDayOff === isIdle) return
    if (!isIdle) this.#rest()
    else {
      this.#failures = 0
      this.#become(false, '')
      this.#open()
    }
  }

  #rest(): void {
    const { record } = this.#settings
    this.#drop(DAY_OFF)
    this.#wiring.log.info({ gateway: record.name, why: DAY_OFF }, 'gateway rests')
    this.#become(false, DAY_OFF)
  }

  #setProfile(): void {
    if (!this.#settings.record.profiling) this.#profile = undefined
    else this.#profile ??= new GatewayProfile(this.#wiring.clock)
  }

  #online(): void {
    this.figures.loggedOn()
    this.#wiring.log.info({ gateway: this.#settings.record.name }, 'gateway online')
    this.#become(true, '')
  }

  #reported(report: SessionReport, session: ProviderSession, mark: number): void {
    const now = this.#wiring.clock.monotonic()
    const steps = this.figures.reported(report)
    this.#profile?.stepped(steps)
    const terms = this.#termsOf(report)
    const times = timesOf(steps, this.#wallNow())
    const body = {
      ...reportBody(this.id, report, terms),
      ...(times === undefined ? {} : { times }),
    }
    const said = this.#outbox.add(body, { session, mark }, now)
    if (said !== undefined) {
      this.#profile?.told(said.number)
      this.#wiring.report(said)
    }
    if (this.#keepsTransactions) {
      const at = this.#wiring.clock.now()
      this.#wiring.transaction?.(receivedTransaction(this.#settings, report, body, terms, at))
    }
    if (this.#outbox.isFull) this.#lost('what it reports is not taken')
  }

  /**
   * The wall time, derived from the clock that times orders, so that differences between two
   * moments are exact.
   */
  #wallNow(): UnixMs {
    const { clock } = this.#wiring
    const monotonic = clock.monotonic()
    const ahead = clock.now() - monotonic
    if (Math.abs(ahead - this.#wallAhead) > WALL_MOVED_MS) this.#wallAhead = ahead
    return monotonic + this.#wallAhead
  }

  #termsOf({ order, symbol }: SessionReport): ProviderTerms | undefined {
    const symbolId = this.#orders.get(order)?.symbol_id ?? this.#past.get(order)
    if (symbolId === undefined) return termsByName(this.#settings, symbol)
    return termsOf(this.#settings, symbolId)
  }

  #lost(why: string): void {
    const wasOnline = this.#isOnline
    this.#drop(why)
    this.#failed(why, wasOnline)
  }

  /**
   * Waits after a failed attempt; after a series of attempts that never came online, the wait is
   * longer.
   */
  #failed(why: string, wasOnline: boolean): void {
    const { record } = this.#settings
    const { reconnect_sec: reconnectSec, reconnect_attempts, series_pause_sec } = record
    const policy = {
      reconnectSec,
      failuresBeforeRest: reconnect_attempts,
      restSec: series_pause_sec,
    }
    const next = wasOnline
      ? { afterMs: reconnectSec * 1_000, failures: 0 }
      : afterFailure(policy, this.#failures, 0)
    this.#failures = next.failures
    const { log, clock } = this.#wiring
    log.warn({ gateway: record.name, why, afterMs: next.afterMs }, 'gateway connection failed')
    const timer = clock.after(next.afterMs, () => {
      this.#phase = IDLE
      this.#open()
    })
    this.#phase = { kind: 'waiting', timer }
    this.#become(false, why)
  }

  #abandon(why: string): void {
    this.#drop(why)
    this.#become(false, this.#lastError)
  }

  #drop(why: string): void {
    const phase = this.#phase
    this.#phase = IDLE
    if (phase.kind === 'waiting') phase.timer.cancel()
    if (phase.kind !== 'linked') return
    phase.logon?.cancel()
    this.figures.keep(phase.session.figures)
    phase.session.close(why)
  }

  #become(isOnline: boolean, lastError: string): void {
    if (this.#isOnline === isOnline && this.#lastError === lastError && this.#since !== 0) return
    if (this.#isOnline !== isOnline || this.#since === 0) {
      this.#since = Math.max(this.#since + 1, this.#wiring.clock.now())
    }
    this.#isOnline = isOnline
    this.#lastError = lastError
    this.#wiring.changed()
  }
}

/**
 * The times that a report shows for the first time, computed from the durations since sending;
 * undefined if there are none.
 */
function timesOf({ answer, fill }: OrderSteps, now: UnixMs): ProviderTimes | undefined {
  const took = answer ?? fill
  if (took === undefined) return undefined
  return {
    sent: toMicros(now - took),
    ...(answer === undefined ? {} : { acknowledged: toMicros(now) }),
    ...(fill === undefined ? {} : { filled: toMicros(now) }),
  }
}

/** The fields of a record on which its connection depends. */
function connectionOf(record: OpenedGateway): string {
  const { module, enabled, server, login, password, mode, ssl, timeout_sec } = record
  const { gateway_server, gateway_login, gateway_password } = record
  const params = record.params.map(({ name }) => [name, parameterValue(record.params, name)])
  const fields = [module, enabled, server, login, password, mode, ssl, timeout_sec]
  return JSON.stringify([...fields, gateway_server, gateway_login, gateway_password, params])
}
