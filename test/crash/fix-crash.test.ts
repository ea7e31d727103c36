import { join } from 'node:path'
import t from 'tap'
import { noQuickfix } from '../given/quickfix/quickfix-peer.js'
import { runRounds } from './rounds.js'

// In small what `npm run crash -- --fix --rounds 50 --cuts 20` does at length.
const ROUNDS = 2
const CUTS = 3
t.setTimeout(0)

t.test(
  'cut off from a provider of FIX and killed, the server books every trade once',
  { skip: noQuickfix },
  async (t) => {
    const load = { accounts: 3, inFlight: 2, killWithinMs: 200 }
    const { findings, answered, provider } = await runRounds({
      dataDir: join(t.testdir(), 'data'),
      rounds: ROUNDS,
      seed: 1,
      hasProvider: true,
      fixCuts: CUTS,
      ...load,
    })
    t.same(findings, [])
    t.ok(answered > ROUNDS, `${answered} answered`)
    const { orders = 0, trades = 0, cuts, asks = 0 } = provider ?? {}
    t.equal(cuts, ROUNDS * CUTS)
    t.ok(asks > 0, `${asks} orders asked for`)
    t.ok(trades > orders / 4, `${trades} trades of ${orders} orders`)
  },
)
