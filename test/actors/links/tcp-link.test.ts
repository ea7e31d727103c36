import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import t from 'tap'
import { TcpLink } from '../../../actors/links/tcp-link.js'
import { parseAddress } from '../../../engine/server-address.js'
import { ManualClock } from './manual-clock.js'
import { ScriptedProvider } from './scripted-provider.js'

/** A port that no program is given by itself. */
const NOBODY = '127.0.0.1:1'

function dialled(server: string, clock: ManualClock) {
  const address = parseAddress(server)
  if (address === undefined) throw new Error('a test dials an address')
  const seen: string[] = []
  let resolve: (why: string) => void = () => undefined
  const closed = new Promise<string>((done) => {
    resolve = done
  })
  const link = TcpLink.dial({ address, timeoutMs: 1_000 }, clock, {
    opened: () => seen.push('opened'),
    received: (bytes) => seen.push(Buffer.from(bytes).toString('latin1')),
    closed: (why) => {
      seen.push('closed')
      resolve(why)
    },
  })
  return { link, seen, closed }
}

t.test('a dial that is not answered within its limit closes, once', async (t) => {
  const provider = await ScriptedProvider.start()
  const clock = new ManualClock()
  const { closed, seen } = dialled(provider.address, clock)
  clock.advance(1_000)
  t.equal(await closed, 'no answer to the connection')
  t.same(seen, ['closed'])
  t.equal(clock.timers, 0)
  await provider.stop()
})

t.test('a refused dial says so', async (t) => {
  const { closed } = dialled(NOBODY, new ManualClock())
  t.equal(await closed, 'the provider refuses connections; check host and port')
})

t.test('a peer that goes away is told as such', async (t) => {
  const provider = await ScriptedProvider.start()
  const { closed, seen, link } = dialled(provider.address, new ManualClock())
  await provider.until(({ connections }) => connections === 1)
  provider.hangUp()
  t.match(await closed, /the peer (closed|reset) the connection/)
  t.equal(seen.at(-1), 'closed')
  link.send('into the void')
  link.close('again')
  await provider.stop()
})

async function acceptedPair(queueMax: number) {
  const server: Server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const peer: Socket = connect(port, '127.0.0.1')
  peer.pause()
  const [socket] = (await once(server, 'connection')) as [Socket]
  const clock = new ManualClock()
  let resolve: (why: string) => void = () => undefined
  const closed = new Promise<string>((done) => {
    resolve = done
  })
  const link = TcpLink.accept(
    socket,
    clock,
    { opened: () => undefined, received: () => undefined, closed: (why) => resolve(why) },
    queueMax,
  )
  return { server, peer, link, closed, clock }
}

t.test('a peer that does not read is closed at the bound, not buffered for ever', async (t) => {
  const { server, peer, link, closed } = await acceptedPair(65_536)
  let most = 0
  for (let i = 0; i < 10_000; i++) {
    link.send('x'.repeat(4_096))
    most = Math.max(most, link.queuedBytes)
  }
  t.equal(await closed, 'the peer takes its data too slowly')
  t.ok(most <= 65_536, `${most} bytes were held`)
  peer.destroy()
  server.close()
})

t.test('the last words reach the peer before the connection ends', async (t) => {
  const { server, peer, link, closed } = await acceptedPair(65_536)
  let heard = ''
  peer.on('data', (bytes) => {
    heard += bytes.toString('latin1')
  })
  link.send('> Access denied\r\n')
  link.finish('access denied')
  peer.resume()
  await once(peer, 'end')
  peer.end()
  t.equal(await closed, 'access denied')
  t.equal(heard, '> Access denied\r\n')
  server.close()
})

t.test('a peer that does not take the last words is dropped after a moment', async (t) => {
  const { server, peer, link, closed, clock } = await acceptedPair(65_536)
  link.finish('access denied')
  clock.advance(1_000)
  t.equal(await closed, 'access denied')
  peer.destroy()
  server.close()
})
