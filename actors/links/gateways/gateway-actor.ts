import { parameterValue } from '../../../engine/config/connection.js'
import type { OpenedGateway } from '../../../engine/config/records/gateway.js'
import type { ProviderTerms } from '../../../engine/pricing/provider-terms.js'
import {
  mayGoOn,
  type ProviderOrder,
  type ProviderReport,
} from '../../../wire/thread/provider-messages.js'
import type { Clock, Timer } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import { afterFailure } from '../backoff.js'
import type { Outbound } from '../outbound.js'
import { GatewayOutbox } from './gateway-outbox.js'
import { GatewayTally } from './gateway-tally.js'
import {
  type GatewaySettings,
  reportBody,
  sessionOrder,
  termsNamed,
  termsOf,
} from './gateway-words.js'
import type { OpenSession, ProviderSession, SessionReport } from './provider-session.js'

/**
 * One liquidity provider: opens a session, sends the orders of the shards, hands on what the provider
 * reports, and opens the next session as its record says.
 *
 *   G1. At most one session or one wait exists at a time (`#phase` holds it).
 *   G2. What an abandoned session still says is not heard.
 *   G3. An order is sent in a session that is online, or the shard is told at once that it was not.
 *   G4. No report is lost: see gateway-outbox.ts. A provider whose reports nobody takes is left.
 *   G5. Secrets never reach the log or `lastError`.
 */
export interface GatewayWiring {
  readonly clock: Clock
  readonly log: Logger
  readonly open: OpenSession
  readonly outbound: Outbound
  report(report: ProviderReport): void
  /** `state`, `since` or `lastError` changed. */
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

/** Orders that a gateway has at its provider. */
export const GATEWAY_ORDERS_MAX = 16_384
/** No more of them may rest there: the others have room to be filled at once. */
export const GATEWAY_RESTING_MAX = 12_288
const IDLE: Phase = { kind: 'idle' }

export class GatewayActor {
  readonly figures: GatewayTally
  readonly #wiring: GatewayWiring
  readonly #outbox = new GatewayOutbox()
  /** Those that may be at the provider, by their ids there. */
  readonly #orders = new Map<string, ProviderOrder>()
  #settings: GatewaySettings
  #phase: Phase = IDLE
  #failures = 0
  #isOnline = false
  #since = 0
  #lastError = ''

  constructor(settings: GatewaySettings, wiring: GatewayWiring) {
    this.#settings = settings
    this.#wiring = wiring
    this.figures = new GatewayTally(wiring.clock)
  }

  get id(): number {
    return this.#settings.record.id
  }

  get isOnline(): boolean {
    return this.#isOnline
  }

  /** When it came online or went, by the wall clock; no two sessions have the same. */
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

  start(): void {
    const { record } = this.#settings
    if (!record.enabled) this.#become(false, '')
    else this.#open()
  }

  /** Drops what is under way, forgets the failures and connects at once. */
  restart(why: string): void {
    this.#abandon(why)
    this.#failures = 0
    this.start()
  }

  /** Connects anew when the connection depends on what changed; else new settings just hold. */
  configure(settings: GatewaySettings): void {
    const before = this.#settings.record
    this.#settings = settings
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
      this.#refuse(order, 'unsent', 'The provider is not connected.')
    } else if (this.#orders.size >= roomFor(order)) {
      this.#refuse(order, 'full', 'Too many orders wait for the provider. Try again later.')
    } else {
      this.#orders.set(order.id, order)
      this.figures.placed(order.id)
      session.place(sessionOrder(order, terms))
    }
  }

