import t from 'tap'
import type { FeedStatus } from '../../../actors/links/feeds/feeds-client.js'
import type { GatewayStatus } from '../../../actors/links/gateways/gateway-statuses.js'
import { type ConnectionsState, NeverOnline } from '../../../http/readers/never-online.js'

// Enabled connections that never came online, as `/health` notes them.

const MINUTE_MS = 60_000

function given(...kinds: readonly ('datafeed' | 'gateway')[]) {
  const never = new NeverOnline()
  const states = new Map<string, string>()
  const rows = (kind: string) =>
    kinds
      .map((one, i) => ({ id: i + 1, name: `${one} ${i + 1}`, kind: one }))
      .filter((one) => one.kind === kind && states.get(one.name) !== 'deleted')
  const of = ({ name }: { readonly name: string }) => ({ state: states.get(name) ?? 'stopped' })
  const look = (minutes: number): readonly string[] => {
    const connections = {
      records: { datafeeds: rows('datafeed'), gateways: rows('gateway') },
      feeds: { status: (one: { name: string }) => of(one) as FeedStatus },
      gateways: { status: (one: { name: string }) => of(one) as GatewayStatus },
    } as unknown as ConnectionsState
    never.look(connections, minutes * MINUTE_MS, 0)
    return never.notes.map(({ text }) => text)
  }
  return { look, states, never }
}

t.test('ten minutes after it was enabled, and no more once it was online', (t) => {
  const { look, states } = given('datafeed')
  const note = ['The enabled datafeed datafeed 1 has not been online for ten minutes.']
  t.same([look(5), look(14.99), look(15), look(60)], [[], [], note, note])
  states.set('datafeed 1', 'online')
  t.same(look(61), [])
  states.set('datafeed 1', 'resting')
  t.same([look(62), look(90)], [[], []], 'it was online')
  states.set('datafeed 1', 'disabled')
  t.same([look(91), look(120)], [[], []])
  states.set('datafeed 1', 'connecting')
  t.same(
    [look(121), look(130), look(131)],
    [[], [], note],
    'enabled again, it has ten minutes again',
  )
  states.set('datafeed 1', 'deleted')
  t.same(look(132), [])
  t.end()
})

t.test('datafeeds and gateways, some of many by name', (t) => {
  const { look, states, never } = given('gateway', 'datafeed', 'datafeed', 'gateway')
  look(0)
  states.set('gateway 4', 'online')
  t.same(look(10), [
    '2 enabled datafeeds have not been online for ten minutes: datafeed 2, datafeed 3.',
    'The enabled gateway gateway 1 has not been online for ten minutes.',
  ])
  const code = 'connections.never_online'
  t.match(never.notes, [
    { code, kind: 'datafeeds', id: null },
    { code, kind: 'gateways', id: 1 },
  ])
  const many = given(...Array.from({ length: 7 }, () => 'gateway' as const))
  many.look(0)
  t.match(many.look(10), [/^7 enabled gateways .*: gateway 1, .*, gateway 5, 2 more\.$/])
  t.end()
})
