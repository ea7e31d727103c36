import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { connect as connectSecurely } from 'node:tls'
import t from 'tap'
import {
  type AwaitedSession,
  FixAcceptors,
  listenFault,
  STRANGERS_MAX,
} from '../../../../actors/links/fix/fix-acceptors.js'
import type { FixConnection } from '../../../../actors/links/fix/fix-connection.js'
import { fixSettingsOf, tlsTermsOf } from '../../../../actors/links/fix/fix-terms.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { freePort } from '../../../../bench/free-port.js'
import { FIX_SESSION_PARAMETERS } from '../../../../engine/config/kinds/fix-parameters.js'
import { FixSessionStore } from '../../../../storage/fix/session-store.js'
import { type FixField, fieldsText, frameText } from '../../../../wire/fix/codec/write.js'
import { fixTimeText } from '../../../../wire/fix/dictionary/time.js'
import { PAIR_A, PAIR_B } from '../../../given/key-pairs.js'
import { FixPeer } from '../../../given/peers/fix-peer.js'
import { writtenLog } from '../feeds/given-feed.js'

const clock = systemClock()
const LOGON: readonly FixField[] = [
  [98, '0'],
  [108, '30'],
]
const NAMED: readonly FixField[] = [...LOGON, [553, 'desk'], [554, 'sEcReT-1']]

function parameters(values: Readonly<Record<string, string>>) {
  return FIX_SESSION_PARAMETERS.map(({ name, type, default: standard, description }) => ({
    name,
    type,
    value: values[name] ?? '',
    default: standard,
    description,
  }))
}

