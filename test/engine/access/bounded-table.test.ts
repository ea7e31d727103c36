import t from 'tap'
import { BoundedTable } from '../../../engine/access/bounded-table.js'

const make = (): object => ({})

function kept(table: BoundedTable<object>, keys: readonly string[]): string[] {
  return keys.filter((key) => table.get(key) !== undefined)
}

t.test('a group that is full takes the places of its own, the one longest untouched first', (t) => {
  const table = new BoundedTable<object>({ entriesMax: 10, groupMax: 2 })
  table.touch('other', 0, make, 'far')
  table.touch('none', 0, make)
  for (const key of ['a', 'b', 'a', 'c']) table.touch(key, 0, make, 'near')
  t.same(kept(table, ['other', 'none', 'a', 'b', 'c']), ['other', 'none', 'a', 'c'])
  t.equal(table.size, 4)
  t.end()
})

t.test('what is taken out of a group gives its place back', (t) => {
  const table = new BoundedTable<object>({ entriesMax: 10, groupMax: 2 })
  for (const key of ['a', 'b']) table.touch(key, 0, make, 'near')
  for (const key of ['a', 'b', 'a']) table.delete(key)
  t.equal(table.size, 0)
  for (const key of ['c', 'd', 'e']) table.touch(key, 0, make, 'near')
  t.same(kept(table, ['c', 'd', 'e']), ['d', 'e'])
  table.delete('d')
  table.touch('f', 0, make, 'near')
  t.same(kept(table, ['e', 'f']), ['e', 'f'])
  t.end()
})
