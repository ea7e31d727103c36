import type { HttpRequest, HttpResponse, TemplatedApp } from 'uWebSockets.js'
import { type Clock, within } from '../../actors/thread/clock.js'
import { type Refusal, refuse } from '../../engine/code.js'
import { HEAD_BYTES_MAX } from '../../engine/limits/front.js'
import { refusedAnswer } from '../exchange/refused-answer.js'
import type { PlainAnswer, PlainRequest } from '../exchange/request.js'
import { Admission } from '../pipeline/context.js'
import type { Pipeline } from '../pipeline/pipeline.js'
import { BodyReader, Call } from './body-reader.js'
import { ClientAddress } from './client-address.js'
import type { Connections } from './connections.js'
import type { FloodGuard } from './flood-guard.js'
import { libraryApp, type TlsFiles } from './library-app.js'
import { library } from './library-limits.js'
import { PackedAnswers } from './packed-answers.js'
import { CRUMBS, PulledBody, takeUpload } from './pulled-body.js'
import { ReceivedRequest } from './received-request.js'
import { framingError, TWO_HOSTS } from './request-headers.js'
import { hasBody, Responder } from './responder.js'
import { SourcedAnswers } from './sourced-answers.js'
import { TurnAnswers } from './turn-answers.js'
import { UnsentAnswers } from './unsent-answers.js'
import { whyNotListening } from './why-not-listening.js'

const { us_listen_socket_close, us_socket_local_port } = library

/**
 * The adapter between the socket library and the pipeline: bytes to `PlainRequest`, `PlainAnswer`
 * to bytes.
 * - The library's request is copied at once, because it is invalid after its turn.
 * A2. A response is not used after it has ended or its client has disconnected.
 * - A body is buffered up to its route's limit, and all bodies together up to `BODIES_BYTES_MAX`.
 * A4. A request with ambiguous framing is refused and its connection closed.
 * - Unread answers are bounded: a client gets its next answer only after it has read the last one
 *   (the library closes a connection that sends more requests before). An answer without a body,
 *   whose delivery cannot be observed, closes its connection.
 * A6. An upload is read only as fast as it can be written to disk (`pulled-body.ts`).
 * A7. Only a limited number of answers is written in one turn of the event loop. Others wait for
 *     the next turn, as do expensive bodies (`turn-answers.ts`).
 */
export interface ServerOptions {
  readonly host: string
  /** The port to listen on. 0 chooses a free port, which `listen` returns. */
  readonly port: number
  readonly tls?: TlsFiles | undefined
  /** Determines client addresses. Without it no proxy is trusted. */
  readonly addresses?: ClientAddress
  readonly pipeline: Pipeline
  readonly clock: Clock
  /** Limits connections. Without it there is no limit. */
  readonly connections?: Connections
  /** Limits the cost of each address. Without it there is no limit. */
  readonly floods?: FloodGuard
  /** Adds the WebSocket endpoints: `app.ws(path, behavior)`. */
  readonly sockets?: (app: TemplatedApp, edge: UpgradeEdge) => void
}

/** Functions of the server that a WebSocket upgrade shares with requests. */
export interface UpgradeEdge {
  /**
   * Reads the request of an upgrade. It is only valid until the upgrade handler returns. Null if
   * the upgrade was refused.
   */
  read(response: HttpResponse, request: HttpRequest): PlainRequest | null
  /** Ends the response with the refusal's status and envelope. */
  refuse(response: HttpResponse, request: PlainRequest, refusal: Refusal): void
  /** Called when the connection has become a WebSocket. */
  upgraded(): void
}

/**
 * If the rest of a refused body is at most this long, it is read and discarded so that the
 * connection can be reused.
 */
const UNREAD_BYTES_MAX = 65_536

/**
 * Bodies below this cost are included in the cost of their request, because reading the address
 * costs more.
 */
const LARGE_BODY_POINTS = 64

/** Bodies above this size wait for a turn with time left. */
const COSTLY_BODY_BYTES = 4096

/** LIBUS_LISTEN_EXCLUSIVE_PORT: listening fails if another server uses the port. */
const EXCLUSIVE_PORT = 1

