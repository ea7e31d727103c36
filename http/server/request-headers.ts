import type { HttpRequest } from 'uWebSockets.js'
import type { PlainRequest } from './request.js'

/** The headers that something here reads, of any request. */
export const READ_HEADERS = [
  'accept-encoding',
  'authorization',
  'cookie',
  'host',
  'origin',
  'user-agent',
  'x-app-account',
  'x-forwarded-for',
  'x-forwarded-proto',
] as const

/** And those read only of a request that may change something. */
export const CHANGE_HEADERS = [
  'content-length',
  'content-type',
  'idempotency-key',
  'sec-fetch-site',
  'transfer-encoding',
  'x-csrf-token',
] as const

/** And those read by a few routes, before anything waits: they are not kept. */
export const EARLY_HEADERS = ['forwarded', 'if-none-match', 'via'] as const

/** The characters between name and value of a header, and after it. */
const HEADER_MARKS = 4
/** The characters beside method, path and query, with the empty line after the headers. */
const LINE_MARKS = '  HTTP/1.1\r\n\r\n'.length

/** Bytes of request line and headers together, as a client that adds no spaces writes them. */
export function headBytes(request: HttpRequest, { method, path, query }: PlainRequest): number {
  let bytes = method.length + path.length + query.length + LINE_MARKS
  if (query !== '') bytes++
  request.forEach((name, value) => {
    bytes += name.length + value.length + HEADER_MARKS
  })
  return bytes
}

/** Some proxies add a line of their own behind the client's: all lines together are the chain. */
export function forwardedHeaders(request: HttpRequest): Record<string, string> {
  const lines: Record<string, string> = {}
  request.forEach((name, value) => {
    if (!name.startsWith('x-forwarded-')) return
    const before = lines[name]
    lines[name] = before === undefined ? value : `${before},${value}`
  })
  return lines
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
