import { join } from 'node:path'
import t from 'tap'
import { runRounds } from './rounds.js'

// In small what `npm run crash -- --provider --rounds 200 --seed 1` does at length.
const ROUNDS = 2
/** On a slow machine a kill may meet no order that is at the provider: then others are tried. */
const DRILLS_MAX = 5
t.setTimeout(0)

t.test('killed with orders at the provider, the server books every trade once', async (t) => {
  const load = { accounts: 3, inFlight: 4, killWithinMs: 300 }
  let [outThere, orders, trades, unknown] = [0, 0, 0, 0]
  for (let seed = 1; seed <= DRILLS_MAX && (outThere === 0 || unknown === 0); seed++) {
    const dataDir = join(t.testdir(), `data-${seed}`)
    const drill = await runRounds({ dataDir, rounds: ROUNDS, seed, hasProvider: true, ...load })
    t.same(drill.findings, [])
    t.ok(drill.answered > ROUNDS, `${drill.answered} answered`)
    unknown += drill.unknown
    outThere += drill.provider?.outThere ?? 0
    orders += drill.provider?.orders ?? 0
    trades += drill.provider?.trades ?? 0
  }
  t.ok(unknown > 0, `${unknown} without an answer when it was killed`)
  t.ok(outThere > 0, `${outThere} at the provider then`)
  t.ok(trades > orders / 4, `${trades} trades of ${orders} orders`)
})
