import type { HttpRequest, HttpResponse } from 'uWebSockets.js'
import t from 'tap'
import { ClientAddress } from '../../../http/server/client-address.js'
import { ReceivedRequest } from '../../../http/server/received-request.js'

// A request copied out of the library: what it is, and its address while the client is there and after.

interface Given {
  readonly method?: string
  readonly query?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly proxies?: readonly string[]
  readonly hasTls?: boolean
}

function received({ method = 'GET', query, headers = {}, proxies = [], hasTls = false }: Given) {
  let asked = 0
  const request = {
    getCaseSensitiveMethod: () => method,
    getUrl: () => '/path',
    getQuery: () => query,
    forEach: (each: (name: string, value: string) => void) => {
      for (const [name, value] of Object.entries(headers)) each(name, value)
    },
  } as unknown as HttpRequest
  const response = {
    getRemoteAddressAsText: () => {
      asked++
      return new Uint8Array(Buffer.from('10.0.0.1')).buffer
    },
  } as unknown as HttpResponse
  const one = new ReceivedRequest(request, response, new ClientAddress(proxies), hasTls)
  return { one, asked: () => asked }
}

t.test('a request is copied whole, and each has an id of its own', (t) => {
  const headers = { host: 'x', 'x-unread': 'yes' }
  const { one } = received({ method: 'POST', query: 'a=1', headers })
  const { method, path, query } = one
  t.same({ method, path, query }, { method: 'POST', path: '/path', query: 'a=1' })
  t.same(one.headers, { host: 'x' })
  const sent = 'POST /path?a=1 HTTP/1.1\r\nhost: x\r\nx-unread: yes\r\n\r\n'
  t.equal(one.headBytes, sent.length)
  const bare = received({})
  t.equal(bare.one.query, '')
  t.not(bare.one.requestId, one.requestId)
  t.end()
})

t.test('an address is asked for once, and is nothing once its client has gone', (t) => {
  const { one, asked } = received({})
  t.equal(asked(), 0)
  t.same([one.address, one.address, asked()], ['10.0.0.1', '10.0.0.1', 1])
  one.gone()
  t.same([one.address, asked()], ['10.0.0.1', 1])
  const late = received({})
  late.one.gone()
  t.same([late.one.address, late.asked()], ['', 0], 'the library is not asked any more')
  t.end()
})

t.test('what may change something keeps its address when its client goes', (t) => {
  const rows = { GET: '', HEAD: '', POST: '10.0.0.1', PUT: '10.0.0.1', DELETE: '10.0.0.1' }
  for (const [method, address] of Object.entries(rows)) {
    const { one } = received({ method })
    one.keepAddress()
    one.gone()
    t.equal(one.address, address, method)
  }
  t.end()
})

t.test('a forwarded address and scheme are believed of a proxy that was named', (t) => {
  const forwarded = (proto: string) => ({
    'x-forwarded-for': '8.8.8.8',
    'x-forwarded-proto': proto,
  })
  const rows: [Given, address: string, secure: boolean][] = [
    [{ headers: forwarded('https') }, '10.0.0.1', false],
    [{ headers: forwarded('https'), proxies: ['10.0.0.1'] }, '8.8.8.8', true],
    [{ headers: forwarded('http, https'), proxies: ['10.0.0.1'] }, '8.8.8.8', true],
    [{ headers: forwarded('https,http'), proxies: ['10.0.0.1'] }, '8.8.8.8', false],
    [{ headers: forwarded('https'), proxies: ['10.0.0.2'] }, '10.0.0.1', false],
    [{ proxies: ['10.0.0.1'] }, '10.0.0.1', false],
    [{ hasTls: true }, '10.0.0.1', true],
  ]
  for (const [given, address, secure] of rows) {
    const { one } = received(given)
    t.same([one.address, one.secure], [address, secure], JSON.stringify(given))
  }
  for (const hasTls of [true, false]) {
    const { one, asked } = received({ headers: forwarded('https'), hasTls })
    t.same([one.secure, asked()], [hasTls, 0], 'without a proxy nobody asks who the peer is')
  }
  t.end()
})
