/** The status line of every status that an answer can have. */
const STATUS_LINES: Readonly<Record<number, string>> = {
  200: '200 OK',
  400: '400 Bad Request',
  401: '401 Unauthorized',
  403: '403 Forbidden',
  404: '404 Not Found',
  405: '405 Method Not Allowed',
  409: '409 Conflict',
  413: '413 Content Too Large',
  415: '415 Unsupported Media Type',
  429: '429 Too Many Requests',
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

/** On every answer. `docs/` pages bring a policy of their own in place of `CSP_NOTHING`. */
export function fixedHeaders(hasTls: boolean): readonly (readonly [string, string])[] {
  const headers: [string, string][] = [
    ['cache-control', 'no-store'],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
  ]
  if (hasTls) headers.push(['strict-transport-security', 'max-age=31536000; includeSubDomains'])
  return headers
}
