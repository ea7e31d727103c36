import t from 'tap'
import { runRounds } from './rounds.js'

// Killed under load, a server loses nothing that it answered and does nothing twice: a few rounds of it;
// `npm run crash -- --rounds 1000 --seed 1` is the whole.
const ROUNDS = 2
t.setTimeout(0)

t.test('killed under load again and again, the server loses and doubles nothing', async (t) => {
  const summary = await runRounds({ dataDir: t.testdir(), rounds: ROUNDS, seed: 1, sleepers: 200 })
  t.same(summary.findings, [])
  t.match(summary, { rounds: ROUNDS, lost: 0, doubled: 0, gaps: 0, differences: 0 })
  t.ok(summary.answered > summary.rounds, `${summary.answered} answered`)
  t.ok(summary.unknown > 0, `${summary.unknown} without an answer when it was killed`)
  t.ok((summary.outcomes['ok'] ?? 0) > summary.answered / 4, 'most of them trades')
})
