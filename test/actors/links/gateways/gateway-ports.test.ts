import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import t from 'tap'
import { GatewayPorts } from '../../../../actors/links/gateways/gateway-ports.js'
import type { GatewayReport } from '../../../../wire/thread/gateway-report.js'
import type { GatewayOnline } from '../../../../wire/thread/messages.js'

function given() {
  const said: unknown[] = []
  const ends = new Map<string, MessagePort>()
  const shard = (index: number) => ({
    ready: true,
    connectLinks(port: MessagePort, online: readonly GatewayOnline[]) {
      ends.set(`shard ${index}`, port)
      said.push([`shard ${index}`, online])
    },
  })
  const shards = [shard(0), shard(1)]
  const links = {
    connectShard(index: number, port: MessagePort) {
      ends.set(`links ${index}`, port)
      said.push([`links ${index}`])
    },
  }
  const ports = new GatewayPorts(shards)
  const gateway = (id: number, state: 'online' | 'stopped', since: number): void =>
    ports.heard({ id, state, since } as GatewayReport)
  t.teardown(() => {
    for (const port of ends.values()) port.close()
  })
  return { ports, links, shards, gateway, ends, said: () => said.splice(0) }
}

t.test('each shard gets a channel to the links thread, whichever of the two starts later', (t) => {
  const { ports, links, shards, ends, said } = given()
  ports.shardReady(0)
  ports.attach(undefined)
  t.same(said(), [], 'there is no links thread')
  const [, second] = shards
  if (second !== undefined) second.ready = false
  ports.attach(links)
  t.same(said(), [['shard 0', []], ['links 0']])
  ports.shardReady(1)
  t.same(said(), [['shard 1', []], ['links 1']])
  ends.get('shard 1')?.postMessage('an order')
  const there = ends.get('links 1')
  t.same(there && receiveMessageOnPort(there), { message: 'an order' })
  t.end()
})

t.test('a shard that starts learns which gateways are online', (t) => {
  const { ports, links, gateway, said } = given()
  ports.attach(links)
  said()
  gateway(3, 'online', 2)
  gateway(4, 'online', 5)
  gateway(4, 'stopped', 6)
  ports.shardReady(1)
  t.same(said(), [['shard 1', [{ id: 3, since: 2 }]], ['links 1']])
  ports.attach(undefined)
  ports.attach(links)
  t.same(said(), [['shard 0', []], ['links 0'], ['shard 1', []], ['links 1']])
  t.end()
})
