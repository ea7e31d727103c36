import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { FixConnection } from '../../../../actors/links/fix/fix-connection.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { Outbound } from '../../../../actors/thread/outbound.js'
import { FixSessionStore } from '../../../../storage/fix/session-store.js'
import type { FixMessage } from '../../../../wire/fix/codec/message.js'
import type { FixField } from '../../../../wire/fix/codec/write.js'
import { fixTimeText } from '../../../../wire/fix/dictionary/time.js'
import {
  FIX_SESSION_DEFAULTS,
  type FixSessionSettings,
} from '../../../../wire/fix/session/settings.js'
import { freePort, noQuickfix, QuickfixPeer } from '../../../given/quickfix/quickfix-peer.js'

/** Our side against an engine that nobody here wrote, on real sockets. */
// The first run compiles the other side.
t.setTimeout(180_000)
const clock = systemClock()
const IDS = { sender: 'OF', target: 'LP' }
const order = (id: string): readonly FixField[] => [
  [11, id],
  [55, 'EURUSD'],
  [54, '1'],
  [38, '1'],
  [40, '1'],
  [60, fixTimeText(clock.now())],
]

/** What our side hears, and a way to wait for it. */
class Heard {
  readonly events: string[] = []
  readonly #waiting = new Set<() => void>()

  readonly handlers = {
    online: () => this.#add('online'),
    delivered: (message: FixMessage) => {
      this.#add(`${message.type} ${message.text(17)}`)
      return true
    },
    ended: (why: string) => this.#add(`ended ${why}`),
  }

  async until(event: string, times = 1): Promise<void> {
    while (this.events.filter((one) => one.startsWith(event)).length < times) {
      await new Promise<void>((done) => this.#waiting.add(done))
    }
  }

  #add(event: string): void {
    this.events.push(event)
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const done of waiting) done()
  }
}

function dial(port: number, store: FixSessionStore, heard: Heard, resets = false): FixConnection {
  const settings: FixSessionSettings = {
    ...FIX_SESSION_DEFAULTS,
    ...IDS,
    role: 'initiator',
    strictness: 'tolerant',
    resetsOnLogon: resets,
    mayRepeat: (type) => type !== 'D',
  }
  const address = { host: '127.0.0.1', port }
  const options = { address, timeoutMs: 5_000, outbound: new Outbound(['127.0.0.1']) }
  return FixConnection.dial(options, { settings, store }, clock, heard.handlers)
}

t.test('we dial QuickFIX', { skip: noQuickfix }, async (t) => {
  const directory = t.testdir({ peer: {} })
  const port = await freePort()
  const given = { role: 'acceptor', port, directory: join(directory, 'peer') } as const
  let peer = await QuickfixPeer.start(given)
  t.teardown(() => peer.kill())
  const path = join(directory, 'session')
  let store = FixSessionStore.open(path)
  let heard = new Heard()
  let connection = dial(port, store, heard)
  await heard.until('online')

  t.ok(connection.send('D', order('o1')))
  t.match(await peer.until('app-in'), '|11=o1|')
  peer.say('report e1')
  await heard.until('8 e1')

  // Numbers that were never sent: asked for, and filled by a gap.
  peer.say('skip 3')
  peer.say('report e2')
  await heard.until('8 e2')
  t.match(await peer.until('admin-in 8=FIX.4.4|9=', 2), '|35=2|')

  // The connection is lost, reports are made meanwhile: they come late, once each, in order.
  connection.close('lost')
  await heard.until('ended')
  await peer.until('logout')
  peer.say('report late1')
  peer.say('report late2')
  store.close()
  store = FixSessionStore.open(path)
  heard = new Heard()
  connection = dial(port, store, heard)
  await heard.until('8 late2')
  t.same(
    heard.events.filter((one) => one.startsWith('8 ')),
    ['8 late1', '8 late2'],
  )

  // It has forgotten what we sent: no order is sent again, one gap stands for all of them.
  peer.say('forget 2')
  peer.say('numbers')
  await peer.until('numbers ')
  connection.send('D', order('o2'))
  await peer.until(/^admin-in .*\|35=4\|/)
  connection.send('D', order('o3'))
  t.match(await peer.until('app-in', 2), '|11=o3|')
  t.equal(peer.lines.filter((line) => line.includes('|11=o1|')).length, 1)

  // It dies and comes back.
  await peer.kill()
  await heard.until('ended')
  peer = await QuickfixPeer.start(given)
  heard = new Heard()
  connection = dial(port, store, heard)
  await heard.until('online')
  peer.say('report e3')
  await heard.until('8 e3')
  connection.logout('good night')
  await heard.until('ended good night')
  t.match(await peer.until('|35=5|'), '|58=good night|')

  // Both start anew.
  heard = new Heard()
  connection = dial(port, store, heard, true)
  await heard.until('online')
  t.same(connection.numbers, { nextIn: 2, nextOut: 2 })
  peer.say('logout')
  await heard.until('ended the peer logged out')
  await peer.stop()
  store.close()
})

t.test('QuickFIX dials us', { skip: noQuickfix }, async (t) => {
  const directory = t.testdir({ peer: {} })
  const store = FixSessionStore.open(join(directory, 'session'))
  const settings: FixSessionSettings = { ...FIX_SESSION_DEFAULTS, ...IDS, role: 'acceptor' }
  const heard = new Heard()
  let connection: FixConnection | undefined
  const server = createServer((socket) => {
    connection = FixConnection.accept(
      socket,
      (first) =>
        first.text(49) === 'LP'
          ? { endpoint: { settings, store }, handlers: heard.handlers }
          : undefined,
      clock,
      () => undefined,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const peer = await QuickfixPeer.start({
    role: 'initiator',
    port,
    directory: join(directory, 'peer'),
  })
  t.teardown(() => peer.kill())
  await heard.until('online')
  await peer.until('logon')
  for (const id of ['o1', 'o2']) connection?.send('D', order(id))
  await peer.until('app-in', 2)

  // It asks again for what it has forgotten, and gets it under the old numbers.
  peer.say('forget 2')
  peer.say('numbers')
  await peer.until('numbers ')
  connection?.send('D', order('o3'))
  await peer.until('|11=o3|')
  const again = peer.lines.filter((line) => line.startsWith('app-in') && line.includes('|43=Y|'))
  t.equal(again.filter((line) => line.includes('|11=o1|')).length, 1)
  t.equal(again.filter((line) => line.includes('|11=o2|')).length, 1)

  peer.say('skip 4')
  peer.say('report e1')
  await heard.until('8 e1')
  t.notOk(heard.events.some((event) => event.startsWith('ended')))

  await peer.stop()
  await heard.until('ended')
  server.close()
  store.close()
})
