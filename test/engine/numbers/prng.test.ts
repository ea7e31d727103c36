import t from 'tap'
import { Prng } from '../../../engine/numbers/prng.js'

t.test('the stream is xoshiro128**, by its published outputs for the state 1 2 3 4', async (t) => {
  const prng = Prng.from(1, 2, 3, 4)
  t.same(
    Array.from({ length: 10 }, () => prng.uint32()),
    [
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597,
      4258142804,
    ],
  )
})

t.test('a seed gives the same stream for ever', async (t) => {
  const first = (seed: number): number[] => {
    const prng = new Prng(seed)
    return [prng.uint32(), prng.uint32(), prng.uint32()]
  }
  t.same(first(0), [1789933344, 44971166, 2521392804])
  t.same(first(1), [393288148, 2174103013, 3814759091])
  t.same(first(1), first(1))
  t.notSame(first(1), first(1 + 2 ** 32), 'the high half of a seed counts')
})

t.test('numbers keep their bounds and their middle', async (t) => {
  const prng = new Prng(7)
  let sum = 0
  let squares = 0
  const seen = new Set<number>()
  for (let i = 0; i < 50_000; i++) {
    const unit = prng.unit()
    const gauss = prng.gauss()
    if (unit < 0 || unit >= 1 || Math.abs(gauss) > 3.5) t.fail(`out of bounds: ${unit} ${gauss}`)
    seen.add(prng.below(6))
    sum += gauss
    squares += gauss * gauss
  }
  t.same([...seen].sort(), [0, 1, 2, 3, 4, 5])
  t.ok(Math.abs(sum / 50_000) < 0.02)
  t.ok(Math.abs(squares / 50_000 - 1) < 0.03)
})
