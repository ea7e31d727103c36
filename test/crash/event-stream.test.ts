import t from 'tap'
import { scratch, until } from '../given/desk.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { priced } from '../given/records/answered-orders.js'
import { EventFollower, type StreamEvent } from '../given/records/event-follower.js'
import { dealsOf } from '../given/records/webhook-ledger.js'
import { CHEAP_SERVER, ServerProcess, type Signature } from './server-process.js'

// Goal: a reader of the stream and a follower on a live socket, which go on with their cursors after each kill -9, have
// every event once, in the order of one read at the end, and their deals are those of the list. EVENT_KILLS=20 is
// the drill.

const KILLS = Number(process.env['EVENT_KILLS'] ?? 2)
const ORDERS = 20
t.setTimeout(0)

type Row = Readonly<Record<string, unknown>>

interface Part {
  readonly items: readonly StreamEvent[]
  readonly next: string
  readonly has_more: boolean
  readonly oldest: string
}

async function part(server: ServerProcess, staff: Signature, query: string): Promise<Part> {
  const { data, code, message } = await server.ask<Part>(`GET /admin/v1/events?${query}`, staff)
  if (code !== 'ok') throw new Error(message)
  return data
}

/** Keeps what it read, as a program keeps it with its cursor. */
class Reader {
  readonly events: StreamEvent[] = []
  #next: string

  constructor(next: string) {
    this.#next = next
  }

  /** One read; answers whether there is more. */
  async read(server: ServerProcess, staff: Signature, limit: number): Promise<boolean> {
    const { items, next, has_more } = await part(
      server,
      staff,
      `after=${this.#next}&limit=${limit}`,
    )
    this.events.push(...items)
    this.#next = next
    return has_more
  }
}

t.test('a reader and a follower have every event once after kill -9', async (t) => {
  const dataDir = scratch(t)
  const start = () => ServerProcess.start({ dataDir, shards: 2, script: CHEAP_SERVER })
  let server = await start()
  t.teardown(() => server.kill())
  let staff = await server.signInStaff()
  const { oldest } = await part(server, staff, 'limit=1')
  const reader = new Reader(oldest)
  const follower = new EventFollower(oldest)
  await follower.follow(server, staff)
  const logins = [0, 1].map(() => server.openAccount(staff, 'demo\\netting', '1000000.00'))
  for (let round = 0; round <= KILLS; round++) {
    for (const login of await Promise.all(logins)) {
      const trader = await server.signInTrader(login)
      await priced(server, trader)
      const client = await WsClient.open({ port: server.port, headers: trader.headers })
      for (let i = 0; i < ORDERS; i++) {
        const open = { kind: 'open', symbol: 'EURUSD', side: i % 3 === 0 ? 'sell' : 'buy' }
        client.send({ id: i, op: 'trade', args: { ...open, volume: '0.01' } })
      }
      for (let i = 0; i < ORDERS / 2; i++) await client.reply(i)
      const path = `PATCH /admin/v1/accounts/${login}`
      await server.ask(path, staff, { version: round + 1, comment: `round ${round}` })
      await reader.read(server, staff, 7)
      client.destroy()
    }
    if (round === KILLS) continue
    await server.kill()
    server = await start()
    staff = await server.signInStaff()
    await follower.follow(server, staff)
  }
  while (await reader.read(server, staff, 100));
  const whole = new Reader(oldest)
  while (await whole.read(server, staff, 1000));
  await until(() => follower.events.length >= whole.events.length)
  const ids = ({ events }: Pick<Reader, 'events'>) => events.map(({ id }) => id)
  t.same(ids(reader), ids(whole).slice(0, reader.events.length))
  t.same(ids(follower).slice(0, whole.events.length), ids(whole))
  t.equal(new Set(ids(whole)).size, whole.events.length)
  const told = whole.events.filter(({ kind }) => kind === 'deal').map(({ data }) => data)
  t.ok(told.length >= logins.length * (KILLS + 1) * (ORDERS / 2))
  const deals = await dealsOf(server, staff)
  const byId = (one: Row, other: Row) => Number(one['id']) - Number(other['id'])
  t.same(told.toSorted(byId), deals.toSorted(byId), `${told.length} deals`)
})
