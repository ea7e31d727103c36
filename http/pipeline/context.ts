import type { Actor } from '../../actors/desk/actor.js'
import type { Uploads } from '../../actors/files/uploads.js'
import type { ResultReaders } from '../../actors/jobs/result-reader.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { StoredAccount } from '../../wire/account/stored-account.js'
import { NO_HEADERS, type PlainRequest } from '../exchange/request.js'
import type { Session } from '../exchange/session.js'
import type { AccountServices } from '../reach/account-reach.js'
import type { KeyedRequest } from './idempotency-key.js'
import type { RoutePlace } from './rates/places.js'
import type { AnyContext, Route } from './route.js'
import type { UploadedFile } from './uploads/upload-rule.js'

/** The services that the pipeline itself uses. Handlers get them too, and others besides. */
export interface PipelineServices extends AccountServices {
  readonly clock: Clock
  readonly uploads: Pick<Uploads, 'begin'>
  readonly results: Pick<ResultReaders, 'read'>
}

/** A request that has passed all guards that do not need its body. */
export class Admission {
  readonly route: Route
  readonly request: PlainRequest
  readonly session: Session | null
  readonly rawParams: readonly string[]
  readonly startedAt: number
  /** The place of a route with `places`, occupied until the request is answered. */
  readonly place: RoutePlace | null

  constructor(
    route: Route,
    request: PlainRequest,
    session: Session | null,
    rawParams: readonly string[],
    startedAt: number,
    place: RoutePlace | null = null,
  ) {
    this.route = route
    this.request = request
    this.session = session
    this.rawParams = rawParams
    this.startedAt = startedAt
    this.place = place
  }
}

/**
 * The context of a handler. It uses getters, so destructuring works and unused fields cost nothing.
 * A spread (`...context`) lacks them.
 */
export class RequestContext implements AnyContext<PipelineServices> {
  readonly admitted: Admission
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly services: PipelineServices
  readonly keyed: KeyedRequest
  /** The file, for upload routes. */
  readonly file: UploadedFile | null
  /** The account of the request, which the steps before the handler set (`handling.ts`). */
  account: StoredAccount | null = null
  input: unknown = null
  #cookies: (readonly [string, string])[] | null = null

  constructor(
    admitted: Admission,
    params: unknown,
    query: unknown,
    body: unknown,
    services: PipelineServices,
    keyed: KeyedRequest,
    file: UploadedFile | null = null,
  ) {
    this.admitted = admitted
    this.keyed = keyed
    this.params = params
    this.query = query
    this.body = body
    this.services = services
    this.file = file
  }

  get session(): Session | null {
    return this.admitted.session
  }

  get request(): PlainRequest {
    return this.admitted.request
  }

  get place(): RoutePlace | null {
    return this.admitted.place
  }

  get address(): string {
    return this.admitted.request.address
  }

  get requestId(): string {
    return this.admitted.request.requestId
  }

  get actor(): Actor {
    const { session, address, requestId } = this
    const actor = { login: session?.login ?? null, ip: address, requestId }
    return session?.via === undefined ? actor : { ...actor, via: session.via }
  }

  get setCookie(): (line: string) => void {
    return (line) => {
      this.#cookies ??= []
      this.#cookies.push(['set-cookie', line])
    }
  }

  cookieHeaders(): readonly (readonly [string, string])[] {
    return this.#cookies ?? NO_HEADERS
  }
}
