import type { HttpResponse } from 'uWebSockets.js'
import { CSP_HEADER, CSP_NOTHING, fixedHeaders, statusLine } from './answer-headers.js'
import type { PlainAnswer, PlainRequest } from './request.js'

/** Puts an answer on the wire. The response must not have been ended, and is, afterwards. */
export class Responder {
  readonly #fixed: readonly (readonly [string, string])[]
  /** While the server stops, connections are not kept for another request. */
  closeAfterAnswer = false

  constructor(hasTls: boolean) {
    this.#fixed = fixedHeaders(hasTls)
  }

  end(response: HttpResponse, request: PlainRequest, answer: PlainAnswer, close: boolean): void {
    const { status, body, headers } = answer
    if (status !== 200) response.writeStatus(statusLine(status))
    response.writeHeader('content-type', answer.mediaType)
    for (const header of this.#fixed) response.writeHeader(header[0], header[1])
    response.writeHeader('x-request-id', request.requestId)
    let hasPolicy = false
    for (const header of headers) {
      response.writeHeader(header[0], header[1])
      if (header[0] === CSP_HEADER) hasPolicy = true
    }
    if (!hasPolicy) response.writeHeader(CSP_HEADER, CSP_NOTHING)
    if (request.method === 'HEAD') this.#endHead(response, body, close || this.closeAfterAnswer)
    else response.end(body, close || this.closeAfterAnswer)
  }

  #endHead(response: HttpResponse, body: string | Uint8Array, close: boolean): void {
    if (close) {
      response.end('', true)
      return
    }
    // Told by hand: given a length, the library's endWithoutBody waits for a body to come.
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length
    response.writeHeader('content-length', String(length))
    response.endWithoutBody()
  }
}
