import t from 'tap'
import { runDayEnds } from './day-end/rounds.js'

// In small; `npm run crash -- --day-end --rounds 100` is the whole of it.
t.setTimeout(0)

t.test('killed in the middle of day ends, every day ends once and to the cent', async (t) => {
  const dataDir = t.testdir()
  const given = { dataDir, seed: 2, accounts: 1500, killsMax: 1 }
  const summary = await runDayEnds({ ...given, rounds: 3, enough: 1 })
  t.same(summary.findings, [])
  t.ok(summary.killsInside > 0, `${summary.killsInside} kills inside`)
  const { daysEnded, monthsEnded, swaps, commissions } = summary
  t.ok(daysEnded > 0 && monthsEnded > 0 && swaps > daysEnded && commissions > 0, 'all there is')
})
