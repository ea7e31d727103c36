import t from 'tap'
import { Rotation } from '../../../../actors/shard/live/rotation.js'

const EVERY_MS = 1000

t.test('each has its turn once in the time, in parts that follow it', (t) => {
  const values = new Map(Array.from({ length: 250 }, (_, i) => [i, i]))
  const rotation = new Rotation(values, EVERY_MS)
  const parts: number[][] = []
  for (let step = 0; step < 100; step++) {
    const part: number[] = []
    rotation.forEach(10, (value) => part.push(value))
    parts.push(part)
  }
  t.same(
    parts.flat(),
    [...values.keys()],
    'every value once, in the order in which they came to be there',
  )
  t.ok(
    parts.every(({ length }) => length === 2 || length === 3),
    'two and a half at a time',
  )
  t.end()
})

t.test('a few have to wait for their turn', (t) => {
  const rotation = new Rotation(new Map([[1, 'one']]), EVERY_MS)
  let turns = 0
  const told: number[] = []
  for (let step = 1; step <= 40; step++) {
    rotation.forEach(100, () => {
      turns++
      told.push(step)
    })
  }
  t.equal(turns, 4)
  t.same(told, [10, 20, 30, 40])
  t.end()
})

t.test('after a long time each has one turn, none two', (t) => {
  const values = new Map([
    [1, 'one'],
    [2, 'two'],
    [3, 'three'],
  ])
  const rotation = new Rotation(values, EVERY_MS)
  const told: string[] = []
  rotation.forEach(60_000, (value) => told.push(value))
  t.same(told, ['one', 'two', 'three'])
  rotation.forEach(EVERY_MS, (value) => told.push(value))
  t.same(told.slice(3), ['one', 'two', 'three'])
  t.end()
})

t.test('values that come and go meanwhile, and none at all', (t) => {
  const values = new Map([[1, 'one']])
  const rotation = new Rotation(values, EVERY_MS)
  const told: string[] = []
  const turn = (): void => rotation.forEach(EVERY_MS, (value) => told.push(value))
  turn()
  values.set(2, 'two')
  turn()
  turn()
  t.ok(told.includes('two'))
  values.clear()
  told.length = 0
  turn()
  t.same(told, [])
  values.set(3, 'three')
  turn()
  t.same(told, ['three'])
  t.end()
})

t.test('values that go while others have their turn have none', (t) => {
  const values = new Map([1, 2, 3].map((n) => [n, n]))
  const rotation = new Rotation(values, EVERY_MS)
  const told: number[] = []
  rotation.forEach(EVERY_MS, (value) => {
    told.push(value)
    values.clear()
  })
  t.same(told, [1])
  t.end()
})
