import { EventEmitter } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import t from 'tap'
import { ShardPorts } from '../../../../actors/links/gateways/shard-ports.js'
import { SHARD_REPORTS_MAX } from '../../../../engine/limits/shards.js'
import type { ProviderReport, ToGateway } from '../../../../wire/thread/provider-messages.js'

/** A port whose messages stay here. */
class Port extends EventEmitter {
  readonly posted: unknown[] = []
  postMessage(message: unknown): void {
    this.posted.push(message)
  }
  close(): void {
    this.emit('close')
  }
}

function given(shards = 2) {
  const taken: ToGateway[] = []
  const ports = new ShardPorts({ shards, monotonic: () => 7, take: (one) => taken.push(one) })
  const attached = (shard: number) => {
    const port = new Port()
    ports.attach(shard, port as unknown as MessagePort)
    return port
  }
  return { ports, attached, taken }
}

const report = (order: string, number = 1) => ({ order, number }) as ProviderReport
const soon = () => new Promise<void>((resolve) => queueMicrotask(resolve))
const ONLINE = [{ id: 3, since: 5 }]

t.test('reports go to the shard of the account, those of one moment together', async (t) => {
  const { ports, attached } = given()
  const [even, odd] = [attached(0), attached(1)]
  for (const port of [even, odd]) {
    t.same(port.posted.splice(0), [{ type: 'gateways', online: [] }])
  }
  const [one, two, three, unknown] = ['1001-1-1', '1002-2-1', '1003-3-1', 'x'].map((order) =>
    report(order),
  ) as [ProviderReport, ProviderReport, ProviderReport, ProviderReport]
  for (const each of [one, two, three, unknown]) ports.report(each)
  t.same([even.posted, odd.posted], [[], []])
  await soon()
  t.same(even.posted, [{ type: 'reports', at: 7, reports: [two, unknown] }])
  t.same(odd.posted, [{ type: 'reports', at: 7, reports: [one, three] }])
  odd.close()
  ports.report(one)
  await soon()
  t.equal(odd.posted.length, 1, 'no shard is there: the gateway repeats it')
})

t.test('a change of the gateways stays in order with reports', async (t) => {
  const { ports, attached } = given(1)
  const port = attached(0)
  port.posted.splice(0)
  ports.report(report('1-1-1'))
  ports.setOnline(ONLINE)
  ports.report(report('1-2-1'))
  await soon()
  t.match(port.posted, [
    { type: 'reports', reports: [{ order: '1-1-1' }] },
    { type: 'gateways', online: ONLINE },
    { type: 'reports', reports: [{ order: '1-2-1' }] },
  ])
  const next = attached(0)
  t.same(next.posted, [{ type: 'gateways', online: ONLINE }], 'its successor begins with them')
})

t.test('messages of a turn reach the gateways in order', (t) => {
  const { attached, taken } = given()
  const messages = [{ what: 'place' }, { what: 'taken' }]
  attached(1).emit('message', { messages, read: 0 })
  t.same(taken, messages)
  t.end()
})

t.test('a shard that does not read has a bounded number of reports waiting', async (t) => {
  const { ports, attached } = given(1)
  const port = attached(0)
  port.posted.splice(0)
  const waiting = () =>
    (port.posted.splice(0) as { readonly reports: unknown[] }[]).flatMap(({ reports }) => reports)
  for (let n = 0; n < SHARD_REPORTS_MAX + 5; n++) ports.report(report(`1-${n + 1}-1`))
  await soon()
  t.equal(waiting().length, SHARD_REPORTS_MAX)
  port.emit('message', { messages: [], read: 2 })
  for (let n = 0; n < 5; n++) ports.report(report(`1-${n + 1}-1`))
  await soon()
  t.equal(waiting().length, 2)
})
