import type { Refusal } from '../../engine/code.js'
import { refusalText } from '../../wire/answer/envelope.js'
import { statusOf } from '../../wire/answer/errors.js'
import { NO_HEADERS, type PlainAnswer } from './request.js'

/** Builds the answer of a refusal: the envelope, and the headers that its status requires. */
export const JSON_MEDIA = 'application/json; charset=utf-8'

/**
 * The default `Retry-After`, for refusals that last about a second, such as rate limits and
 * overload.
 */
const RETRY_AFTER_MS = 1000

export function refusedAnswer(
  refusal: Refusal,
  requestId: string,
  headers: readonly (readonly [string, string])[] = NO_HEADERS,
  status = statusOf(refusal.code),
): PlainAnswer {
  return {
    status,
    mediaType: JSON_MEDIA,
    body: refusalText(refusal, requestId),
    headers: [...headers, ...ownHeaders(status, refusal.retryAfterMs ?? RETRY_AFTER_MS)],
  }
}

function ownHeaders(status: number, retryAfterMs: number): (readonly [string, string])[] {
  if (status === 401) return [['www-authenticate', 'Bearer']]
  if (status !== 429 && status !== 503) return []
  // The time is rounded up to whole seconds, so that the client never comes back too early.
  return [['retry-after', String(Math.max(1, Math.ceil(retryAfterMs / 1000)))]]
}
