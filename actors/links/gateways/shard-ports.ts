import type { MessagePort } from 'node:worker_threads'
import { SHARD_REPORTS_MAX } from '../../../engine/limits/shards.js'
import type { GatewayOnline } from '../../../wire/thread/messages.js'
import {
  type FromGateways,
  type ProviderReport,
  sentIdOf,
  type ToGateway,
  type TurnToGateways,
} from '../../../wire/thread/provider-messages.js'

/**
 * The connections of the gateways to the shards.
 *
 *   - A new connection begins with the gateways that are online. A change of them is sent before
 *     any later report.
 *   - A report that cannot be passed on is dropped: the gateway repeats it until it is confirmed.
 *   - A shard that does not read has at most `SHARD_REPORTS_MAX` reports waiting.
 */
interface Connection {
  readonly port: Pick<MessagePort, 'postMessage' | 'close'>
  /** The number of reports that the shard has not read, including those that wait here. */
  unread: number
  waiting: ProviderReport[]
}

export interface ShardPortsOptions {
  readonly shards: number
  /** The monotonic clock that all threads share. */
  monotonic(): number
  take(message: ToGateway): void
}

export class ShardPorts {
  readonly #options: ShardPortsOptions
  readonly #connections = new Map<number, Connection>()
  #online: readonly GatewayOnline[] = []
  #isFlushing = false

  constructor(options: ShardPortsOptions) {
    this.#options = options
  }

  attach(shard: number, port: MessagePort): void {
    this.#connections.get(shard)?.port.close()
    const connection: Connection = { port, unread: 0, waiting: [] }
    this.#connections.set(shard, connection)
    port.on('message', ({ messages, read }: TurnToGateways) => {
      connection.unread -= read
      for (const message of messages) this.#options.take(message)
    })
    port.on('close', () => {
      if (this.#connections.get(shard) === connection) this.#connections.delete(shard)
    })
    send(connection, { type: 'gateways', online: this.#online })
  }

  setOnline(online: readonly GatewayOnline[]): void {
    this.#online = online
    this.#flush()
    for (const one of this.#connections.values()) send(one, { type: 'gateways', online })
  }

  /** A report on an unknown order goes to any shard, which confirms it without doing anything. */
  report(report: ProviderReport): void {
    const login = sentIdOf(report.order)?.login ?? 0
    const connection = this.#connections.get(login % this.#options.shards)
    if (connection === undefined || connection.unread >= SHARD_REPORTS_MAX) return
    connection.unread++
    connection.waiting.push(report)
    if (this.#isFlushing) return
    this.#isFlushing = true
    queueMicrotask(() => this.#flush())
  }

  close(): void {
    this.#flush()
    for (const { port } of this.#connections.values()) port.close()
  }

  /**
   * Sends the collected reports. Reports from one network message go to the shard as one message.
   */
  #flush(): void {
    this.#isFlushing = false
    const at = this.#options.monotonic()
    for (const connection of this.#connections.values()) {
      const reports = connection.waiting
      if (reports.length === 0) continue
      connection.waiting = []
      send(connection, { type: 'reports', at, reports })
    }
  }
}

function send({ port }: Connection, message: FromGateways): void {
  port.postMessage(message)
}
