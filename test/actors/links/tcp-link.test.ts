import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Duplex } from 'node:stream'
import t from 'tap'
import { TcpLink } from '../../../actors/links/tcp-link.js'
import type { TlsTerms } from '../../../actors/links/tls-socket.js'
import { Outbound, OWN_MACHINE } from '../../../actors/thread/outbound.js'
import { parseAddress } from '../../../engine/names/server-address.js'
import { ScriptedProvider } from './feeds/scripted-provider.js'
import { ManualClock } from './manual-clock.js'

/** A port that no program is given by itself. */
const NOBODY = '127.0.0.1:1'
const NOT_TOLD = 'could not connect; check host and port, and the firewalls in between'

function dialled(
  server: string,
  clock: ManualClock,
  outbound = OWN_MACHINE,
  tls: TlsTerms | undefined = undefined,
) {
  const address = parseAddress(server)
  if (address === undefined) throw new Error('a test dials an address')
  const seen: string[] = []
  const codes: (string | undefined)[] = []
  let resolve: (why: string) => void = () => undefined
  const closed = new Promise<string>((done) => {
    resolve = done
  })
  const link = TcpLink.dial({ address, timeoutMs: 1_000, outbound, tls }, clock, {
    opened: () => seen.push('opened'),
    received: (bytes) => seen.push(Buffer.from(bytes).toString('latin1')),
    closed: (why, code) => {
      seen.push('closed')
      codes.push(code)
      resolve(why)
    },
  })
  return { link, seen, codes, closed }
}

t.test('a dial that is not answered within its limit closes, once', async (t) => {
  const provider = await ScriptedProvider.start()
  const clock = new ManualClock()
  const { closed, seen } = dialled(provider.address, clock)
  clock.advance(1_000)
  t.equal(await closed, NOT_TOLD)
  t.same(seen, ['closed'])
  t.equal(clock.timers, 0)
  await provider.stop()
})

t.test('a refused dial reads like one that is not answered; the log has the code', async (t) => {
  const { closed, codes } = dialled(NOBODY, new ManualClock())
  t.equal(await closed, NOT_TOLD)
  t.same(codes, ['ECONNREFUSED'])
})

t.test('an address where no provider is dialled is not, unless it is allowed', async (t) => {
  const provider = await ScriptedProvider.start()
  const [, port] = provider.address.split(':')
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '0.0.0.0']) {
    const { closed, seen } = dialled(`${host}:${port}`, new ManualClock(), new Outbound([]))
    t.match(await closed, /where no provider is dialled/, host)
    t.same(seen, ['closed'])
  }
  const tls = { certificate: '', key: '', authority: '', verifies: true, serverName: '' }
  const secure = dialled(provider.address, new ManualClock(), new Outbound([]), tls)
  t.match(await secure.closed, /where no provider is dialled/, 'nor with TLS')
  const { link, closed } = dialled(provider.address, new ManualClock(), new Outbound(['127.0.0.1']))
  await provider.until(({ connections }) => connections > 0)
  t.equal(provider.connections, 1)
  link.close('enough')
  t.equal(await closed, 'enough')
  await provider.stop()
})

t.test('a name is looked up once, and what was found is what is dialled', async (t) => {
  const provider = await ScriptedProvider.start()
  const asked: string[] = []
  const answers = [['169.254.169.254', '127.0.0.1'], ['127.0.0.1']]
  const outbound = new Outbound(['127.0.0.1'], (host, found) => {
    asked.push(host)
    const addresses = answers[asked.length - 1] ?? []
    found(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )
  })
  const named = `feed.example:${provider.address.split(':')[1]}`
  const { link, closed } = dialled(named, new ManualClock(), outbound)
  await provider.until(({ connections }) => connections === 1)
  link.close('enough')
  await closed
  t.same(asked, ['feed.example'], 'the address that is open was dialled, without a second look')
  await provider.stop()
})

