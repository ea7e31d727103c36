import t from 'tap'
import { runRounds } from './rounds.js'

// In small what `npm run crash -- --provider --rounds 200 --seed 1` does at length.
const ROUNDS = 2
t.setTimeout(0)

t.test('killed with orders at the provider, the server books every trade once', async (t) => {
  const load = { accounts: 3, inFlight: 4, killWithinMs: 300 }
  const { findings, answered, unknown, provider } = await runRounds({
    ...{ dataDir: t.testdir(), rounds: ROUNDS, seed: 1, hasProvider: true, ...load },
  })
  t.same(findings, [])
  t.ok(answered > ROUNDS, `${answered} answered`)
  t.ok(unknown > 0, `${unknown} without an answer when it was killed`)
  const { outThere = 0, orders = 0, trades = 0 } = provider ?? {}
  t.ok(outThere > 0, `${outThere} at the provider then`)
  t.ok(trades > orders / 4, `${trades} trades of ${orders} orders`)
})
