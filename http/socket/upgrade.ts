import type {
  HttpRequest,
  HttpResponse,
  TemplatedApp,
  us_socket_context_t,
  WebSocketBehavior,
} from 'uWebSockets.js'
import type { ServerAccess } from '../../engine/access/server-access.js'
import type { SessionSide } from '../../engine/access/session.js'
import { isRefusal, refuse } from '../../engine/code.js'
import { SOCKET_BACKLOG_BYTES_MAX } from '../../engine/limits/sockets.js'
import { FRAME_BYTES_MAX } from '../../wire/frame/socket-frame.js'
import type { UpgradeEdge } from '../server/server.js'
import type { SessionStore } from '../sessions/session-store.js'
import type { Connection, LibrarySocket, SocketData } from './connection.js'
import type { LiveSockets } from './live-sockets.js'
import { chooseProtocol, signInAtUpgrade } from './sign-in.js'

/** Connects the socket library's events and the upgrade to `LiveSockets`. */

const PATHS: Readonly<Record<SessionSide, string>> = {
  trader: '/trader/v1/socket',
  staff: '/admin/v1/socket',
}

/**
 * Above this size the library closes the connection without a close code; below it we close with
 * 1009. It also bounds the memory of an unfinished frame, so it is only slightly larger than the
 * accepted size.
 */
const PAYLOAD_BYTES_MAX = 2 * FRAME_BYTES_MAX
/**
 * The library's limit of unsent bytes. It is far above ours, because the library would drop frames
 * silently.
 */
const LIBRARY_BACKLOG_BYTES_MAX = 16 * SOCKET_BACKLOG_BYTES_MAX
/**
 * The library's idle timeout. It ends closing sockets whose client does not respond, which our
 * heartbeat does not cover.
 */
const LIBRARY_IDLE_SEC = 120

export interface UpgradeOptions<C extends Connection> {
  readonly sockets: LiveSockets<C>
  readonly sessions: SessionStore
  /** Refuses a client without a valid session if its address has made too many attempts. */
  refuseTry(address: string): ReturnType<ServerAccess['refuseTry']>
  /**
   * The allowed origins in lower case, like `https://trade.example`. They are read at each upgrade,
   * because settings change.
   */
  allowedOrigins(isSecure: boolean): ReadonlySet<string>
}

export function addLiveSocket<C extends Connection>(
  app: TemplatedApp,
  edge: UpgradeEdge,
  options: UpgradeOptions<C>,
): void {
  const { sockets } = options
  const connectionOf = (ws: unknown) => (ws as LibrarySocket).connection as C
  const behavior: WebSocketBehavior<SocketData> = {
    maxPayloadLength: PAYLOAD_BYTES_MAX,
    maxBackpressure: LIBRARY_BACKLOG_BYTES_MAX,
    idleTimeout: LIBRARY_IDLE_SEC,
    sendPingsAutomatically: false,
    upgrade: (response, request, context) => upgrade(response, request, context, edge, options),
    // The library stores user data as properties of the socket itself, so no lookup is needed.
    open: (ws) => sockets.opened(connectionOf(ws), ws as LibrarySocket),
    message: (ws, message, isBinary) => sockets.frame(connectionOf(ws), message, isBinary),
    ping: (ws) => sockets.heard(connectionOf(ws)),
    pong: (ws) => sockets.heard(connectionOf(ws)),
    drain: (ws) => sockets.drained(connectionOf(ws)),
    close: (ws) => sockets.gone(connectionOf(ws)),
  }
  app.ws(PATHS[sockets.side], behavior)
}

function upgrade<C extends Connection>(
  response: HttpResponse,
  request: HttpRequest,
  context: us_socket_context_t,
  edge: UpgradeEdge,
  { sockets, sessions, refuseTry, allowedOrigins }: UpgradeOptions<C>,
): void {
  const plain = edge.read(response, request)
  if (plain === null) return
  const key = request.getHeader('sec-websocket-key')
  const extensions = request.getHeader('sec-websocket-extensions')
  const protocol = chooseProtocol(request.getHeader('sec-websocket-protocol'))
  const brought = signInAtUpgrade(sessions, sockets.side, plain, allowedOrigins(plain.secure))
  // A valid session is exempt from the limit by address: its own counters bound its sockets.
  const isTry = brought === null || isRefusal(brought)
  const session = isTry ? (refuseTry(plain.address) ?? brought) : brought
  if (isRefusal(session)) {
    edge.refuse(response, plain, session)
    return
  }
  if (protocol === undefined) {
    const why = 'Offer the subprotocol openfloor.json or openfloor.msgpack.'
    edge.refuse(response, plain, refuse('invalid_input', why))
    return
  }
  const connection = sockets.accept(protocol.codec, plain.address, session)
  if (isRefusal(connection)) {
    edge.refuse(response, plain, connection)
    return
  }
  response.upgrade({ connection }, key, protocol.name, extensions, context)
  edge.upgraded()
}
