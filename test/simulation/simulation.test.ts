import t from 'tap'
import { simulate } from './simulate.js'

const STEPS = 300

t.test('every promise holds after every step, and the same seed ends in the same state', (t) => {
  const first = simulate({ seed: 1, steps: STEPS })
  t.ok(first.crashes > 0 && first.events > 0 && first.told > 0, 'the run traded and crashed')
  t.equal(simulate({ seed: 1, steps: STEPS }).digest, first.digest)
  for (const seed of [2, 3]) t.not(simulate({ seed, steps: STEPS }).digest, first.digest)
  t.end()
})
