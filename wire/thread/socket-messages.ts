import type { CandlesArgs, DepthArgs } from '../schema/trading/candle.js'

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

/**
 * A request that the front answers. `args` contains only known, validated fields, because the shard
 * refuses anything else.
 */
export type SocketQuestion = { readonly id: number | string } & (
  | { readonly op: 'auth'; readonly args: { readonly access_token?: string } }
  | { readonly op: 'logout'; readonly args: Readonly<Record<string, never>> }
  | { readonly op: 'symbols'; readonly args: Readonly<Record<string, never>> }
  | { readonly op: 'candles'; readonly args: CandlesArgs }
  | { readonly op: 'depth'; readonly args: DepthArgs }
)

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
