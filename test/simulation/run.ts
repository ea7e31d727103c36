import { parseArgs } from 'node:util'
import { hunt } from './hunt.js'
import { planted } from './planted.js'
import type { Sabotage } from './sabotage.js'
import { SimulationFailed, simulate } from './simulate.js'

/**
 * npm run simulate -- --seed 1 --steps 10000 --seeds 100     runs the seeds 1 to 100
 * npm run simulate -- --planted                              breaks it on purpose, in every way
 */
const PLANTED_SEEDS_MAX = 50
const PLANTED_STEPS = 2000

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '10000' },
    seeds: { type: 'string', default: '1' },
    planted: { type: 'boolean', default: false },
  },
})
if (values.planted) huntAll()
else runSeeds(Number(values.seed), Number(values.steps), Number(values.seeds))

function runSeeds(seed: number, steps: number, seeds: number): void {
  const begun = performance.now()
  const sum = { records: 0, events: 0, told: 0, crashes: 0 }
  try {
    for (let each = seed; each < seed + seeds; each++) {
      const run = simulate({ seed: each, steps })
      const { records, events, told, crashes } = run
      console.log(`seed ${each}: ${records} records, ${crashes} crashes, digest ${run.digest}`)
      sum.records += records
      sum.events += events
      sum.told += told
      sum.crashes += crashes
    }
  } catch (error) {
    if (!(error instanceof SimulationFailed)) throw error
    console.error(error.cause)
    console.error(error.message)
    console.error(`repeat it: npm run simulate -- --seed ${error.seed} --steps ${error.step}`)
    process.exitCode = 1
    return
  }
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(JSON.stringify({ seeds, steps: seeds * steps, ...sum, seconds }))
}

function huntAll(): void {
  for (const [index] of planted().entries()) {
    const plant = () => planted()[index] as Sabotage
    const { name, seeds, step, says } = hunt(plant, PLANTED_SEEDS_MAX, PLANTED_STEPS)
    const found = seeds === undefined ? 'NOT FOUND' : `seed ${seeds}, step ${step}`
    console.log(`${name.padEnd(50)} ${found.padEnd(20)} ${says}`)
    if (seeds === undefined) process.exitCode = 1
  }
}
