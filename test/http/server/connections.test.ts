import type { HttpResponse } from 'uWebSockets.js'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { systemClock } from '../../../actors/thread/clock.js'
import { AddressRate } from '../../../http/pipeline/rates/address-rates.js'
import { route } from '../../../http/routes/route.js'
import { ClientAddress } from '../../../http/server/client-address.js'
import { Connections, connectionBounds, openFilesMax } from '../../../http/server/connections.js'
import { HttpServer } from '../../../http/server/server.js'
import { until } from '../../given/desk.js'
import { pipeline } from '../given.js'

const small = route({
  audience: 'public',
  summary: '',
  method: 'GET',
  path: '/small',
  handle: () => null,
})
const clock = systemClock()
const GET = 'GET /small HTTP/1.1\r\nHost: x\r\n\r\n'

async function serving(test: Test, connections: Connections): Promise<number> {
  const options = { host: '127.0.0.1', port: 0, pipeline: pipeline([small]), clock, connections }
  const server = new HttpServer(options)
  test.teardown(() => server.stop(0))
  return server.listen()
}

async function opened(test: Test, port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  test.teardown(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** The answer to one request. */
async function ask(socket: Socket): Promise<string> {
  socket.write(GET)
  const [data] = (await once(socket, 'data')) as [Buffer]
  return data.toString('latin1')
}

t.test('a connection beyond the most is closed at once, and places come back', async (t) => {
  const connections = new Connections(4, clock, new ClientAddress([]), null)
  const port = await serving(t, connections)
  const sockets: Socket[] = []
  for (let i = 0; i < 4; i++) sockets.push(await opened(t, port))
  await until(() => connections.open === 4)
  t.equal(connections.refused, 0)
  const fifth = await opened(t, port)
  fifth.resume()
  await once(fifth, 'close')
  t.equal(connections.refused, 1)
  t.match(await ask(sockets[0] as Socket), /^HTTP\/1\.1 200 OK/, 'those that are there go on')
  sockets[1]?.destroy()
  sockets[2]?.destroy()
  await until(() => connections.open <= 2)
  t.match(await ask(await opened(t, port)), /^HTTP\/1\.1 200 OK/)
})

t.test('from half of the most on no connection is kept after its answer', async (t) => {
  const connections = new Connections(4, clock, new ClientAddress([]), null)
  const port = await serving(t, connections)
  const [one, two] = [await opened(t, port), await opened(t, port)]
  await until(() => connections.open === 2)
  t.notMatch(await ask(one), /connection: close/i)
  const three = await opened(t, port)
  await until(() => connections.open === 3)
  t.match(await ask(three), /connection: close/i)
  await until(() => connections.open === 2)
  t.notMatch(await ask(two), /connection: close/i)
})

t.test('an address opens so many connections and no more; a shared one as it likes', async (t) => {
  for (const isShared of [true, false]) {
    const rate = new AddressRate(() => isShared, { perSecond: 0.001, burst: 3, keysMax: 10 })
    const connections = new Connections(100, clock, new ClientAddress([]), rate)
    const port = await serving(t, connections)
    for (let i = 0; i < 3; i++) t.match(await ask(await opened(t, port)), /^HTTP\/1\.1 200/)
    const fourth = await opened(t, port)
    if (isShared) t.match(await ask(fourth), /^HTTP\/1\.1 200/)
    else {
      fourth.resume()
      await once(fourth, 'close')
      t.equal(connections.refused, 1)
    }
  }
})

t.test('each that comes is counted until it leaves, also one that is closed at once', (t) => {
  const asked: unknown[] = []
  const rate = {
    take: (...question: unknown[]) => {
      asked.push(question)
      return asked.length !== 2
    },
  } as unknown as AddressRate
  const connections = new Connections(4, clock, new ClientAddress([]), rate)
  let closed = 0
  const response = {
    getRemoteAddressAsText: () => new Uint8Array(Buffer.from('192.0.2.1')).buffer,
    close: () => closed++,
  } as unknown as HttpResponse
  const seen: unknown[] = []
  const look = () => {
    const { open, refused, isCrowded } = connections
    seen.push([open, refused, closed, isCrowded])
  }
  for (let n = 0; n < 5; n++) {
    connections.came(response)
    look()
  }
  connections.left()
  look()
  t.strictSame(seen, [
    [1, 0, 0, false],
    [2, 1, 1, false],
    [3, 1, 1, true],
    [4, 1, 1, true],
    [5, 2, 2, true],
    [4, 2, 2, true],
  ])
  t.match(asked, Array(4).fill(['192.0.2.1', Number]))
  t.equal(asked.length, 4, 'beyond the most nobody is asked')
  t.end()
})

t.test('the bounds follow what the system lets the process open, and stay below it', async (t) => {
  for (const files of [0, 1024, 20_000, 1_048_576, Number.MAX_SAFE_INTEGER]) {
    const { plain, live, liveKept } = connectionBounds(files)
    if (files > 1000) t.ok(plain + live <= files - 512, `${files} files`)
    t.ok(plain > 0 && plain <= 8192)
    t.ok(live > plain && live <= 32_768)
    t.ok(liveKept > 0 && liveKept < live)
  }
  t.same(connectionBounds(0), { plain: 64, live: 192, liveKept: 12 })
  t.same(connectionBounds(1_048_576), { plain: 8192, live: 32_768, liveKept: 2048 })
  t.same(connectionBounds(20_000), { plain: 4872, live: 14_616, liveKept: 913 })
  const line = (soft: string) => `Limit\nMax open files            ${soft}      524288   files\n`
  t.equal(
    openFilesMax(() => line('1024')),
    1024,
  )
  t.equal(
    openFilesMax(() => line('unlimited')),
    Number.MAX_SAFE_INTEGER,
  )
  t.equal(
    openFilesMax(() => 'nothing'),
    256,
  )
  const missing = (): string => {
    throw new Error('no such file')
  }
  t.equal(openFilesMax(missing), 256)
  t.ok(openFilesMax() >= 256, 'of this process')
})
