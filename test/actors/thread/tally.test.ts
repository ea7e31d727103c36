import t from 'tap'
import { Tally } from '../../../actors/thread/tally.js'

t.test('it counts by key and in all, and takes away what was added alone', async (t) => {
  const tally = new Tally()
  const seen = () => [tally.all, tally.of('a'), tally.of('b'), tally.of(7)]
  t.same(seen(), [0, 0, 0, 0])
  for (const key of ['a', 'b', 'a', 7]) tally.add(key)
  t.same(seen(), [4, 2, 1, 1])
  tally.remove('a')
  t.same(seen(), [3, 1, 1, 1])
  for (const key of ['a', 'a', 'c', 7]) tally.remove(key)
  t.same(seen(), [1, 0, 1, 0])
  tally.add('a')
  t.same(seen(), [2, 1, 1, 0])
})
