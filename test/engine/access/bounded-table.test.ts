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

t.test('an existing entry is not created again', (t) => {
  const table = new BoundedTable<object>({ entriesMax: 2, groupMax: 1 })
  const made = table.touch('a', 0, make, 'near')
  t.equal(table.touch('a', 1, make, 'near'), made)
  t.equal(table.get('a'), made)
  t.same([table.size, table.groupCount], [1, 1])
  t.end()
})

t.test('a group goes with the last of its entries', (t) => {
  const table = new BoundedTable<object>({ entriesMax: 2, groupMax: 2 })
  for (const [key, group] of [
    ['a', 'near'],
    ['b', 'near'],
    ['c', 'far'],
    ['none', null],
  ] as const) {
    table.touch(key, 0, make, group)
  }
  t.same(kept(table, ['a', 'b', 'c', 'none']), ['c', 'none'])
  t.equal(table.groupCount, 1)
  table.delete('c')
  t.equal(table.groupCount, 0)
  t.end()
})

t.test(
  'of several that may go the one longest untouched goes, and of none that may the first',
  (t) => {
    const held = (mayGo: (name: string, now: number) => boolean, groupMax = 9): string[] => {
      const table = new BoundedTable<string>({ entriesMax: 4, groupMax, mayGo })
      for (const name of ['a', 'b', 'c', 'd', 'a', 'e']) table.touch(name, 7, () => name, 'near')
      return ['a', 'b', 'c', 'd', 'e'].filter((name) => table.get(name) === name)
    }
    t.same(
      held(() => true),
      ['a', 'c', 'd', 'e'],
    )
    t.same(
      held((name) => name === 'd' || name === 'a'),
      ['a', 'b', 'c', 'e'],
    )
    t.same(
      held(() => false),
      ['a', 'c', 'd', 'e'],
    )
    t.same(
      held((_name, now) => now !== 7, 3),
      ['a', 'd', 'e'],
    )
    t.end()
  },
)
