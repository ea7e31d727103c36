import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { DraftView } from '../../../../actors/desk/settings/config-draft.js'
import { STAFF } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

t.test(
  'a draft has the records, secrets and ids of its steps, and its base stays as it is',
  (t) => {
    const { desk } = new ConfigFront(t, { demo: false })
    const handlers = deskHandlers(desk)
    const feed = { module: 'fix44', server: 'q.example.com:1', login: 'l', enabled: false }
    for (const name of ['A', 'B']) {
      const input = { ...feed, name, password: 'p' }
      const made = handlers['config.create']({ actor: STAFF, kind: 'datafeeds', input })
      if (!made.ok) throw new Error(made.message)
    }
    const { config } = desk
    const [a, b] = config.records.datafeeds
    if (a === undefined || b === undefined) throw new Error('they are made')
    const had = [config.secretsOf('datafeeds', 1), config.secretsOf('datafeeds', 2)]
    const seen = (view: DraftView) => ({
      names: view.world.list('datafeeds').map(({ id, name }) => [id, name]),
      secrets: [1, 2, 3, 4].map((id) => view.secretsOf('datafeeds', id)),
      next: view.nextId('datafeeds'),
    })
    const first = new DraftView(config)
    const whole = {
      names: [
        [1, 'A'],
        [2, 'B'],
      ],
      secrets: [...had, {}, {}],
      next: 3,
    }
    t.same(seen(first), whole)
    const record = { ...a, name: 'other', id: 1 }
    first.take('datafeeds', [
      { id: 1, before: a, record, secrets: { password: 'sealed' } },
      { id: 2, before: b, record: null, secrets: {} },
      { id: 3, before: null, record: { ...a, id: 3, name: 'C' }, secrets: { pin: 'x' } },
    ])
    const after = {
      names: [
        [1, 'other'],
        [3, 'C'],
      ],
      secrets: [{ password: 'sealed' }, {}, { pin: 'x' }, {}],
      next: 4,
    }
    t.same(seen(first), after)
    const second = new DraftView(config, first)
    t.same(seen(second), after, 'another one goes on from there')
    second.take('datafeeds', [
      { id: 4, before: null, record: { ...a, id: 4, name: 'D' }, secrets: {} },
      { id: 1, before: record, record: { ...a, name: 'E' }, secrets: {} },
    ])
    t.equal(seen(second).next, 5)
    t.equal(second.nextId('gateways'), config.nextId('gateways'), 'each kind counts for itself')
    t.same(seen(new DraftView(config)), whole)
    t.end()
  },
)
