import type { ShardClient } from '../../actors/shard-client.js'
import { Connection } from './connection.js'
import type { MarketQuestion } from './market-frames.js'
import type { Topic } from './quotes.js'
import type { GroupTopic } from './trader-settings.js'

/** The part of a shard that a live socket needs. */
export type SocketShard = Pick<
  ShardClient,
  'shard' | 'ready' | 'frame' | 'openSocket' | 'closeSocket'
>

/** No entry of a batch. */
export const NO_ENTRY = 0xffff_ffff

/** A live socket of a trader; the fields belong to who is named. */
export class TraderConnection extends Connection {
  /** TraderSockets: of its account; null before it has signed in. */
  shard: SocketShard | null = null
  /** TraderSockets: `read_only` as the shard was told, null while the shard does not know the socket. */
  toldReadOnly: boolean | null = null

  /** FanOut: first and last entry of the batch at hand, as words. */
  firstEntry = NO_ENTRY
  lastEntry = NO_ENTRY

  /** Quotes: what it is subscribed to, by symbol; null before the first. */
  symbols: Map<number, Topic> | null = null
  /** Quotes: the reader is behind, so out of the topics. */
  isBehind = false
  /** Quotes: of the quotes published up to this one it misses none, while behind. */
  heardQuotes = 0
  /** Quotes: symbols subscribed to while behind: it has had no quote of them. */
  unheard: Set<number> | null = null
  /** FanOut: the newest of the frames of which only the newest counts, while behind. */
  latest: Uint8Array | null = null

  /** MarketFrames: questions without a reply, the first of them at work. */
  readonly questions: MarketQuestion[] = []
  /** TraderSettings: the topic it is in. */
  group: GroupTopic | null = null
}
