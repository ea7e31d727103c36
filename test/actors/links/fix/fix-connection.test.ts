import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import t from 'tap'
import {
  FIRST_MESSAGE_MS,
  FixConnection,
  type FixConnectionHandlers,
  TURN_MESSAGES_MAX,
  UNTAKEN_MAX,
} from '../../../../actors/links/fix/fix-connection.js'
import { FixStores } from '../../../../actors/links/fix/fix-stores.js'
import type { TlsTerms } from '../../../../actors/links/tls-socket.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { OWN_MACHINE } from '../../../../actors/thread/outbound.js'
import { FixSessionStore } from '../../../../storage/fix/session-store.js'
import { type FixField, fieldsText, frameText } from '../../../../wire/fix/codec/write.js'
import { fixTimeText } from '../../../../wire/fix/dictionary/time.js'
import {
  FIX_LIMITS,
  FIX_SESSION_DEFAULTS,
  type FixSessionSettings,
} from '../../../../wire/fix/session/settings.js'
import { PAIR_A, PAIR_B } from '../../../given/key-pairs.js'
import { FixPeer } from '../../../given/peers/fix-peer.js'
import { ManualClock } from '../manual-clock.js'

const clock = systemClock()
const SETTINGS: FixSessionSettings = {
  ...FIX_SESSION_DEFAULTS,
  role: 'initiator',
  sender: 'OF',
  target: 'LP',
  strictness: 'tolerant',
}
const news = (text: string) => [[148, text] as const, [33, '1'] as const, [58, text] as const]

