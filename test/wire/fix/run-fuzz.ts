import { parseArgs } from 'node:util'
import { fuzzed } from './fix-fuzz.js'

/** `node dist/test/wire/fix/run-fuzz.js --messages 1000000 --seed 7` */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
  },
})
const started = process.hrtime.bigint()
const sums = fuzzed(Number(values.seed), Number(values.messages))
const seconds = Number(process.hrtime.bigint() - started) / 1e9
console.log({ ...values, ...sums, seconds: Math.round(seconds) })
