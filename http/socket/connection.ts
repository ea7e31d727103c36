import type { WebSocket } from 'uWebSockets.js'
import type { ShardClient } from '../../actors/shard-client.js'
import { SOCKET_BACKLOG_BYTES_MAX } from '../../engine/limits.js'
import type { SocketCodec } from '../../wire/socket-frame.js'
import type { LiveSession } from '../live-session.js'

/** The part of a shard that a live socket needs. */
export type SocketShard = Pick<
  ShardClient,
  'shard' | 'ready' | 'frame' | 'openSocket' | 'closeSocket'
>

/** What the socket library keeps with its socket, as a property of the socket itself. */
export interface SocketData {
  readonly connection: Connection
}

export type LibrarySocket = WebSocket<SocketData> & SocketData

/**
 * Where a live socket stands. It only moves down this list.
 *   unsigned  waits for its `auth` frame
 *   live      frames go to the shard of its account
 *   closing   takes nothing and gets nothing more; what was sent before is still on its way out
 *   gone      the library's socket must not be touched any more
 */
export type ConnectionState =
  | { readonly kind: 'unsigned'; readonly until: number }
  | Live
  | {
      readonly kind: 'closing'
      readonly until: number
      readonly code: number
      readonly why: string
    }
  | { readonly kind: 'gone' }

export interface Live {
  readonly kind: 'live'
  readonly session: LiveSession
  readonly shard: SocketShard
}

/** What `send` makes of a message. */
export const SENT = { waiting: 0, sent: 1, dropped: 2 } as const

/** No entry of a batch. */
export const NO_ENTRY = 0xffff_ffff

/** One live socket of a terminal. `Sockets` owns it; the fields below belong to who is named. */
export class Connection {
  readonly id: number
  readonly codec: SocketCodec
  /** How its frames travel: binary for MessagePack, text for JSON. */
  readonly isBinary: boolean
  readonly address: string
  state: ConnectionState
  /** Set from the library's `open` to its `close`. */
  ws: LibrarySocket | null = null

  /** Frames at the shard that have no reply yet. */
  inFlight = 0
  /** More unsent bytes than these, and the reader is too slow. */
  backlogMax: number = SOCKET_BACKLOG_BYTES_MAX
  /** When something last arrived, on the monotonic clock, as fine as the sweep. */
  heardAt: number
  isPinged = false
  /** `read_only` as the shard was told, null while the shard does not know the socket. */
  toldReadOnly: boolean | null = null
  /** The id of a `logout` that is being carried out. */
  logoutId: number | string | null = null

  /** FanOut: first and last entry of the batch at hand, as words. */
  firstEntry = NO_ENTRY
  lastEntry = NO_ENTRY

  /** Quotes: symbol ids subscribed to; null before the first. */
  symbols: Set<number> | null = null
  /** Quotes: the reader is behind, so out of the topics. */
  isBehind = false
  /** Quotes: of the quotes published up to this one it misses none, while behind. */
  heardQuotes = 0
  /** Quotes: symbols subscribed to while behind: it has had no quote of them. */
  unheard: Set<number> | null = null
  /** FanOut: the newest of the frames of which only the newest counts, while behind. */
  latest: Uint8Array | null = null

  constructor(
    id: number,
    codec: SocketCodec,
    address: string,
    state: ConnectionState,
    heardAt: number,
  ) {
    this.id = id
    this.codec = codec
    this.isBinary = codec === 'msgpack'
    this.address = address
    this.state = state
    this.heardAt = heardAt
  }

  /** One of `SENT`; nothing is sent once the socket is closing or gone. */
  send(frame: Uint8Array): number {
    const { ws, state } = this
    if (ws === null || state.kind === 'closing') return SENT.dropped
    return ws.send(frame, this.isBinary)
  }

  /** Bytes that the kernel has not taken yet. */
  get unsent(): number {
    return this.ws === null ? 0 : this.ws.getBufferedAmount()
  }
}
