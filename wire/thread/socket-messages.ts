import type { CandlesArgs, DepthArgs } from '../schema/trading/candle.js'

/** The words of shards and front about live sockets. */

/** Questions about the market and its symbols: no shard knows the answers. */
export type MarketOp = 'symbols' | 'candles'

/** A wish of a live socket's shard to the front (a `control` entry). */
export type SocketControl =
  | {
      readonly op: 'subscribe' | 'unsubscribe'
      readonly symbols: readonly number[]
      readonly max_per_sec?: number
    }
  /** The socket starts or stops hearing the live figures of its positions; a later thread of the shard is told. */
  | { readonly op: 'valuation'; readonly hears: boolean }
  /** The socket starts or stops hearing of news. */
  | { readonly op: 'news'; readonly hears: boolean }
  | { readonly op: 'close'; readonly code: number; readonly reason: string }
  /** A snapshot or a resume is being told in slices: what else the account hears of it waits for its end. */
  | { readonly op: 'bulk'; readonly under_way: boolean }
  | SocketQuestion

/**
 * A frame that the front answers. Of its `args` it has the fields of the operation alone, typed and
 * bounded: what else a client sent ends at the shard.
 */
export type SocketQuestion = { readonly id: number | string } & (
  | { readonly op: 'auth'; readonly args: { readonly access_token?: string } }
  | { readonly op: 'logout'; readonly args: Readonly<Record<string, never>> }
  | { readonly op: 'symbols'; readonly args: Readonly<Record<string, never>> }
  | { readonly op: 'candles'; readonly args: CandlesArgs }
  | { readonly op: 'depth'; readonly args: DepthArgs }
)

/** A new live socket, as its shard is told of it (a `socketOpen` entry). */
export interface SocketOpen {
  readonly login: number
  readonly codec: 'json' | 'msgpack'
  readonly read_only: boolean
  readonly reason: 'client' | 'api'
  /** Terminal and id of its session; left out where none is known. */
  readonly session?: string
  /** The address that it came from. */
  readonly ip?: string
  /** Whether it hears the live figures of its positions. */
  readonly valuation?: boolean
}
