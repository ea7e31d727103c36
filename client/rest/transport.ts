import { OpenfloorError } from '../errors.js'
import type { FetchedAnswer, FetchRequest, Platform, StopSignal } from '../platform.js'

/** A single request to the server with a time limit. */
export interface SentRequest {
  readonly method: string
  /** The path with the query, relative to the server's address. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** A plain object is sent as JSON; bytes and forms are sent unchanged. */
  readonly body?: unknown
  readonly timeoutMs: number
  readonly keepalive?: boolean
  readonly signal?: StopSignal | undefined
}

export class Transport {
  readonly base: string
  readonly #platform: Platform
  readonly #credentials: 'same-origin' | 'include' | 'omit'

  constructor(base: string, platform: Platform, credentials: 'same-origin' | 'include' | 'omit') {
    this.base = base.replace(/\/+$/, '')
    this.#platform = platform
    this.#credentials = credentials
  }

  /**
   * `read` reads the whole answer, so that a connection lost in the middle is also a network error.
   */
  async send<T>(request: SentRequest, read: (answer: FetchedAnswer) => Promise<T>): Promise<T> {
    const { signal } = request
    if (isStopped(signal)) throw stopped()
    const abort = new AbortController()
    const giveUp = (): void => abort.abort()
    signal?.addEventListener('abort', giveUp)
    let isLate = false
    const cancel = this.#platform.after(request.timeoutMs, () => {
      isLate = true
      giveUp()
    })
    try {
      const whole = this.#request(request, abort.signal)
      const answer = await this.#platform.fetch(`${this.base}${request.path}`, whole)
      return await read(answer)
    } catch (cause) {
      if (cause instanceof OpenfloorError) throw cause
      if (isStopped(signal)) throw stopped()
      if (isLate) throw new OpenfloorError('timeout', 'The server did not answer in time.')
      throw new OpenfloorError('network', 'The server could not be reached.', { cause })
    } finally {
      cancel()
      signal?.removeEventListener('abort', giveUp)
    }
  }

  #request({ method, headers, body, keepalive }: SentRequest, signal: AbortSignal): FetchRequest {
    const sent = { method, credentials: this.#credentials, signal, keepalive: keepalive === true }
    if (body === undefined || body === null) return { ...sent, headers: { ...headers } }
    if (!isPlain(body)) return { ...sent, headers: { ...headers }, body }
    const typed = { ...headers, 'content-type': 'application/json' }
    return { ...sent, headers: typed, body: JSON.stringify(body) }
  }
}

function isStopped(signal: StopSignal | undefined): boolean {
  return signal?.aborted === true
}

function stopped(): OpenfloorError {
  return new OpenfloorError('closed', 'The program stopped the request.')
}

/** Compares the class name, because objects from another frame of the page have another prototype. */
function isPlain(body: unknown): boolean {
  return /^\[object (Object|Array)\]$/.test(Object.prototype.toString.call(body))
}
