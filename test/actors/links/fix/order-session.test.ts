import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { FixConnection } from '../../../../actors/links/fix/fix-connection.js'
import { cancelIdOf } from '../../../../actors/links/fix/order-messages.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { FixSessionStore } from '../../../../storage/fix/session-store.js'
import type { FixField } from '../../../../wire/fix/codec/write.js'
import { FIX_SESSION_DEFAULTS } from '../../../../wire/fix/session/settings.js'
import { FixPeer } from '../../../given/peers/fix-peer.js'
import { SENT } from '../gateways/given-gateway.js'
import { opened } from './given-session.js'

// Goal: what a session of orders does beyond single messages, on a real socket.

const ASKED_AT_ONCE = 32
const clock = systemClock()

t.test(
  'a late trade of an order does not take the place of the answer to its question',
  async (t) => {
    const orders = Array.from({ length: ASKED_AT_ONCE + 1 }, (_, i) => {
      return { ...SENT, id: `1001-${i + 1}-1`, quantity: '10' }
    })
    const last = orders.at(-1)?.id ?? ''
    const asked: string[] = []
    const ids = { sender: 'LP', target: 'OF' }
    const settings = { ...FIX_SESSION_DEFAULTS, ...ids, role: 'acceptor' } as const
    const store = FixSessionStore.open(join(t.testdir(), 'peer'))
    const trade: readonly FixField[] = [
      [37, 'P'],
      [11, last],
      [17, 'E1'],
      [150, 'F'],
      [39, '1'],
      [55, 'EURUSD'],
      [54, '1'],
      [32, '5'],
      [31, '1.1'],
      [151, '5'],
      [14, '5'],
      [6, '1.1'],
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
    const { session, until, reports } = opened(t, { server: `127.0.0.1:${port}` }, {})
    await until('online')
    for (const order of orders) session.ask(order)
    await done
    t.equal(asked.at(-1), last)
    t.same(
      reports.map(({ order }) => order),
      [last],
    )
    session.close('the end')
    server.close()
    store.close()
  },
)

t.test(
  'X3: an order is asked for when its cancel is refused as unknown, or gone where no question is answered',
  async (t) => {
    const peer = await FixPeer.listen()
    const { session, until, reports } = opened(t, { server: peer.address }, {})
    await peer.admit()
    await until('online')
    const order = { ...SENT, id: '1001-7-1', quantity: '10' }
    const refuseCancel = (): void =>
      peer.send('9', [
        [37, 'NONE'],
        [11, cancelIdOf(order.id, 1)],
        [41, order.id],
        [39, '8'],
        [434, '1'],
        [102, '1'],
      ])
    session.cancel(order)
    await peer.until(() => peer.of('F').length === 1)
    refuseCancel()
    await peer.until(() => peer.of('H').length === 1)
    t.equal(peer.of('H')[0]?.text(11), order.id)
    t.same(reports, [])
    const question = peer.of('H')[0]?.text(34) ?? ''
    peer.send('j', [
      [45, question],
      [372, 'H'],
      [380, '3'],
    ])
    refuseCancel()
    await until(`${order.id} unknown`)
    t.equal(reports.length, 1)
    session.close('the end')
    await peer.stop()
  },
)
