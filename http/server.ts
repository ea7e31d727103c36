import {
  App,
  type HttpRequest,
  type HttpResponse,
  SSLApp,
  type TemplatedApp,
  us_listen_socket_close,
  us_socket_local_port,
} from 'uWebSockets.js'
import { type Clock, within } from '../actors/clock.js'
import { type Refusal, refuse } from '../engine/code.js'
import { BodyReader, Call } from './body-reader.js'
import { ClientAddress } from './client-address.js'
import { Admitted } from './context.js'
import type { Pipeline } from './pipeline.js'
import { refusedAnswer } from './refused-answer.js'
import type { PlainRequest } from './request.js'
import { framingError } from './request-headers.js'
import { Responder } from './responder.js'
import { SocketRequest } from './socket-request.js'

/**
 * The socket library and nothing else: bytes to `PlainRequest`, `PlainAnswer` to bytes.
 *   A1. What the library's request holds is copied before anything waits; it is gone afterwards.
 *   A2. A response is not touched after it was ended or its client went away.
 *   A3. A body is held only up to its route's bound, and all bodies together up to
 *       `BODIES_BYTES_MAX`.
 *   A4. A request framed in two ways is refused and its connection closed.
 */
export interface ServerOptions {
  readonly host: string
  /** 0 picks a free one, told by `listen`. */
  readonly port: number
  readonly tls?: { readonly certFile: string; readonly keyFile: string }
  readonly trustedProxies?: readonly string[]
  readonly pipeline: Pipeline
  readonly clock: Clock
  /** Adds the live sockets: `app.ws(path, behavior)`. */
  readonly sockets?: (app: TemplatedApp, edge: UpgradeEdge) => void
}

/** What the upgrade to a live socket shares with requests. */
export interface UpgradeEdge {
  /** Only valid until the upgrade returns: it reads from the library's request. */
  read(response: HttpResponse, request: HttpRequest): PlainRequest
  /** Ends the response with the refusal's status and envelope. */
  refuse(response: HttpResponse, request: PlainRequest, refusal: Refusal): void
}

/** The rest of a body this small is read over, so that the connection lives on. */
const UNREAD_BYTES_MAX = 65_536

/** LIBUS_LISTEN_EXCLUSIVE_PORT: a second server on the port fails instead of sharing it. */
const EXCLUSIVE_PORT = 1

/** The library takes options here too, which its types leave out. */
type ListenExclusive = (
  host: string,
  port: number,
  options: number,
  done: (socket: ListenSocket | false) => void,
) => unknown

type ListenSocket = Parameters<typeof us_listen_socket_close>[0]

export class HttpServer {
  readonly #options: ServerOptions
  readonly #app: TemplatedApp
  readonly #addresses: ClientAddress
  readonly #responder: Responder
  readonly #hasTls: boolean
  readonly #bodies = new BodyReader()
  #listening: ListenSocket | null = null
  #open = 0
  #whenIdle: (() => void) | null = null

