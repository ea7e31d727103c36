import t from 'tap'
import { deskHandlers } from '../../../../actors/desk/operations.js'
import { ConfigFront } from '../../../given/config-front.js'
import { STAFF } from '../../../given/desk.js'

// Changes of settings over a real desk with a real database: each is a version, an event and a line, or nothing.

function given(test: ConstructorParameters<typeof ConfigFront>[0]) {
  const front = new ConfigFront(test, { demo: false })
  const desk = deskHandlers(front.desk)
  for (const day of [1, 2, 3]) {
    const input = { month: 5, day, description: `day ${day}` }
    const made = desk['config.create']({ actor: STAFF, kind: 'holidays', input })
    if (!made.ok) throw new Error(made.message)
  }
  const { version } = front.book
  front.changes.length = 0
  front.lines.length = 0
  return { front, desk, version }
}

t.test('another order is one version, one event and one line', (t) => {
  const { front, desk, version } = given(t)
  front.now += 5_000
  const ids = [1, 3, 2]
  t.same(desk['config.order']({ actor: STAFF, kind: 'holidays', ids }), { ok: true, value: ids })
  const { holidays } = front.desk.config.records
  t.same(
    holidays.map(({ id, position, version, updated_at }) => [id, position, version, updated_at]),
    [
      [1, 1, 1, '2026-03-02T10:00:00.000Z'],
      [3, 2, 2, '2026-03-02T10:00:05.000Z'],
      [2, 3, 2, '2026-03-02T10:00:05.000Z'],
    ],
  )
  const byId = [holidays[2], holidays[1]]
  t.same(front.changes, [{ version: version + 1, kind: 'holidays', changed: byId, removed: [] }])
  t.same(
    front.lines.map(({ actor, kind, text, changes }) => ({ actor, kind, text, changes })),
    [
      {
        ...{ actor: 1, kind: 'config', text: 'The order of holidays was changed' },
        changes: [{ field: 'order', from: [1, 2, 3], to: ids }],
      },
    ],
  )
  front.desk.config.reload()
  t.same(front.desk.config.records.holidays, holidays, 'memory is what is on disk')
  t.end()
})

t.test('the order that there is already writes nothing', (t) => {
  const { front, desk, version } = given(t)
  const ids = [1, 2, 3]
  t.same(desk['config.order']({ actor: STAFF, kind: 'holidays', ids }), { ok: true, value: ids })
  t.same([front.changes, front.lines, front.book.version], [[], [], version])
  t.end()
})
