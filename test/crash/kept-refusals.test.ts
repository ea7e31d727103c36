import t from 'tap'
import { moment, scratch } from '../given/desk.js'
import { verifyAll } from './audit.js'
import { CHEAP_SERVER, ServerProcess } from './server-process.js'

// Refused requests over kill -9: the last second may be lost, nothing else, and no row is there twice.

const SHARDS = 1
const ROUNDS = 2
const SENDS_MS = 2_500
/** A second until the next batch, and what the desk takes to keep it on a busy machine. */
const LOST_MS = 2_000
const ORDER = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.001' }
const CODE = 'trade.invalid_volume'
t.setTimeout(0)

interface Sent {
  readonly id: string
  readonly at: number
}

const dataDir = scratch(t)
const begun = () => ServerProcess.start({ dataDir, shards: SHARDS, script: CHEAP_SERVER })
let server = await begun()
t.teardown(() => server.kill())
const login = await server.openAccount(await server.signInStaff(), 'demo\\standard', '1000.00')

/** Sends refused orders for some seconds; answers those that were answered, and when. */
async function refusedFor(ms: number, round: number): Promise<readonly Sent[]> {
  const trader = await server.signInTrader(login)
  const sent: Sent[] = []
  const until = performance.now() + ms
  // An account keeps 1,000 rows a day.
  while (performance.now() < until && sent.length < 1_000 / ROUNDS - 1) {
    const id = `${round}-${sent.length}`
    const { code } = await server.ask('POST /trader/v1/trade', trader, {
      ...ORDER,
      client_order_id: id,
    })
    if (code === CODE) sent.push({ id, at: performance.now() })
    await moment()
  }
  return sent
}

/** The ids of the refused orders, the first one first. */
async function kept(): Promise<readonly string[]> {
  const staff = await server.signInStaff()
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const path = `GET /admin/v1/accounts/${login}/refusals?limit=500&page=${page}`
    const { data } = await server.ask(path, staff)
    const rows = data['items'] as readonly { readonly client_order_id: string }[]
    ids.push(...rows.map(({ client_order_id }) => client_order_id))
    if (ids.length >= Number(data['total'])) return ids.reverse()
  }
}

t.test('kill -9 loses refused requests of the last second alone, and doubles none', async (t) => {
  const known: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const sent = await refusedFor(SENDS_MS, round)
    t.ok(sent.length > 0)
    await server.kill()
    const killedAt = performance.now()
    server = await begun()
    const ids = await kept()
    const ofRound = ids.filter((id) => id.startsWith(`${round}-`))
    t.same(
      ofRound,
      sent.slice(0, ofRound.length).map(({ id }) => id),
      'none is missing between',
    )
    const lost = sent.slice(ofRound.length)
    t.same(
      lost.filter(({ at }) => killedAt - at > LOST_MS),
      [],
      `${lost.length} are lost`,
    )
    t.same(ids, [...known, ...ofRound], 'those of earlier rounds are there once')
    known.push(...ofRound)
  }
  const staff = await server.signInStaff()
  const [id] = known
  const why = await server.ask(`GET /admin/v1/trades/requests/${id}?login=${login}`, staff)
  t.match(why, { data: { code: CODE, client_order_id: id, request: ORDER } })
  t.match(await server.terminate(), { code: 0 })
  t.same(await verifyAll(dataDir, SHARDS), [])
})
