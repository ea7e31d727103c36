import type { HttpRequest } from 'uWebSockets.js'
import type { PlainRequest } from '../exchange/request.js'

/** The headers that something here reads. */
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

/** The characters between name and value of a header, and after it. */
const HEADER_MARKS = 4
/** The characters beside method, path and query, with the empty line after the headers. */
const LINE_MARKS = '  HTTP/1.1\r\n\r\n'.length

/** The headers of a request that are read here, and how long all of them are. */
export interface RequestHeaders {
  readonly read: Readonly<Record<string, string>>
  /** Bytes of all, as a client that adds no spaces writes them. */
  readonly bytes: number
  /** Lines that name the host; more than one is no request. */
  readonly hosts: number
}

/**
 * Reads the headers. Where one is sent more than once, the first counts; but proxies may add `x-forwarded-` lines
 * behind the client's, and all of those together are the chain.
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

/** Refuses several Hosts: each reader could choose another one, and with it another brand. */
export const TWO_HOSTS = 'The request has more than one Host. Send one.'

/** Bytes of the first line of a request and of the empty one after its headers. */
export function lineBytes({ method, path, query }: PlainRequest): number {
  const asked = query === '' ? 0 : query.length + 1
  return method.length + path.length + asked + LINE_MARKS
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
