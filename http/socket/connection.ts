import type { WebSocket } from 'uWebSockets.js'
import { SOCKET_BACKLOG_BYTES_MAX } from '../../engine/limits/sockets.js'
import type { SocketCodec } from '../../wire/frame/socket-frame.js'
import type { LiveSession } from '../sessions/live-session.js'
import type { FrameRate } from './frame-rate.js'
import { FrameToll } from './frame-toll.js'

/** The data that the library stores as a property of its socket. */
export interface SocketData {
  readonly connection: Connection
}

/**
 * Sends a message in fragments. The library supports this, but its types do not declare it. No
 * other message may be sent in between.
 */
interface Fragments {
  sendFirstFragment(part: Uint8Array, isBinary: boolean): number
  sendFragment(part: Uint8Array): number
  sendLastFragment(part: Uint8Array): number
}

export type LibrarySocket = WebSocket<SocketData> & SocketData & Fragments

/**
 * The state of a WebSocket connection. It only moves down this list.
 *   unsigned  waits for the client's `auth` frame
 *   live      belongs to a session, which handles its frames
 *   closing   ignores incoming frames and sends no new ones; frames sent before still go out
 *   closed    the library's socket must not be used any more
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
  | { readonly kind: 'closed' }

export interface Live {
  readonly kind: 'live'
  readonly session: LiveSession
}

/** The possible results of `send`. */
export const SENT = { waiting: 0, sent: 1, dropped: 2 } as const

/** A WebSocket of a terminal. `LiveSockets` owns it. */
export class Connection {
  readonly id: number
  readonly codec: SocketCodec
  /** The type of its frames: binary for MessagePack, text for JSON. */
  readonly isBinary: boolean
  readonly address: string
  state: ConnectionState
  /** The library's socket, which exists between its `open` and `close` events. */
  ws: LibrarySocket | null = null

  /**
   * The rate limit of its account or staff session; null before sign-in, or if rate limits are off.
   */
  rate: FrameRate | null = null
  /**
   * The cost of what the client has sent, counted even if rate limits are off. Used by LiveSockets.
   */
  readonly toll = new FrameToll()
  /** The number of frames without a reply. */
  inFlight = 0
  /** The most unsent bytes. With more, the client counts as too slow and is disconnected. */
  backlogMax: number = SOCKET_BACKLOG_BYTES_MAX
  /** The time when data last arrived, on the monotonic clock with the resolution of the sweep. */
  heardAt: number
  isPinged = false
  /** The frame id of a running `logout`. */
  logoutId: number | string | null = null

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

  /** Sends a frame and returns a value of `SENT`. Nothing is sent after closing has begun. */
  send(frame: Uint8Array): number {
    const { ws, state } = this
    if (ws === null || state.kind === 'closing') return SENT.dropped
    return ws.send(frame, this.isBinary)
  }

  /** The bytes in the library that the kernel has not accepted yet. */
  get buffered(): number {
    return this.ws === null ? 0 : this.ws.getBufferedAmount()
  }

  /** The bytes that are to be sent and that the kernel has not accepted yet. */
  get unsent(): number {
    return this.buffered
  }
}