/** A session that is awaited, by its record's fields, and what came of it. */
function awaited(
  path: string,
  port: number,
  values: Readonly<Record<string, string>> = {},
  allowed: readonly string[] = ['127.0.0.0/8'],
) {
  const heard: string[] = []
  const waiting: (() => void)[] = []
  const add = (what: string): void => {
    heard.push(what)
    for (const resolve of waiting.splice(0)) resolve()
  }
  const ids = { SenderCompID: 'OF', TargetCompID: 'LP', 'Username in Logon': 'true' }
  const params = parameters({ ...ids, ...values })
  const record = { login: 'desk', password: 'sEcReT-1', timeout_sec: 5, params }
  const store = FixSessionStore.open(path)
  const connections: FixConnection[] = []
  const session: AwaitedSession = {
    address: { host: '127.0.0.1', port },
    tls: tlsTermsOf(params),
    allowed,
    endpoint: { settings: fixSettingsOf(record, 'acceptor'), store },
    began: (connection) => {
      connections.push(connection)
      add('began')
      return {
        online: () => add('online'),
        delivered: () => true,
        ended: (why) => add(`ended ${why}`),
      }
    },
    awaits: () => add('awaits'),
    failed: (why) => add(`failed ${why}`),
  }
  const until = async (what: string): Promise<void> => {
    while (!heard.some((one) => one.startsWith(what))) {
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  return { session, heard, until, store, connections }
}

t.test('a provider that dials is let in by address, CompIDs, user name and password', async (t) => {
  const log = writtenLog()
  const acceptors = new FixAcceptors(clock, log)
  const port = await freePort()
  const directory = t.testdir()
  const { session, heard, until, connections } = awaited(join(directory, 'one'), port)
  const stop = acceptors.await(session)
  await until('awaits')

  const wrong = FixPeer.dial(port)
  wrong.send('A', [...LOGON, [553, 'desk'], [554, 'other']])
  await wrong.until(({ isOpen }) => !isOpen)
  t.match(wrong.of('5')[0]?.text(58), 'user name or password is wrong')
  await until('ended')

  const strange = FixPeer.dial(port)
  strange.say(frameText(fieldsText([[35, 'A'], [49, 'XX'], [56, 'OF'], [34, '1'], ...NAMED])))
  await strange.until(({ isOpen }) => !isOpen)
  const nameless = FixPeer.dial(port)
  nameless.send('0')
  await nameless.until(({ isOpen }) => !isOpen)
  t.same([strange.messages, nameless.messages], [[], []], 'closed without a word')

  const right = FixPeer.dial(port)
  right.send('A', NAMED)
  await until('online')
  await right.until((peer) => peer.of('A').length === 1)
  t.equal(right.of('A')[0]?.text(554), '', 'our answer holds no password')
  const second = FixPeer.dial(port)
  second.send('A', NAMED)
  await second.until(({ isOpen }) => !isOpen)
  t.ok(right.isOpen, 'the one that is on stays')

  // Gone, it may come again.
  connections.at(-1)?.close('enough')
  await right.until(({ isOpen }) => !isOpen)
  while (heard.filter((what) => what === 'ended enough').length === 0) await until('ended enough')
  const again = FixPeer.dial(port)
  again.send('A', [...NAMED, [141, 'Y']])
  await again.until((peer) => peer.of('A').length === 1)
  stop()
  acceptors.stop()
  again.hangUp()
  t.notMatch(log.lines.join(), /sEcReT|other/)
})

t.test('nobody else is heard, and strangers that say nothing have an end', async (t) => {
  const log = writtenLog()
  const acceptors = new FixAcceptors(clock, log)
  const [port, other] = [await freePort(), await freePort()]
  const directory = t.testdir()
  for (const [name, allowed] of [
    ['away', ['192.0.2.1']],
    ['nobody', []],
  ] as const) {
    const away = awaited(join(directory, name), other, {}, allowed)
    const stop = acceptors.await(away.session)
    await away.until('awaits')
    for (let i = 0; i < 3; i++) {
      const foreign = FixPeer.dial(other)
      await foreign.until(({ isOpen }) => !isOpen)
    }
    stop()
  }
  t.match(log.lines.join(), /its address is not awaited/)
  t.equal(log.lines.filter((line) => line.includes('was not let in')).length, 6, 'said once each')

  const { session, until } = awaited(join(directory, 'one'), port)
  acceptors.await(session)
  await until('awaits')
  const quiet: FixPeer[] = []
  for (let i = 0; i < STRANGERS_MAX + 1; i++) quiet.push(FixPeer.dial(port))
  await Promise.race(quiet.map((peer) => peer.until(({ isOpen }) => !isOpen)))
  t.match(log.lines.join(), /too many of them say nothing/)
  const held = quiet.filter(({ isOpen }) => isOpen)
  t.equal(held.length, STRANGERS_MAX)
  held[0]?.send('A', NAMED)
  await until('online')

  // The same port for something else, and TLS without a certificate.
  const clash = awaited(join(directory, 'clash'), port, {
    'FIX SSL Enabled': 'true',
    'FIX SSL Certificate': PAIR_A.certificate,
    'FIX SSL Private Key': PAIR_A.key,
  })
  acceptors.await(clash.session)
  t.match(clash.heard[0], /with other TLS settings/)
  const bare = awaited(join(directory, 'bare'), await freePort(), { 'FIX SSL Enabled': 'true' })
  acceptors.await(bare.session)
  t.match(bare.heard[0], /needs a certificate/)
  const taken = new FixAcceptors(clock, log)
  const late = awaited(join(directory, 'late'), port)
  taken.await(late.session)
  await late.until('failed another program listens')
  taken.stop()
  acceptors.stop()
  for (const peer of quiet) peer.hangUp()
})

t.test('a session that begins frees its place among the strangers', async (t) => {
  const acceptors = new FixAcceptors(clock, writtenLog())
  const port = await freePort()
  const directory = t.testdir()
  const one = awaited(join(directory, 'one'), port)
  const two = awaited(join(directory, 'two'), port, { SenderCompID: 'OF2' })
  for (const { session, until } of [one, two]) {
    acceptors.await(session)
    await until('awaits')
  }
  const quiet: FixPeer[] = []
  for (let i = 0; i < STRANGERS_MAX - 1; i++) quiet.push(FixPeer.dial(port))
  const first = FixPeer.dial(port)
  first.send('A', NAMED)
  await one.until('online')
  const second = FixPeer.dial(port)
  const head: readonly FixField[] = [
    [35, 'A'],
    [49, 'LP'],
    [56, 'OF2'],
    [34, '1'],
    [52, fixTimeText(Date.now())],
  ]
  second.say(frameText(fieldsText([...head, ...NAMED])))
  await second.until((peer) => !peer.isOpen || peer.of('A').length === 1)
  t.ok(second.isOpen, 'it has the place of the first')
  const more = [FixPeer.dial(port), FixPeer.dial(port)]
  await Promise.race(more.map((peer) => peer.until(({ isOpen }) => !isOpen)))
  t.ok(quiet.every(({ isOpen }) => isOpen))
  acceptors.stop()
  for (const peer of [...quiet, ...more, first, second]) peer.hangUp()
})

t.test('strangers that have gone leave their places to others', async (t) => {
  const log = writtenLog()
  const acceptors = new FixAcceptors(clock, log)
  const port = await freePort()
  const { session, heard, until } = awaited(join(t.testdir(), 'one'), port)
  acceptors.await(session)
  await until('awaits')
  const strangers = Array.from({ length: STRANGERS_MAX }, () => FixPeer.dial(port))
  for (const peer of strangers) {
    peer.say(frameText(fieldsText([[35, 'A'], [49, 'XX'], [56, 'OF'], [34, '1'], ...NAMED])))
    await peer.until(({ isOpen }) => !isOpen)
  }
  const why = 'its first message names no session that it may begin'
  const line = `warn a connection was not let in ${JSON.stringify({ from: '127.0.0.1', why })}`
  t.same(new Set(log.lines), new Set([line]))
  t.equal(log.lines.length, STRANGERS_MAX)
  const peer = FixPeer.dial(port)
  peer.send('A', NAMED)
  await peer.until(({ isOpen, messages }) => !isOpen || messages.length > 0)
  t.same(heard, ['awaits', 'began', 'online'])
  acceptors.stop()
  peer.hangUp()
})

t.test('an address that was closed is opened again for a new session', async (t) => {
  const acceptors = new FixAcceptors(clock, writtenLog())
  const port = await freePort()
  const directory = t.testdir()
  for (const name of ['one', 'two']) {
    const { session, until } = awaited(join(directory, name), port)
    const stop = acceptors.await(session)
    await until('awaits')
    const peer = FixPeer.dial(port)
    peer.send('A', NAMED)
    await until('online')
    peer.hangUp()
    await until('ended')
    stop()
  }
  acceptors.stop()
})

t.test('an address is listened at as long as another session is awaited there', async (t) => {
  const acceptors = new FixAcceptors(clock, writtenLog())
  const port = await freePort()
  const directory = t.testdir()
  const one = awaited(join(directory, 'one'), port)
  const two = awaited(join(directory, 'two'), port, { TargetCompID: 'LP2' })
  const stops = [one, two].map(({ session }) => acceptors.await(session))
  await two.until('awaits')
  stops[0]?.()
  const peer = FixPeer.dial(port)
  peer.say(frameText(fieldsText([[35, 'A'], [49, 'LP2'], [56, 'OF'], [34, '1'], ...NAMED])))
  await peer.until(({ isOpen, messages }) => !isOpen || messages.length > 0)
  t.same(two.heard.slice(0, 2), ['awaits', 'began'])
  t.same(one.heard, ['awaits'])
  stops[1]?.()
  acceptors.stop()
  peer.hangUp()
})

t.test(
  'a session is begun from its own addresses alone, whoever else is awaited there',
  async (t) => {
    const acceptors = new FixAcceptors(clock, writtenLog())
    const port = await freePort()
    const directory = t.testdir()
    const far = awaited(join(directory, 'far'), port, {}, ['192.0.2.1'])
    const near = awaited(join(directory, 'near'), port, { TargetCompID: 'LP2' })
    const stops = [far, near].map(({ session }) => acceptors.await(session))
    await near.until('awaits')
    const peer = FixPeer.dial(port)
    peer.send('A', NAMED)
    await peer.until(({ isOpen }) => !isOpen)
    t.same([far.heard, near.heard], [['awaits'], ['awaits']])
    for (const stop of stops) stop()
    const after = createServer().listen({ host: '127.0.0.1', port })
    await once(after, 'listening')
    after.close()
    acceptors.stop()
  },
)

t.test('a session is for its CompIDs both ways, and for a SubID where it has one', async (t) => {
  const acceptors = new FixAcceptors(clock, writtenLog())
  const directory = t.testdir()
  const rows = [
    [
      '',
      [
        [49, 'LP'],
        [56, 'XX'],
      ],
      false,
    ],
    [
      '',
      [
        [49, 'LP'],
        [56, 'OF'],
        [50, 'FX'],
      ],
      true,
    ],
    [
      'FX',
      [
        [49, 'LP'],
        [56, 'OF'],
        [50, 'FX'],
      ],
      true,
    ],
    [
      'FX',
      [
        [49, 'LP'],
        [56, 'OF'],
        [50, 'DESK'],
      ],
      false,
    ],
    [
      'FX',
      [
        [49, 'LP'],
        [56, 'OF'],
      ],
      false,
    ],
  ] as const
  for (const [i, [TargetSubID, ids, isTaken]] of rows.entries()) {
    const port = await freePort()
    const { session, heard, until } = awaited(join(directory, `${i}`), port, { TargetSubID })
    const stop = acceptors.await(session)
    await until('awaits')
    const peer = FixPeer.dial(port)
    const sent: readonly FixField[] = [[52, fixTimeText(Date.now())], ...NAMED]
    peer.say(frameText(fieldsText([[35, 'A'], ...ids, [34, '1'], ...sent])))
    if (isTaken) await until('began')
    else await peer.until(({ isOpen }) => !isOpen)
    t.equal(heard.includes('began'), isTaken, JSON.stringify([TargetSubID, ids]))
    stop()
    peer.hangUp()
  }
  acceptors.stop()
})

t.test('a host that is none of this machine is told as such', async (t) => {
  const acceptors = new FixAcceptors(clock, writtenLog())
  const { session, heard, until } = awaited(join(t.testdir(), 'one'), await freePort())
  acceptors.await({ ...session, address: { ...session.address, host: '192.0.2.1' } })
  await until('failed')
  t.same(heard, ['failed the host is no address of this machine'])
  acceptors.stop()
})

t.test('an address that another program had is listened at once it is free', async (t) => {
  const acceptors = new FixAcceptors(clock, writtenLog())
  const port = await freePort()
  const other = createServer().listen({ host: '127.0.0.1', port })
  await once(other, 'listening')
  const { session, heard, until } = awaited(join(t.testdir(), 'one'), port)
  const stop = acceptors.await(session)
  await until('failed another program listens')
  stop()
  other.close()
  await once(other, 'close')
  acceptors.await(session)
  await until('awaits')
  const peer = FixPeer.dial(port)
  peer.send('A', NAMED)
  await until('online')
  t.same(heard, ['failed another program listens at this address', 'awaits', 'began', 'online'])
  acceptors.stop()
  peer.hangUp()
})

t.test('who is dialled with TLS shows a certificate, and may ask for one', async (t) => {
  const acceptors = new FixAcceptors(clock, writtenLog())
  const directory = t.testdir()
  const pair = { 'FIX SSL Certificate': PAIR_A.certificate, 'FIX SSL Private Key': PAIR_A.key }
  const secure = { 'FIX SSL Enabled': 'true', ...pair }
  const port = await freePort()
  const one = awaited(join(directory, 'one'), port, secure)
  acceptors.await(one.session)
  await one.until('awaits')
  const peer = FixPeer.dial(port, true)
  peer.send('A', NAMED)
  await one.until('online')
  const plain = FixPeer.dial(port)
  plain.send('A', NAMED)
  await plain.until(({ isOpen }) => !isOpen)

  const asking = await freePort()
  const two = awaited(join(directory, 'two'), asking, {
    ...secure,
    'FIX SSL CA': PAIR_B.certificate,
  })
  acceptors.await(two.session)
  await two.until('awaits')
  const nobody = FixPeer.dial(asking, true)
  await nobody.until(({ isOpen }) => !isOpen)
  t.same(two.heard, ['awaits'])

  const lenient = await freePort()
  const three = awaited(join(directory, 'three'), lenient, {
    ...secure,
    'FIX SSL CA': PAIR_B.certificate,
    'FIX SSL Verify': 'false',
  })
  acceptors.await(three.session)
  await three.until('awaits')
  const unknown = FixPeer.dial(lenient, true)
  unknown.send('A', NAMED)
  await three.until('online')
  unknown.hangUp()
  acceptors.stop()
  peer.hangUp()
})

t.test('why an address cannot be listened at is told by the code', async (t) => {
  const nowhere = 'the host is no address of this machine'
  t.equal(listenFault('EADDRINUSE'), 'another program listens at this address')
  t.equal(listenFault('EACCES'), 'this server may not listen at that port: take one above 1023')
  t.same([listenFault('EADDRNOTAVAIL'), listenFault('ENOTFOUND')], [nowhere, nowhere])
  t.equal(listenFault('EPERM'), 'this server cannot listen there (EPERM)')
  t.equal(listenFault(undefined), 'this server cannot listen there (unknown)')
})

t.test(
  'the end disconnects strangers, and a session awaited after it is listened for again',
  async (t) => {
    const log = writtenLog()
    const acceptors = new FixAcceptors(clock, log)
    const port = await freePort()
    const directory = t.testdir()
    const one = awaited(join(directory, 'one'), port)
    acceptors.await(one.session)
    await one.until('awaits')
    const quiet = FixPeer.dial(port)
    // A stranger that says what is no message yet has been let in.
    quiet.say('8=FIX.4.4')
    const other = FixPeer.dial(port)
    other.send('A', NAMED)
    await one.until('online')
    acceptors.stop()
    await quiet.until(({ isOpen }) => !isOpen)
    t.notMatch(log.lines.join(), /in time/, 'it was not waited for')
    const two = awaited(join(directory, 'two'), port)
    acceptors.await(two.session)
    await two.until('awaits')
    acceptors.stop()
    other.hangUp()
  },
)

t.test('a session that is left and awaited again may be begun again', async (t) => {
  const acceptors = new FixAcceptors(clock, writtenLog())
  const port = await freePort()
  const directory = t.testdir()
  const one = awaited(join(directory, 'one'), port)
  const two = awaited(join(directory, 'two'), port, { TargetCompID: 'LP2' })
  const stops = [one, two].map(({ session }) => acceptors.await(session))
  await two.until('awaits')
  const first = FixPeer.dial(port)
  first.send('A', NAMED)
  await one.until('online')
  stops[0]?.()
  stops[0]?.()
  acceptors.await(one.session)
  const second = FixPeer.dial(port)
  second.send('A', [...NAMED, [141, 'Y']])
  await second.until(({ isOpen, messages }) => !isOpen || messages.length > 0)
  t.equal(one.heard.filter((what) => what === 'began').length, 2)
  acceptors.stop()
  for (const peer of [first, second]) peer.hangUp()
})

t.test(
  'who shows a certificate of the authority that is set is let in, and no other',
  async (t) => {
    const acceptors = new FixAcceptors(clock, writtenLog())
    const port = await freePort()
    const { session, heard, until } = awaited(join(t.testdir(), 'one'), port, {
      'FIX SSL Enabled': 'true',
      'FIX SSL Certificate': PAIR_A.certificate,
      'FIX SSL Private Key': PAIR_A.key,
      'FIX SSL CA': PAIR_B.certificate,
    })
    acceptors.await(session)
    await until('awaits')
    const shown = (pair?: typeof PAIR_A) =>
      connectSecurely({
        host: '127.0.0.1',
        port,
        rejectUnauthorized: false,
        ...(pair === undefined ? {} : { cert: pair.certificate, key: pair.key }),
      }).on('error', () => undefined)
    const logon = [
      [35, 'A'],
      [49, 'LP'],
      [56, 'OF'],
      [34, '1'],
    ] as const
    const time: FixField = [52, fixTimeText(Date.now())]
    for (const pair of [undefined, PAIR_A]) {
      const wrong = shown(pair)
      wrong.write(frameText(fieldsText([...logon, time, ...NAMED])))
      await new Promise<void>((resolve) => wrong.once('close', () => resolve()))
    }
    t.same(heard, ['awaits'])
    const right = shown(PAIR_B)
    right.write(frameText(fieldsText([...logon, time, ...NAMED])))
    await until('online')
    acceptors.stop()
    right.destroy()
  },
)

t.test('a session frees its own place alone, not that of the same port elsewhere', async (t) => {
  const log = writtenLog()
  const acceptors = new FixAcceptors(clock, log)
  const port = await freePort()
  const { session, until } = awaited(join(t.testdir(), 'one'), port)
  acceptors.await(session)
  await until('awaits')
  const localPort = await freePort()
  const from = (localAddress: string) =>
    connect({ host: '127.0.0.1', port, localAddress, localPort }).on('error', () => undefined)
  const quiet = from('127.0.0.2')
  await once(quiet, 'connect')
  const one = from('127.0.0.1')
  const head: readonly FixField[] = [
    [35, 'A'],
    [49, 'LP'],
    [56, 'OF'],
    [34, '1'],
  ]
  one.write(frameText(fieldsText([...head, [52, fixTimeText(Date.now())], ...NAMED])))
  await until('online')
  const others = Array.from({ length: STRANGERS_MAX }, () => FixPeer.dial(port))
  await Promise.race(others.map((peer) => peer.until(({ isOpen }) => !isOpen)))
  t.match(log.lines.join(), /too many of them say nothing/)
  acceptors.stop()
  for (const socket of [quiet, one]) socket.destroy()
  for (const peer of others) peer.hangUp()
})
