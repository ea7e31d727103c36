import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { GatewayReport } from '../../../wire/thread/gateway-report.js'
import type { GatewayOnline } from '../../../wire/thread/messages.js'

/**
 * Hands out the connections between the shards and the gateways of the links thread. Orders and
 * reports do not pass through the front.
 *
 *   - Each pair of threads has one channel. It ends with either thread, and a successor gets a new
 *     one. So messages arrive in order or not at all, and none reaches a successor.
 *   Y2. A shard learns which gateways are online before it takes requests.
 */
export interface PortShard {
  readonly ready: boolean
  connectLinks(port: MessagePort, online: readonly GatewayOnline[]): void
}

export interface PortLinks {
  connectShard(shard: number, port: MessagePort): void
}

export class GatewayPorts {
  readonly #shards: readonly PortShard[]
  #links: PortLinks | undefined
  readonly #online = new Map<number, GatewayOnline>()

  constructor(shards: readonly PortShard[]) {
    this.#shards = shards
  }

  /** Sets the thread that runs the gateways; without it none is online. */
  attach(links: PortLinks | undefined): void {
    this.#links = links
    if (links === undefined) this.#online.clear()
    this.#shards.forEach(({ ready }, shard) => {
      if (ready) this.shardReady(shard)
    })
  }

  /** Notes whether a gateway is online, for shards that start later (Y2). */
  heard({ id, state, since }: GatewayReport): void {
    if (state === 'online') this.#online.set(id, { id, since })
    else this.#online.delete(id)
  }

  shardReady(shard: number): void {
    if (this.#links === undefined) return
    const { port1, port2 } = new MessageChannel()
    this.#shards[shard]?.connectLinks(port1, [...this.#online.values()])
    this.#links.connectShard(shard, port2)
  }
}
