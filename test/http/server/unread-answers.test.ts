import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { systemClock } from '../../../actors/thread/clock.js'
import { rawRoute, route } from '../../../http/routes/route.js'
import { HttpServer } from '../../../http/server/server.js'
import { UnsentAnswers } from '../../../http/server/unsent-answers.js'
import * as S from '../../../wire/types/scalars.js'
import { until } from '../../given/desk.js'
import { pipeline } from '../given.js'

// Answers that clients ask for and do not read, over real sockets: they stay bounded, and nobody else feels
// it.

const LARGE = 'x'.repeat(750_000)
const MIB = 1024 * 1024
const open = { audience: 'public', summary: '' } as const

interface Served {
  readonly port: number
  readonly server: HttpServer
  readonly unsent: UnsentAnswers
  /** Answers begun, by path. */
  readonly handled: Record<string, number>
}

async function serving(test: Test, unsent = new UnsentAnswers()): Promise<Served> {
  const handled: Record<string, number> = {}
  const text = (path: string, body: string) =>
    rawRoute({
      ...open,
      method: 'GET',
      path,
      media: 'text/plain',
      handle: () => ({ mediaType: 'text/plain', body }),
    })
  const numbered = text('/numbered', Array.from({ length: 150_000 }, (_, i) => `${i}\n`).join(''))
  const post = route({
    ...open,
    method: 'POST',
    path: '/post',
    bodyBytesMax: 10,
    body: S.Body({}),
    handle: () => null,
  })
  const front = pipeline([text('/large', LARGE), text('/small', 'small'), numbered, post], {
    observe: (found) => {
      const path = found?.path ?? 'none'
      handled[path] = (handled[path] ?? 0) + 1
    },
  })
  const options = { host: '127.0.0.1', port: 0, pipeline: front, clock: systemClock() }
  const server = new HttpServer(options, unsent)
  const port = await server.listen()
  test.teardown(() => server.stop(0))
  return { port, server, unsent, handled }
}

/** A connection that reads nothing until it is told to. */
async function deaf(test: Test, port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  test.teardown(() => socket.destroy())
  await once(socket, 'connect')
  socket.pause()
  return socket
}

const get = (path: string, method = 'GET'): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** Asks for `path` until the kernel takes no more and the server holds an answer; how often that was. */
async function fill({ unsent, handled }: Served, socket: Socket, path: string): Promise<number> {
  const [held, cut] = [unsent.count, unsent.cut]
  for (let asked = 1; ; asked++) {
    const before = handled[path] ?? 0
    socket.write(get(path))
    await until(() => (handled[path] ?? 0) > before)
    if (unsent.count > held || unsent.cut > cut) return asked
  }
}

/** Everything until the server closes. */
async function rest(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  socket.resume()
  if (!socket.closed) await once(socket, 'close')
  return Buffer.concat(parts).toString('latin1')
}

t.test('thousands of large answers that nobody reads take no memory', async (t) => {
  const { port, handled, server } = await serving(t)
  const before = process.memoryUsage().rss
  const sockets = await Promise.all(Array.from({ length: 4 }, () => deaf(t, port)))
  for (const socket of sockets) socket.write(get('/large').repeat(500))
  await until(() => (handled['/large'] ?? 0) >= 4)
  const asked = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/small`)
  t.equal(await answer.text(), 'small')
  t.ok(performance.now() - asked < 5000, 'others are answered')
  // The kernel takes a few megabytes for each of them; the rest of 2,000 is not even begun.
  t.ok((handled['/large'] ?? 0) < 200, `${handled['/large']} begun`)
  const grown = (process.memoryUsage().rss - before) / MIB
  t.ok(grown < 100, `${grown.toFixed(0)} MiB more`)
  await until(() => server.open === 0)
})

t.test('an answer that is read slowly arrives whole, and the connection goes on', async (t) => {
  const served = await serving(t)
  const { port, unsent } = served
  const socket = await deaf(t, port)
  const parts: Buffer[] = []
  const asked = await fill(served, socket, '/numbered')
  t.equal(unsent.count, 1)
  t.ok(unsent.held > 0)
  socket.on('data', (part) => parts.push(part))
  socket.resume()
  await until(() => unsent.count === 0)
  t.equal(unsent.held, 0)
  socket.write(get('/small'))
  await until(() => parts.at(-1)?.toString('latin1').endsWith('small') === true)
  const bodies = Buffer.concat(parts).toString('latin1').split('HTTP/1.1 200 OK').slice(1)
  t.equal(bodies.length, asked + 1)
  const expected = Array.from({ length: 150_000 }, (_, i) => `${i}\n`).join('')
  const wrong = bodies
    .slice(0, asked)
    .filter((one) => one.slice(one.indexOf('\r\n\r\n') + 4) !== expected)
  t.equal(wrong.length, 0, 'every byte in its place')
  socket.destroy()
})

t.test('who asks on while an answer is owed is cut off', async (t) => {
  const served = await serving(t)
  const { port, unsent } = served
  const socket = await deaf(t, port)
  await fill(served, socket, '/large')
  socket.write(get('/small'))
  await until(() => unsent.count === 0)
  t.equal(unsent.held, 0)
  const text = await rest(socket)
  t.notMatch(text, /small$/)
})

t.test('all unread answers together have a bound: the one that waits longest goes', async (t) => {
  const served = await serving(t, new UnsentAnswers(2 * LARGE.length))
  const { port, unsent } = served
  const sockets = [await deaf(t, port), await deaf(t, port), await deaf(t, port)] as const
  await fill(served, sockets[0], '/large')
  await fill(served, sockets[1], '/large')
  t.same([unsent.count, unsent.held, unsent.cut], [2, 2 * LARGE.length, 0], 'at the bound')
  await fill(served, sockets[2], '/large')
  t.same([unsent.count, unsent.held, unsent.cut], [2, 2 * LARGE.length, 1], 'one past it')
  await rest(sockets[0])
  t.pass('the first one is closed')
})

t.test('answers that end their connection, or have no body, do not pile up either', async (t) => {
  const { port, handled } = await serving(t)
  const waste = 'POST /post HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n'
  for (const [name, path, text] of [
    ['HEAD', '/small', get('/small', 'HEAD')],
    ['a body that is too large', '/post', waste],
  ] as const) {
    const socket = await deaf(t, port)
    socket.write(text.repeat(1000))
    await rest(socket)
    t.equal(handled[path], 1, `${name}: answered once`)
  }
  const head = await deaf(t, port)
  head.write(get('/small', 'HEAD'))
  const text = await rest(head)
  t.match(text, /^HTTP\/1\.1 200 OK\r\n/)
  t.match(text, /content-length: 5\r\n/i)
  t.match(text, /connection: close\r\n/i)
  t.ok(text.endsWith('\r\n\r\n'), 'no body')
})
