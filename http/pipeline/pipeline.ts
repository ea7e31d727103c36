import { isRefusal, type Refusal, refuseFor } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import { successText } from '../../wire/answer/envelope.js'
import type { Door } from '../exchange/door.js'
import { JSON_MEDIA, refusedAnswer } from '../exchange/refused-answer.js'
import { NO_HEADERS, type PlainAnswer, type PlainRequest } from '../exchange/request.js'
import type { Authenticator, Session } from '../exchange/session.js'
import { Admission, type PipelineServices, RequestContext } from './context.js'
import {
  guardAccount,
  guardCsrf,
  guardKey,
  guardMedia,
  guardRestriction,
  guardRights,
  guardSize,
} from './guards.js'
import { handled } from './handling.js'
import { keyedRequest } from './idempotency-key.js'
import { type InputReading, readBody, readParams, readQuery } from './input.js'
import type { StrangerRates } from './rates/address-rates.js'
import { Places, type RoutePlace } from './rates/places.js'
import { type RateLimits, SESSION_RATE } from './rates/rate.js'
import { type RouteRates, rateText } from './rates/route-rates.js'
import { SESSION_REQUEST, SessionRates } from './rates/session-rates.js'
import { type Method, nameOf, type RawAnswer, type Route } from './route.js'
import { Router } from './router.js'
import { isLargeBody, LargeBodies } from './uploads/large-bodies.js'
import { BodyReceiver } from './uploads/receiving.js'
import { beginUpload, handleUpload } from './uploads/uploads.js'

/**
 * Every request passes these steps in order: route and method, server phase, size, media type,
 * session, rate, restriction, csrf, account header, rights, params, query and body, lookup of the
 * route's account (`handling.ts`), handler.
 * - `begin` does everything that does not need the body, so that the body of a refused request is
 *   never read.
 * - No error escapes: a handler that throws gives a 500 that contains only the request id.
 * - At most `inFlightMax` handlers wait at a time. Further requests get 503 at once.
 * - A file is received only after all other checks, including params and query.
 * - Callers without a session have a rate limit per address, whatever the result of the request. A
 *   session has its own. Routes may add their own limit (`rates/route-rates.ts`).
 * - A large body is read in steps, with other requests in between (`uploads/large-bodies.ts`).
 * - A route may limit how many of its requests run at a time. A request takes its place before its
 *   body is read (`rates/places.ts`).
 */
export const IN_FLIGHT_MAX = 8192
const ASKS_FENCE = /(^|&)min_projection_seq=/

/** `S` are the services that the handlers of the routes use. */
export interface PipelineOptions<S extends PipelineServices> extends PipelineRules {
  readonly routes: readonly Route<S>[]
  readonly services: S
}

interface PipelineRules {
  readonly authenticator: Authenticator
  /** The rate limit of a session; null disables it. */
  readonly rate?: RateLimits | null
  /** The rate limits of callers without a session; undefined disables them. */
  readonly strangers?: StrangerRates | undefined
  /** The counters for routes with their own rate limit; undefined disables these limits. */
  readonly routeRates?: RouteRates | undefined
  /** Decides by the server's phase which requests are accepted. Without it all are. */
  readonly door?: Door
  readonly inFlightMax?: number
  /** Reports an error that a handler threw. Nothing else reports its reason. */
  readonly onFailure: (error: unknown, route: string, requestId: string) => void
  /** Called when a connection of this address is closed because its session floods the server. */
  readonly onFlood?: (address: string) => void
  /** Called for every answer. `route` is null if none matched. */
  readonly observe?: (route: Route | null, status: number, ms: number) => void
}

export class Pipeline<S extends PipelineServices = PipelineServices> {
  readonly #options: PipelineRules
  readonly #services: PipelineServices
  readonly #router: Router
  readonly #rate: SessionRates | null
  readonly #inFlightMax: number
  readonly #largeBodies = new LargeBodies()
  readonly #places = new Places()
  #inFlight = 0

  constructor(options: PipelineOptions<S>) {
    this.#options = options
    this.#services = options.services
    this.#router = new Router(options.routes)
    const { rate = SESSION_RATE } = options
    this.#rate = rate === null ? null : new SessionRates(rate)
    this.#inFlightMax = options.inFlightMax ?? IN_FLIGHT_MAX
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** The refusal for all requests at the moment, or null. */
  get closed(): Refusal | null {
    return this.#options.door?.refusal ?? null
  }

  #closedTo(route: Route, { query }: PlainRequest): Refusal | null {
    if (!route.isFencedList || !ASKS_FENCE.test(query)) return this.closed
    return this.#options.door?.refusalOfList() ?? null
  }

