import t from 'tap'
import { Prng } from '../../engine/numbers/prng.js'
import { scratch } from '../given/desk.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { dealsOf, priced } from '../given/records/answered-orders.js'
import { ServerProcess } from './server-process.js'

// Goal: whoever loses answers to kill -9 asks for the outcomes after it, and each is right: what was done is told
// as it was first answered, and is one deal; what is not known was not done. LOST_ANSWERS=1000 is the drill.

const ORDERS = Number(process.env['LOST_ANSWERS'] ?? 60)
const KILLS = 2
t.setTimeout(0)

type Row = Readonly<Record<string, unknown>>

t.test('outcomes after kill -9 are those of the books', async (t) => {
  const dataDir = scratch(t)
  const random = new Prng(7)
  let server = await ServerProcess.start({ dataDir, shards: 2 })
  t.teardown(() => server.kill())
  const staff = await server.signInStaff()
  const login = await server.openAccount(staff, 'demo\\netting', '1000000.00')
  const trader = await server.signInTrader(login)
  const answers = new Map<string, Row>()
  const sent: string[] = []
  for (let round = 0; round <= KILLS; round++) {
    await priced(server, trader)
    const client = await WsClient.open({ port: server.port, headers: trader.headers })
    const from = sent.length
    const count = Math.ceil(ORDERS / (KILLS + 1))
    for (let i = 0; i < count; i++) {
      const client_order_id = `lost-${from + i}`
      sent.push(client_order_id)
      const open = { kind: 'open', symbol: 'EURUSD', side: i % 2 === 0 ? 'buy' : 'sell' }
      const args = { ...open, volume: '0.01', client_order_id }
      client.send({ id: from + i, op: 'trade', args })
    }
    // Of some the answer is heard, and then the server is gone.
    const heard = round === KILLS ? count : random.below(count)
    for (let i = 0; i < heard; i++) {
      const { code, data } = await client.reply(from + i)
      answers.set(`lost-${from + i}`, { code, ...data })
    }
    client.destroy()
    if (round === KILLS) continue
    await server.kill()
    server = await ServerProcess.start({ dataDir, shards: 2 })
  }
  const done = new Map<unknown, Row>()
  for (const id of sent) {
    const path = `GET /trader/v1/orders/by-client-id/${id}`
    const { code, data } = await server.ask<Row>(path, trader)
    const first = answers.get(id)
    if (code === 'trade.order_unknown') t.equal(first, undefined, `${id} was not answered`)
    else if (code === 'ok') done.set(id, data)
    else t.fail(`${id}: ${code}`)
    if (first === undefined) continue
    const { order: _order, client_order_id: _id, ...figures } = data
    t.same({ code, ...figures }, first, `${id} as it was first answered`)
  }
  const newest = Math.max(...[...done.values()].map((row) => Number(row['projection_seq'])))
  const dealt = await dealsOf(server, trader, newest)
  t.equal(dealt.length, done.size, 'one deal each, and none beside')
  for (const { id, client_order_id } of dealt) t.equal(done.get(client_order_id)?.['deal_id'], id)
  t.ok(
    done.size >= answers.size,
    `${done.size} of ${sent.length} were done, ${answers.size} answered`,
  )
})
