import t from 'tap'
import { SocketShard } from '../../given/fronts/socket-shard.js'

const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } as const

t.test(
  'a killed shard: who waits is closed, who does not goes on, and nothing doubles',
  async (t) => {
    const { shard, front } = await SocketShard.start(t)
    const login = await shard.account('10000')
    shard.price('EURUSD', 110_000, 110_010)
    const busy = await front.connect({ login })
    const idle = await front.connect({ login: await shard.account('500') })
    const order = { id: 1, op: 'trade', args: { ...OPEN, client_order_id: 'once' } }
    busy.send(order)
    const first = await busy.reply(1)
    t.equal(first.code, 'ok')
    // In flight when the thread ends: the front has handed it on and no answer can come.
    const frame = shard.client.frame.bind(shard.client)
    const killed = new Promise<void>((resolve) => {
      shard.client.frame = (id, bytes) => {
        shard.client.frame = frame
        // The thread ends at this message, which is on its way before the frame is.
        resolve(shard.client.kill())
        return frame(id, bytes)
      }
    })
    busy.send({ id: 2, op: 'trade', args: { ...OPEN, client_order_id: 'twice' } })
    await killed
    t.match(await busy.closing(), { code: 1012 })
    t.equal(idle.closed, null)
    idle.send({ id: 1, op: 'ping' })
    t.match(await idle.reply(1), { code: 'unavailable' })
    await shard.begin()
    idle.send({ id: 2, op: 'ping' })
    t.match(await idle.reply(2), { code: 'ok' })
    const again = await front.connect({ login })
    again.send(order)
    t.same((await again.reply(1)).data?.['order_id'], first.data?.['order_id'])
    again.send({ id: 2, op: 'trade', args: { ...OPEN, client_order_id: 'twice' } })
    t.match(await again.reply(2), { code: 'ok' })
    again.send({ id: 3, op: 'snapshot' })
    const { data } = await again.reply(3)
    t.match(data, { seq: '7', positions: [{ version: 1 }, { version: 1 }] })
  },
)
