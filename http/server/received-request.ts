import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { requestId } from '../../actors/thread/random.js'
import type { PlainRequest } from '../exchange/request.js'
import type { ClientAddress } from './client-address.js'
import { lineBytes, readHeaders } from './request-headers.js'

/**
 * A request as it came, copied out of the library, whose own one lives no longer than the turn that brought it.
 * The address is asked for when somebody wants it, since the question costs a good part of what a small answer
 * costs. In later turns it is there as long as its client, and longer where the request may change something
 * and `keepAddress` was called in this turn.
 */
export class ReceivedRequest implements PlainRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  /** Bytes of first line and headers together. */
  readonly headBytes: number
  /** Lines that name the host. */
  readonly hosts: number
  readonly requestId: string = requestId()
  rateLines = ''
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
    const { read, bytes, hosts } = readHeaders(request)
    this.hosts = hosts
    this.headers = read
    this.headBytes = lineBytes(this) + bytes
    this.#addresses = addresses
    this.#hasTls = hasTls
    this.#response = response
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

  /** A request that changes something has its address whatever becomes of the connection. */
  keepAddress(): void {
    if (this.method !== 'GET' && this.method !== 'HEAD') this.#peerText()
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
