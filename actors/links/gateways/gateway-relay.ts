import type { GatewayReport } from '../../../wire/thread/gateway-report.js'
import type { GatewayOnline, ToShard } from '../../../wire/thread/messages.js'
import {
  type ProviderReport,
  sentIdOf,
  type ToGateway,
} from '../../../wire/thread/provider-messages.js'

/**
 * Passes messages between the shards and the gateways of the links thread, through the front.
 *
 *   Y1. A shard's messages arrive in order or not at all. Without a links thread an order is
 *       answered as not sent, and the rest is repeated when the thread is back.
 *   Y2. A report that cannot be passed on is dropped: the gateway repeats it until it is confirmed.
 *   Y3. A shard learns which gateways are online before anything else about them.
 */
export interface RelayShard {
  readonly ready: boolean
  report(report: ProviderReport): boolean
  post(message: ToShard): void
}

export interface RelayLinks {
  toGateway(message: ToGateway): void
  shardReady(): void
}

export class GatewayRelay {
  readonly #shards: readonly RelayShard[]
  #links: RelayLinks | undefined
  readonly #online = new Map<number, GatewayOnline>()

  constructor(shards: readonly RelayShard[]) {
    this.#shards = shards
  }

  /** Sets the thread that runs the gateways; without it none is online. */
  attach(links: RelayLinks | undefined): void {
    this.#links = links
    if (links !== undefined || this.#online.size === 0) return
    this.#online.clear()
    this.#tellAll()
  }

  /** Handles a gateway's report about itself. */
  heard({ id, state, since }: GatewayReport): void {
    const known = this.#online.get(id)
    if (state !== 'online') {
      if (this.#online.delete(id)) this.#tellAll()
    } else if (known?.since !== since) {
      this.#online.set(id, { id, since })
      this.#tellAll()
    }
  }

  shardReady(shard: number): void {
    this.#shards[shard]?.post(this.#message())
    this.#links?.shardReady()
  }

  fromShard(shard: number, message: ToGateway): void {
    if (this.#links !== undefined) this.#links.toGateway(message)
    else if (message.what === 'place' || message.what === 'change') {
      const { gateway, order } = message
      this.#shards[shard]?.report({
        gateway,
        number: 0,
        order: order.id,
        state: 'unsent',
        external_id: '',
        execution: null,
        total: 0,
        average: 0,
        text: '',
      })
    }
  }

  /** A report on an unknown order goes to any shard, which confirms it without doing anything. */
  report(report: ProviderReport): void {
    const login = sentIdOf(report.order)?.login ?? 0
    this.#shards[login % this.#shards.length]?.report(report)
  }

  #tellAll(): void {
    for (const shard of this.#shards) if (shard.ready) shard.post(this.#message())
  }

  #message(): ToShard {
    return { type: 'gateways', online: [...this.#online.values()] }
  }
}
