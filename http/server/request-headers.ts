import type { HttpRequest } from 'uWebSockets.js'
import type { PlainRequest } from '../exchange/request.js'

const READ: ReadonlySet<string> = new Set([
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-length',
  'content-type',
  'cookie',
  'forwarded',
  'host',
  'idempotency-key',
  'if-none-match',
  'origin',
  'sec-fetch-site',
  'transfer-encoding',
  'user-agent',
  'via',
  'x-app-account',
  'x-csrf-token',
  'x-forwarded-for',
  'x-forwarded-proto',
])

/** The number of characters between and after the name and value of a header. */
const HEADER_MARKS = 4
/**
 * The number of characters in the request line besides method, path and query, plus the empty line
 * after the headers.
 */
const LINE_MARKS = '  HTTP/1.1\r\n\r\n'.length

/** The headers that the server uses, and the total size of all headers. */
export interface RequestHeaders {
  readonly read: Readonly<Record<string, string>>
  /** The size of all headers, if they contain no extra spaces. */
  readonly bytes: number
  /** The number of Host headers. More than one is refused. */
  readonly hosts: number
}

/**
 * Reads the headers. Of a repeated header the first value counts, except for `x-forwarded-`
 * headers: proxies may append lines to the client's, and together they form the chain.
 */
export function readHeaders(request: HttpRequest): RequestHeaders {
  const read: Record<string, string> = {}
  let bytes = 0
  let hosts = 0
  request.forEach((name, value) => {
    if (name === 'host') hosts++
    bytes += name.length + value.length + HEADER_MARKS
    if (value === '' || !READ.has(name)) return
    const before = read[name]
    if (before === undefined) read[name] = value
    else if (name.startsWith('x-forwarded-')) read[name] = `${before},${value}`
  })
  return { read, bytes, hosts }
}

/**
 * Refuses several Host headers, because programs could choose different ones and so different
 * brands.
 */
export const TWO_HOSTS = 'The request has more than one Host. Send one.'

/** The size of the request line and of the empty line after the headers. */
export function lineBytes({ method, path, query }: PlainRequest): number {
  const asked = query === '' ? 0 : query.length + 1
  return method.length + path.length + asked + LINE_MARKS
}

/**
 * The reason why the length of this request's body is ambiguous, or null. If a proxy and this
 * server interpreted it differently, a request could be smuggled past the proxy.
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
