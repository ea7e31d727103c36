import fc from 'fast-check'
import t from 'tap'
import { IdAllocator } from '../../../actors/shard/id-allocator.js'

t.test('ids come from the granted ranges alone, rising, each once', (t) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 20 }), (lengths) => {
      let asked = 1
      const ids = new IdAllocator('order', () => asked++)
      let next = 1
      const given: number[] = []
      for (const length of lengths) {
        // A range comes when one was asked for, as the desk does it.
        if (asked > 0) {
          asked--
          ids.grant({ kind: 'order', next, end: next + length })
          next += length + 5
        }
        for (let take = 0; take < 4 && ids.has(1); take++) given.push(ids.take())
      }
      return given.every((id, place) => place === 0 || id > (given[place - 1] as number))
    }),
  )
  t.end()
})

t.test('I3: the next range is asked for once, with the first id of a range', (t) => {
  const asked: string[] = []
  const ids = new IdAllocator('deal', (kind) => asked.push(kind))
  t.notOk(ids.has(1), 'nothing before the first range')
  t.equal(ids.left, undefined)
  ids.grant({ kind: 'deal', next: 100, end: 2000 })
  t.same(asked, [])
  t.equal(ids.take(), 100)
  t.same(asked, ['deal'])
  while (ids.has(1)) ids.take()
  t.same(asked, ['deal'], 'not again while it is on its way')
  t.throws(() => ids.take(), { message: /checked for/ })
  ids.grant({ kind: 'deal', next: 5000, end: 5002 })
  t.same(asked, ['deal', 'deal'], 'at once where few are left: a decision may need more')
  ids.grant({ kind: 'deal', next: 6000, end: 8000 })
  t.ok(ids.has(4))
  t.equal(ids.take(), 5000)
  t.same(asked, ['deal', 'deal'])
  t.end()
})

t.test('a range that waits is counted in, and used when the current one ends', (t) => {
  const ids = new IdAllocator('order', () => {})
  ids.grant({ kind: 'order', next: 1, end: 3 })
  ids.grant({ kind: 'order', next: 10, end: 12 })
  t.same(ids.left, { kind: 'order', next: 1 })
  t.ok(ids.has(4))
  t.notOk(ids.has(5))
  t.same([ids.take(), ids.take(), ids.take(), ids.take()], [1, 2, 10, 11])
  t.throws(() => ids.grant({ kind: 'deal', next: 1, end: 2 }), { message: /this kind/ })
  t.same(ids.left, { kind: 'order', next: 12 })
  ids.grant({ kind: 'order', next: 20, end: 30 })
  t.equal(ids.take(), 20)
  ids.grant({ kind: 'order', next: 30, end: 40 })
  t.same(ids.left, { kind: 'order', next: 21 }, 'a shard that stops says where')
  t.end()
})
