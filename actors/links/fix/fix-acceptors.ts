import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { addressAllowed } from '../../../engine/access/address.js'
import { sameValue } from '../../../engine/config/kind.js'
import type { ServerAddress } from '../../../engine/names/server-address.js'
import type { FixMessage } from '../../../wire/fix/codec/message.js'
import { TAG } from '../../../wire/fix/codec/tags.js'
import type { Clock } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'
import { pemOptions, type TlsTerms, UNUSABLE_PAIR } from '../tls-socket.js'
import {
  FIRST_MESSAGE_MS,
  type FixAnswerer,
  FixConnection,
  type FixConnectionHandlers,
  type FixEndpoint,
} from './fix-connection.js'

/**
 * TCP servers for providers that dial this server: one for each listening address. Owns the servers
 * and the connections without a session.
 *
 *   - A connection from an address that is not allowed is closed before a byte of it is read, also
 *     before the TLS handshake.
 *   - The first message names a session by its CompIDs, from an allowed address. While the session
 *     has a connection, another one is closed without an answer.
 *   - At most `STRANGERS_MAX` connections per listening address may be without a session; the next
 *     one is closed.
 *   - Sessions at one address share its TLS settings. A session with other settings fails with that
 *     reason.
 */
export interface AwaitedSession {
  readonly address: ServerAddress
  readonly tls: TlsTerms | undefined
  /** Addresses and networks that may dial; an empty list allows none. */
  readonly allowed: readonly string[]
  readonly endpoint: FixEndpoint
  /** Called when the server listens at the session's address. */
  awaits(): void
  /**
   * Called when the provider has dialled; the returned handlers receive the result of the Logon.
   */
  began(connection: FixConnection): FixConnectionHandlers
  /**
   * Called with the reason if the session cannot be awaited: at most once, and never after `began`.
   */
  failed(why: string, code?: string): void
}

export const STRANGERS_MAX = 16
const NO_CERTIFICATE =
  'who is dialled with TLS needs a certificate: set FIX SSL Certificate and its key'

interface Door {
  readonly server: Server
  readonly tls: TlsTerms | undefined
  readonly sessions: Set<AwaitedSession>
  readonly taken: Set<AwaitedSession>
  readonly strangers: Set<Socket>
}

