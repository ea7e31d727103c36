import type { WebSocket } from 'uWebSockets.js'
import { SOCKET_BACKLOG_BYTES_MAX } from '../../engine/limits/sockets.js'
import type { SocketCodec } from '../../wire/frame/socket-frame.js'
import type { LiveSession } from '../sessions/live-session.js'
import type { FrameRate } from './frame-rate.js'
import { FrameToll } from './frame-toll.js'

/** The data that the socket library keeps with its socket, as a property of the socket itself. */
export interface SocketData {
  readonly connection: Connection
}

/** Sends a message in parts: the library has this, but its types do not. Nothing else may be sent between them. */
interface Fragments {
  sendFirstFragment(part: Uint8Array, isBinary: boolean): number
  sendFragment(part: Uint8Array): number
  sendLastFragment(part: Uint8Array): number
}

export type LibrarySocket = WebSocket<SocketData> & SocketData & Fragments

/**
 * The state of a live socket. It only moves down this list.
 *   unsigned  waits for its `auth` frame
 *   live      frames are the session's
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
}

/** The results of `send` for a message. */
export const SENT = { waiting: 0, sent: 1, dropped: 2 } as const

/** One live socket of a terminal. `LiveSockets` owns it. */
export class Connection {
  readonly id: number
  readonly codec: SocketCodec
  /** The form in which its frames travel: binary for MessagePack, text for JSON. */
  readonly isBinary: boolean
  readonly address: string
  state: ConnectionState
  /** Set from the library's `open` to its `close`. */
  ws: LibrarySocket | null = null

  /** The rate that its account, or its staff session, may send at; null before it has signed in, and without rates. */
  rate: FrameRate | null = null
  /** LiveSockets: what it has sent, with or without rates. */
  readonly toll = new FrameToll()
  /** Frames that have no reply yet. */
  inFlight = 0
  /** The most unsent bytes; a reader with more is too slow. */
  backlogMax: number = SOCKET_BACKLOG_BYTES_MAX
  /** When something last arrived, on the monotonic clock, as fine as the sweep. */
  heardAt: number
  isPinged = false
  /** The id of a `logout` that is being carried out. */
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

  /** Sends a frame and answers one of `SENT`; nothing is sent once the socket is closing or gone. */
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