  constructor(options: ServerOptions) {
    this.#options = options
    const { tls } = options
    this.#app = tls === undefined ? App() : tlsApp(tls)
    this.#addresses = new ClientAddress(options.trustedProxies ?? [])
    this.#hasTls = tls !== undefined
    this.#responder = new Responder(this.#hasTls)
    options.sockets?.(this.#app, {
      read: (response, request) => this.#read(response, request),
      refuse: (response, request, refusal) => {
        this.#responder.end(response, request, refusedAnswer(refusal, request.requestId), true)
      },
    })
    this.#app.any('/*', (response, request) => this.#serve(response, request))
  }

  /** The port listened on. Rejects when the address is taken or not this machine's. */
  listen(): Promise<number> {
    const { host, port } = this.#options
    return new Promise((resolve, reject) => {
      const listen = this.#app.listen.bind(this.#app) as unknown as ListenExclusive
      listen(host, port, EXCLUSIVE_PORT, (socket) => {
        if (!socket) {
          reject(new Error(`cannot listen on ${host}:${port}: is another server running there?`))
          return
        }
        this.#listening = socket
        resolve(us_socket_local_port(socket))
      })
    })
  }

  /** No new connections; what is in flight is answered, `graceMs` long at most; then all closes. */
  async stop(graceMs: number): Promise<void> {
    this.#responder.closeAfterAnswer = true
    if (this.#listening !== null) us_listen_socket_close(this.#listening)
    this.#listening = null
    if (this.#open > 0) {
      const idle = new Promise<void>((resolve) => {
        this.#whenIdle = resolve
      })
      await within(this.#options.clock, graceMs, idle, 'requests were still open').catch(() => null)
    }
    this.#app.close()
  }

  /** Requests that have no answer yet. */
  get open(): number {
    return this.#open
  }

  #serve(response: HttpResponse, request: HttpRequest): void {
    const plain = this.#read(response, request)
    const length = plain.headers['content-length']
    const isChunked = plain.headers['transfer-encoding'] !== undefined
    if (length !== undefined || isChunked) {
      const why = framingError(request)
      if (why !== null) {
        this.#refuseFraming(response, plain, why)
        return
      }
    }
    const bodyBytes = isChunked ? null : Number(length ?? 0)
    const begun = this.#options.pipeline.begin(plain, bodyBytes)
    if (!(begun instanceof Admitted)) {
      // A large body that nobody will read is not worth the connection.
      const isWaste = bodyBytes === null || bodyBytes > UNREAD_BYTES_MAX
      this.#responder.end(response, plain, begun, isWaste)
      return
    }
    if (bodyBytes !== 0 && begun.route.method !== 'GET') this.#readBody(response, begun)
    else this.#finish(response, begun, null, null)
  }

  #read(response: HttpResponse, request: HttpRequest): SocketRequest {
    return new SocketRequest(request, response, this.#addresses, this.#hasTls)
  }

  /**
   * A4. The library reads on in the bytes it has and would serve what follows as the next request.
   * While an answer is owed it ends the connection instead, so the answer waits until it looked.
   */
  #refuseFraming(response: HttpResponse, request: PlainRequest, why: string): void {
    const call = this.#call(response, request)
    setImmediate(() => {
      if (call.isOver) return
      const answer = refusedAnswer(refuse('invalid_input', why), request.requestId)
      response.cork(() => this.#responder.end(response, request, answer, true))
      this.#settle(call)
    })
  }

  #readBody(response: HttpResponse, admitted: Admitted): void {
    const { pipeline } = this.#options
    const { request, route } = admitted
    const call = this.#call(response, request)
    this.#bodies.read(response, call, route.bodyBytesMax, (body) => {
      response.cork(() => {
        if (typeof body !== 'string') {
          this.#finish(response, admitted, body, call)
          return
        }
        const tooLarge = body === 'too_large'
        const answer = tooLarge ? pipeline.tooLarge(admitted) : pipeline.overloaded(admitted)
        this.#responder.end(response, request, answer, true)
        this.#settle(call)
      })
    })
  }

  /** `call` is there when the body had to be read. */
  #finish(
    response: HttpResponse,
    admitted: Admitted,
    body: Uint8Array | null,
    started: Call | null,
  ): void {
    const answer = this.#options.pipeline.finish(admitted, body)
    if (!(answer instanceof Promise)) {
      this.#responder.end(response, admitted.request, answer, false)
      if (started !== null) this.#settle(started)
      return
    }
    const call = started ?? this.#call(response, admitted.request)
    answer.then((ready) => {
      if (call.isOver) return
      response.cork(() => this.#responder.end(response, admitted.request, ready, false))
      this.#settle(call)
    })
  }

  /** A2. When the client goes away, the handler goes on: the change may be made already. */
  #call(response: HttpResponse, request: PlainRequest): Call {
    // A1. From here on the request outlives the turn that brought it.
    if (request instanceof SocketRequest) request.seal()
    const call = new Call()
    this.#open++
    response.onAborted(() => {
      call.drop?.()
      if (request instanceof SocketRequest) request.gone()
      if (!call.isOver) this.#settle(call)
    })
    return call
  }

  #settle(call: Call): void {
    call.isOver = true
    this.#open--
    if (this.#open === 0) this.#whenIdle?.()
  }
}

function tlsApp(tls: NonNullable<ServerOptions['tls']>): TemplatedApp {
  try {
    return SSLApp({ cert_file_name: tls.certFile, key_file_name: tls.keyFile })
  } catch (cause) {
    const files = `${tls.certFile} and ${tls.keyFile}`
    throw new Error(`TLS_CERT, TLS_KEY: ${files} are not a PEM certificate and its key`, { cause })
  }
}
