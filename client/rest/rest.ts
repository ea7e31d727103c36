import { Backoff } from '../backoff.js'
import { isError, OpenfloorError } from '../errors.js'
import { BYTE_ROUTES, KEYED_ROUTES, type Routes } from '../generated/routes.js'
import { type Platform, pause, type StopSignal } from '../platform.js'
import type { Access, Tokens } from './access.js'
import { answerIn, bytesIn, type RestAnswer } from './envelope.js'
import { type AnyParts, addressOf, type PartsOf, type RouteName } from './parts.js'
import type { SentRequest, Transport } from './transport.js'

/** A request besides the name of its route. */
export type RequestOf<Name extends RouteName> = PartsOf<Name> & RequestOptions

export interface RequestOptions {
  readonly timeoutMs?: number
  /** The number of repetitions, for requests that may be repeated. */
  readonly retries?: number
  /**
   * The Idempotency-Key of a route that accepts one. Pass your own if the request must survive a
   * restart of the program.
   */
  readonly idempotencyKey?: string
  /** An `AbortSignal` that aborts the request, which then throws `closed`. */
  readonly signal?: StopSignal | undefined
}

/** Any request, without the types of its route. */
interface AnyRequest extends AnyParts, RequestOptions {}

/** The arguments of a call; the request is optional if it has no required part. */
export type RequestArguments<Name extends RouteName> =
  object extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>]

const TIMEOUT_MS = 20_000
const RETRIES = 3
const FIRST_PAUSE_MS = 200
const MOST_PAUSE_MS = 5_000
/** If the server asks for a longer wait, the error is thrown and the caller decides. */
const WAIT_MAX_MS = 10_000
const TRADE: RouteName = 'POST /trader/v1/trade'
const keyed: ReadonlySet<string> = new Set(KEYED_ROUTES)
const bytes: ReadonlySet<string> = new Set(BYTE_ROUTES)

/**
 * Makes requests by route name.
 *
 * R1. A request is repeated automatically only if that is harmless: it only reads, it has an
 *     Idempotency-Key, it is a payment with a `request_id`, or the server refused it without
 *     processing it (`too_many_requests`). For others a lost answer is an error.
 * - The key of a request is created before its first attempt and is the same in every repeat.
 * - If the access token has expired, it is refreshed once and the request is sent again.
 */
export class Rest {
  readonly #platform: Platform
  readonly #transport: Transport
  readonly #access: Access

  constructor(platform: Platform, transport: Transport, access: Access) {
    this.#platform = platform
    this.#transport = transport
    this.#access = access
  }

  /** Returns the data of the answer. Throws an `OpenfloorError` for anything else. */
  async request<Name extends RouteName>(
    name: Name,
    ...asked: RequestArguments<Name>
  ): Promise<Routes[Name]['data']> {
    return (await this.answer(name, ...asked)).data
  }

  /** Returns the whole answer; its `code` distinguishes `trade.placed` from `ok`. */
  async answer<Name extends RouteName>(
    name: Name,
    ...asked: RequestArguments<Name>
  ): Promise<RestAnswer<Routes[Name]['data']>> {
    const request: AnyRequest = asked[0] ?? {}
    const answer = await this.#repeated(name, this.#sent(name, request), request)
    return answer as RestAnswer<Routes[Name]['data']>
  }

  #sent(name: RouteName, request: AnyRequest): SentRequest {
    const [method = '', pattern = ''] = name.split(' ')
    const headers: Record<string, string> = {}
    if (keyed.has(name))
      headers['idempotency-key'] = request.idempotencyKey ?? this.#platform.uuid()
    return {
      method,
      path: addressOf(pattern, request),
      headers,
      body: name === TRADE ? this.#named(request) : request.body,
      timeoutMs: request.timeoutMs ?? TIMEOUT_MS,
      signal: request.signal,
    }
  }

  /** A trade request gets an id, under which it is executed only once. */
  #named({ body, idempotencyKey }: AnyRequest): unknown {
    const { client_order_id: own, ...trade } = body as { readonly client_order_id?: string }
    return { client_order_id: own ?? idempotencyKey ?? this.#platform.uuid(), ...trade }
  }

  async #repeated(
    name: RouteName,
    sent: SentRequest,
    { retries = RETRIES }: AnyRequest,
  ): Promise<RestAnswer<unknown>> {
    const pauses = new Backoff(this.#platform, FIRST_PAUSE_MS, MOST_PAUSE_MS)
    for (let tries = 0; ; tries++) {
      try {
        return await this.#signed(name, sent)
      } catch (error) {
        const waitMs = error instanceof OpenfloorError ? (error.retryAfterMs ?? 0) : 0
        const mayRepeat =
          tries < retries && waitMs <= WAIT_MAX_MS && isRepeatable(name, sent, error)
        if (!mayRepeat) throw error
        await pause(this.#platform, Math.max(waitMs, pauses.next()))
      }
    }
  }

  async #signed(name: RouteName, sent: SentRequest): Promise<RestAnswer<unknown>> {
    const tokens = this.#access.tokens === null ? null : await this.#access.fresh()
    try {
      return await this.#send(name, sent, tokens)
    } catch (error) {
      const isRefreshable = tokens !== null && !this.#access.isKey
      if (!isRefreshable || !isError(error, 'auth.session_expired')) throw error
      await this.#access.refresh(tokens)
      return this.#send(name, sent, await this.#access.fresh())
    }
  }

  #send(name: RouteName, sent: SentRequest, tokens: Tokens | null): Promise<RestAnswer<unknown>> {
    const headers = { ...sent.headers, ...this.#proofs(sent, tokens) }
    return this.#transport.send({ ...sent, headers }, async (answer) => {
      if (!bytes.has(name)) return answerIn(answer)
      const requestId = answer.headers.get('x-request-id') ?? ''
      return { code: 'ok', message: '', data: await bytesIn(answer), requestId }
    })
  }

  #proofs(sent: SentRequest, tokens: Tokens | null): Record<string, string> {
    const proofs: Record<string, string> = {}
    if (tokens === null) return proofs
    if (tokens.accessToken !== null) proofs['authorization'] = `Bearer ${tokens.accessToken}`
    else if (sent.method !== 'GET') proofs['x-csrf-token'] = tokens.csrfToken
    if (this.#access.side === 'trader') proofs['x-app-account'] = String(tokens.login)
    return proofs
  }
}

/** Whether the request may be repeated (R1). */
function isRepeatable(name: RouteName, { method, body }: SentRequest, error: unknown): boolean {
  if (isError(error, 'too_many_requests')) return true
  if (!isError(error, 'network', 'timeout', 'unavailable')) return false
  // A late trade is worse than none, so a trade is repeated only if it has an expiry time.
  if (name === TRADE)
    return typeof (body as { readonly not_after?: unknown }).not_after === 'string'
  return method === 'GET' || keyed.has(name) || isPayment(body)
}

/** The server books each `request_id` once. A bulk request has one for each payment. */
function isPayment(body: unknown): boolean {
  const { request_id: id, items } = (body ?? {}) as {
    readonly request_id?: unknown
    readonly items?: unknown
  }
  if (Array.isArray(items)) return items.length > 0 && items.every(isPayment)
  return typeof id === 'string'
}
