import type { PlainAnswer, PlainRequest } from '../exchange/request.js'

/** The status lines of all statuses that an answer can have. */
const STATUS_LINES: Readonly<Record<number, string>> = {
  200: '200 OK',
  304: '304 Not Modified',
  400: '400 Bad Request',
  401: '401 Unauthorized',
  403: '403 Forbidden',
  404: '404 Not Found',
  405: '405 Method Not Allowed',
  409: '409 Conflict',
  413: '413 Content Too Large',
  415: '415 Unsupported Media Type',
  429: '429 Too Many Requests',
  431: '431 Request Header Fields Too Large',
  500: '500 Internal Server Error',
  503: '503 Service Unavailable',
  504: '504 Gateway Timeout',
}

export function statusLine(status: number): string {
  return STATUS_LINES[status] ?? `${status} Status`
}

/** Forbids framing and scripts for answers. */
export const CSP_HEADER = 'content-security-policy'
const CSP_LINE = line(CSP_HEADER, "default-src 'none'; frame-ancestors 'none'")

/** Controls caching, unless the answer sets its own value. */
export const CACHE_HEADER = 'cache-control'
const NO_STORE_LINE = line(CACHE_HEADER, 'no-store')

/** HSTS, for requests over https to this server or to a trusted proxy. */
const HSTS_LINE = line('strict-transport-security', 'max-age=31536000; includeSubDomains')

const FIXED_LINES =
  line('x-content-type-options', 'nosniff') + line('referrer-policy', 'no-referrer')

/**
 * Returns the content type with all further headers appended as lines, because each call into the
 * socket library costs more than writing the bytes of all of them.
 */
export function typeAndHeaders(request: PlainRequest, { mediaType, headers }: PlainAnswer): string {
  let lines = mediaType + FIXED_LINES
  if (request.secure) lines += HSTS_LINE
  lines += line('x-request-id', request.requestId)
  if (request.rateLines !== undefined) lines += request.rateLines
  let hasPolicy = false
  let hasCache = false
  for (const [name, value] of headers) {
    lines += line(name, value)
    if (name === CSP_HEADER) hasPolicy = true
    else if (name === CACHE_HEADER) hasCache = true
  }
  if (!hasPolicy) lines += CSP_LINE
  return hasCache ? lines : lines + NO_STORE_LINE
}

function line(name: string, value: string): string {
  return `\r\n${name}: ${value}`
}
