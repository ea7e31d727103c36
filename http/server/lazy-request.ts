import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { requestId } from '../../actors/thread/random.js'
import type { ClientAddress } from './client-address.js'
import type { PlainRequest } from './request.js'
import { CHANGE_HEADERS, EARLY_HEADERS, forwardedHeaders, READ_HEADERS } from './request-headers.js'

/**
 * A request that asks the library for a header or the address when somebody wants it, because each
 * such question costs a good part of what a small answer costs.
 *   Q1. The library's request lives as long as the turn that brought it. Whoever keeps this one for
 *       longer calls `seal` in that turn; from then on it answers from its own copy.
 *   Q2. Sealed or not, it reads the same, but for what nobody reads late: `EARLY_HEADERS`, of a GET the
 *       headers that only matter to changes, and the address once its client went away without it
 *       being asked.
 */
export class LazyRequest implements PlainRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly requestId: string = requestId()
  readonly #headers: LazyHeaders
  readonly #addresses: ClientAddress
  readonly #hasTls: boolean
  readonly #response: HttpResponse
  #peer: string | null = null

  constructor(
    request: HttpRequest,
    response: HttpResponse,
    addresses: ClientAddress,
    hasTls: boolean,
  ) {
    this.method = request.getCaseSensitiveMethod()
    this.path = request.getUrl()
    this.query = request.getQuery() ?? ''
    this.#headers = new LazyHeaders(request)
    this.#addresses = addresses
    this.#hasTls = hasTls
    this.#response = response
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#headers as unknown as Readonly<Record<string, string>>
  }

  get address(): string {
    const forwarded = this.#addresses.hasProxies ? this.headers['x-forwarded-for'] : undefined
    return this.#addresses.resolve(this.#peerText(), forwarded)
  }

  get secure(): boolean {
    if (this.#hasTls) return true
    if (!this.#addresses.hasProxies) return false
    const named = this.headers['x-forwarded-proto']?.split(',').at(-1)?.trim()
    return named === 'https' && this.#addresses.isTrustedPeer(this.#peerText())
  }

  /** Q1. A request that changes something keeps its address whatever becomes of the connection. */
  seal(): void {
    const mayChange = this.method !== 'GET' && this.method !== 'HEAD'
    if (mayChange) this.#peerText()
    this.#headers.seal(mayChange ? KEPT_HEADERS : READ_HEADERS)
  }

  /** The client has gone, and with it the connection that knew the address. */
  gone(): void {
    this.#peer ??= ''
  }

  #peerText(): string {
    this.#peer ??= Buffer.from(this.#response.getRemoteAddressAsText()).toString('latin1')
    return this.#peer
  }
}

const KEPT_HEADERS: readonly string[] = [...READ_HEADERS, ...CHANGE_HEADERS]

/** Reads like a record of the headers above: each name is a property, undefined when not sent. */
class LazyHeaders {
  #request: HttpRequest | null
  #copy: Record<string, string> = {}

  constructor(request: HttpRequest) {
    this.#request = request
  }

  get(name: string): string | undefined {
    const request = this.#request
    if (request === null) return this.#copy[name]
    const value = request.getHeader(name)
    if (value === '') return undefined
    return name.startsWith('x-forwarded-') ? forwardedHeaders(request)[name] : value
  }

  seal(names: readonly string[]): void {
    if (this.#request === null) return
    const copy: Record<string, string> = {}
    for (const name of names) {
      const value = this.get(name)
      if (value !== undefined) copy[name] = value
    }
    this.#copy = copy
    this.#request = null
  }
}

for (const name of [...KEPT_HEADERS, ...EARLY_HEADERS]) {
  Object.defineProperty(LazyHeaders.prototype, name, {
    get(this: LazyHeaders) {
      return this.get(name)
    },
  })
}
