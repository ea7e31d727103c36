import type { SocketQuestion } from '../trade/socket-question.js'

/** Messages between shards and front about WebSockets. */

/** Requests for market data, which shards cannot answer. */
export type MarketOp = 'symbols' | 'candles'

/** A control message from a shard to the front about a socket (a `control` entry). */
export type SocketControl =
  | {
      readonly op: 'subscribe' | 'unsubscribe'
      readonly symbols: readonly number[]
      readonly max_per_sec?: number
    }
  /**
   * The socket starts or stops receiving live figures of its positions. A restarted shard is
   * informed of it.
   */
  | { readonly op: 'valuation'; readonly hears: boolean }
  /** The socket starts or stops receiving news. */
  | { readonly op: 'news'; readonly hears: boolean }
  | { readonly op: 'close'; readonly code: number; readonly reason: string }
  /** A snapshot or resume is being sent in slices. Other events of the account wait for its end. */
  | { readonly op: 'bulk'; readonly under_way: boolean }
  | SocketQuestion

/** A new socket, as reported to its shard (a `socketOpen` entry). */
export interface SocketOpen {
  readonly login: number
  readonly codec: 'json' | 'msgpack'
  readonly read_only: boolean
  readonly reason: 'client' | 'api'
  /** The terminal and the id of the session; omitted if unknown. */
  readonly session?: string
  /** The client's address. */
  readonly ip?: string
  /** True if the socket receives live figures of its positions. */
  readonly valuation?: boolean
}
