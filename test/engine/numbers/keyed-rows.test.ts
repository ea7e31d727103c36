import { deepEqual, equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { KeyedRows } from '../../../engine/numbers/keyed-rows.js'

const WIDTH = 3

/** Rows of a key and two figures. */
class Rows extends KeyedRows {
  constructor() {
    super(WIDTH)
  }

  set(key: number, first: number, second: number): void {
    const known = this.placeOf(key)
    const at = known < 0 ? this.append(key) : known
    this.numbers[at + 1] = first
    this.numbers[at + 2] = second
  }

  remove(key: number): void {
    this.drop(this.placeOf(key))
  }

  copy(): Rows {
    const copy = new Rows()
    copy.copyFrom(this)
    return copy
  }

  plain(): Rows {
    const plain = new Rows()
    plain.rowsFrom(this)
    return plain
  }
}

/** By key, as readers of figures see them; every key is found where it lies. */
function read(rows: Rows): Map<number, [number, number]> {
  const seen = new Map<number, [number, number]>()
  for (let i = 0; i < rows.size; i++) {
    const [key = 0, first = 0, second = 0] = rows.rows.slice(i * WIDTH, (i + 1) * WIDTH)
    equal(rows.placeOf(key), i * WIDTH)
    seen.set(key, [first, second])
  }
  deepEqual(rows.keys(), [...seen.keys()])
  return seen
}

t.test('property: rows that come, change and go are those of a map, however many they are', (t) => {
  const step = fc.record({ key: fc.nat(40), figure: fc.nat(1000), goes: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const rows = new Rows()
      const plain = new Map<number, [number, number]>()
      for (const { key, figure, goes } of steps) {
        equal(rows.has(key), plain.has(key))
        if (goes && plain.has(key)) {
          rows.remove(key)
          plain.delete(key)
        } else {
          rows.set(key, figure, -figure)
          plain.set(key, [figure, -figure])
        }
        deepEqual(new Map([...read(rows)].sort()), new Map([...plain].sort()))
      }
      for (const copy of [rows.copy(), rows.plain()]) {
        deepEqual([...copy.keys()], [...rows.keys()])
        for (const [key, figures] of plain) {
          const at = copy.placeOf(key)
          deepEqual(copy.rows.slice(at + 1, at + WIDTH), figures)
        }
        for (const key of plain.keys()) copy.set(key, 0, 0)
        copy.set(99, 1, 1)
        equal(rows.has(99), false)
        deepEqual(new Map([...read(rows)].sort()), new Map([...plain].sort()))
      }
    }),
    { numRuns: 200 },
  )
  t.end()
})

t.test('of many rows those that went are not found, those that moved are, in copies too', (t) => {
  const rows = new Rows()
  for (let key = 1; key <= 40; key++) rows.set(key, key, -key)
  rows.remove(40)
  rows.remove(3)
  t.same([rows.has(40), rows.has(3), rows.placeOf(39)], [false, false, 2 * WIDTH])
  const copy = rows.copy()
  copy.remove(5)
  copy.set(50, 1, 2)
  t.same([copy.has(5), rows.has(5), copy.has(50), rows.has(50)], [false, true, true, false])
  t.equal(read(rows).size, 38)
  t.equal(read(copy).size, 38)
  const plain = rows.plain()
  t.equal(read(plain).size, 38)
  for (const key of rows.keys()) if (key > 5) rows.remove(key)
  t.same([...read(rows).keys()].sort(), [1, 2, 4, 5])
  t.notOk(rows.has(39))
  t.end()
})

t.test('a row that is there again begins with zeros', (t) => {
  const rows = new Rows()
  for (const key of [1, 2]) rows.set(key, 5, 6)
  rows.remove(1)
  t.same(rows.rows.slice(0, 3), [2, 5, 6], 'the last one takes its place')
  class Bare extends Rows {
    bare(key: number): number {
      return this.append(key)
    }
  }
  const bare = new Bare()
  bare.set(1, 5, 6)
  bare.set(2, 7, 8)
  bare.remove(2)
  const at = bare.bare(3)
  t.same(bare.rows.slice(at, at + 3), [3, 0, 0])
  t.end()
})

t.test('a list that has become too long for its rows gives its room back', (t) => {
  const rows = new Rows()
  for (let key = 1; key <= 100; key++) rows.set(key, key, -key)
  t.equal(rows.rows.length, 300)
  for (let key = 100; key > 25; key--) rows.remove(key)
  t.equal(rows.rows.length, 300, 'four times as long is not too long')
  rows.remove(25)
  t.equal(rows.rows.length, 72)
  for (let key = 24; key > 6; key--) rows.remove(key)
  t.equal(rows.rows.length, 72)
  rows.remove(6)
  t.equal(rows.rows.length, 15)
  t.same([...read(rows).keys()], [1, 2, 3, 4, 5])
  for (let key = 5; key > 0; key--) rows.remove(key)
  t.equal(rows.rows.length, 15, 'and of a few rows no more is given back')
  t.equal(rows.size, 0)
  const none = rows.copy()
  t.equal(none.rows.length, 0)
  none.set(1, 2, 3)
  t.same([...none.rows.slice(0, 3)], [1, 2, 3])
  t.end()
})
