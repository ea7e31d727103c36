/** The status line of every status that an answer can have. */
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

/** An answer is never framed, never runs anything, and is nobody's cached page. */
export const CSP_HEADER = 'content-security-policy'
export const CSP_NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** The header that says if an answer may be kept, unless the answer brings one of its own. */
export const CACHE_HEADER = 'cache-control'
export const NO_STORE = 'no-store'

/** The header of answers to requests that came over https, here or at a trusted proxy. */
export const HSTS_HEADER = [
  'strict-transport-security',
  'max-age=31536000; includeSubDomains',
] as const

/** The headers of every answer. */
export const FIXED_HEADERS = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
] as const
