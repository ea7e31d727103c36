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
    gateway: 3,
    number: 0,
    order: ORDER.id,
    state: 'unsent',
    external_id: '',
    execution: null,
    total: 0,
    average: 0,
    text: '',
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
