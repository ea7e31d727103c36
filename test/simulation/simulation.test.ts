import t from 'tap'
import { hunt } from './hunt.js'
import { planted } from './planted.js'
import type { Sabotage } from './sabotage.js'
import { simulate } from './simulate.js'

const STEPS = 300

t.test('every promise holds after every step, and the same seed ends in the same state', (t) => {
  const first = simulate({ seed: 1, steps: STEPS })
  t.ok(first.crashes > 0 && first.events > 0 && first.told > 0, 'the run traded and crashed')
  t.equal(simulate({ seed: 1, steps: STEPS }).digest, first.digest)
  for (const seed of [2, 3]) t.not(simulate({ seed, steps: STEPS }).digest, first.digest)
  t.end()
})

t.test('what is broken on purpose is found', (t) => {
  for (const name of [
    'requests are not told from their repeats',
    'told before the commit',
    'profit has the wrong sign',
    'recovery sets no levels of orders',
    'of a pair the other order stays',
    'a stop limit goes on as a stop',
    'a trailing stop goes back',
    'an order that is done keeps its margin',
  ]) {
    const plant = () => planted().find((sabotage) => sabotage.name === name) as Sabotage
    const hunted = hunt(plant, 5, STEPS)
    t.ok(hunted.seeds !== undefined, `${name}: ${hunted.says}`)
  }
  t.end()
})