  /** An order that rests, with other terms: known by both its ids until the shard forgets one of them. */
  change(order: ProviderOrder): void {
    const terms = termsOf(this.#settings, order.symbol_id)
    const { session } = this
    if (!this.#isOnline || session === undefined || terms === undefined) {
      this.#refuse(order, 'unsent', 'The provider is not connected.')
    } else {
      this.#known(order)
      session.change(sessionOrder(order, terms))
    }
  }

  cancel(order: ProviderOrder): void {
    const terms = this.#known(order)
    if (this.#isOnline && terms !== undefined) this.session?.cancel(sessionOrder(order, terms))
  }

  ask(order: ProviderOrder): void {
    const terms = this.#known(order)
    if (this.#isOnline && terms !== undefined) this.session?.ask(sessionOrder(order, terms))
  }

  forget(order: ProviderOrder): void {
    this.#orders.delete(order.id)
  }

  taken(number: number): void {
    const report = this.#outbox.taken(number)
    if (report !== undefined && !mayGoOn(report.state)) this.#orders.delete(report.order)
  }

  /** Says again what is overdue; all of it where a shard has just begun. */
  repeat(afterMs?: number): void {
    const now = this.#wiring.clock.monotonic()
    for (const report of this.#outbox.overdue(now, afterMs)) this.#wiring.report(report)
  }

  /** An order that another thread of this kind may have sent. */
  #known(order: ProviderOrder): ProviderTerms | undefined {
    if (this.#orders.size < GATEWAY_ORDERS_MAX) this.#orders.set(order.id, order)
    return termsOf(this.#settings, order.symbol_id)
  }

  #refuse(order: ProviderOrder, state: 'unsent' | 'full', text: string): void {
    this.#wiring.report({
      ...{ gateway: this.id, number: 0, order: order.id, state, text },
      ...{ external_id: '', execution: null, total: 0, average: 0 },
    })
  }

  #open(): void {
    const { record } = this.#settings
    const { open, outbound, clock, log } = this.#wiring
    if (this.#outbox.isFull) {
      this.#failed('what it reported has not been taken yet', true)
      return
    }
    // A provider that dials comes when it comes.
    const logon =
      record.mode === 'Passive'
        ? undefined
        : clock.after(record.timeout_sec * 1_000, () => {
            if (!this.#isOnline) this.#lost('the provider did not let us in in time')
          })
    // News of another session, or of this one after it was abandoned, is not heard (G2).
    let own: ProviderSession | undefined
    const isOwn = (): boolean => own !== undefined && this.session === own
    const session = open({
      ...{ gateway: record, clock, log, outbound },
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

  #online(): void {
    this.#failures = 0
    this.figures.loggedOn()
    this.#wiring.log.info({ gateway: this.#settings.record.name }, 'gateway online')
    this.#become(true, '')
  }

  #reported(report: SessionReport, session: ProviderSession, mark: number): void {
    const now = this.#wiring.clock.monotonic()
    this.figures.reported(report)
    const body = reportBody(this.id, report, this.#termsOf(report))
    const said = this.#outbox.add(body, { session, mark }, now)
    if (said !== undefined) this.#wiring.report(said)
    if (this.#outbox.isFull) this.#lost('what it reports is not taken')
  }

  #termsOf({ order, symbol }: SessionReport): ProviderTerms | undefined {
    const known = this.#orders.get(order)
    if (known === undefined) return termsNamed(this.#settings, symbol)
    return termsOf(this.#settings, known.symbol_id)
  }

  #lost(why: string): void {
    const wasOnline = this.#isOnline
    this.#drop(why)
    this.#failed(why, wasOnline)
  }

  /** A series of attempts that never came online ends in a pause. */
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

function roomFor({ rest }: ProviderOrder): number {
  return rest === undefined ? GATEWAY_ORDERS_MAX : GATEWAY_RESTING_MAX
}

/** The fields of a record that its connection depends on. */
function connectionOf(record: OpenedGateway): string {
  const { module, enabled, server, login, password, mode, ssl, timeout_sec } = record
  const { gateway_server, gateway_login, gateway_password } = record
  const params = record.params.map(({ name }) => [name, parameterValue(record.params, name)])
  const fields = [module, enabled, server, login, password, mode, ssl, timeout_sec]
  return JSON.stringify([...fields, gateway_server, gateway_login, gateway_password, params])
}