export class FixAcceptors {
  readonly #clock: Clock
  readonly #log: Logger
  readonly #doors = new Map<string, Door>()

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock
    this.#log = log
  }

  /**
   * Waits for a session's connections. Returns a function that ends that; it may be called twice.
   */
  await(session: AwaitedSession): () => void {
    const { host, port } = session.address
    const name = `${host} ${port}`
    const known = this.#doors.get(name)
    if (known !== undefined && !sameValue(known.tls ?? null, session.tls ?? null)) {
      session.failed('another gateway is dialled at this address with other TLS settings')
      return () => undefined
    }
    const door = known ?? this.#open(name, session)
    if (door === undefined) return () => undefined
    door.sessions.add(session)
    if (door.server.listening) session.awaits()
    return () => {
      door.taken.delete(session)
      if (!door.sessions.delete(session) || door.sessions.size > 0) return
      this.#doors.delete(name)
      shut(door)
    }
  }

  stop(): void {
    for (const door of this.#doors.values()) shut(door)
    this.#doors.clear()
  }

  #open(name: string, session: AwaitedSession): Door | undefined {
    const { address, tls } = session
    const server = listening(tls)
    if (server === undefined) {
      session.failed(tls?.certificate === '' ? NO_CERTIFICATE : UNUSABLE_PAIR)
      return undefined
    }
    const none = { sessions: new Set<AwaitedSession>(), taken: new Set<AwaitedSession>() }
    const door: Door = { server, tls, ...none, strangers: new Set() }
    this.#doors.set(name, door)
    // Listens to the socket below TLS, so that no unknown address gets a handshake.
    server.on('connection', (socket: Socket) => this.#knocked(door, socket))
    const ready = tls === undefined ? 'connection' : 'secureConnection'
    server.on(ready, (socket: Socket) => {
      if (!socket.destroyed) this.#accepted(door, socket)
    })
    server.on('tlsClientError', (_: Error, socket: Socket) => socket.destroy())
    server.on('listening', () => {
      for (const one of door.sessions) one.awaits()
    })
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#doors.get(name) === door) this.#doors.delete(name)
      const waiting = [...door.sessions]
      shut(door)
      for (const one of waiting) one.failed(listenFault(error.code), error.code)
    })
    server.listen({ host: address.host, port: address.port })
    return door
  }

  #knocked(door: Door, socket: Socket): void {
    const from = socket.remoteAddress ?? ''
    const isAwaited = [...door.sessions].some((session) => mayDial(session, from))
    if (!isAwaited || door.strangers.size >= STRANGERS_MAX) {
      const why = isAwaited ? 'too many of them say nothing' : 'its address is not awaited'
      this.#log.warn({ from, why }, 'a connection was not let in')
      socket.on('error', () => undefined)
      socket.destroy()
      return
    }
    door.strangers.add(socket)
    socket.once('close', () => door.strangers.delete(socket))
    // A session frees the place when it begins. The server itself closes a slow handshake.
  }

  #accepted(door: Door, socket: Socket): void {
    const choose = (
      first: FixMessage,
      from: string,
      connection: FixConnection,
    ): FixAnswerer | undefined => {
      const session = [...door.sessions].find(
        (one) => !door.taken.has(one) && mayDial(one, from) && isFor(one, first),
      )
      if (session === undefined) return undefined
      this.#unstrange(door, socket)
      door.taken.add(session)
      const handlers = session.began(connection)
      const ended = (why: string, code?: string): void => {
        door.taken.delete(session)
        handlers.ended(why, code)
      }
      return { endpoint: session.endpoint, handlers: { ...handlers, ended } }
    }
    FixConnection.accept(socket, choose, this.#clock, (why) => {
      this.#log.warn({ from: socket.remoteAddress ?? '', why }, 'a connection was not let in')
    })
  }

  /**
   * Removes a connection from the strangers, found by its ports, because TLS wraps the socket in
   * another object.
   */
  #unstrange(door: Door, { remoteAddress, remotePort }: Socket): void {
    for (const socket of door.strangers) {
      if (socket.remotePort === remotePort && socket.remoteAddress === remoteAddress) {
        door.strangers.delete(socket)
      }
    }
  }
}

function listening(tls: TlsTerms | undefined): Server | undefined {
  if (tls === undefined) return createServer()
  if (tls.certificate === '') return undefined
  try {
    return createSecureServer({
      ...pemOptions(tls),
      handshakeTimeout: FIRST_MESSAGE_MS,
      // The provider must have a certificate if an authority is set.
      requestCert: tls.authority !== '',
      rejectUnauthorized: tls.verifies && tls.authority !== '',
    })
  } catch {
    return undefined
  }
}

function shut(door: Door): void {
  for (const socket of door.strangers) socket.destroy()
  door.sessions.clear()
  door.server.close(() => undefined)
}

/** True if an address may dial for a session. */
function mayDial({ allowed }: AwaitedSession, from: string): boolean {
  return allowed.length > 0 && addressAllowed(allowed, from)
}

function isFor({ endpoint }: AwaitedSession, first: FixMessage): boolean {
  const { sender, target, targetSub } = endpoint.settings
  if (first.text(TAG.sender) !== target || first.text(TAG.target) !== sender) return false
  return targetSub === '' || first.text(TAG.senderSub) === targetSub
}

/** The reason why an address cannot be opened, by the error code. */
export function listenFault(code: string | undefined): string {
  if (code === 'EADDRINUSE') return 'another program listens at this address'
  if (code === 'EACCES') return 'this server may not listen at that port: take one above 1023'
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'the host is no address of this machine'
  return `this server cannot listen there (${code ?? 'unknown'})`
}
