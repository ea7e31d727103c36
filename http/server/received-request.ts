import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import { requestId } from '../../actors/thread/random.js'
import type { PlainRequest } from '../exchange/request.js'
import type { ClientAddress } from './client-address.js'
import { lineBytes, readHeaders } from './request-headers.js'

/**
 * A request copied out of the library, whose own object is only valid during the turn that
 * delivered it. The client's address is read on demand, because reading it costs a good part of a
 * small answer. In later turns it is available as long as the connection is, and longer if the
 * request may change something and `keepAddress` was called in the first turn.
 */
export class ReceivedRequest implements PlainRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  /** The size of request line and headers. */
  readonly headBytes: number
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

  /**
   * Reads the address now if the request may change something, because the journal needs it even
   * after a disconnect.
   */
  keepAddress(): void {
    if (this.method !== 'GET' && this.method !== 'HEAD') this.#peerText()
  }

  /** Called when the client has disconnected and its address can no longer be read. */
  gone(): void {
    this.#peer ??= ''
  }

  #peerText(): string {
    this.#peer ??= Buffer.from(this.#response.getRemoteAddressAsText()).toString('latin1')
    return this.#peer
  }
}