/** What a taker heard, and a way to wait for it. */
function taker(takes: boolean) {
  const heard: string[] = []
  const marks: number[] = []
  const waiting: (() => void)[] = []
  const add = (what: string): void => {
    heard.push(what)
    for (const resolve of waiting.splice(0)) resolve()
  }
  const handlers: FixConnectionHandlers = {
    online: () => add('online'),
    delivered: (message, mark) => {
      marks.push(mark)
      add(message.text(148))
      return takes
    },
    ended: (why) => add(`ended ${why}`),
  }
  const until = async (what: string): Promise<void> => {
    while (!heard.some((one) => one.startsWith(what))) {
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  return { heard, marks, handlers, until }
}

function dial(
  peer: FixPeer,
  store: FixSessionStore,
  handlers: FixConnectionHandlers,
  tls?: TlsTerms,
): FixConnection {
  const address = { host: '127.0.0.1', port: peer.port }
  const options = { address, timeoutMs: 5_000, outbound: OWN_MACHINE, tls }
  return FixConnection.dial(options, { settings: SETTINGS, store }, clock, handlers)
}

t.test('a message counts as received when its taker has taken it, and not before', async (t) => {
  const peer = await FixPeer.listen()
  const path = join(t.testdir(), 'session')
  let store = FixSessionStore.open(path)
  const first = taker(false)
  const connection = dial(peer, store, first.handlers)
  await peer.admit()
  for (const text of ['n1', 'n2', 'n3']) peer.send('B', news(text))
  await first.until('n3')
  connection.taken(first.marks[0] as number)
  connection.taken(first.marks[2] as number)
  connection.close('the server ends')
  await first.until('ended')
  store.close()

  // The second was not taken: it comes again, and what follows it.
  store = FixSessionStore.open(path)
  t.equal(store.numbers.nextIn, 3)
  const second = taker(true)
  const again = dial(peer, store, second.handlers)
  await peer.until(() => peer.of('A').length === 2)
  peer.send('A', [[98, '0'] as const, [108, '30'] as const], { seq: 5 })
  await peer.until(() => peer.of('2').length === 1)
  t.match(peer.of('2')[0]?.text(7), '3')
  const header = [[43, 'Y'] as const, [122, '20260105-09:00:00'] as const]
  for (const seq of [3, 4]) peer.send('B', news(`n${seq - 1}`), { seq, header })
  await second.until('n3')
  t.same(second.heard, ['online', 'n2', 'n3'])
  again.close('the server ends')
  t.equal(store.numbers.nextIn, 5)
  store.close()
  await peer.stop()
})

t.test('what is sent while a message is handled goes out under the next number', async (t) => {
  const peer = await FixPeer.listen()
  const store = FixSessionStore.open(join(t.testdir(), 'session'))
  const heard = taker(true)
  const connection: FixConnection = dial(peer, store, {
    ...heard.handlers,
    delivered: (message, mark) => {
      connection.send('B', news(`about ${message.text(148)}`))
      return heard.handlers.delivered(message, mark)
    },
  })
  await peer.admit()
  // One chunk: news, and a question that is answered with a number of ours before it.
  peer.say(peer.frame('B', news('n1')) + peer.frame('1', [[112, 'are you there']]))
  await peer.until(() => peer.messages.length === 3)
  t.same(
    peer.messages.map(({ type, seq }) => `${type} ${seq}`),
    ['A 1', '0 2', 'B 3'],
  )
  connection.close('enough')
  store.close()
  await peer.stop()
})

t.test(
  'more messages than a turn takes, and than may wait untaken, hold the provider back',
  async (t) => {
    const peer = await FixPeer.listen()
    const store = FixSessionStore.open(join(t.testdir(), 'session'))
    let open = false
    let delivered = 0
    const marks: number[] = []
    let reached: () => void = () => undefined
    const wanted = new Promise<void>((resolve) => {
      reached = resolve
    })
    const all = UNTAKEN_MAX + TURN_MESSAGES_MAX + 1
    const connection = dial(peer, store, {
      online: () => undefined,
      delivered: (_, mark) => {
        delivered++
        marks.push(mark)
        if (!open && delivered === UNTAKEN_MAX) reached()
        if (delivered === all) reached()
        return open
      },
      ended: () => undefined,
    })
    await peer.admit()
    let bytes = ''
    for (let i = 1; i <= all; i++) bytes += peer.frame('B', news(`n${i}`))
    peer.say(bytes)
    await wanted
    // Nothing more is read: what is under way of one turn at most was delivered.
    t.ok(delivered < UNTAKEN_MAX + TURN_MESSAGES_MAX, `${delivered} wait`)
    const rest = new Promise<void>((resolve) => {
      reached = resolve
    })
    open = true
    for (const mark of marks) connection.taken(mark)
    await rest
    t.equal(delivered, all)
    connection.close('enough')
    t.equal(store.numbers.nextIn, all + 2)
    store.close()
    await peer.stop()
  },
)

t.test('all that a peer asks for again comes, however much it is', async (t) => {
  const peer = await FixPeer.listen()
  const store = FixSessionStore.open(join(t.testdir(), 'session'))
  const heard = taker(true)
  const connection = dial(peer, store, heard.handlers)
  await peer.admit()
  await heard.until('online')
  const count = 2 * FIX_LIMITS.resendPiece + 1
  const bodies = Array.from({ length: count }, (_, i) => ['B', news(`n${i}`)] as const)
  t.equal(connection.sendAll(bodies), true)
  await peer.until(() => peer.of('B').length === count)
  t.same(connection.numbers, { nextIn: 2, nextOut: count + 2 })
  peer.messages.length = 0
  peer.send('2', [
    [7, '2'],
    [16, '0'],
  ])
  await peer.until(() => peer.messages.length === count)
  t.same(
    peer.messages.map((one) => `${one.type} ${one.seq} ${one.text(43)} ${one.text(148)}`),
    bodies.map((_, i) => `B ${i + 2} Y n${i}`),
  )
  connection.close('enough')
  store.close()
  await peer.stop()
})

t.test('who dials and says nothing is dropped after a while, and belongs to nobody', async (t) => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const dialled = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [socket] = (await accepted) as [Socket]
  const hand = new ManualClock()
  const ends: string[] = []
  const connection = FixConnection.accept(
    socket,
    () => undefined,
    hand,
    (why) => ends.push(why),
  )
  t.same(
    [connection.isOnline, connection.numbers, connection.send('B', news('n'))],
    [false, { nextIn: 1, nextOut: 1 }, false],
  )
  t.equal(connection.sendAll([['B', news('n')]]), false)
  connection.logout('nobody hears it')
  hand.advance(FIRST_MESSAGE_MS - 1)
  t.equal(socket.destroyed, false)
  hand.advance(1)
  t.equal(socket.destroyed, true)
  dialled.resume()
  await once(dialled, 'close')
  t.same(ends, ['it did not log on in time'])
  t.same([connection.bytesIn, connection.bytesOut, hand.timers], [0, 0, 0])
  server.close()
})

/** A socket that hands on what the test says in one piece, whatever its length. */
class GivenSocket extends Duplex {
  readonly remoteAddress = '127.0.0.1'
  override _read(): void {}
  override _write(_: unknown, __: unknown, done: () => void): void {
    done()
  }
  setNoDelay(): this {
    return this
  }
  /** Resolves when it was handed on, as far as it is read. */
  async hear(text: string): Promise<void> {
    this.push(Buffer.from(text, 'latin1'))
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}

/** A connection that was dialled to us, whose turns come when the clock is moved. */
function dialledToUs(directory: string, takes: boolean) {
  const hand = new ManualClock()
  hand.setWall(Date.now())
  const store = FixSessionStore.open(join(directory, 'session'))
  const { heard, marks, handlers } = taker(takes)
  const endpoint = { settings: { ...SETTINGS, role: 'acceptor' as const }, store }
  const firsts: string[] = []
  const choice = (first: { text(tag: number): string }) => {
    firsts.push(first.text(49))
    return first.text(49) === 'LP' ? { endpoint, handlers } : undefined
  }
  const socket = new GivenSocket()
  const stranger = (why: string) => handlers.ended(why)
  const connection = FixConnection.accept(socket as unknown as Socket, choice, hand, stranger)
  let seq = 0
  const frame = (type: string, body: readonly FixField[], sender = 'LP'): string => {
    seq++
    const head: FixField[] = [
      [35, type],
      [49, sender],
      [56, 'OF'],
      [34, `${seq}`],
    ]
    return frameText(fieldsText([...head, [52, fixTimeText(Date.now())], ...body]))
  }
  const logon = (sender?: string): string => {
    seq = 0
    return frame('A', [[98, '0'] as const, [108, '30'] as const], sender)
  }
  const newses = (count: number): string =>
    Array.from({ length: count }, (_, i) => frame('B', news(`${i}`))).join('')
  return { hand, store, connection, socket, heard, marks, logon, newses, firsts }
}

t.test('a turn reads so many messages, and the next one what is left of them', async (t) => {
  const given = dialledToUs(t.testdir(), true)
  const { hand, marks, socket } = given
  await socket.hear(given.logon())
  const idle = hand.timers
  await socket.hear(given.newses(TURN_MESSAGES_MAX + 5))
  t.same([marks.length, socket.isPaused(), hand.timers], [TURN_MESSAGES_MAX, true, idle + 1])
  hand.advance(0)
  t.same([marks.length, socket.isPaused(), hand.timers], [TURN_MESSAGES_MAX + 5, false, idle])
  given.connection.close('enough')
  given.store.close()
})

t.test(
  'while too much waits to be taken nothing is read, and then what there is room for',
  async (t) => {
    const given = dialledToUs(t.testdir(), false)
    const { hand, marks, socket, connection } = given
    await socket.hear(given.logon())
    const idle = hand.timers
    await socket.hear(given.newses(100))
    const more = UNTAKEN_MAX + TURN_MESSAGES_MAX
    await socket.hear(given.newses(more))
    hand.advance(0)
    const now = (): unknown => [marks.length, socket.isPaused(), hand.timers]
    const full = UNTAKEN_MAX + 100
    t.same(now(), [full, true, idle], 'what is under way of one turn is read')
    connection.taken(marks[0] as number)
    t.same(now(), [full, true, idle + 1])
    connection.taken(marks[1] as number)
    t.same(now(), [full, true, idle + 1], 'there is one next turn')
    for (const mark of marks.slice(2, 100)) connection.taken(mark)
    hand.advance(0)
    t.same(now(), [full, true, idle], 'there is no room')
    connection.taken(marks[100] as number)
    hand.advance(0)
    t.same(now(), [more + 100, true, idle], 'there is, and all is read')
    connection.close('enough')
    await new Promise<void>((resolve) => setImmediate(resolve))
    connection.taken(marks[101] as number)
    t.equal(hand.timers, 0, 'and none after the end')
    given.store.close()
  },
)

t.test('the first reason of an end is the one, and after it the store is left alone', async (t) => {
  const given = dialledToUs(t.testdir(), false)
  const { hand, store, socket, connection, marks, heard } = given
  await socket.hear(given.logon())
  await socket.hear(given.newses(3))
  const { timers } = hand
  connection.taken(marks[0] as number)
  t.equal(hand.timers, timers, 'there was room: nothing more is to be read')
  const kept: unknown[] = []
  const { keep } = store
  store.keep = (steps) => {
    kept.push(...steps)
    keep.call(store, steps)
  }
  connection.close('enough')
  t.same(kept, [{ what: 'received', nextIn: 3 }])
  connection.close('again')
  connection.taken(marks[1] as number)
  hand.advance(1_000)
  await new Promise<void>((resolve) => setImmediate(resolve))
  t.same(heard.slice(-1), ['ended enough'])
  t.equal(kept.length, 1)
  store.close()
})

t.test('a disk that takes nothing ends the session with its code', async (t) => {
  for (const [error, code] of [
    [Object.assign(new Error('no'), { code: 'ENOSPC' }), 'ENOSPC'],
    [new Error('no'), 'unknown'],
  ] as const) {
    const given = dialledToUs(t.testdir(), true)
    const { store, socket, heard, connection } = given
    await socket.hear(given.logon())
    let kept = 0
    store.keep = () => {
      kept++
      throw error
    }
    t.equal(connection.send('B', news('n')), true)
    await new Promise<void>((resolve) => setImmediate(resolve))
    t.same(heard, ['online', `ended the numbers of the session cannot be stored (${code})`])
    t.equal(kept, 1, 'it is not tried again')
    store.close()
  }
})

t.test('a first message of somebody else is the last that is heard', async (t) => {
  const given = dialledToUs(t.testdir(), true)
  await given.socket.hear(given.logon('XX') + given.logon())
  t.same(given.firsts, ['XX'])
  t.same(given.heard, ['ended its first message names no session that it may begin'])
  t.equal(given.hand.timers, 0)
  given.store.close()
})

t.test('who sends what is not FIX is left', async (t) => {
  const given = dialledToUs(t.testdir(), true)
  await given.socket.hear(given.logon())
  await given.socket.hear('x'.repeat(262_145))
  t.same(given.heard, ['online', 'ended it sends what is not FIX'])
  given.store.close()
})

t.test('numbers that cannot be trusted restart at 1, on both sides and on disk', async (t) => {
  const peer = await FixPeer.listen()
  const path = join(t.testdir(), 'session')
  const store = FixSessionStore.open(path)
  store.keep([
    { what: 'sent', seq: 7, message: null },
    { what: 'received', nextIn: 9 },
  ])
  store.isTrusted = false
  const { handlers, until } = taker(true)
  const connection = dial(peer, store, handlers)
  await peer.until(() => peer.of('A').length === 1)
  t.same([peer.of('A')[0]?.text(141), peer.of('A')[0]?.text(34)], ['Y', '1'])
  t.same([store.numbers, store.isTrusted], [{ nextIn: 1, nextOut: 2 }, true])
  peer.send('A', [[98, '0'] as const, [108, '30'] as const, [141, 'Y'] as const])
  await until('online')
  connection.close('the server ends')
  store.close()
  t.same(FixSessionStore.open(path).numbers, { nextIn: 2, nextOut: 2 })
  await peer.stop()
})

t.test('TLS is verified unless the settings say otherwise', async (t) => {
  const peer = await FixPeer.listen(PAIR_A)
  const none = { certificate: '', key: '', authority: '', verifies: true, serverName: '' }
  const tries: [Partial<TlsTerms>, RegExp][] = [
    [{}, /not signed by an authority that is known here: set FIX SSL CA/],
    [{ authority: PAIR_B.certificate }, /not signed by an authority/],
    [{ authority: PAIR_A.certificate }, /is for another name: set FIX SSL Server Name/],
    [{ certificate: PAIR_A.certificate, key: 'no key' }, /cannot be used: set both again/],
  ]
  const store = FixSessionStore.open(join(t.testdir(), 'session'))
  for (const [terms, why] of tries) {
    const heard = taker(true)
    dial(peer, store, heard.handlers, { ...none, ...terms })
    await heard.until('ended')
    t.match(heard.heard[0], why)
  }
  t.equal(peer.messages.length, 0, 'nothing was said to whom nobody vouches for')
  const good: Partial<TlsTerms>[] = [
    { authority: PAIR_A.certificate, serverName: 'a' },
    { verifies: false },
  ]
  for (const [i, terms] of good.entries()) {
    const heard = taker(true)
    const connection = dial(peer, store, heard.handlers, { ...none, ...terms })
    await peer.admit(i + 1)
    await heard.until('online')
    connection.close('enough')
    store.keep([{ what: 'reset' }])
  }
  await peer.stop()

  // A peer that speaks no TLS, and one that wants it.
  const plain = await FixPeer.listen()
  const heard = taker(true)
  dial(plain, store, heard.handlers, none)
  await plain.until(() => plain.connections === 1)
  plain.say('8=FIX.4.4 hello')
  await heard.until('ended')
  t.match(heard.heard[0], /does not speak TLS/)
  store.close()
  await plain.stop()
})

t.test('what connections that are gone kept goes with them, and theirs alone', async (t) => {
  const directory = t.testdir()
  const stores = new FixStores(directory)
  const step = { what: 'sent', seq: 1, message: null } as const
  const owners = ['datafeed-1', 'datafeed-2', 'gateway-1', 'gateway-12'] as const
  const kept = owners.map((owner) => stores.storeOf(owner, SETTINGS))
  const left = () => readdirSync(directory).map((name) => name.replace(/-[^-]*$/, ''))
  for (const store of kept) store.keep([step])
  t.same(new Set(left()), new Set(owners))
  stores.keepOnly('gateway', [12])
  stores.keepOnly('datafeed', [1, 2])
  t.same(new Set(left()), new Set(['datafeed-1', 'datafeed-2', 'gateway-12']))
  stores.forget('datafeed-1')
  t.same(new Set(left()), new Set(['datafeed-2', 'gateway-12']))
  for (const store of [kept[0], kept[2]]) {
    t.throws(() => store?.keep([step]), { code: 'EBADF' }, 'its file is not held open')
  }
  for (const store of [kept[1], kept[3]]) {
    t.doesNotThrow(() => store?.keep([{ what: 'received', nextIn: 2 }]), 'those that stay are')
  }
  t.equal(stores.storeOf('gateway-1', SETTINGS).numbers.nextOut, 1)
  t.equal(stores.storeOf('gateway-12', SETTINGS).numbers.nextOut, 2)
})
