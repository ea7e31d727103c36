import t from 'tap'
import { scratch } from '../given/desk.js'
import { runAttacks } from './rounds.js'
import { SCENARIOS } from './scenarios/all.js'

// Small sizes of every attack, against a server of its own. How late others are is measured by
// `npm run attack`, on a machine that does nothing else.

t.test('whatever is tried, no thread ends, memory stays bounded and others trade on', async (t) => {
  const outcomes = await runAttacks({
    scenarios: SCENARIOS,
    isSmall: true,
    dataDir: scratch(t),
    latestMs: 5_000,
    p99FreeMs: 2_000,
    onOutcome: () => undefined,
  })
  for (const { name, faults } of outcomes) t.same(faults, [], name)
})
