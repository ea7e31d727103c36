import type { HttpRequest } from 'uWebSockets.js'

/** The headers that something here reads; asking for these is cheaper than copying all. */
const KEPT = [
  'accept-language',
  'authorization',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'origin',
  'sec-fetch-site',
  'transfer-encoding',
  'user-agent',
  'x-app-account',
  'x-csrf-token',
  'x-forwarded-for',
  'x-forwarded-proto',
] as const

export function copyHeaders(request: HttpRequest): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of KEPT) {
    const value = request.getHeader(name)
    if (value !== '') headers[name] = value
  }
  if (headers['x-forwarded-for'] !== undefined) joinForwarded(request, headers)
  return headers
}

/** Some proxies add a line of their own behind the client's: all lines together are the chain. */
function joinForwarded(request: HttpRequest, headers: Record<string, string>): void {
  const chain: string[] = []
  request.forEach((name, value) => {
    if (name === 'x-forwarded-for') chain.push(value)
    else if (name === 'x-forwarded-proto') headers['x-forwarded-proto'] = value
  })
  headers['x-forwarded-for'] = chain.join(',')
}

/**
 * Why the end of this request's body is doubtful, or null. A proxy in front and this server must
 * never see two different requests in the same bytes.
 */
export function framingError(request: HttpRequest): string | null {
  let lengths = 0
  let encodings = 0
  let length = '0'
  let encoding = 'chunked'
  request.forEach((name, value) => {
    if (name === 'content-length') {
      lengths++
      length = value
    } else if (name === 'transfer-encoding') {
      encodings++
      encoding = value
    }
  })
  if (lengths > 1) return 'The request has more than one Content-Length. Send one.'
  if (encodings > 1) return 'The request has more than one Transfer-Encoding. Send one.'
  if (lengths + encodings > 1) {
    return 'The request has both Content-Length and Transfer-Encoding. Send one of them.'
  }
  if (!/^\d{1,15}$/.test(length)) return 'Content-Length is not a whole number of bytes.'
  if (encoding.toLowerCase() === 'chunked') return null
  return 'This Transfer-Encoding is not taken. Send chunked, or a Content-Length.'
}
