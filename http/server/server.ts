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
 * The socket library and nothing else: bytes to `PlainRequest`, `PlainAnswer` to bytes.
 *   A1. What the library's request holds is copied at once; it is gone after its turn.
 *   A2. A response is not touched after it was ended or its client went away.
 *   A3. A body is held only up to its route's bound, and all bodies together up to
 *       `BODIES_BYTES_MAX`.
 *   A4. A request framed in two ways is refused and its connection closed.
 *   A5. What a client does not read is bounded: it gets no further answer before it has taken the last
 *       one (the library ends a connection that asks while an answer is owed), and an answer without
 *       a body, of which nobody can tell whether it was taken, ends its connection.
 *   A6. A file is taken as fast as it is written, and its client waits meanwhile (pulled-body.ts).
 *   A7. Answers beyond those of a turn of the loop wait for the next one, and so do bodies that cost much (turn-answers.ts).
 */
export interface ServerOptions {
  readonly host: string
  /** 0 picks a free one, told by `listen`. */
  readonly port: number
  readonly tls?: TlsFiles | undefined
  /** Finds the addresses of clients behind proxies; without it no proxy is believed. */
  readonly addresses?: ClientAddress
  readonly pipeline: Pipeline
  readonly clock: Clock
  /** Bounds them; without it nobody counts. */
  readonly connections?: Connections
  /** Holds addresses to what they may cost; without it none is. */
  readonly floods?: FloodGuard
  /** Adds the live sockets: `app.ws(path, behavior)`. */
  readonly sockets?: (app: TemplatedApp, edge: UpgradeEdge) => void
}

/** The parts of the server that the upgrade to a live socket shares with requests. */
export interface UpgradeEdge {
  /**
   * Only valid until the upgrade returns: it reads from the library's request. Null when nobody is
   * let in now, or not with such a head: it has been answered then.
   */
  read(response: HttpResponse, request: HttpRequest): PlainRequest | null
  /** Ends the response with the refusal's status and envelope. */
  refuse(response: HttpResponse, request: PlainRequest, refusal: Refusal): void
  /** It is a live socket from now on. */
  upgraded(): void
}

/** The rest of a body this small is read over, so that the connection lives on. */
const UNREAD_BYTES_MAX = 65_536

/** A body that costs less is paid for with its request: to ask for its address costs more. */
const LARGE_BODY_POINTS = 64

/** A larger body takes long enough to read that it waits for a turn with time left. */
const COSTLY_BODY_BYTES = 4096

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

  /** The port listened on. Rejects when the address is taken or not this machine's. */
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

  /** No new connections; what is in flight is answered, `graceMs` long at most; then all closes. */
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

  /** Requests that have no answer yet. */
  get open(): number {
    return this.#open
  }

  /** Answers that their readers have not taken yet. */
  get unsent(): UnsentAnswers {
    return this.#unsent
  }

  /** Answers that are read from their sources. */
  get sourced(): SourcedAnswers {
    return this.#sourced
  }

  /** Answers that are packed on their way. */
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
      // A large body that nobody will read is not worth the connection.
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

  /** A4. */
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

  /** A small body is paid for with its request. */
  #payBody(request: PlainRequest, points: number, isFlood: boolean): void {
    const { floods } = this.#options
    if (floods === undefined || (points < LARGE_BODY_POINTS && !isFlood)) return
    const pays = floods.pays(request.address, points)
    if (!pays || isFlood) floods.ends(request.address)
  }

  /** A6. The body goes where it is kept, and not one part of it waits here. */
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

  /** `call` is there when the body had to be read. */
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

  /** A7. A body that costs much to read is not read in a turn that took long already. */
  #finishNextTurn(response: HttpResponse, admitted: Admission, body: Uint8Array, call: Call): void {
    setImmediate(() => {
      if (call.isOver) return
      if (this.#turn.isOver) this.#finishNextTurn(response, admitted, body, call)
      else response.cork(() => this.#finish(response, admitted, body, call))
    })
  }

  /** A success; refusals are short. */
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

  /** A7. `started` is there when the answer did not come in the turn that brought the request. */
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
   * The library reads on in the bytes it has and would serve what follows as the next request. While an
   * answer is owed it ends the connection instead, so the answer waits until it has looked.
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

  /** A2. When the client goes away, the handler goes on: the change may be made already. */
  #call(response: HttpResponse, request: PlainRequest): Call {
    // From here on the request outlives the turn that brought it.
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
