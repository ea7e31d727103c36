import t from 'tap'
import type { PlainRequest } from '../../../http/exchange/request.js'
import { statusLine, typeAndHeaders } from '../../../http/server/answer-headers.js'
import { statusTable } from '../../../wire/answer/errors.js'

t.test('the status of every code has its words, and any other one its number', (t) => {
  for (const status of new Set([...Object.values(statusTable()), 304, 431])) {
    t.match(statusLine(status), new RegExp(`^${status} (?!Status$)[A-Z]`))
  }
  t.equal(statusLine(200), '200 OK')
  t.equal(statusLine(504), '504 Gateway Timeout')
  t.equal(statusLine(418), '418 Status')
  t.end()
})

t.test('an answer has its own headers, and those of every answer where it brings none', (t) => {
  const lines = (secure: boolean, headers: readonly (readonly [string, string])[]) => {
    const request = { secure, requestId: 'r' } as PlainRequest
    const answer = { status: 200, mediaType: 'text/csv', body: '', headers }
    return typeAndHeaders(request, answer).split('\r\n')
  }
  const fixed = ['text/csv', 'x-content-type-options: nosniff', 'referrer-policy: no-referrer']
  const policy = "content-security-policy: default-src 'none'; frame-ancestors 'none'"
  t.same(lines(false, []), [...fixed, 'x-request-id: r', policy, 'cache-control: no-store'])
  t.same(
    lines(true, [
      ['set-cookie', 'a'],
      ['content-security-policy', 'b'],
      ['cache-control', 'c'],
    ]),
    [
      ...fixed,
      'strict-transport-security: max-age=31536000; includeSubDomains',
      'x-request-id: r',
      'set-cookie: a',
      'content-security-policy: b',
      'cache-control: c',
    ],
  )
  const rated = {
    secure: false,
    requestId: 'r',
    rateLines: '\r\nratelimit-limit: 5',
  } as PlainRequest
  const plain = { status: 200, mediaType: 'text/csv', body: '', headers: [] }
  t.same(typeAndHeaders(rated, plain).split('\r\n'), [
    ...fixed,
    'x-request-id: r',
    'ratelimit-limit: 5',
    policy,
    'cache-control: no-store',
  ])
  t.same(lines(false, [['cache-control', 'c']]), [
    ...fixed,
    'x-request-id: r',
    'cache-control: c',
    policy,
  ])
  t.end()
})
