import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { ConfigStore } from '../../../../actors/desk/settings/config-store.js'
import { STAFF } from '../../../given/desk.js'
import { ConfigFront } from '../../../given/fronts/config-front.js'

t.test('sealed secrets in memory are those on disk, after each change', (t) => {
  const { desk } = new ConfigFront(t, { demo: false })
  const handlers = deskHandlers(desk)
  const { config, db, seal } = desk
  const feed = { module: 'fix44', name: 'F', server: 'q.example.com:1', login: 'l', enabled: false }
  /** The password as it opens, in memory, and in the settings as another desk would read them. */
  const stands = () => {
    const read = new ConfigStore(db, config.world.facts)
    t.same(read.records, config.records)
    return [config, read].map((of) => ({
      kept: Object.keys(of.secretsOf('datafeeds', 1)),
      opened: of.opened('datafeeds', seal).map(({ id, password }) => [id, password]),
    }))
  }
  const body = () => {
    const row = db.prepare("SELECT body FROM settings WHERE kind = 'datafeeds'").pluck().get()
    return Object.keys(JSON.parse(String(row)))
  }
  const twice = (one: object) => [one, one]
  t.same(stands(), twice({ kept: [], opened: [] }))
  const made = handlers['config.create']({ actor: STAFF, kind: 'datafeeds', input: feed })
  t.match(made, { ok: true, value: { id: 1 } })
  t.same(stands(), twice({ kept: [], opened: [[1, '']] }))
  t.notOk(body().includes('secrets'))
  const update = (version: number, input: object) =>
    handlers['config.update']({
      actor: STAFF,
      kind: 'datafeeds',
      id: 1,
      version,
      input: { ...input },
    })
  t.match(update(1, { password: 'p' }), { ok: true })
  t.same(stands(), twice({ kept: ['password'], opened: [[1, 'p']] }))
  t.ok(body().includes('secrets'))
  t.match(update(2, { login: 'm' }), { ok: true })
  t.same(stands(), twice({ kept: ['password'], opened: [[1, 'p']] }))
  t.match(update(3, { password: '' }), { ok: true })
  t.same(stands(), twice({ kept: [], opened: [[1, '']] }))
  t.match(update(4, { password: 'q' }), { ok: true })
  t.match(handlers['config.remove']({ actor: STAFF, kind: 'datafeeds', id: 1 }), { ok: true })
  t.same(stands(), twice({ kept: [], opened: [] }))
  t.end()
})
