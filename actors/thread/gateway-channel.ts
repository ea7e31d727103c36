import type { MessagePort } from 'node:worker_threads'
import type { GatewayOnline } from '../../wire/thread/messages.js'

/**
 * Gives a shard its channel to the gateways of a links thread, and names the gateways that are
 * online.
 */
export interface LinksConnected {
  readonly type: 'links'
  readonly port: MessagePort
  readonly online: readonly GatewayOnline[]
}

/** Gives the links thread the channel of its gateways to a shard. */
export interface ShardConnected {
  readonly type: 'shard'
  readonly shard: number
  readonly port: MessagePort
}
