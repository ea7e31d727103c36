import t, { type Test } from 'tap'
import { FixAcceptors } from '../../../../actors/links/fix/fix-acceptors.js'
import { FixStores } from '../../../../actors/links/fix/fix-stores.js'
import { orderIdIn } from '../../../../actors/links/fix/order-messages.js'
import { fixSessions } from '../../../../actors/links/fix/order-session.js'
import type {
  SessionOrder,
  SessionReport,
} from '../../../../actors/links/gateways/provider-session.js'
import { Outbound } from '../../../../actors/links/outbound.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { freePort } from '../../../../bench/free-port.js'
import type { GatewayRecord } from '../../../../engine/config/records/gateway.js'
import type { FixMessage } from '../../../../wire/fix/codec/message.js'
import { FixPeer } from '../../../given/fix-peer.js'
import { PAIR_A } from '../../../given/key-pairs.js'
import { gatewayRecord } from '../../../given/provider-floor.js'
import { writtenLog } from '../feeds/given-feed.js'

/** The fields and parameters of a gateway, each by what a provider on a real socket notices of it. */
const clock = systemClock()
const IDS = { SenderCompID: 'OF', TargetCompID: 'LP' }
const ORDER: SessionOrder = {
  ...{ id: '1001-1-1', symbol: 'EURUSD', side: 'buy', quantity: '10' },
  ...{ limit: '', timeInForce: 'ioc' },
}

function opened(t: Test, over: Partial<GatewayRecord>, values: Readonly<Record<string, string>>) {
  const log = writtenLog()
  const acceptors = new FixAcceptors(clock, log)
  const params = gatewayRecord().params.map((one) => ({
    ...one,
    value: { ...IDS, ...values }[one.name] ?? one.value,
  }))
  const waiting: (() => void)[] = []
  const heard: string[] = []
  const tell = (what: string): void => {
    heard.push(what)
    for (const resolve of waiting.splice(0)) resolve()
  }
  const reports: SessionReport[] = []
  const counts: Record<string, number> = {}
  const count = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1
    tell(name)
  }
  const session = fixSessions({ stores: new FixStores(t.testdir()), acceptors })({
    gateway: { ...gatewayRecord({ params, ...over }), password: 'sEcReT', gateway_password: '' },
    ...{ clock, log, outbound: new Outbound(['127.0.0.1']) },
    traffic: { heard: (type) => count(`in ${type}`), said: (type) => count(`out ${type}`) },
    online: () => tell('online'),
    report: (report, mark) => {
      reports.push(report)
      session.taken(mark)
      tell(`${report.order} ${report.state}`)
    },
    ended: (why) => tell(`ended ${why}`),
  })
  t.teardown(() => {
    session.close('the end')
    acceptors.stop()
  })
  const until = async (what: string): Promise<void> => {
    while (!heard.includes(what)) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return { session, until, counts, log, reports }
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
      ...{ name, digits: undefined, description: '', currency: '' },
      ...{ contractSize: '', minVolume: '', maxVolume: '', volumeStep: '' },
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
    ...{ ...ORDER, timeInForce: 'day' },
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
  const told = {
    ...{ order: ORDER.id, symbol: 'EURUSD', side: 'buy', externalId: 'P 7' },
    ...{ execution: null, total: '0', average: '0', text: '' },
  }
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
