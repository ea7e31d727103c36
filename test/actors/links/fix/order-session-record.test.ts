import { join } from 'node:path'
import t from 'tap'
import { FixStores } from '../../../../actors/links/fix/fix-stores.js'
import { cancelIdOf, orderIdIn } from '../../../../actors/links/fix/order-messages.js'
import { INSTRUMENTS_MAX } from '../../../../actors/links/fix/order-session.js'
import type { SessionOrder } from '../../../../actors/links/gateways/provider-session.js'
import { freePort } from '../../../../bench/free-port.js'
import type { FixMessage } from '../../../../wire/fix/codec/message.js'
import type { FixField } from '../../../../wire/fix/codec/write.js'
import { FIX_SESSION_DEFAULTS } from '../../../../wire/fix/session/settings.js'
import { PAIR_A } from '../../../given/key-pairs.js'
import { FixPeer } from '../../../given/peers/fix-peer.js'
import { REPORT, SENT } from '../gateways/given-gateway.js'
import { ManualClock } from '../manual-clock.js'
import { opened } from './given-session.js'

/** The fields and parameters of a gateway, each by what a provider on a real socket notices of it. */
const ORDER: SessionOrder = { ...SENT, id: '1001-1-1', quantity: '10' }

/** A manual clock moves no socket: nothing that a timer does happens before it is advanced. */
function handClock(): ManualClock {
  const hand = new ManualClock()
  hand.setWall(Date.now())
  return hand
}

t.test('login, password and Account go where the parameters say, and all is counted', async (t) => {
  const peer = await FixPeer.listen()
  const { session, until, counts } = opened(
    t,
    { server: peer.address, login: 'desk' },
    { Account: 'A-17', 'Username in Logon': 'true' },
  )
  await peer.admit()
  await until('online')
  t.same([peer.of('A')[0]?.text(553), peer.of('A')[0]?.text(554)], ['desk', 'sEcReT'])
  session.place(ORDER)
  await peer.until(() => peer.of('D').length === 1)
  t.equal(peer.of('D')[0]?.text(1), 'A-17')
  peer.send('0')
  await until('in 0')
  t.same(counts, { 'out A': 1, 'in A': 1, 'out x': 1, 'out D': 1, 'in 0': 1 })
  await peer.stop()
})

t.test('ssl alone turns on TLS, by the terms of the parameters', async (t) => {
  const peer = await FixPeer.listen(PAIR_A)
  const terms = { 'FIX SSL CA': PAIR_A.certificate, 'FIX SSL Server Name': 'a' }
  const { until } = opened(t, { server: peer.address, ssl: true }, terms)
  await peer.admit()
  await until('online')
  const { until: other } = opened(t, { server: peer.address, ssl: false }, terms)
  await other('ended the peer closed the connection')
  await peer.stop()
})

