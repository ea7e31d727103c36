import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Outcome, runAttacks } from './rounds.js'
import { SCENARIOS } from './scenarios/all.js'

/**
 * `npm run attack [-- NAME … --small --port N --password P]`: attacks a server that it starts, or one of this
 * machine with the administrator's password, and prints a line for each scenario: what held, what another
 * trader's orders took meanwhile, how much memory it cost, how many threads ended. Exit 1 when anything
 * gave way.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean', default: false },
    port: { type: 'string' },
    password: { type: 'string' },
    /** Milliseconds: see `RoundsOptions`. */
    latest: { type: 'string', default: '250' },
    free: { type: 'string', default: '20' },
    list: { type: 'boolean', default: false },
  },
})
const chosen = SCENARIOS.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
)
if (values.list || chosen.length === 0) {
  for (const { name, tries } of SCENARIOS) process.stdout.write(`${name.padEnd(20)} ${tries}\n`)
  process.exit(values.list ? 0 : 1)
}
const dataDir = mkdtempSync(join(tmpdir(), 'openfloor-attack-'))
process.stdout.write(`${row('scenario', 'result', 'p99 alone', 'p99', 'latest', 'MiB', 'dead')}\n`)
const outcomes = await runAttacks({
  scenarios: chosen,
  isSmall: values.small,
  dataDir,
  latestMs: Number(values.latest),
  p99FreeMs: Number(values.free),
  ...(values.port === undefined
    ? {}
    : { elsewhere: { port: Number(values.port), password: values.password ?? '' } }),
  onOutcome: (outcome) => process.stdout.write(lineOf(outcome)),
})
rmSync(dataDir, { recursive: true, force: true })
const held = outcomes.filter(({ faults }) => faults.length === 0).length
process.stdout.write(`${held} of ${outcomes.length} held\n`)
process.exit(held === outcomes.length ? 0 : 1)

function lineOf({ name, faults, alone, beside, memoryMib, deadThreads }: Outcome): string {
  const line = row(
    name,
    faults.length === 0 ? 'held' : 'GAVE WAY',
    ms(alone.p99),
    ms(beside.p99),
    ms(beside.max),
    memoryMib === null ? '-' : `+${Math.round(memoryMib)}`,
    deadThreads === null ? '-' : String(deadThreads),
  )
  return `${[line, ...faults.map((fault) => `    ${fault}`)].join('\n')}\n`
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
}

function row(name: string, result: string, ...cells: readonly string[]): string {
  return [name.padEnd(20), result.padEnd(9), ...cells.map((cell) => cell.padStart(10))].join('')
}
