import t from 'tap'
import { GatewayRelay } from '../../../../actors/links/gateways/gateway-relay.js'
import type { GatewayReport } from '../../../../wire/thread/gateway-report.js'
import type { ProviderReport, ToGateway } from '../../../../wire/thread/provider-messages.js'
import { ORDER } from './given-gateway.js'

function given() {
  const said: unknown[] = []
  const shard = (index: number) => ({
    ready: true,
    report: (report: ProviderReport) => said.push([index, report]) > 0,
    post: (message: unknown) => said.push([index, message]),
  })
  const shards = [shard(0), shard(1)]
  const links = {
    toGateway: (message: ToGateway) => said.push(['links', message]),
    shardReady: () => said.push(['links', 'a shard is ready']),
  }
  const relay = new GatewayRelay(shards)
  const gateway = (id: number, state: 'online' | 'stopped', since: number): void =>
    relay.heard({ id, state, since } as GatewayReport)
  return { relay, links, shards, gateway, said: () => said.splice(0) }
}

const online = (...gateways: (readonly [id: number, since: number])[]) => ({
  type: 'gateways',
  online: gateways.map(([id, since]) => ({ id, since })),
})

t.test(
  'shards that are ready hear which gateways are online, whenever that is another',
  async (t) => {
    const { relay, links, shards, gateway, said } = given()
    const both = (message: object) => [
      [0, message],
      [1, message],
    ]
    relay.attach(links)
    gateway(3, 'stopped', 1)
    t.same(said(), [], 'it was not online')
    gateway(3, 'online', 2)
    t.same(said(), both(online([3, 2])))
    gateway(3, 'online', 2)
    t.same(said(), [])
    gateway(4, 'online', 2)
    t.same(said(), both(online([3, 2], [4, 2])))
    gateway(3, 'online', 5)
    t.same(said(), both(online([3, 5], [4, 2])), 'another session')
    for (const shard of shards.slice(0, 1)) shard.ready = false
    gateway(4, 'stopped', 6)
    t.same(said(), [[1, online([3, 5])]])
    relay.shardReady(0)
    t.same(said(), [
      [0, online([3, 5])],
      ['links', 'a shard is ready'],
    ])
  },
)

t.test('without the links thread no gateway is online', async (t) => {
  const { relay, links, gateway, said } = given()
  relay.attach(undefined)
  t.same(said(), [], 'none was')
  relay.attach(links)
  gateway(3, 'online', 2)
  said()
  relay.attach(links)
  t.same(said(), [])
  relay.attach(undefined)
  t.same(said(), [
    [0, online()],
    [1, online()],
  ])
  relay.shardReady(1)
  t.same(said(), [[1, online()]])
})

t.test('without it orders and changes are answered as not sent, and nothing else is', async (t) => {
  const { relay, links, said } = given()
  const message = (what: 'place' | 'change' | 'cancel' | 'ask' | 'forget') =>
    ({ what, gateway: 3, order: ORDER }) as const
  const all = (['place', 'change', 'cancel', 'ask', 'forget'] as const).map(message)
  const taken: ToGateway = { what: 'taken', gateway: 3, report: 7 }
  for (const one of [...all, taken]) relay.fromShard(1, one)
  const unsent = {
    ...{ gateway: 3, number: 0, order: ORDER.id, state: 'unsent', external_id: '' },
    ...{ execution: null, total: 0, average: 0 },
    text: 'The links to providers are starting again.',
  }
  t.same(said(), [
    [1, unsent],
    [1, unsent],
  ])
  relay.attach(links)
  for (const one of [...all, taken]) relay.fromShard(1, one)
  t.same(
    said(),
    [...all, taken].map((one) => ['links', one]),
  )
})

t.test('a report goes to the shard of its account, and to any where it is of none', async (t) => {
  const { relay, said } = given()
  for (const order of ['1001-5-1', '1002-5-1', 'x']) relay.report({ order } as ProviderReport)
  t.same(said(), [
    [1, { order: '1001-5-1' }],
    [0, { order: '1002-5-1' }],
    [0, { order: 'x' }],
  ])
})
