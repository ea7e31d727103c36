import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { systemClock } from '../../../actors/thread/clock.js'
import { ADDRESS_POINTS, ANSWERS_PER_TURN_MAX, BARRED_MS } from '../../../engine/limits/floods.js'
import { route } from '../../../http/routes/route.js'
import { ClientAddress } from '../../../http/server/client-address.js'
import { FloodGuard } from '../../../http/server/flood-guard.js'
import { HttpServer, type ServerOptions } from '../../../http/server/server.js'
import * as S from '../../../wire/types/scalars.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { pipeline, request } from '../given.js'

// What floods may cost: the account of addresses, and real bytes over a real socket.

const open = { audience: 'public', summary: '' } as const
const routes = [
  route({ ...open, method: 'GET', path: '/one', data: S.Int(0), handle: () => 1 }),
  route({ ...open, method: 'GET', path: '/soon', data: S.Int(0), handle: async () => 1 }),
  route({
    ...open,
    method: 'POST',
    path: '/echo',
    bodyBytesMax: 128 * 1024,
    body: S.Body({ text: S.Text(100_000) }),
    data: S.Int(0),
    handle: ({ body }) => body.text.length,
  }),
]

t.test('an address pays for what it asks and sends; one of many people pays nothing', (t) => {
  const clock = new ManualClock()
  const floods = new FloodGuard(clock, new ClientAddress(['10.0.0.1']))
  const { perSecond, burst } = ADDRESS_POINTS
  t.ok(floods.pays('192.0.2.1', burst))
  t.notOk(floods.pays('192.0.2.1', 1))
  t.ok(floods.pays('192.0.2.2', 1), 'addresses do not share')
  clock.advance(1000)
  t.ok(floods.pays('192.0.2.1', perSecond))
  const refusals = (address: string, times: number): number => {
    let refused = 0
    for (let n = 0; n < times; n++) if (floods.refusal(request({ address })) !== null) refused++
    return refused
  }
  t.equal(refusals('192.0.2.1', 640), 10, 'one of sixty-four is asked')
  for (const shared of ['127.0.0.1', '10.0.0.1']) {
    t.ok(floods.pays(shared, 10 * burst))
    t.equal(refusals(shared, 1_600_000), 0)
  }
  t.end()
})

t.test('an address whose connections end for floods is barred for a while', (t) => {
  const clock = new ManualClock()
  const floods = new FloodGuard(clock, new ClientAddress(['10.0.0.1']))
  const flood = (address: string, times: number): boolean => {
    for (let n = 0; n < times; n++) floods.ends(address)
    return floods.isBarred(address)
  }
  t.notOk(flood('2001:db8::1', 20))
  t.ok(flood('2001:db8::2', 1), 'IPv6 by /64')
  t.match(floods.refusal(request({ address: '2001:db8::3' })), { code: 'too_many_requests' })
  t.notOk(floods.isBarred('2001:db8:0:1::1'))
  t.notOk(flood('127.0.0.1', 100), 'nobody bars this machine')
  t.notOk(flood('10.0.0.1', 100), 'or a proxy that names nobody')
  clock.advance(BARRED_MS)
  t.notOk(floods.isBarred('2001:db8::1'))
  t.same([floods.ended, floods.barred], [221, 0])
  t.end()
})

async function serving(test: Test, over: Partial<ServerOptions> = {}): Promise<number> {
  const front = pipeline(routes)
  const options = { host: '127.0.0.1', port: 0, pipeline: front, clock: systemClock(), ...over }
  const server = new HttpServer(options)
  test.teardown(() => server.stop(0))
  return server.listen()
}

/** All that the server answers to these bytes until it closes the connection. */
function answersTo(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host: '127.0.0.1' })
    let answers = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      answers += text
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answers))
    socket.write(bytes)
  })
}

const count = (text: string, word: string): number => text.split(word).length - 1

t.test('a connection that asks for more than a turn has answers ends; others go on', async (t) => {
  const port = await serving(t)
  for (const path of ['/one', '/soon']) {
    const get = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
    const flood = answersTo(port, get.repeat(2 * ANSWERS_PER_TURN_MAX))
    const other = fetch(`http://127.0.0.1:${port}${path}`)
    t.equal((await other).status, 200)
    t.ok(count(await flood, '200 OK') <= ANSWERS_PER_TURN_MAX, path)
  }
  const few = 'GET /one HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100)
  const last = 'GET /one HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  t.equal(count(await answersTo(port, few + last), '200 OK'), 101, 'pipelining goes on')
})

t.test('a body in crumbs is refused, and a long one closes its connection', async (t) => {
  const floods = new FloodGuard(systemClock(), new ClientAddress([]))
  const port = await serving(t, { floods })
  const head =
    'POST /echo HTTP/1.1\r\nHost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
  const chunks = (text: string, each: number): string =>
    Array.from({ length: text.length / each }, (_, n) => {
      return `${each.toString(16)}\r\n${text.slice(n * each, (n + 1) * each)}\r\n`
    }).join('')
  const crumbs = await answersTo(port, head + chunks(' '.repeat(300), 1))
  t.match(crumbs, /^HTTP\/1\.1 400 .*arrives in parts that are too small/s)
  t.equal(await answersTo(port, head + chunks(' '.repeat(5000), 1)), '')
  t.equal(floods.ended, 2)
  const text = `{"text":"${'x'.repeat(16_384 - 11)}"}`
  const whole = await fetch(`http://127.0.0.1:${port}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
  })
  t.equal(whole.status, 200)
  const end = `0\r\n\r\nGET /one HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  const small = await answersTo(port, head + chunks(text, 64) + end)
  t.match(small, /"data":16373/, 'in parts of 64 bytes it is taken')
})
