import { parseArgs } from 'node:util'
import { hunt } from './hunt.js'
import { planted } from './planted.js'
import type { Sabotage } from './sabotage.js'
import { SimulationFailed, type SimulationRun, simulate } from './simulate.js'

/**
 * npm run simulate -- --seed 7 --steps 3410                  runs one seed
 * npm run simulate -- --seeds 100 --steps 10000              runs the seeds 1 to 100, whatever one of them finds
 * npm run simulate -- --seeds 21..40 --steps 10000           runs the seeds 21 to 40
 * npm run simulate -- --planted                              breaks it on purpose, in every way
 *
 * Exit code 1 when a promise was broken, or something planted was not found.
 */
const PLANTED_SEEDS_MAX = 50
const PLANTED_STEPS = 2000

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    steps: { type: 'string', default: '10000' },
    planted: { type: 'boolean', default: false },
  },
})
if (values.planted) huntAll()
else runSeeds(rangeOf(values.seeds ?? `${values.seed}..${values.seed}`), Number(values.steps))

function rangeOf(text: string): readonly [first: number, last: number] {
  const [first = 1, last] = text.split('..').map(Number)
  return last === undefined ? [1, first] : [first, last]
}

function runSeeds([first, last]: readonly [first: number, last: number], steps: number): void {
  const begun = performance.now()
  const sum = { steps: 0, records: 0, events: 0, told: 0, crashes: 0 }
  const failed: number[] = []
  for (let seed = first; seed <= last; seed++) {
    const run = runOne(seed, steps)
    if (run === undefined) {
      failed.push(seed)
      continue
    }
    sum.steps += steps
    sum.records += run.records
    sum.events += run.events
    sum.told += run.told
    sum.crashes += run.crashes
    const rate = Math.round((1000 * sum.steps) / (performance.now() - begun))
    const counts = `${run.records} records, ${run.crashes} crashes`
    console.log(`seed ${seed}: ${counts}, digest ${run.digest} (${rate} steps/s)`)
  }
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(JSON.stringify({ seeds: last - first + 1, ...sum, seconds, failed }))
  if (failed.length > 0) process.exitCode = 1
}

function runOne(seed: number, steps: number): SimulationRun | undefined {
  try {
    return simulate({ seed, steps })
  } catch (error) {
    if (!(error instanceof SimulationFailed)) throw error
    console.error(error.cause)
    console.error(error.message)
    console.error(`repeat it: npm run simulate -- --seed ${error.seed} --steps ${error.step}`)
    return undefined
  }
}

function huntAll(): void {
  const sum = { planted: 0, notFound: 0, seeds: 0, steps: 0 }
  for (const [index] of planted().entries()) {
    const plant = () => planted()[index] as Sabotage
    const { name, seeds, step, says } = hunt(plant, PLANTED_SEEDS_MAX, PLANTED_STEPS)
    const found = seeds === undefined ? 'NOT FOUND' : `seed ${seeds}, step ${step}`
    console.log(`${name.padEnd(60)} ${found.padEnd(20)} ${says}`)
    sum.planted++
    if (seeds === undefined) sum.notFound++
    else {
      sum.seeds = Math.max(sum.seeds, seeds)
      sum.steps += (seeds - 1) * PLANTED_STEPS + step
    }
  }
  console.log(JSON.stringify(sum))
  if (sum.notFound > 0) process.exitCode = 1
}