/** The library accepts options here that its types do not declare. */
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
  readonly #responder = new Responder()
  readonly #hasTls: boolean
  readonly #bodies = new BodyReader()
  readonly #unsent: UnsentAnswers
  readonly #sourced = new SourcedAnswers()
  readonly #packed = new PackedAnswers()
  readonly #turn = new TurnAnswers()
  #listening: ListenSocket | null = null
  #open = 0
  #isStopping = false
  #whenIdle: (() => void) | null = null

  constructor(options: ServerOptions, unsent = new UnsentAnswers()) {
    this.#options = options
    this.#unsent = unsent
    const { tls, connections } = options
    this.#app = libraryApp(tls)
    this.#addresses = options.addresses ?? new ClientAddress([])
    this.#hasTls = tls !== undefined
    if (connections !== undefined) {
      this.#app.filter((response, change) =>
        change > 0 ? connections.came(response) : connections.left(),
      )
    }
    options.sockets?.(this.#app, {
      read: (response, request) => this.#readUpgrade(response, request),
      refuse: (response, request, refusal) => {
        this.#answerLast(response, request, refusedAnswer(refusal, request.requestId), null)
      },
      upgraded: () => connections?.left(),
    })
    this.#app.any('/*', (response, request) => this.#serve(response, request))
  }

  /** Returns the port. Rejects if the address is in use or does not belong to this machine. */
  listen(): Promise<number> {
    const { host, port } = this.#options
    return new Promise((resolve, reject) => {
      const listen = this.#app.listen.bind(this.#app) as unknown as ListenExclusive
      listen(host, port, EXCLUSIVE_PORT, (socket) => {
        if (!socket) {
          void whyNotListening(host, port).then((why) => {
            reject(new Error(`cannot listen on ${host}:${port}: ${why}`))
          })
          return
        }
        this.#listening = socket
        resolve(us_socket_local_port(socket))
      })
    })
  }

  /** Refuses new connections, waits at most `graceMs` for open requests, then closes everything. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
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

  get open(): number {
    return this.#open
  }

  /** Answers that clients have not read completely. */
  get unsent(): UnsentAnswers {
    return this.#unsent
  }

  /** The answers that the server is streaming. */
  get sourced(): SourcedAnswers {
    return this.#sourced
  }

  /** The answers that the server is compressing. */
  get packed(): PackedAnswers {
    return this.#packed
  }

  #serve(response: HttpResponse, request: HttpRequest): void {
    const plain = this.#read(response, request)
    if (plain.headBytes > HEAD_BYTES_MAX) {
      this.#answerLast(response, plain, largeHead(plain), null)
      return
    }
    const flood = this.#options.floods?.refusal(plain) ?? null
    if (flood !== null) {
      this.#answerLast(response, plain, refusedAnswer(flood, plain.requestId), null)
      return
    }
    if (plain.hosts > 1) {
      this.#refuseFraming(response, plain, TWO_HOSTS)
      return
    }
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
    if (!(begun instanceof Admission)) {
      // Closes the connection if the rest of a refused body is too long to discard.
      const isWaste = bodyBytes === null || bodyBytes > UNREAD_BYTES_MAX
      if (isWaste) this.#answerLast(response, plain, begun, null)
      else this.#answer(response, plain, begun, null)
      return
    }
    if (bodyBytes !== 0 && begun.route.upload !== null) {
      void this.#readUpload(response, begun, bodyBytes)
    } else if (bodyBytes !== 0 && begun.route.method !== 'GET') this.#readBody(response, begun)
    else this.#finish(response, begun, null, null)
  }

  #read(response: HttpResponse, request: HttpRequest): ReceivedRequest {
    return new ReceivedRequest(request, response, this.#addresses, this.#hasTls)
  }

  #readUpgrade(response: HttpResponse, request: HttpRequest): PlainRequest | null {
    const plain = this.#read(response, request)
    if (plain.headBytes > HEAD_BYTES_MAX) {
      this.#answerLast(response, plain, largeHead(plain), null)
      return null
    }
    const refusal = this.#options.pipeline.closed ?? this.#options.floods?.refusal(plain) ?? null
    if (refusal === null && plain.hosts > 1) this.#refuseFraming(response, plain, TWO_HOSTS)
    else if (refusal === null) return plain
    else this.#answerLast(response, plain, refusedAnswer(refusal, plain.requestId), null)
    return null
  }

  /** Refuses a request with ambiguous framing (A4). */
  #refuseFraming(response: HttpResponse, request: PlainRequest, why: string): void {
    const answer = refusedAnswer(refuse('invalid_input', why), request.requestId)
    this.#answerLast(response, request, answer, null)
  }

  #readBody(response: HttpResponse, admitted: Admission): void {
    const { pipeline } = this.#options
    const { request, route } = admitted
    const call = this.#call(response, request)
    call.leave = () => pipeline.gone(admitted)
    this.#bodies.read(response, call, route.bodyBytesMax, (body, points) => {
      response.cork(() => {
        this.#payBody(request, points, body === 'crumbs')
        if (typeof body !== 'string') {
          if (body.length > COSTLY_BODY_BYTES && this.#turn.isOver) {
            this.#finishNextTurn(response, admitted, body.slice(), call)
          } else this.#finish(response, admitted, body, call)
          return
        }
        const answer =
          body === 'crumbs'
            ? pipeline.refused(admitted, CRUMBS)
            : body === 'too_large'
              ? pipeline.tooLarge(admitted)
              : pipeline.overloaded(admitted)
        this.#answerLast(response, request, answer, call)
      })
    })
  }

  /** Charges a large body to the client's address. The cost of a request includes a small body. */
  #payBody(request: PlainRequest, points: number, isFlood: boolean): void {
    const { floods } = this.#options
    if (floods === undefined || (points < LARGE_BODY_POINTS && !isFlood)) return
    const pays = floods.pays(request.address, points)
    if (!pays || isFlood) floods.ends(request.address)
  }

  /** Reads an upload straight to its destination without buffering (A6). */
  async #readUpload(
    response: HttpResponse,
    admitted: Admission,
    bodyBytes: number | null,
  ): Promise<void> {
    const call = this.#call(response, admitted.request)
    const body = new PulledBody(response, call, admitted.route.bodyBytesMax)
    const { pipeline, clock } = this.#options
    const answer = await takeUpload(pipeline, admitted, body, bodyBytes, clock)
    this.#payBody(admitted.request, body.points, body.isCrumbs)
    if (call.isOver || answer === null) {
      answer?.source?.close()
      return
    }
    call.drop = null
    response.cork(() => {
      if (body.hasAll) this.#answer(response, admitted.request, answer, call)
      else this.#answerLast(response, admitted.request, answer, call)
    })
  }

  /** Answers a request. `call` is set if the request had a body to read. */
  #finish(
    response: HttpResponse,
    admitted: Admission,
    body: Uint8Array | null,
    started: Call | null,
  ): void {
    const { pipeline, clock } = this.#options
    if (started !== null) started.leave = null
    const begun = clock.monotonic()
    const answer = pipeline.finish(admitted, body)
    this.#turn.worked(clock.monotonic() - begun)
    if (!(answer instanceof Promise)) {
      this.#packAndAnswer(response, admitted.request, answer, started)
      return
    }
    const call = started ?? this.#call(response, admitted.request)
    answer.then((ready) => {
      if (call.isOver) ready.source?.close()
      else response.cork(() => this.#packAndAnswer(response, admitted.request, ready, call))
    })
  }

  /** Processes an expensive body in a turn that still has time (A7). */
  #finishNextTurn(response: HttpResponse, admitted: Admission, body: Uint8Array, call: Call): void {
    setImmediate(() => {
      if (call.isOver) return
      if (this.#turn.isOver) this.#finishNextTurn(response, admitted, body, call)
      else response.cork(() => this.#finish(response, admitted, body, call))
    })
  }

  /** Compresses and sends a successful answer; refusals are too short for it. */
  #packAndAnswer(
    response: HttpResponse,
    request: PlainRequest,
    answer: PlainAnswer,
    started: Call | null,
  ): void {
    const packed = this.#packed.pack(request, answer)
    if (!(packed instanceof Promise)) {
      this.#answer(response, request, packed, started)
      return
    }
    const call = started ?? this.#call(response, request)
    void packed.then((ready) => {
      if (!call.isOver) response.cork(() => this.#answer(response, request, ready, call))
    })
  }

  /**
   * Sends the answer in this turn or the next (A7). `started` is given if the answer comes in a
   * later turn than the request.
   */
  #answer(
    response: HttpResponse,
    request: PlainRequest,
    answer: PlainAnswer,
    started: Call | null,
  ): void {
    if (!this.#turn.take(answer.body.length)) {
      this.#answerNextTurn(response, request, answer, started ?? this.#call(response, request))
      return
    }
    if (answer.source !== undefined && hasBody(request, answer)) {
      const call = started ?? this.#call(response, request)
      this.#responder.begin(response, request, answer)
      this.#sourced.send(response, call, answer.source, () => this.#settle(call))
      return
    }
    answer.source?.close()
    const isCrowded = this.#isStopping || this.#options.connections?.isCrowded === true
    if (isCrowded || answer.closes === true || !hasBody(request, answer)) {
      this.#answerLast(response, request, answer, started)
    } else if (!this.#responder.write(response, request, answer)) {
      const call = started ?? this.#call(response, request)
      this.#unsent.keep(response, call, answer, () => this.#settle(call))
    } else if (started !== null) this.#settle(started)
  }

  #answerNextTurn(
    response: HttpResponse,
    request: PlainRequest,
    answer: PlainAnswer,
    call: Call,
  ): void {
    setImmediate(() => {
      if (call.isOver) answer.source?.close()
      else response.cork(() => this.#answer(response, request, answer, call))
    })
  }

  /**
   * Sends an answer and closes the connection. The library would treat the rest of the body as the
   * next request, but closes a connection that sends while an answer is pending, so the answer
   * waits until the library has read it.
   */
  #answerLast(
    response: HttpResponse,
    request: PlainRequest,
    answer: PlainAnswer,
    started: Call | null,
  ): void {
    const call = started ?? this.#call(response, request)
    setImmediate(() => {
      if (call.isOver) return
      this.#responder.writeLast(response, request, answer)
      if (!call.isOver) this.#settle(call)
    })
  }

  /**
   * Creates the state of an asynchronous request. If the client disconnects, the handler continues,
   * because it may already have changed something (A2).
   */
  #call(response: HttpResponse, request: PlainRequest): Call {
    // From here on the request outlives its turn.
    if (request instanceof ReceivedRequest) request.keepAddress()
    const call = new Call()
    this.#open++
    response.onAborted(() => {
      call.drop?.()
      call.leave?.()
      if (request instanceof ReceivedRequest) request.gone()
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

function largeHead({ requestId }: PlainRequest): PlainAnswer {
  const why = `Request line and headers take more than ${HEAD_BYTES_MAX} bytes. Send less.`
  return { ...refusedAnswer(refuse('too_large', why), requestId), status: 431 }
}
