import type { MessagePort } from 'node:worker_threads'
import type { Book } from '../../../engine/book/compiled.js'
import type { ProviderSymbol } from '../../../engine/config/kinds/imported-symbol.js'
import type { OpenedGateway } from '../../../engine/config/records/gateway.js'
import type { GatewayReport } from '../../../wire/thread/gateway-report.js'
import type { FromLinks } from '../../../wire/thread/messages.js'
import type { ToGateway } from '../../../wire/thread/provider-messages.js'
import type { GatewayTransaction } from '../../../wire/thread/provider-records.js'
import type { Clock } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import type { Outbound } from '../../thread/outbound.js'
import { connectionLog } from '../connection-log.js'
import { GatewayActor } from './gateway-actor.js'
import type { GatewaySettings } from './gateway-words.js'
import type { OpenSession } from './provider-session.js'
import { ShardPorts } from './shard-ports.js'

/**
 * The gateways of the links thread: one actor for each record, and the reports about each to the
 * front.
 *
 * Changes are reported at once, figures once a second, and each gateway at least every
 * `STILL_THERE_MS`, so that a hanging thread is noticed.
 */
export interface LinksGatewaysOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly open: OpenSession
  readonly outbound: Outbound
  /** Deletes what the sessions of a deleted gateway have stored. */
  forget(id: number): void
  post(message: FromLinks): void
  readonly shards: number
  /** The monotonic clock that all threads share. */
  monotonic(): number
  /** Adds a transaction to be stored; false if there is no room for it. */
  transaction(row: GatewayTransaction): boolean
}

const STILL_THERE_MS = 5_000
/** The name of the links thread, the only one that runs gateways. */
const INSTANCE = 'links'

interface Gateway {
  readonly actor: GatewayActor
  saidAt: number
  said: string
}

export class LinksGateways {
  readonly #options: LinksGatewaysOptions
  readonly #gateways = new Map<number, Gateway>()
  readonly #shards: ShardPorts
  readonly #online = new Map<number, number>()

  constructor(options: LinksGatewaysOptions) {
    this.#options = options
    const { shards, monotonic } = options
    this.#shards = new ShardPorts({ shards, monotonic, take: (message) => this.take(message) })
  }

  /** Sets the gateways' records; `builtIn` are those whose provider is this server itself. */
  configure(
    book: Book,
    records: readonly OpenedGateway[],
    builtIn: ReadonlySet<number> = new Set(),
  ): void {
    const gone = new Set(this.#gateways.keys())
    for (const record of records) {
      gone.delete(record.id)
      this.#configure({ record, book, isBuiltIn: builtIn.has(record.id) })
    }
    for (const id of gone) {
      this.#remove(id)
      this.#options.forget(id)
    }
  }

  take(message: ToGateway): void {
    const actor = this.#gateways.get(message.gateway)?.actor
    if (actor === undefined) return
    if (message.what === 'taken') actor.taken(message.report)
    else actor[message.what](message.order)
  }

  /** Restarts a gateway; false if there is no such gateway. */
  restart(id: number): boolean {
    const actor = this.#gateways.get(id)?.actor
    if (actor === undefined) return false
    this.#logOf(id).info({}, 'gateway restarted')
    actor.restart('the gateway was restarted')
    return true
  }

  instruments(id: number): readonly ProviderSymbol[] {
    return this.#gateways.get(id)?.actor.session?.instruments ?? []
  }

  /**
   * Called when a shard or this thread has started: sends reports that the shard did not confirm
   * again.
   */
  connectShard(shard: number, port: MessagePort): void {
    this.#shards.attach(shard, port)
    for (const { actor } of this.#gateways.values()) actor.repeat(0)
  }

  /** Called once a second. */
  tick(): void {
    for (const gateway of this.#gateways.values()) {
      gateway.actor.tick()
      this.#say(gateway)
    }
  }

  stop(): void {
    for (const id of [...this.#gateways.keys()]) this.#remove(id)
    this.#shards.close()
  }

  #configure(settings: GatewaySettings): void {
    const known = this.#gateways.get(settings.record.id)
    if (known !== undefined) {
      known.actor.configure(settings)
      return
    }
    const { clock, open, outbound, transaction } = this.#options
    const log = this.#logOf(settings.record.id)
    const actor = new GatewayActor(settings, {
      clock,
      log,
      open,
      outbound,
      report: (report) => this.#shards.report(report),
      transaction,
      changed: () => this.#say(gateway),
    })
    const gateway: Gateway = { actor, saidAt: Number.NEGATIVE_INFINITY, said: '' }
    this.#gateways.set(settings.record.id, gateway)
    actor.start()
  }

  #logOf(id: number): Logger {
    const { log, clock, post } = this.#options
    return connectionLog(log, clock, (line) => post({ type: 'gateway_line', id, line }))
  }

  #remove(id: number): void {
    const gateway = this.#gateways.get(id)
    this.#gateways.delete(id)
    gateway?.actor.stop()
  }

  /** Tells the shards if a gateway came online or went offline. */
  #sayOnline({ id, state, since }: Omit<GatewayReport, 'reportedAt'>): void {
    const known = this.#online.get(id)
    if (state === 'online') this.#online.set(id, since)
    else this.#online.delete(id)
    if (this.#online.get(id) === known) return
    this.#shards.setOnline([...this.#online].map(([id, since]) => ({ id, since })))
  }

  #say(gateway: Gateway): void {
    const { clock, post } = this.#options
    const report = reportOf(gateway.actor)
    this.#sayOnline(report)
    const now = clock.monotonic()
    const said = JSON.stringify(report)
    if (said === gateway.said && now - gateway.saidAt < STILL_THERE_MS) return
    gateway.said = said
    gateway.saidAt = now
    post({ type: 'gateway', report: { ...report, reportedAt: clock.now() } })
  }
}

function reportOf(actor: GatewayActor): Omit<GatewayReport, 'reportedAt'> {
  const { id, figures, session, isOnline, since, lastError, outbox, symbols } = actor
  const now = session?.figures
  return {
    id,
    instance: INSTANCE,
    state: isOnline ? 'online' : 'stopped',
    lastError,
    since,
    lastLogonAt: figures.lastLogonAt,
    logons: figures.logons,
    answerMs: figures.answerMs,
    latencyP50Ms: figures.latency(0.5),
    latencyP99Ms: figures.latency(0.99),
    ...figures.bytes(now),
    seqIn: now?.seqIn ?? 0,
    seqOut: now?.seqOut ?? 0,
    instruments: now?.instruments ?? 0,
    symbols,
    orders: figures.orders,
    fills: figures.fills,
    rejects: figures.rejects,
    outbox,
    openOrders: actor.orders,
    fillCounts: figures.fillCounts,
    fillSeconds: figures.fillSeconds,
    profile: actor.profile?.figures ?? null,
  }
}
