import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { systemClock } from '../../../actors/thread/clock.js'
import { HEAD_BYTES_MAX } from '../../../engine/limits/front.js'
import { route } from '../../../http/routes/route.js'
import { HttpServer } from '../../../http/server/server.js'
import { SocketFront } from '../../given/fronts/socket-front.js'
import { pipeline } from '../given.js'

const small = route({
  audience: 'public',
  summary: '',
  method: 'GET',
  path: '/small',
  handle: () => null,
})

/** A request whose line and headers take exactly so many bytes. */
function head(bytes: number, path = '/small', more = ''): string {
  const rest = `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}X-Long: \r\n\r\n`
  return rest.replace('X-Long: ', `X-Long: ${'y'.repeat(bytes - rest.length)}`)
}

async function ask(port: number, text: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.write(text)
  let answer = ''
  socket.on('data', (data) => {
    answer += data.toString('latin1')
    if (/"request_id":"[^"]+"\}$/.test(answer)) socket.end()
  })
  await once(socket, 'close')
  return answer
}

t.test('line and headers of 16 KiB are taken, one byte more is 431 in the envelope', async (t) => {
  const front = pipeline([small])
  const options = { host: '127.0.0.1', port: 0, pipeline: front, clock: systemClock() }
  const server = new HttpServer(options)
  t.teardown(() => server.stop(0))
  const port = await server.listen()
  for (const path of ['/small', '/small?page=1']) {
    const most = head(HEAD_BYTES_MAX, path)
    t.equal(most.length, HEAD_BYTES_MAX)
    t.notMatch(await ask(port, most), /^HTTP\/1\.1 431/, path)
    const more = await ask(port, head(HEAD_BYTES_MAX + 1, path))
    t.match(more, /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/, path)
    t.match(more, /connection: close\r\n/i)
    const body = JSON.parse(more.slice(more.indexOf('{'))) as Record<string, unknown>
    t.match(body, { success: false, code: 'too_large', data: null, message: /16384 bytes/ })
  }
  t.match(await ask(port, head(2 * HEAD_BYTES_MAX - 100)), /"code":"too_large"/)
  // The library's own word, since it does not let such a one through.
  t.match(await ask(port, head(3 * HEAD_BYTES_MAX)), /^HTTP\/1\.1 431 /)
})

t.test('the same holds for the upgrade to a live socket', async (t) => {
  const front = await SocketFront.start(t)
  const more =
    'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: none\r\n'
  const path = '/trader/v1/socket'
  t.match(
    await ask(front.port, head(HEAD_BYTES_MAX, path, more)),
    /^HTTP\/1\.1 400 /,
    'it was read',
  )
  t.match(await ask(front.port, head(HEAD_BYTES_MAX + 1, path, more)), /^HTTP\/1\.1 431 /)
})
