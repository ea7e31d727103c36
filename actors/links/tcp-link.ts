import { Socket } from 'node:net'
import type { ServerAddress } from '../../engine/names/server-address.js'
import type { Clock, Timer } from '../thread/clock.js'
import { type Outbound, REFUSED_CODE } from '../thread/outbound.js'
import {
  CERTIFICATE_ALERTS,
  handshakeFault,
  secureSocket,
  type TlsTerms,
  UNUSABLE_PAIR,
} from './tls-socket.js'

/**
 * One TCP connection to a peer, with or without TLS, dialled or accepted, for single-byte text.
 * Owns the socket and its timers. The session decides when a silent peer is given up, because only
 * the session knows what it expects.
 *
 *   - `closed` is called exactly once and last, with the first reason.
 *   - Data that the peer does not read is buffered up to `queueMax` bytes; beyond that the link is
 *     closed.
 *   - A dial without an answer within its limit closes the link.
 *   - The reason that staff see for a failed dial does not distinguish a refusing port from a
 *     silent one; otherwise they could scan a network. The error code is only in the server's own
 *     log.
 *   - With TLS nothing is sent or received before the handshake is complete.
 */
export interface TcpLinkHandlers {
  opened(): void
  received(bytes: Uint8Array): void
  closed(why: string, code?: string): void
}

export interface DialOptions {
  readonly address: ServerAddress
  readonly timeoutMs: number
  readonly outbound: Outbound
  readonly tls?: TlsTerms | undefined
}

export const WRITE_QUEUE_BYTES_MAX = 1_048_576
/**
 * The time in which the peer can receive the last message (a refusal) before the socket is
 * destroyed.
 */
const FAREWELL_MS = 1_000

export class TcpLink {
  readonly #socket: Socket
  readonly #clock: Clock
  readonly #handlers: TcpLinkHandlers
  readonly #queueMax: number
  #why = ''
  #code: string | undefined
  #isOpen: boolean
  /** True while the TLS handshake runs. */
  #isShaking = false
  #timer: Timer | undefined

  private constructor(
    socket: Socket,
    clock: Clock,
    handlers: TcpLinkHandlers,
    isOpen: boolean,
    queueMax: number,
  ) {
    this.#socket = socket
    this.#clock = clock
    this.#handlers = handlers
    this.#isOpen = isOpen
    this.#queueMax = queueMax
    socket.setNoDelay(true)
    socket.on('data', (bytes) => {
      if (this.#why === '') handlers.received(bytes)
    })
    socket.on('error', (error: NodeJS.ErrnoException) => this.#failed(error))
    socket.on('end', () => this.#end('the peer closed the connection'))
    socket.on('close', () => this.#closed())
  }

  static dial(options: DialOptions, clock: Clock, handlers: TcpLinkHandlers): TcpLink {
    const { address, timeoutMs, outbound, tls } = options
    const refusal = outbound.refusal(address.host)
    const mayDial = refusal === null
    const secure = mayDial && tls !== undefined ? secureSocket(address, tls, outbound.lookup) : null
    const socket = secure ?? new Socket()
    const link = new TcpLink(socket, clock, handlers, false, WRITE_QUEUE_BYTES_MAX)
    link.#timer = clock.after(timeoutMs, () => {
      link.#code = 'ETIMEDOUT'
      link.close(link.#isShaking ? NO_HANDSHAKE : NO_CONNECTION)
    })
    if (!mayDial) link.close(refusal)
    else if (secure === undefined) link.close(UNUSABLE_PAIR)
    else if (secure === null) {
      socket.on('connect', () => link.#opened())
      socket.connect({ ...address, lookup: outbound.lookup })
    } else {
      secure.on('connect', () => {
        link.#isShaking = true
      })
      secure.on('secureConnect', () => link.#opened())
    }
    return link
  }

  /** Makes a link from a socket that a server accepted, so it is open from the start. */
  static accept(
    socket: Socket,
    clock: Clock,
    handlers: TcpLinkHandlers,
    queueMax = WRITE_QUEUE_BYTES_MAX,
  ): TcpLink {
    return new TcpLink(socket, clock, handlers, true, queueMax)
  }

  /** The bytes that the peer has not received yet. */
  get queuedBytes(): number {
    return this.#socket.writableLength
  }

  send(text: string): void {
    if (!this.#isOpen || this.#why !== '') return
    if (this.#socket.writableLength + text.length > this.#queueMax) {
      this.close('the peer takes its data too slowly')
      return
    }
    this.#socket.write(text, 'latin1')
  }

  /** Buffers sent data until `release`, so that it leaves together. */
  gather(): void {
    this.#socket.cork()
  }

  release(): void {
    this.#socket.uncork()
  }

  /** Stops receiving until `resume`, so the peer has to wait. */
  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    if (this.#why === '') this.#socket.resume()
  }

  /** Drops the connection and all data that was not sent yet. */
  close(why: string): void {
    this.#end(why)
  }

  /** Waits a moment until the peer has received the sent data, then drops the connection. */
  finish(why: string): void {
    if (this.#why !== '') return
    this.#why = why
    this.#timer?.cancel()
    this.#socket.end()
    this.#timer = this.#clock.after(FAREWELL_MS, () => this.#socket.destroy())
  }

  #opened(): void {
    if (this.#why !== '') return
    this.#timer?.cancel()
    this.#isShaking = false
    this.#isOpen = true
    this.#handlers.opened()
  }

  #failed(error: NodeJS.ErrnoException): void {
    this.#code ??= error.code
    if (this.#isShaking) this.#end(handshakeFault(error.code))
    else this.#end(this.#isOpen ? lostBy(error) : undialledBy(error))
  }

  #end(why: string): void {
    if (this.#why === '') this.#why = why
    this.#socket.destroy()
  }

  #closed(): void {
    this.#timer?.cancel()
    this.#isOpen = false
    this.#handlers.closed(this.#why === '' ? 'the connection closed' : this.#why, this.#code)
  }
}

const NO_CONNECTION = 'could not connect; check host and port, and the firewalls in between'
const NO_HANDSHAKE =
  'no answer to the TLS handshake; check whether the peer speaks TLS at this port'

function undialledBy(error: NodeJS.ErrnoException): string {
  if (error.code === REFUSED_CODE) return error.message
  if (error.code === 'ENOTFOUND') return 'the host is not known; check its name'
  return error.code === 'EAI_AGAIN' ? 'the host name could not be looked up' : NO_CONNECTION
}

const LOSSES: Readonly<Record<string, string>> = {
  ...CERTIFICATE_ALERTS,
  ECONNRESET: 'the peer reset the connection',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  EPIPE: 'the peer closed the connection',
}

function lostBy(error: NodeJS.ErrnoException): string {
  return LOSSES[error.code ?? ''] ?? `the connection failed (${error.code ?? 'unknown'})`
}
