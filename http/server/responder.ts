import type { HttpResponse } from 'uWebSockets.js'
import type { PlainAnswer, PlainRequest } from '../exchange/request.js'
import { statusLine, typeAndHeaders } from './answer-headers.js'

/** Writes an answer to the socket. The response must not have been ended. */
export class Responder {
  /**
   * Returns false if the kernel has not accepted the whole body yet; the response then stays open.
   */
  write(response: HttpResponse, request: PlainRequest, answer: PlainAnswer): boolean {
    head(response, request, answer)
    return response.tryEnd(answer.body, 0)[1]
  }

  /**
   * Writes the headers. The caller sends the body with `tryEnd` or, if its length is unknown, with
   * `write`.
   */
  begin(response: HttpResponse, request: PlainRequest, answer: PlainAnswer): void {
    head(response, request, answer)
  }

  /**
   * Writes the answer and closes the connection. It stops reading first, because the answers to
   * further requests would pile up.
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
 * Writes headers with the length of the omitted body. The library then waits for a body, so the
 * caller closes the connection. If the length is unknown, a header tells the client to close, and
 * the idle connection times out.
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
