import t from 'tap'
import {
  framingError,
  lineBytes,
  type RequestHeaders,
  readHeaders,
} from '../../../http/server/request-headers.js'

type Line = readonly [name: string, value: string]

function request(lines: readonly Line[]) {
  return {
    forEach: (each: (name: string, value: string) => void) => {
      for (const [name, value] of lines) each(name, value)
    },
  } as Parameters<typeof readHeaders>[0]
}

function bytesOf(lines: readonly Line[]): number {
  return lines.map(([name, value]) => `${name}: ${value}\r\n`).join('').length
}

t.test('the headers that something here reads are kept, and all count', (t) => {
  const rows: [why: string, lines: Line[], read: RequestHeaders['read']][] = [
    ['none', [], {}],
    [
      'one that nobody reads',
      [
        ['host', 'a'],
        ['x-other', 'b'],
        ['referer', ''],
      ],
      { host: 'a' },
    ],
    [
      'the first of several',
      [
        ['cookie', 'a=1'],
        ['cookie', 'a=2'],
        ['origin', 'x'],
      ],
      { cookie: 'a=1', origin: 'x' },
    ],
    [
      'an empty one is none',
      [
        ['authorization', ''],
        ['authorization', 'Bearer a'],
        ['x-app-account', ''],
      ],
      { authorization: 'Bearer a' },
    ],
    [
      'the lines of several proxies are one chain',
      [
        ['x-forwarded-for', '192.0.2.1'],
        ['x-forwarded-proto', 'https'],
        ['x-forwarded-for', ''],
        ['x-forwarded-for', '192.0.2.2, 192.0.2.3'],
        ['x-forwarded-proto', 'http'],
      ],
      { 'x-forwarded-for': '192.0.2.1,192.0.2.2, 192.0.2.3', 'x-forwarded-proto': 'https,http' },
    ],
  ]
  for (const [why, lines, read] of rows) {
    const hosts = lines.filter(([name]) => name === 'host').length
    t.same(readHeaders(request(lines)), { read, bytes: bytesOf(lines), hosts }, why)
  }
  t.end()
})

t.test('the first line counts with what stands around it', (t) => {
  const of = (query: string): number => {
    return lineBytes({ method: 'PATCH', path: '/a/b', query } as never)
  }
  t.equal(of(''), 'PATCH /a/b HTTP/1.1\r\n\r\n'.length)
  t.equal(of('c=d'), 'PATCH /a/b?c=d HTTP/1.1\r\n\r\n'.length)
  t.end()
})

t.test('a body whose end is in doubt is not taken', (t) => {
  const length = (value: string): Line => ['content-length', value]
  const encoding = (value: string): Line => ['transfer-encoding', value]
  const both = 'The request has both Content-Length and Transfer-Encoding. Send one of them.'
  const noLength = 'Content-Length is not a whole number of bytes.'
  const noEncoding = 'This Transfer-Encoding is not taken. Send chunked, or a Content-Length.'
  const rows: [lines: Line[], why: string | null][] = [
    [[['host', 'a']], null],
    [[length('0')], null],
    [[length('9'.repeat(15))], null],
    [[length('9'.repeat(16))], noLength],
    [[length('')], noLength],
    [[length('+1')], noLength],
    [[length('1 ')], noLength],
    [[encoding('chunked')], null],
    [[encoding('Chunked')], null],
    [[encoding('gzip, chunked')], noEncoding],
    [[encoding('')], noEncoding],
    [[length('1'), length('1')], 'The request has more than one Content-Length. Send one.'],
    [
      [encoding('chunked'), encoding('chunked')],
      'The request has more than one Transfer-Encoding. Send one.',
    ],
    [[length('1'), encoding('chunked')], both],
    [[encoding('chunked'), length('1')], both],
  ]
  for (const [lines, why] of rows) t.equal(framingError(request(lines)), why, String(lines))
  t.end()
})
