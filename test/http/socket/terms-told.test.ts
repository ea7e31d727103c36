import t from 'tap'
import type { GroupRecord } from '../../../engine/config/records/group.js'
import { groupIn, HEDGING, NETTING } from '../../given/book.js'
import { SocketFront } from '../../given/fronts/socket-front.js'

// Rule 62: a change of any of an account's terms is told by config_changed, to those whom it concerns.

const CHANGES: Readonly<Record<string, Partial<GroupRecord>>> = {
  currency_digits: { currency_digits: 3 },
  leverage: { leverage: 33 },
  margin_call_level: { margin_call_level: '77' },
  stop_out_level: { stop_out_level: '33' },
  stop_out_mode: { stop_out_mode: 'money' },
  free_margin_mode: { free_margin_mode: 'use_loss' },
  negative_balance_protection: { negative_balance_protection: true },
  limit_orders: { limit_orders: 12 },
  limit_positions: { limit_positions: 13 },
  trade_enabled: { trade_enabled: false },
  company: { company: 'Another house' },
  deposit_url: { deposit_url: 'https://pay.example/in' },
  withdraw_url: { withdraw_url: 'https://pay.example/out' },
  currency: { currency: 'EUR' },
  margin_mode: { margin_mode: 'netting' },
}

const front = await SocketFront.start(t)
const clients = await Promise.all(
  ['openfloor.json', 'openfloor.msgpack'].map((protocol) => front.connect({}, protocol)),
)
const other = await front.connect({ login: 1003, facts: { group: NETTING } })

for (const [name, change] of Object.entries(CHANGES)) {
  t.test(`${name} of the group`, async (t) => {
    const record = { ...groupIn(front.book, HEDGING).record, ...change }
    const version = record.version + 1
    front.change('groups', [{ ...record, version }])
    for (const client of clients) {
      const data = { kind: 'groups', id: record.id, version }
      t.same(await client.next(), { event: 'config_changed', data })
    }
  })
}

t.test('the pages of the server are told to accounts of every group', async (t) => {
  const record = { id: 1, version: 2, deposit_url: 'https://pay.example', link_sets: [] }
  front.change('allocation_settings', [record])
  const data = { kind: 'allocation_settings', id: 1, version: 2 }
  for (const client of [...clients, other]) {
    t.same(await client.next(), { event: 'config_changed', data })
  }
})

t.test('and none of the above is told to accounts of other groups', async (t) => {
  for (const session of front.sessions.ofLogin(1003)) front.sessions.close(session.id)
  t.match(await other.next(), { event: 'session_closed' })
})

t.test('news are told to a socket from when its shard says that it asked for them', async (t) => {
  const client = await front.connect()
  const socketId = Math.max(...front.shard().opened.keys())
  const tell = (id: number) =>
    front.sockets.news.tell([{ id, at: 0, headline: `h${id}` }] as never, front.book)
  const asks = (hears: boolean) =>
    front.sockets.onBatch(front.shard().control(socketId, { op: 'news', hears }).batch())
  tell(1)
  asks(true)
  tell(2)
  asks(false)
  tell(3)
  asks(true)
  tell(4)
  for (const id of [2, 4]) {
    const items = [{ id, at: '1970-01-01T00:00:00.000Z', headline: `h${id}` }]
    t.match(await client.next(), { event: 'news', data: { items } })
  }
})

t.test('news are told to those whose group has them, in both codecs', async (t) => {
  const record = { ...groupIn(front.book, NETTING).record, news_mode: 'disabled' as const }
  front.change('groups', [record])
  const all = await Promise.all([
    front.connect(),
    front.connect({}, 'openfloor.msgpack'),
    front.connect({ login: 1003, facts: { group: NETTING } }),
    front.connect({ login: 1005, facts: { group: 'demo\\gone' } }),
  ])
  for (const id of front.shard().opened.keys()) {
    front.sockets.onBatch(front.shard().control(id, { op: 'news', hears: true }).batch())
  }
  front.sockets.news.tell([{ id: 5, at: 0, headline: 'h5' }] as never, front.book)
  front.change('holidays', [], [7])
  for (const client of all.slice(0, 2)) {
    t.match(await client.next(), { event: 'news', data: { items: [{ id: 5 }] } })
  }
  for (const client of all) t.match(await client.next(), { event: 'config_changed' })
})
