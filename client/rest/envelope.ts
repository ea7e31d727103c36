import { type ErrorCode, OpenfloorError } from '../errors.js'
import type { AnswerCode } from '../generated/routes.js'
import type { FetchedAnswer } from '../platform.js'

/** REST answers as they are sent. */

/** A successful answer. `code` distinguishes the successes of trade requests. */
export interface RestAnswer<Data> {
  readonly code: AnswerCode
  readonly message: string
  readonly data: Data
  readonly requestId: string
}

interface Envelope {
  readonly success: boolean
  readonly code: AnswerCode
  readonly message: string
  readonly data: unknown
  readonly request_id: string
}

export async function answerIn(response: FetchedAnswer): Promise<RestAnswer<unknown>> {
  const text = new TextDecoder().decode(await response.arrayBuffer())
  const { success, code, message, data, request_id: requestId } = envelopeIn(text, response.status)
  if (success) return { code, message, data, requestId }
  const retryAfterMs = retryAfterOf(response, data)
  throw new OpenfloorError(code, message, {
    status: response.status,
    data,
    requestId,
    retryAfterMs,
  })
}

/** The bytes of a download. Refusals of downloads are envelopes. */
export async function bytesIn(response: FetchedAnswer): Promise<Uint8Array> {
  if (response.status >= 400) {
    await answerIn(response)
    throw notOurs(response.status)
  }
  return new Uint8Array(await response.arrayBuffer())
}

function envelopeIn(text: string, status: number): Envelope {
  try {
    const value = JSON.parse(text) as Partial<Envelope> | null
    if (typeof value?.code === 'string' && typeof value.success === 'boolean') {
      return value as Envelope
    }
  } catch {
    // The answer is not from the server, for example an error page of a proxy.
  }
  throw notOurs(status)
}

/** A proxy that cannot reach the server answers in its own format. */
function notOurs(status: number): OpenfloorError {
  const code: ErrorCode =
    status === 502 || status === 503 || status === 504 ? 'network' : 'protocol'
  return new OpenfloorError(code, `The answer with status ${status} is none of this server.`, {
    status,
  })
}

function retryAfterOf(response: FetchedAnswer, data: unknown): number | undefined {
  const told = (data as { readonly retry_after_ms?: unknown } | null)?.retry_after_ms
  if (typeof told === 'number') return told
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}
