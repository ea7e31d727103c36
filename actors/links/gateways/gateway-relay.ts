import type { GatewayReport } from '../../../wire/thread/gateway-report.js'
import type { GatewayOnline, ToShard } from '../../../wire/thread/messages.js'
import {
  type ProviderReport,
  sentIdOf,
  type ToGateway,
} from '../../../wire/thread/provider-messages.js'

/**
 * The way between the shards and the gateways of the links thread, through the front.
 *
 *   Y1. What a shard says arrives in its order, or not at all: where there is no links thread an order is
 *       answered as not sent, and the rest is said again when the thread is back.
 *   Y2. A report that cannot be handed on is dropped: the gateway says it again until it is taken.
 *   Y3. A shard knows which gateways are online before it is sent anything else of them.
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

  /** The thread that runs the gateways; without it none is online. */
  attach(links: RelayLinks | undefined): void {
    this.#links = links
    if (links !== undefined || this.#online.size === 0) return
    this.#online.clear()
    this.#tellAll()
  }

  /** A report of a gateway about itself. */
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
        text: 'The links to providers are starting again.',
      })
    }
  }

  /** An order that is none of ours goes to any shard, which says that nothing is to be done. */
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
