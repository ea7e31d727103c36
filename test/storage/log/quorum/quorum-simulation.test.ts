import t from 'tap'
import { PLANTED } from './planted.js'
import { LogSimulationFailed, simulateLog } from './simulate.js'

/** `node dist/test/storage/log/quorum/quorum-simulation.test.js 2000` runs so many seeds, which are 10 million steps. */
const SEEDS = Number(process.argv[2] ?? 200)
const STEPS = 5_000
const PLANTED_SEEDS_MAX = 1_000

t.test('nothing told is lost, doubled or decided on what is not there', (t) => {
  const sum = { confirmed: 0, takings: 0, failOvers: 0, forgotten: 0 }
  for (let seed = 1; seed <= SEEDS; seed++) {
    const run = simulateLog(seed, STEPS)
    sum.confirmed += run.confirmed
    sum.takings += run.takings
    sum.failOvers += run.failOvers
    sum.forgotten += run.forgotten
  }
  for (const [what, count] of Object.entries(sum)) t.ok(count > SEEDS, `${count} ${what}`)
  t.end()
})

t.test('each guard that is taken away is found', (t) => {
  for (const [name, plant] of Object.entries(PLANTED)) {
    const found = firstFailure(plant)
    t.ok(found !== undefined, `${name}: ${found?.message ?? `not in ${PLANTED_SEEDS_MAX} seeds`}`)
  }
  t.end()
})

function firstFailure(plant: (typeof PLANTED)[string]): LogSimulationFailed | undefined {
  for (let seed = 1; seed <= PLANTED_SEEDS_MAX; seed++) {
    try {
      simulateLog(seed, STEPS, plant)
    } catch (error) {
      if (error instanceof LogSimulationFailed) return error
      throw error
    }
  }
  return undefined
}
