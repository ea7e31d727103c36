import type { HttpResponse } from 'uWebSockets.js'
import type { PlainAnswer, PlainRequest } from '../exchange/request.js'
import { statusLine, typeAndHeaders } from './answer-headers.js'

/** Puts an answer on the wire. The response must not have been ended. */
export class Responder {
  /** The connection goes on. False: the kernel has not taken all of the body, the response lives. */
  write(response: HttpResponse, request: PlainRequest, answer: PlainAnswer): boolean {
    head(response, request, answer)
    return response.tryEnd(answer.body, 0)[1]
  }

  /** The body follows, by the response's `tryEnd` or, where its length is not known, its `write`. */
  begin(response: HttpResponse, request: PlainRequest, answer: PlainAnswer): void {
    head(response, request, answer)
  }

  /**
   * The connection ends with it. Nothing more is read of it: what a client sends on without reading
   * would be answered, and the answers would pile up.
   */
  writeLast(response: HttpResponse, request: PlainRequest, answer: PlainAnswer): void {
    let isOver = true
    response.cork(() => {
      response.pause()
      head(response, request, answer)
      if (hasBody(request, answer)) response.end(answer.body, true)
      else isOver = headAlone(response, answer)
    })
    if (!isOver) response.close()
  }
}

export function hasBody(request: PlainRequest, { status }: PlainAnswer): boolean {
  return request.method !== 'HEAD' && status !== 304
}

function head(response: HttpResponse, request: PlainRequest, answer: PlainAnswer): void {
  if (answer.status !== 200) response.writeStatus(statusLine(answer.status))
  response.writeHeader('content-type', typeAndHeaders(request, answer))
}

/**
 * Answers with headers alone, with the length that the body would have: the library then waits for a body, so the
 * caller closes. Where the length is not known the client is told to close; nothing more is read, and idle it ends.
 */
function headAlone(response: HttpResponse, { body, source }: PlainAnswer): boolean {
  response.writeHeader('connection', 'close')
  if (source?.bytes === null) {
    response.endWithoutBody()
    return true
  }
  const length = source?.bytes ?? (typeof body === 'string' ? Buffer.byteLength(body) : body.length)
  return response.tryEnd('', length)[1]
}
