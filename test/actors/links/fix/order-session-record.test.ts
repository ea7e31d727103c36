import t, { type Test } from 'tap'
import { FixAcceptors } from '../../../../actors/links/fix/fix-acceptors.js'
import { FixStores } from '../../../../actors/links/fix/fix-stores.js'
import { fixSessions } from '../../../../actors/links/fix/order-session.js'
import type { SessionOrder } from '../../../../actors/links/gateways/provider-session.js'
import { Outbound } from '../../../../actors/links/outbound.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { freePort } from '../../../../bench/free-port.js'
import type { GatewayRecord } from '../../../../engine/config/records/gateway.js'
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
    report: (_, mark) => session.taken(mark),
    ended: (why) => tell(`ended ${why}`),
  })
  t.teardown(() => {
    session.close('the end')
    acceptors.stop()
  })
  const until = async (what: string): Promise<void> => {
    while (!heard.includes(what)) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return { session, until, counts, log }
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
