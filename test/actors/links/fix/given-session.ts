import type { Test } from 'tap'
import { FixAcceptors } from '../../../../actors/links/fix/fix-acceptors.js'
import { FixStores } from '../../../../actors/links/fix/fix-stores.js'
import { fixSessions } from '../../../../actors/links/fix/order-session.js'
import type { SessionReport } from '../../../../actors/links/gateways/provider-session.js'
import { type Clock, systemClock } from '../../../../actors/thread/clock.js'
import { Outbound } from '../../../../actors/thread/outbound.js'
import type { GatewayRecord } from '../../../../engine/config/records/gateway.js'
import { gatewayRecord } from '../../../given/floors/provider-floor.js'
import { writtenLog } from '../feeds/given-feed.js'

const CLOCK = systemClock()
const IDS = { SenderCompID: 'OF', TargetCompID: 'LP' }

interface Given {
  readonly clock?: Clock
  readonly stores?: FixStores
  /** False leaves every report waiting. */
  readonly takes?: boolean
}

/** A session of orders over a real socket, and all that it tells. */
export function opened(
  t: Test,
  over: Partial<GatewayRecord>,
  values: Readonly<Record<string, string>>,
  { clock = CLOCK, stores = new FixStores(t.testdir()), takes = true }: Given = {},
) {
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
  const session = fixSessions({ stores, acceptors })({
    gateway: { ...gatewayRecord({ params, ...over }), password: 'sEcReT', gateway_password: '' },
    clock,
    log,
    outbound: new Outbound(['127.0.0.1']),
    traffic: { heard: (type) => count(`in ${type}`), said: (type) => count(`out ${type}`) },
    online: () => tell('online'),
    report: (report, mark) => {
      reports.push(report)
      if (takes) session.taken(mark)
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
  return { session, until, counts, log, reports, heard }
}
