import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { connectionsDesk } from '../../../../actors/desk/settings/connections.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { STAFF } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

t.test('a connection that is enabled is restarted, which its line tells', (t) => {
  const front = new ConfigFront(t, { demo: false })
  const fix = { module: 'fix44', server: 'q.example.com:1', login: 'l', enabled: false }
  const desk = deskHandlers(front.desk)
  for (const [kind, name] of [
    ['datafeeds', 'F'],
    ['gateways', 'G'],
  ] as const) {
    const made = desk['config.create']({ actor: STAFF, kind, input: { ...fix, name } })
    if (!made.ok) throw new Error(made.message)
  }
  front.lines.length = 0
  const { records } = front.desk.config
  const ask = (kind: 'datafeeds' | 'gateways', id: number, enabled = true) => {
    const world = {
      get: (of: 'datafeeds' | 'gateways', one: number) => {
        const found = records[of].find((record) => record.id === one)
        return found === undefined ? undefined : { ...found, enabled }
      },
    }
    const desk = { ...front.desk, config: { world } } as never
    return connectionsDesk(desk)['connections.restart']({ actor: STAFF, kind, id })
  }
  for (const [kind, noun, title, name] of [
    ['datafeeds', 'datafeed', 'Datafeed', 'F'],
    ['gateways', 'gateway', 'Gateway', 'G'],
  ] as const) {
    t.same(ask(kind, 9), because('not_found.record', { noun, id: 9 }))
    t.match(ask(kind, 1, false), {
      ok: false,
      code: 'conflict',
      message: `The ${noun} ${name} is disabled. Enable it to connect.`,
    })
    t.same(front.lines, [])
    t.same(ask(kind, 1), { ok: true, value: null })
    t.match(front.lines.splice(0), [
      { actor: 1, kind: 'config', text: `${title} ${name} is restarted` },
    ])
  }
  t.end()
})
