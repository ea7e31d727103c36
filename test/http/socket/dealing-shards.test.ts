import t from 'tap'
import { RIGHTS } from '../../../engine/access/rights.js'
import { dealingOps } from '../../../http/socket/staff/dealing-ops.js'
import { AskedShard } from '../../given/asked-shard.js'
import { moment } from '../../given/desk.js'
import { rule } from '../../given/floors/dealing-floor.js'
import { givenDealingDesk } from '../../given/fronts/given-dealing-desk.js'
import { SocketFront } from '../../given/fronts/socket-front.js'
import { session } from '../given.js'

// Goal: a dealer has one desk, whatever the number of shards: each request is of its own.

async function floorOf(test: { teardown(run: () => unknown): unknown }) {
  const noted: unknown[] = []
  const shards = [0, 1].map(
    (shard) => new AskedShard(shard, noted, () => ({ ok: true, value: {} })),
  )
  const desk = givenDealingDesk(shards.map(({ client }) => client))
  const front = await SocketFront.start(test, { families: [dealingOps(desk)] })
  const comes = (shard: number, id: number): void => {
    const row = { id, login: 1001, group: 'demo\\standard', symbol: 'EURUSD', request: {} }
    const account = { equity: '1', margin_level: null }
    const stands = { rule_id: 1, account, deviation_pct: '5', net_volume: '0', bid: '1', ask: '2' }
    const waits = { taken_by: id === 5 ? 501 : null, at: '', since_ms: 0, expires_at: '' }
    desk.onDealing(shard, { type: 'request', row: { ...row, ...stands, ...waits }, offered: null })
  }
  const waiting = () => desk.queue(session({ rights: new Set(RIGHTS) })).map(({ id }) => id)
  return { front, desk, shards, comes, waiting, noted: () => noted.splice(0) }
}

t.test('a request is asked for at its shard, and is gone with it', async (t) => {
  const { front, desk, comes, waiting, noted } = await floorOf(t)
  const dealer = await front.connectStaff({ login: 501 })
  for (const [shard, id] of [
    [1, 7],
    [0, 3],
    [1, 5],
  ] as const) {
    comes(shard, id)
  }
  t.same(waiting(), [3, 5, 7], 'the oldest first')
  noted()
  t.match(await dealer.ask('dealing.take', { id: 5 }), { code: 'ok' })
  const by = { login: 501, ip: '127.0.0.1', request_id: String }
  t.match(noted(), [[1, { act: 'take', id: 5, by, price: '', text: '', reason: '' }]])
  t.match(await dealer.ask('dealing.take', { id: 9 }), { code: 'not_found' })
  await dealer.heard()
  desk.onShardDeath(1)
  const gone = [7, 5].map((id) => {
    const by = id === 5 ? 501 : null
    return { id, outcome: 'trade.timeout', by, price: null }
  })
  t.same(
    (await dealer.heard()).map(({ data }) => data),
    gone,
  )
  t.same(waiting(), [3])
})

t.test('the shards are told who deals, by login, when it is another list', async (t) => {
  const { front, desk, shards, noted } = await floorOf(t)
  const dealer = (login: number, scope = ['*']) => ({ login, scope, sees_staff: true })
  const told = (shard: number, ...dealers: object[]) => [shard, { type: 'dealers', dealers }]
  const second = await front.connectStaff({ login: 502 })
  t.same(noted(), [told(0, dealer(502)), told(1, dealer(502))])
  const first = await front.connectStaff({ login: 501, groupScope: ['demo\\*'] })
  const both = [dealer(501, ['demo\\*']), dealer(502)]
  t.same(noted(), [told(0, ...both), told(1, ...both)])
  const twin = await front.connectStaff({ login: 502 })
  await front.connectStaff({ login: 503, rights: ['trades.view'] })
  twin.destroy()
  while (front.staff.size > 3) await moment()
  t.same(noted(), [], 'nobody came and nobody went')
  const [, other] = shards
  if (other === undefined) throw new Error('there are two')
  other.ready = false
  first.destroy()
  while (front.staff.size > 2) await moment()
  t.same(noted(), [told(0, dealer(502))], 'the other one is not there')
  desk.onShardReady(1)
  t.same(noted(), [told(1, dealer(502))])
  second.destroy()
  while (front.staff.size > 1) await moment()
  t.same(noted(), [told(0)])
})

t.test('whether somebody would be given requests is known by who is there', async (t) => {
  const { front, desk } = await floorOf(t)
  const any = rule({ action: 'online_dealers' })
  const named = rule({ action: 'dealer', dealers: [502] })
  const has = () => [any, named].map((one) => desk.hasDealerOf(one))
  t.same([desk.answers(any, 'demo\\standard'), ...has()], [false, false, false])
  await front.connectStaff({ login: 501, groupScope: ['demo\\*'] })
  const answers = [any, named].map((one) => desk.answers(one, 'demo\\standard'))
  t.same([...answers, desk.answers(any, 'real\\standard')], [true, false, false])
  t.same(has(), [true, false])
  await front.connectStaff({ login: 502 })
  t.same(has(), [true, true])
})