t.test('a name whose addresses are all refused is not dialled', async (t) => {
  const provider = await ScriptedProvider.start()
  const named = `feed.example:${provider.address.split(':')[1]}`
  for (const [address, family] of [
    ['127.0.0.1', 4],
    ['::1', 6],
    ['169.254.169.254', 4],
  ] as const) {
    const outbound = new Outbound([], (_, found) => found(null, [{ address, family }]))
    const { closed, seen } = dialled(named, new ManualClock(), outbound)
    t.match(await closed, /where no provider is dialled/, address)
    t.same(seen, ['closed'])
  }
  const unknown = new Outbound([], (_, found) =>
    found(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []),
  )
  const { closed } = dialled(named, new ManualClock(), unknown)
  t.equal(await closed, 'the host is not known; check its name')
  t.equal(provider.connections, 0)
  await provider.stop()
})

t.test('an address that this machine has in a network is refused as it is', async (t) => {
  const own = Object.values(networkInterfaces()).flatMap((its = []) => its)
  const inNetworks = own.filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0)
  for (const { address, family } of inNetworks) {
    const host = family === 'IPv6' ? `[${address}]` : address
    const { closed } = dialled(`${host}:1`, new ManualClock(), new Outbound([]))
    t.match(await closed, /is this machine, where no provider is dialled/, host)
    t.equal(new Outbound([address]).refusal(address), null)
  }
})

t.test('the real look-up of a name of this machine is refused', async (t) => {
  const { closed } = dialled('localhost:1', new ManualClock(), new Outbound([]))
  t.match(await closed, /this machine/)
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
  const delays: unknown[] = []
  const { setNoDelay } = socket
  socket.setNoDelay = (isNone) => {
    delays.push(isNone)
    return setNoDelay.call(socket, isNone)
  }
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
  return { server, peer, link, closed, clock, delays }
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
  const { server, peer, link, closed, delays } = await acceptedPair(65_536)
  t.same(delays, [true], 'a short message does not wait for more to come')
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

/** A socket that the test speaks for. */
class GivenSocket extends Duplex {
  override _read(): void {}
  override _write(_: unknown, __: unknown, done: () => void): void {
    done()
  }
  setNoDelay(): this {
    return this
  }
}

t.test('why a connection was lost is told by the code of its error, once', async (t) => {
  const rows: readonly (readonly [code: string | undefined, why: string])[] = [
    ['ECONNRESET', 'the peer reset the connection'],
    ['EHOSTUNREACH', 'the host cannot be reached'],
    ['ENETUNREACH', 'the network cannot be reached'],
    ['ETIMEDOUT', 'the connection timed out'],
    ['EPIPE', 'the peer closed the connection'],
    ['EPROTO', 'the connection failed (EPROTO)'],
    [undefined, 'the connection failed (unknown)'],
  ]
  for (const [code, why] of rows) {
    const socket = new GivenSocket()
    const clock = new ManualClock()
    const ends: unknown[] = []
    const link = TcpLink.accept(socket as unknown as Socket, clock, {
      opened: () => undefined,
      received: () => undefined,
      closed: (...end) => ends.push(end),
    })
    socket.on('error', () => {
      link.close('too late')
      link.finish('too late')
    })
    socket.destroy(Object.assign(new Error('no'), code === undefined ? {} : { code }))
    await new Promise<void>((resolve) => setImmediate(resolve))
    t.same([ends, clock.timers], [[[why, code]], 0])
  }
})

t.test('what comes after the end is not heard, and what is sent then does not leave', async (t) => {
  const socket = new GivenSocket()
  const clock = new ManualClock()
  const seen: string[] = []
  const link = TcpLink.accept(socket as unknown as Socket, clock, {
    opened: () => undefined,
    received: (bytes) => seen.push(Buffer.from(bytes).toString('latin1')),
    closed: (why) => seen.push(why),
  })
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
  socket.push('one')
  await turn()
  link.pause()
  socket.push('two')
  await turn()
  t.same(seen, ['one'])
  link.resume()
  await turn()
  t.same(seen, ['one', 'two'])
  link.finish('enough')
  link.finish('again')
  t.equal(clock.timers, 1, 'the last words have one moment')
  socket.push('three')
  await turn()
  t.same(seen, ['one', 'two'])
  clock.advance(1_000)
  await turn()
  t.same([seen, clock.timers], [['one', 'two', 'enough'], 0])
  link.send('late')
  t.equal(link.queuedBytes, 0)
})