t.test('a Passive gateway is dialled, from the addresses of its list alone', async (t) => {
  for (const [allowed, isLetIn] of [
    ['192.0.2.1 127.0.0.0/8', true],
    ['192.0.2.1', false],
    ['', false],
  ] as const) {
    const port = await freePort()
    const values = { 'FIX Allowed Addresses': allowed }
    const { until, log } = opened(t, { server: `127.0.0.1:${port}`, mode: 'Passive' }, values)
    while (!log.lines.some((line) => line.includes('the provider is awaited'))) {
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    const peer = FixPeer.dial(port)
    peer.send('A', [
      [98, '0'],
      [108, '30'],
    ])
    if (isLetIn) {
      await until('online')
      await peer.until(() => peer.of('A').length === 1)
    } else await peer.until(({ isOpen }) => !isOpen)
    t.equal(peer.of('A').length > 0, isLetIn, `"${allowed}"`)
    peer.hangUp()
  }
})

t.test(
  'instruments are known as their provider lists them, part by part, if it does',
  async (t) => {
    const peer = await FixPeer.listen()
    const { session, until } = opened(t, { server: peer.address }, {})
    await peer.admit()
    await until('online')
    t.same(session.instruments, [])
    const list = (result: string, ...names: string[]): void =>
      peer.send('y', [
        [320, 'l'],
        [322, '1'],
        [560, result],
        ...(names.length === 0 ? [] : [[146, String(names.length)] as const]),
        ...names.map((name) => [55, name] as const),
      ])
    list('1')
    list('0', 'EURUSD', 'GBPUSD')
    list('0', 'USDJPY', 'EURUSD')
    peer.send('1', [[112, 'done']])
    await peer.until(() => peer.of('0').length === 1)
    const symbol = (name: string) => ({
      name,
      digits: undefined,
      description: '',
      currency: '',
      contractSize: '',
      minVolume: '',
      maxVolume: '',
      volumeStep: '',
    })
    t.same(session.instruments, ['EURUSD', 'GBPUSD', 'USDJPY'].map(symbol))
    const { bytesIn, bytesOut, ...figures } = session.figures
    t.same(figures, { seqIn: 5, seqOut: 3, instruments: 3 })
    t.ok(bytesIn > 300 && bytesOut > 150)
    await peer.stop()
  },
)

t.test('an order goes by the name that its provider gave it, until it ends', async (t) => {
  const peer = await FixPeer.listen()
  const { session, until, log, reports } = opened(t, { server: peer.address }, {})
  await peer.admit()
  await until('online')
  const resting: SessionOrder = {
    ...ORDER,
    timeInForce: 'day',
    rest: { kind: 'limit', price: '1.1', trigger: '', expiresAt: 0 },
  }
  const report = (execType: string, status: string, clOrdId = ORDER.id): void =>
    peer.send('8', [
      [37, 'P 7'],
      [11, clOrdId],
      [17, 'E'],
      [150, execType],
      [39, status],
      [55, 'EURUSD'],
      [54, '1'],
      [151, '10'],
      [14, '0'],
      [6, '0'],
    ])
  const sent = async (type: string, count: number): Promise<FixMessage> => {
    await peer.until(() => peer.of(type).length === count)
    return peer.of(type).at(-1) as FixMessage
  }
  session.place(resting)
  session.cancel(resting)
  t.equal((await sent('F', 1)).text(37), '', 'it has none yet')
  report('0', '0')
  await until(`${ORDER.id} working`)
  session.cancel(resting)
  session.change({ ...resting, id: '1001-1-2', replaces: ORDER.id })
  session.ask(resting)
  const cancel = await sent('F', 2)
  t.equal(cancel.text(37), 'P 7')
  t.equal(orderIdIn(cancel.text(11)), ORDER.id)
  t.not(peer.of('F')[0]?.text(11), cancel.text(11), 'no two cancels are the same')
  const change = await sent('G', 1)
  t.same([change.text(37), change.text(41), change.text(11)], ['P 7', ORDER.id, '1001-1-2'])
  t.equal((await sent('H', 1)).text(37), 'P 7')
  report('4', '4')
  await until(`${ORDER.id} cancelled`)
  session.cancel(resting)
  t.equal((await sent('F', 3)).text(37), '')
  report('0', '0', 'x')
  peer.send('1', [[112, 'done']])
  await sent('0', 1)
  const nothing = { execution: null, total: '0', average: '0' }
  const told = { ...REPORT, ...nothing, order: ORDER.id, externalId: 'P 7' }
  t.same(reports, [
    { ...told, state: 'working' },
    { ...told, state: 'cancelled' },
  ])
  const why = 'a report of an order of somebody else (x, execution E)'
  t.same(
    log.lines.filter((line) => line.startsWith('warn')),
    [`warn fix {"gateway":"Prime","why":"${why}","order":""}`],
  )
  await peer.stop()
})

const REFUSED_CANCEL = (order: string, reason: string): readonly FixField[] => [
  [37, 'NONE'],
  [11, cancelIdOf(order, 1)],
  [41, order],
  [39, '8'],
  [434, '1'],
  [102, reason],
]

function statusOf(order: string, externalId: string): readonly FixField[] {
  const said: FixField[] = [
    [37, externalId],
    [11, order],
    [17, 'E'],
    [150, '0'],
    [39, '0'],
  ]
  return [...said, [55, 'EURUSD'], [54, '1'], [151, '10'], [14, '0'], [6, '0']]
}

t.test(
  'why a session cannot begin, or ended, is told once, with its code in the log',
  async (t) => {
    const nowhere = opened(t, { server: 'nowhere' }, {})
    const noAddress = 'the server is not host:port: the built-in provider runs with DEMO=1 only'
    await nowhere.until(`ended ${noAddress}`)
    t.same([nowhere.heard, nowhere.log.lines], [[`ended ${noAddress}`], []])
    const port = await freePort()
    const refused = opened(t, { server: `127.0.0.1:${port}` }, {})
    while (refused.heard.length === 0) await new Promise<void>((resolve) => setImmediate(resolve))
    const why = refused.heard[0]?.slice('ended '.length)
    const fields = JSON.stringify({ gateway: 'Prime', why, code: 'ECONNREFUSED' })
    t.same(refused.log.lines, [`info gateway connection ${fields}`])
    const peer = await FixPeer.listen()
    const left = opened(t, { server: peer.address }, {})
    await peer.until(({ connections }) => connections === 1)
    peer.hangUp()
    await left.until('ended the peer closed the connection')
    t.same(left.log.lines, [], 'without a code there is no line')
    await peer.stop()
  },
)

t.test('both sequences restart if nothing was received yet, or at each logon', async (t) => {
  const peer = await FixPeer.listen()
  const stores = new FixStores(t.testdir())
  const logon = async (times: number, ResetSeqNumFlag: string): Promise<string | undefined> => {
    const { session, until } = opened(t, { server: peer.address }, { ResetSeqNumFlag }, { stores })
    await peer.until(() => peer.of('A').length === times)
    const said = peer.of('A').at(-1)
    const seq = said?.text(141) === 'Y' ? 1 : times
    peer.send('A', [[98, '0'], [108, '30'], ...(seq === 1 ? [[141, 'Y'] as const] : [])], { seq })
    await until('online')
    session.close('the end')
    await peer.until(({ isOpen }) => !isOpen)
    return said?.text(141)
  }
  t.same([await logon(1, 'false'), await logon(2, 'false'), await logon(3, 'true')], ['Y', '', 'Y'])
  await peer.stop()
})

t.test('questions go out a few at a time, and none after the end', async (t) => {
  const peer = await FixPeer.listen()
  const clock = handClock()
  const { session, until, heard } = opened(t, { server: peer.address }, {}, { clock })
  await peer.admit()
  await until('online')
  const { timers } = clock
  for (let i = 1; i <= 33; i++) session.ask({ ...ORDER, id: `1001-${i}-1` })
  session.ask(ORDER)
  t.equal(clock.timers, timers + 1)
  clock.advance(0)
  await peer.until(() => peer.of('H').length === 32)
  clock.advance(49)
  session.place(ORDER)
  await peer.until(() => peer.of('D').length === 1)
  t.equal(peer.of('H').length, 32, 'orders do not wait behind them')
  clock.advance(1)
  await peer.until(() => peer.of('H').length === 33)
  t.equal(clock.timers, timers, 'nothing is looked at when all are asked')
  session.close('the end')
  session.ask(ORDER)
  await peer.until(({ isOpen }) => !isOpen)
  while (clock.timers > 0) await new Promise<void>((resolve) => setImmediate(resolve))
  t.same(
    heard.filter((what) => what.startsWith('ended')),
    [],
    'who closes it hears no end',
  )
  await peer.stop()
})

t.test('what is said of an order counts as received when it was taken', async (t) => {
  const peer = await FixPeer.listen()
  const question: readonly FixField[] = [
    [45, '3'],
    [372, 'H'],
    [380, '3'],
  ]
  const rows: readonly (readonly [
    boolean,
    string,
    ...(readonly [string, readonly FixField[]])[],
  ])[] = [
    [true, 'working', ['8', statusOf(ORDER.id, 'P')]],
    [false, 'working', ['8', statusOf(ORDER.id, 'P')]],
    [false, 'kept', ['9', REFUSED_CANCEL(ORDER.id, '0')]],
    [false, 'unknown', ['j', question], ['9', REFUSED_CANCEL(ORDER.id, '1')]],
  ]
  const directory = t.testdir()
  for (const [i, [takes, state, ...messages]] of rows.entries()) {
    const stores = new FixStores(join(directory, `${i}`))
    const given = { stores, takes, clock: handClock() }
    const { session, until, reports } = opened(t, { server: peer.address }, {}, given)
    await peer.admit(i + 1)
    await until('online')
    session.ask(ORDER)
    given.clock.advance(0)
    for (const [type, body] of messages) peer.send(type, body)
    await until(`${ORDER.id} ${state}`)
    session.close('the end')
    const settings = { ...FIX_SESSION_DEFAULTS, sender: 'OF', target: 'LP' }
    const store = stores.storeOf('gateway-3', { ...settings, role: 'initiator' })
    const nextIn = messages.length + (takes ? 2 : 1)
    t.same([reports.length, store.numbers.nextIn], [1, nextIn], state)
    await peer.until(({ isOpen }) => !isOpen)
  }
  await peer.stop()
})

t.test(
  'an order whose cancel is refused is told to stand, and asked for by its name',
  async (t) => {
    const peer = await FixPeer.listen()
    const clock = handClock()
    const { session, until, reports } = opened(t, { server: peer.address }, {}, { clock })
    await peer.admit()
    await until('online')
    const asked = (): readonly string[] => {
      clock.advance(50)
      session.place({ ...ORDER, id: '1001-9-1' })
      return peer.of('H').map((message) => message.text(11))
    }
    const change = { ...ORDER, id: '1001-1-2', replaces: ORDER.id }
    session.cancel(ORDER)
    session.change(change)
    peer.send('9', REFUSED_CANCEL(ORDER.id, '0'))
    await until(`${ORDER.id} kept`)
    asked()
    await peer.until(() => peer.of('D').length === 1)
    t.same(asked(), [ORDER.id])
    peer.send('9', [
      [37, 'P'],
      [11, change.id],
      [41, ORDER.id],
      [39, '0'],
      [434, '2'],
      [102, '0'],
    ])
    await until(`${change.id} kept`)
    asked()
    await peer.until(() => peer.of('D').length === 3)
    t.same(asked(), [ORDER.id], 'one that was to be another is asked for by the shard')
    t.same(
      reports.map(({ order, state }) => [order, state]),
      [
        [ORDER.id, 'kept'],
        [change.id, 'kept'],
      ],
    )
    peer.send('j', [
      [45, peer.of('H')[0]?.text(34) ?? ''],
      [372, 'H'],
      [380, '3'],
    ])
    peer.send('9', REFUSED_CANCEL(ORDER.id, '0'))
    while (reports.length < 3) await new Promise<void>((resolve) => setImmediate(resolve))
    asked()
    await peer.until(() => peer.of('D').length === 5)
    t.same(asked(), [ORDER.id], 'who answers no question is asked none')
    await peer.stop()
  },
)

t.test('a name is kept of an order that was sent, until another is told', async (t) => {
  const peer = await FixPeer.listen()
  const { session, until, reports } = opened(t, { server: peer.address }, {})
  await peer.admit()
  await until('online')
  const nameInCancel = async (order: SessionOrder, times: number) => {
    session.cancel(order)
    await peer.until(() => peer.of('F').length === times)
    return peer.of('F').at(-1)?.text(37)
  }
  peer.send('8', statusOf(ORDER.id, 'P 1'))
  await until(`${ORDER.id} working`)
  t.equal(await nameInCancel(ORDER, 1), '', 'nothing was sent of it')
  peer.send('8', statusOf(ORDER.id, 'P 2'))
  while (reports.length < 2) await new Promise<void>((resolve) => setImmediate(resolve))
  t.equal(await nameInCancel(ORDER, 2), 'P 2')
  peer.send('9', REFUSED_CANCEL(ORDER.id, '0'))
  while (reports.length < 3) await new Promise<void>((resolve) => setImmediate(resolve))
  t.equal(await nameInCancel(ORDER, 3), 'P 2')
  await peer.stop()
})

t.test(
  'of more instruments than are kept the first are, and without a connection none',
  async (t) => {
    const passive = opened(t, { server: `127.0.0.1:${await freePort()}`, mode: 'Passive' }, {})
    const none = { bytesIn: 0, bytesOut: 0, seqIn: 0, seqOut: 0, instruments: 0 }
    t.same(passive.session.figures, none)
    passive.session.close('the end')
    const peer = await FixPeer.listen()
    const { session, until } = opened(t, { server: peer.address }, {})
    await peer.admit()
    await until('online')
    const a_list = 500
    for (let from = 0; from <= INSTRUMENTS_MAX; from += a_list) {
      const names = Array.from({ length: a_list }, (_, i) => [55, `S${from + i}`] as const)
      peer.send('y', [[320, 'l'], [322, '1'], [560, '0'], [146, `${a_list}`], ...names])
    }
    peer.send('1', [[112, 'done']])
    await peer.until(() => peer.of('0').length === 1)
    t.equal(session.figures.instruments, INSTRUMENTS_MAX)
    t.equal(session.instruments?.at(-1)?.name, `S${INSTRUMENTS_MAX - 1}`)
    await peer.stop()
  },
)

t.test('X1: an order is sent once, and asked for where its provider wants it again', async (t) => {
  const peer = await FixPeer.listen()
  const clock = handClock()
  const { session, until } = opened(t, { server: peer.address }, {}, { clock })
  await peer.admit()
  await until('online')
  session.place(ORDER)
  await peer.until(() => peer.of('D').length === 1)
  peer.send('2', [
    [7, '1'],
    [16, '0'],
  ])
  await peer.until(() => peer.of('4').length === 1)
  clock.advance(0)
  await peer.until(() => peer.of('H').length === 1)
  t.equal(peer.of('D').length, 1)
  t.equal(peer.of('H')[0]?.text(11), ORDER.id)
  await peer.stop()
})

t.test(
  'X1: a cancel that its provider wants again is repeated, while its connection stands',
  async (t) => {
    const peer = await FixPeer.listen()
    const stores = new FixStores(t.testdir())
    const first = opened(t, { server: peer.address }, {}, { stores })
    await peer.admit()
    await first.until('online')
    first.session.cancel(ORDER)
    await peer.until(() => peer.of('F').length === 1)
    const again = (seq?: number): void =>
      peer.send(
        '2',
        [
          [7, '1'],
          [16, '0'],
        ],
        seq === undefined ? {} : { seq },
      )
    again()
    await peer.until(() => peer.of('F').length === 2)
    const [cancel, repeated] = peer.of('F').map((one) => [11, 34, 43].map((tag) => one.text(tag)))
    t.same(repeated, [...(cancel?.slice(0, 2) ?? []), 'Y'])
    first.session.close('the end')
    await peer.until(({ isOpen }) => !isOpen)
    const gaps = peer.of('4').length
    const second = opened(t, { server: peer.address }, {}, { stores })
    await peer.until(() => peer.of('A').length === 2)
    const logon: readonly FixField[] = [
      [98, '0'],
      [108, '30'],
    ]
    peer.send('A', logon, { seq: 3 })
    await second.until('online')
    again(4)
    await peer.until(() => peer.of('4').length > gaps)
    t.equal(peer.of('F').length, 2, 'the next connection sends it again if it is still wanted')
    await peer.stop()
  },
)

t.test(
  'a day that is done before its order is asked for ends it by the answer alone',
  async (t) => {
    const peer = await FixPeer.listen()
    const clock = handClock()
    const { session, until } = opened(t, { server: peer.address }, {}, { clock })
    await peer.admit()
    await until('online')
    const resting: SessionOrder = {
      ...ORDER,
      timeInForce: 'day',
      rest: { kind: 'limit', price: '1.1', trigger: '', expiresAt: 0 },
    }
    const other = { ...ORDER, id: '1001-2-1' }
    const done = (order: string, execType: string): void =>
      peer.send('8', [
        [37, 'P'],
        [11, order],
        [17, 'E'],
        [150, execType],
        [39, '3'],
        [55, 'EURUSD'],
        [54, '1'],
        [151, '0'],
        [14, '0'],
        [6, '0'],
      ])
    for (const { id } of [resting, other]) {
      done(id, '3')
      await until(`${id} pending`)
    }
    session.ask(resting)
    session.ask(other)
    clock.advance(0)
    await peer.until(() => peer.of('H').length === 2)
    done(resting.id, 'I')
    await until(`${resting.id} working`)
    done(other.id, 'I')
    await until(`${other.id} cancelled`)
    await peer.stop()
  },
)
