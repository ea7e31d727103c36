import { parseArgs } from 'node:util'
import { SimulationFailed, simulate } from './simulate.js'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '10000' },
    seeds: { type: 'string', default: '1' },
    planted: { type: 'boolean', default: false },
  },
})
const [seed, steps, seeds] = [Number(values.seed), Number(values.steps), Number(values.seeds)]
try {
  for (let each = seed; each < seed + seeds; each++) {
    const { digest, records, events, crashes, told } = simulate({ seed: each, steps })
    console.log(
      `seed ${each}: ${steps} steps, ${records} records, ${events} events, ${told} told, ${crashes} crashes, digest ${digest}`,
    )
  }
} catch (error) {
  if (!(error instanceof SimulationFailed)) throw error
  console.error(error.message, '\n', (error.cause as Error).stack)
  console.error(`repeat it: npm run simulate -- --seed ${error.seed} --steps ${error.step}`)
  process.exitCode = 1
}