  /** `bodyBytes` is the declared length of the body, or null for a chunked body. */
  begin(request: PlainRequest, bodyBytes: number | null): Admission | PlainAnswer {
    const startedAt = this.#services.clock.monotonic()
    try {
      return this.#begin(request, bodyBytes, startedAt)
    } catch (error) {
      return this.#failed(null, request, error, startedAt)
    }
  }

  #begin(
    request: PlainRequest,
    bodyBytes: number | null,
    startedAt: number,
  ): Admission | PlainAnswer {
    const found = this.#router.find(request.path)
    if (found === null) {
      const refusal = because('not_found.route')
      return this.#refusedStranger(null, request, refusal, startedAt)
    }
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = found.routes.byMethod.get(method as Method)
    if (route === undefined) {
      const { allow } = found.routes
      const refusal = because('method_not_allowed.methods', { methods: allow })
      return this.#refusedStranger(null, request, refusal, startedAt, [['allow', allow]])
    }
    const closed = route.alwaysOpen ? null : this.#closedTo(route, request)
    if (closed !== null) return this.#refused(route, request, closed, startedAt)
    const unfit = guardBody(route, request, bodyBytes)
    if (unfit !== null) return this.#refusedStranger(route, request, unfit, startedAt)
    let session: Session | null = null
    if (route.audience !== 'public') {
      const proof = this.#options.authenticator.authenticate(request, route.audience, route.proof)
      if (isRefusal(proof)) return this.#refusedStranger(route, request, proof, startedAt)
      session = proof
      const tooFast = this.#tooFast(route, request, session, startedAt)
      if (tooFast !== null) return tooFast
      const refusal = guardSession(route, request, session)
      if (refusal !== null) return this.#refused(route, request, refusal, startedAt)
    } else if (!this.#mayAsk(route, request, startedAt)) {
      return this.#tooMany(route, request, startedAt)
    }
    const place = this.#placeFor(route, session)
    if (place !== null && isRefusal(place)) return this.#refused(route, request, place, startedAt)
    const tooOften = this.#guardRate(route, request, session, startedAt)
    if (tooOften !== null) {
      place?.leave()
      return this.#refused(route, request, tooOften, startedAt)
    }
    return new Admission(route, request, session, found.params, startedAt, place)
  }

  /**
   * Answers a request. `body` is null if the request has none. Its bytes are not used after the
   * call.
   */
  finish(admitted: Admission, body: Uint8Array | null): PlainAnswer | Promise<PlainAnswer> {
    const answer = this.#finish(admitted, body)
    const { place } = admitted
    if (place === null) return answer
    if (answer instanceof Promise) void answer.then(() => place.leave())
    else place.leave()
    return answer
  }

  #finish(admitted: Admission, body: Uint8Array | null): PlainAnswer | Promise<PlainAnswer> {
    const { route, request, startedAt } = admitted
    try {
      const params = readParams(route, admitted.rawParams)
      if (!params.ok) return this.#refused(route, request, params, startedAt)
      const query = readQuery(route, request.query)
      if (!query.ok) return this.#refused(route, request, query, startedAt)
      const place = [params.value, query.value] as const
      if (isLargeBody(route, body)) return this.#finishLarge(admitted, place, body)
      return this.#handle(admitted, place, this.#paid(admitted, body, readBody(route, body)))
    } catch (error) {
      return this.#failed(route, request, error, startedAt)
    }
  }

  async #finishLarge(
    admitted: Admission,
    place: readonly [params: unknown, query: unknown],
    body: Uint8Array,
  ): Promise<PlainAnswer> {
    const { route, request, session, startedAt } = admitted
    const caller = { login: session?.login ?? null, address: request.address }
    try {
      const size = body.length
      const read = await this.#largeBodies.read(route, body, caller)
      return await this.#handle(admitted, place, this.#paid(admitted, { length: size }, read))
    } catch (error) {
      return this.#failed(route, request, error, startedAt)
    }
  }

  /** Charges the cost of the body to the session's rate limit. */
  #paid(
    { session, startedAt }: Admission,
    body: { readonly length: number } | null,
    read: InputReading,
  ): InputReading {
    const isMalformed = !read.ok && read.code === 'invalid_input'
    if (session !== null && body !== null) {
      this.#rate?.pay(session.rateName ?? session.id, startedAt, body.length, isMalformed)
    }
    return read
  }

  #handle(
    admitted: Admission,
    place: readonly [params: unknown, query: unknown],
    read: InputReading,
  ): PlainAnswer | Promise<PlainAnswer> {
    const { route, request, startedAt } = admitted
    if (!read.ok) return this.#refused(route, request, read, startedAt)
    const keyed = keyedRequest(route, request, read.value)
    if (isRefusal(keyed)) return this.#refused(route, request, keyed, startedAt)
    if (this.#inFlight >= this.#inFlightMax) return this.overloaded(admitted)
    const context = new RequestContext(admitted, ...place, read.value, this.#services, keyed)
    const result = handled(context)
    if (result instanceof Promise) return this.#wait(result, context)
    return this.#answer(context, result)
  }

  /** Starts receiving an upload, after its params and query have been checked and it has a place. */
  async receive(
    admitted: Admission,
    bodyBytes: number | null,
  ): Promise<BodyReceiver | PlainAnswer> {
    const { route, request, startedAt } = admitted
    try {
      const begun = await beginUpload(admitted, this.#services, bodyBytes)
      return begun.ok ? begun.value : this.#refused(route, request, begun, startedAt)
    } catch (error) {
      return this.#failed(route, request, error, startedAt)
    }
  }

  /** Answers an upload after its body has arrived completely or has been refused. */
  async finishUpload(admitted: Admission, receiving: BodyReceiver): Promise<PlainAnswer> {
    const { route, request, startedAt } = admitted
    this.#inFlight++
    try {
      return this.#answer(...(await handleUpload(admitted, this.#services, receiving)))
    } catch (error) {
      return this.#failed(route, request, error, startedAt)
    } finally {
      this.#inFlight--
    }
  }

  /** Refuses a body that turned out to be too large while it was read. */
  tooLarge(admitted: Admission): PlainAnswer {
    const refusal = guardSize(admitted.route, Number.POSITIVE_INFINITY)
    return this.refused(admitted, refusal as Refusal)
  }

  /** Refuses a request before its body has been read. */
  refused(admitted: Admission, refusal: Refusal): PlainAnswer {
    const { route, request, startedAt } = admitted
    this.gone(admitted)
    return this.#refused(route, request, refusal, startedAt)
  }

  /** Refuses a request because a limit of the whole server is reached. */
  overloaded(admitted: Admission): PlainAnswer {
    const busy = because('unavailable.too_much')
    return this.refused(admitted, busy)
  }

  /** Called when the client disconnects before its body has arrived completely. */
  gone({ place }: Admission): void {
    place?.leave()
  }

  /** Runs a request without a socket, for tests and for the adapter's own checks. */
  async inject(request: PlainRequest, body: Uint8Array | null = null): Promise<PlainAnswer> {
    const begun = this.begin(request, body === null ? 0 : body.length)
    if (!(begun instanceof Admission)) return begun
    if (begun.route.upload === null || body === null) return this.finish(begun, body)
    const receiving = await this.receive(begun, body.length)
    if (!(receiving instanceof BodyReceiver)) return receiving
    await receiving.write(Buffer.from(body))
    return this.finishUpload(begun, receiving)
  }

  /**
   * Returns null if the session may make a request now. A session far beyond its rate loses its
   * connection.
   */
  #tooFast(route: Route, request: PlainRequest, session: Session, now: number): PlainAnswer | null {
    if (this.#rate === null) return null
    const fate = this.#rate.take(session.rateName ?? session.id, now)
    request.rateLines = this.#rate.lines
    if (fate === SESSION_REQUEST.taken) return null
    const refusal = because('too_many_requests.session')
    const answer = this.#refused(route, request, refusal, now)
    if (fate === SESSION_REQUEST.refused) return answer
    this.#options.onFlood?.(request.address)
    return { ...answer, closes: true }
  }

  #placeFor({ places }: Route, session: Session | null): RoutePlace | Refusal | null {
    if (places === null || session === null) return null
    return this.#places.take(places, session.login)
  }

  /** The last guard, so that requests refused by other guards do not count. */
  #guardRate(
    route: Route,
    request: PlainRequest,
    session: Session | null,
    now: number,
  ): Refusal | null {
    const { rate } = route
    const { routeRates } = this.#options
    if (rate === null || routeRates === undefined) return null
    const caller = { address: request.address, session }
    const waitMs = routeRates.take(nameOf(route), rate, caller, now)
    const lines = session && routeRates.lines(nameOf(route), rate, caller, now)
    if (typeof lines === 'string') request.rateLines = lines
    if (waitMs === 0) return null
    return refuseFor(waitMs, 'too_many_requests', `${rateText(rate)}. Try again later.`)
  }

  async #wait(result: Promise<unknown>, context: RequestContext): Promise<PlainAnswer> {
    this.#inFlight++
    try {
      return this.#answer(context, await result)
    } catch (error) {
      const { route, startedAt } = context.admitted
      return this.#failed(route, context.request, error, startedAt)
    } finally {
      this.#inFlight--
    }
  }

  #answer(context: RequestContext, result: unknown): PlainAnswer {
    const { route, startedAt } = context.admitted
    if (isRefusal(result)) {
      return this.#refused(route, context.request, result, startedAt, context.cookieHeaders())
    }
    const mayPack = !route.answersSecrets
    let answer: PlainAnswer
    if (route.media === null) {
      const body = successText(result, context.requestId)
      answer = {
        status: 200,
        mediaType: JSON_MEDIA,
        body,
        headers: context.cookieHeaders(),
        mayPack,
      }
    } else answer = rawAnswer(result as RawAnswer, context, mayPack)
    this.#observe(route, answer.status, startedAt)
    return answer
  }

  #mayAsk(route: Route, request: PlainRequest, now: number): boolean {
    const { strangers } = this.#options
    if (strangers === undefined) return true
    if (route.cost === 0) return strangers.mayErr(request.address, now)
    return strangers.mayAsk(request.address, now, route.cost)
  }

  /**
   * Refuses an unauthenticated caller. After too many refusals the caller gets a rate limit error
   * and is disconnected.
   */
  #refusedStranger(
    route: Route | null,
    request: PlainRequest,
    refusal: Refusal,
    startedAt: number,
    headers: readonly (readonly [string, string])[] = NO_HEADERS,
  ): PlainAnswer {
    const { strangers } = this.#options
    if (strangers === undefined || strangers.mayErr(request.address, startedAt)) {
      return this.#refused(route, request, refusal, startedAt, headers)
    }
    return this.#tooMany(route, request, startedAt)
  }

  #tooMany(route: Route | null, request: PlainRequest, startedAt: number): PlainAnswer {
    const refusal = because('too_many_requests.strangers')
    return { ...this.#refused(route, request, refusal, startedAt), closes: true }
  }

  #failed(
    route: Route | null,
    request: PlainRequest,
    error: unknown,
    startedAt: number,
  ): PlainAnswer {
    const { requestId } = request
    const name = route === null ? `${request.method} before its route` : nameOf(route)
    this.#options.onFailure(error, name, requestId)
    const refusal = because('internal.request', { id: requestId })
    return this.#refused(route, request, refusal, startedAt)
  }

  #refused(
    route: Route | null,
    request: PlainRequest,
    refusal: Refusal,
    startedAt: number,
    headers: readonly (readonly [string, string])[] = NO_HEADERS,
  ): PlainAnswer {
    const answer = refusedAnswer(refusal, request.requestId, headers, route?.statuses[refusal.code])
    this.#observe(route, answer.status, startedAt)
    return answer
  }

  #observe(route: Route | null, status: number, startedAt: number): void {
    const { observe } = this.#options
    if (observe !== undefined) observe(route, status, this.#services.clock.monotonic() - startedAt)
  }
}

function guardSession(route: Route, request: PlainRequest, session: Session): Refusal | null {
  return (
    guardKey(route, session) ??
    guardRestriction(route, session) ??
    guardCsrf(route, session, request) ??
    guardAccount(route, session, request) ??
    guardRights(route, session)
  )
}

function guardBody(route: Route, request: PlainRequest, bodyBytes: number | null): Refusal | null {
  if (bodyBytes === 0 || route.method === 'GET') return null
  const refusal = guardSize(route, bodyBytes ?? 0)
  return refusal ?? guardMedia(route, request.headers['content-type'])
}

function rawAnswer(raw: RawAnswer, context: RequestContext, routePacks: boolean): PlainAnswer {
  const headers = [...(raw.headers ?? NO_HEADERS), ...context.cookieHeaders()]
  const { status = 200, mediaType, body, isShared = false, source } = raw
  const mayPack = routePacks && raw.isSecret !== true
  return { status, mediaType, body, headers, isShared, mayPack, ...(source && { source }) }
}
