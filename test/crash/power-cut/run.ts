import { parseArgs } from 'node:util'
import { cutPower } from './power-cut.js'

/** `node dist/test/crash/power-cut/run.js --images 1000 --seed 1` prints a summary as JSON. */
const { values } = parseArgs({
  options: {
    images: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    'ignore-syncs': { type: 'boolean', default: false },
  },
})

const report = await cutPower({
  images: Number(values.images),
  seed: Number(values.seed),
  ignoreSyncs: values['ignore-syncs'],
})
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
process.exitCode = report.lost + report.corrupt === 0 ? 0 : 1
