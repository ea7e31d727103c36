import t from 'tap'
import { configOps } from '../../../../http/socket/staff/config-ops.js'
import type { DeskEvent } from '../../../../wire/thread/messages.js'
import { givenBook, groupIn, HEDGING, NETTING } from '../../../given/book.js'
import { GivenFamily, StaffReader } from '../../../given/fronts/staff-reader.js'

const ALL = ['config.symbols', 'config.groups', 'config.staff', 'config.routing']

function given() {
  let book = givenBook()
  const family = new GivenFamily(configOps(() => book))
  const change = (next: typeof book, kind: string, changed: object[], removed: number[] = []) => {
    book = next
    family.told({ type: 'config', change: { version: 2, kind, changed, removed } } as never)
  }
  return { family, change }
}

/** What a reader was told, shortly. */
const told = (reader: StaffReader) =>
  reader.heard().map(({ event, data }) => [event, ...Object.values(data)].join(' '))

t.test('whoever watches hears of each record that changes or goes, until it says or goes', (t) => {
  const { family, change } = given()
  t.strictSame(family.ops.ops.watch_config?.rights, [])
  t.strictSame(family.ops.ops.unwatch_config?.rights, [])
  const readers = [1, 2, 3].map((id) => new StaffReader(id, ALL)) as [
    ...[StaffReader, StaffReader, StaffReader],
  ]
  const [one, other, third] = readers
  const book = givenBook()
  const heard = () => {
    family.told({ type: 'news' } as DeskEvent)
    change(book, 'symbols', [{ id: 4, version: 7 }], [5])
    return readers.map(told)
  }
  t.strictSame(heard(), [[], [], []])
  for (const reader of readers) {
    t.strictSame(family.ask(reader, 'watch_config'), { ok: true, data: { version: 1 } })
  }
  const both = ['config_changed symbols 4 7', 'config_changed symbols 5 0']
  t.strictSame(heard(), [both, both, both])
  t.strictSame(family.bounded.splice(0), [1, 2, 3, 1, 2, 3])
  t.strictSame(family.ask(one, 'unwatch_config'), { ok: true, data: null })
  t.strictSame(heard(), [[], both, both])
  family.ops.leave?.(other.connection)
  third.rights.clear()
  t.strictSame(heard(), [[], [], []])
  t.end()
})

t.test('a group is heard of by those who see it as it was or as it is', (t) => {
  const { family, change } = given()
  const readers = [['*'], ['demo\\*'], ['real\\*'], ['demo\\netting']].map(
    (scope, id) => new StaffReader(id, ALL, scope),
  )
  const before = givenBook()
  const { record } = groupIn(before, HEDGING)
  const row = { ...record, version: 3 }
  const heard = () => readers.map((reader) => told(reader).length)
  for (const reader of readers) family.ask(reader, 'watch_config')
  change(before, 'groups', [row])
  t.strictSame(heard(), [1, 1, 0, 0], 'it is where it was')
  const groups = { 'real\\moved': { ...record, id: 77, path: 'real\\moved' } }
  const more = givenBook({ groups } as never)
  change(more, 'groups', [{ id: 77, version: 1 }])
  t.strictSame(heard(), [1, 0, 1, 0], 'it is new')
  change(before, 'groups', [], [77])
  t.strictSame(heard(), [1, 0, 1, 0], 'it is gone')
  change(before, 'groups', [], [77])
  t.strictSame(heard(), [1, 1, 1, 1], 'of what nobody knows everybody hears')
  change(more, 'groups', [{ id: 77, version: 1 }])
  heard()
  const { record: netting } = groupIn(before, NETTING)
  const moved = givenBook({
    groups: { [NETTING]: { id: 1077 }, 'real\\moved': { id: netting.id, path: 'real\\moved' } },
  } as never)
  change(moved, 'groups', [{ id: netting.id, version: 2 }])
  t.strictSame(heard(), [1, 1, 1, 1], 'on both sides')
  t.end()
})
