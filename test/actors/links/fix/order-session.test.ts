import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { FixAcceptors } from '../../../../actors/links/fix/fix-acceptors.js'
import { FixConnection } from '../../../../actors/links/fix/fix-connection.js'
import { FixStores } from '../../../../actors/links/fix/fix-stores.js'
import { fixSessions } from '../../../../actors/links/fix/order-session.js'
import type { SessionOrder } from '../../../../actors/links/gateways/provider-session.js'
import { Outbound } from '../../../../actors/links/outbound.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { FixSessionStore } from '../../../../storage/fix/session-store.js'
import type { FixField } from '../../../../wire/fix/codec/write.js'
import { FIX_SESSION_DEFAULTS } from '../../../../wire/fix/session/settings.js'
import { gatewayRecord } from '../../../given/provider-floor.js'
import { writtenLog } from '../feeds/given-feed.js'

// Goal: what a session of orders does beyond single messages, on a real socket.

const ASKED_AT_ONCE = 32
const clock = systemClock()

t.test(
  'a late trade of an order does not take the place of the answer to its question',
  async (t) => {
    const orders = Array.from(
      { length: ASKED_AT_ONCE + 1 },
      (_, i): SessionOrder => ({
        ...{ id: `1001-${i + 1}-1`, symbol: 'EURUSD', side: 'buy', quantity: '10' },
        ...{ limit: '', timeInForce: 'ioc' },
      }),
    )
    const last = orders.at(-1)?.id ?? ''
    const asked: string[] = []
    const ids = { sender: 'LP', target: 'OF' }
    const settings = { ...FIX_SESSION_DEFAULTS, ...ids, role: 'acceptor' } as const
    const store = FixSessionStore.open(join(t.testdir(), 'peer'))
    const trade: readonly FixField[] = [
      ...([
        [37, 'P'],
        [11, last],
        [17, 'E1'],
        [150, 'F'],
        [39, '1'],
        [55, 'EURUSD'],
        [54, '1'],
      ] as FixField[]),
      ...([
        [32, '5'],
        [31, '1.1'],
        [151, '5'],
        [14, '5'],
        [6, '1.1'],
      ] as FixField[]),
    ]
    let allAsked = (): void => undefined
    const done = new Promise<void>((resolve) => {
      allAsked = resolve
    })
    const server = createServer((socket) => {
      const handlers = {
        online: () => undefined,
        delivered: (message: { type: string; text(tag: number): string }) => {
          if (message.type !== 'H') return true
          if (asked.length === 0) peer.send('8', trade)
          asked.push(message.text(11))
          if (asked.length === orders.length) allAsked()
          return true
        },
        ended: () => undefined,
      }
      const choice = () => ({ endpoint: { settings, store }, handlers })
      const peer = FixConnection.accept(socket, choice, clock, () => undefined)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const params = gatewayRecord().params.map((one) => {
      if (one.name === 'SenderCompID') return { ...one, value: 'OF' }
      return one.name === 'TargetCompID' ? { ...one, value: 'LP' } : one
    })
    const log = writtenLog()
    const parts = { stores: new FixStores(t.testdir()), acceptors: new FixAcceptors(clock, log) }
    const reports: string[] = []
    const session = fixSessions(parts)({
      gateway: {
        ...gatewayRecord({ server: `127.0.0.1:${port}`, params }),
        ...{ password: '', gateway_password: '' },
      },
      ...{ clock, log, outbound: new Outbound(['127.0.0.1']) },
      online: () => {
        for (const order of orders) session.ask(order)
      },
      report: ({ order }, mark) => {
        reports.push(order)
        session.taken(mark)
      },
      ended: () => undefined,
    })
    await done
    t.equal(asked.at(-1), last)
    t.same(reports, [last])
    session.close('the end')
    server.close()
    store.close()
  },
)
