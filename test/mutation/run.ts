import { availableParallelism, homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endAll } from '../runner/file-run.js'
import { type Finding, hunt } from './hunt.js'

/**
 * `npm run mutate [-- --seed 7 --number 100 --minutes 10 engine/account storage]` plants small mistakes in copies of
 * what was built, runs the tests that come there, and prints those that no test notices (docs/mutation-tests.md).
 * Exit 1 when there are any.
 */
const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    number: { type: 'string', default: '40' },
    /** Every place of the files, however many that are. */
    each: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    jobs: { type: 'string', default: String(Math.max(1, Math.min(4, availableParallelism()))) },
    /** Test files that are tried for each mistake. */
    tests: { type: 'string', default: '12' },
    cache: {
      type: 'string',
      default: join(tmpdir(), `openfloor-coverage-of-${userOf(homedir())}`),
    },
  },
})
const counted = new Map<Finding['outcome'], number>()
const begun = performance.now()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endAll()
    process.exit(1)
  })
}
const findings = await hunt({
  root: ROOT,
  folders: positionals.length === 0 ? ['engine', 'wire/record', 'storage/log'] : positionals,
  seed: numberOf('seed'),
  minutes: numberOf('minutes'),
  blindly: 1,
  ...(values.each
    ? { most: Number.POSITIVE_INFINITY, perFunction: Number.POSITIVE_INFINITY }
    : { most: numberOf('number') }),
  jobs: numberOf('jobs'),
  testsMax: numberOf('tests'),
  cache: values.cache,
  onFinding: (finding) => {
    counted.set(finding.outcome, (counted.get(finding.outcome) ?? 0) + 1)
    process.stdout.write(lineOf(finding))
  },
})
const survivors = findings.filter(({ outcome }) => /survived|none/.test(outcome))
const none = `no place for a mistake, or no time: ${positionals.join(' ')}`
const some = survivors.length === 0 ? 'nothing survived' : 'survivors'
process.stdout.write(`\n${findings.length === 0 ? none : some}\n`)
for (const { at, change, tried } of survivors) {
  process.stdout.write(
    `${at}\n    ${change}\n    not noticed by ${tried.join(' ') || 'any test'}\n`,
  )
}
const sums = [...counted].map(([outcome, count]) => `${count} ${outcome}`).join(', ')
const seconds = Math.round((performance.now() - begun) / 1000)
process.stdout.write(`${findings.length} mistakes: ${sums || 'none'}; ${seconds} s\n`)
process.exit(survivors.length === 0 && findings.length > 0 ? 0 : 1)

function numberOf(name: 'seed' | 'number' | 'minutes' | 'jobs' | 'tests'): number {
  const value = Number(values[name])
  if (values[name] !== '' && value > 0 && Number.isFinite(value)) return value
  process.stderr.write(`--${name} is a number above 0\n`)
  return process.exit(2)
}

function userOf(home: string): string {
  return home.replaceAll('/', '-')
}

function lineOf({ outcome, at, change, tried }: Finding): string {
  return `${outcome.padEnd(15)} ${at}  ${change}  (${tried.length})\n`
}
