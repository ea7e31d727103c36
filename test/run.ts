import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endAll, type FileRun, runFile } from './runner/file-run.js'
import { LightTests } from './runner/light-tests.js'
import { processorSec } from './runner/processor-time.js'
import { makeQuickDrills } from './runner/quick-drills.js'
import { makeQuickTap } from './runner/quick-tap.js'
import { QuickTests } from './runner/quick-tests.js'
import { lineOf, summaryOf } from './runner/report.js'

/**
 * `npm test` runs every test file, `npm test -- http/ crash` those whose path holds one of the words.
 * A line per file when it ends, in a run of all of them one for several light ones; then every failure whole, and the
 * totals: of a long log often only the tail is seen. Properties draw the same cases in every run; `--seed 2` draws others.
 *
 * Up to five files that failed run once more, alone at the end: one that passes then is told as unsteady, with its
 * failure, and the run has not failed. So a machine that is shared says what is broken and what was only late. More
 * run no second time. `--again N` has another bound, 0 none.
 *
 * Each file is a plain `node FILE`. The runner that comes with tap puts module loaders into every
 * process and thread of a test, also into the servers that it starts, which made the whole run three
 * times as long.
 */
const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const TESTS = 'test'
/** One more than there are cores, since files also wait: for a disk, a tick, a server that ends. */
const JOBS_BESIDE_CORES = 1
const JOBS_MAX = 4
const HANGS_SEC = 400
const AGAIN = 5
/** These go first, the longest before all, so that no long one is left for the end. */
const LONGEST = [
  'attack/',
  'crash/replicated',
  'crash/failover',
  'crash/crash.',
  'bench/smoke',
  'crash/',
  'bin/',
  'e2e/',
  'simulation/planted',
  'mutation/',
  'storage/log/log-',
  'http/socket/',
  'http/pipeline/',
]
/** Long drills of what quicker tests ask as well: run by their names, or all of them by `--drills` (`npm run drills`). */
const DRILLS = [
  'attack/attack.test.ts',
  'bench/smoke.test.ts',
  'bench/soak.test.ts',
  'bin/debian-package.test.ts',
  'bin/drill.test.ts',
  'crash/account-moves.test.ts',
  'crash/clock-at-start.test.ts',
  'crash/clock-jump.test.ts',
  'crash/config-crash.test.ts',
  'crash/cut-journal.test.ts',
  'crash/damaged-data.test.ts',
  'crash/day-end.test.ts',
  'crash/demo-trader.test.ts',
  'crash/executions.test.ts',
  'crash/failing-disk.test.ts',
  'crash/failover-rounds.test.ts',
  'crash/first-start.test.ts',
  'crash/fix-crash.test.ts',
  'crash/fix-takeover.test.ts',
  'crash/full-disk.test.ts',
  'crash/import-crash.test.ts',
  'crash/job-crash.test.ts',
  'crash/log-archive.test.ts',
  'crash/lost-answers.test.ts',
  'crash/mail-crash.test.ts',
  'crash/mailbox-crash.test.ts',
  'crash/one-time-codes.test.ts',
  'crash/other-key.test.ts',
  'crash/power-cut.test.ts',
  'crash/private-files.test.ts',
  'crash/provider-crash.test.ts',
  'crash/python-client.test.ts',
  'crash/report-crash.test.ts',
  'crash/reshard.test.ts',
  'crash/restore-at.test.ts',
  'crash/restored.test.ts',
  'crash/scheduled-backup.test.ts',
  'crash/sigterm.test.ts',
  'crash/switched.test.ts',
  'crash/transfer-crash.test.ts',
  'http/socket/bulk-load.test.ts',
  'mutation/mutation.test.ts',
  'simulation/planted',
]
/** These measure, and have the machine to themselves. */
const ALONE = `${TESTS}/alone/`

const jobs = String(Math.min(JOBS_MAX, availableParallelism() + JOBS_BESIDE_CORES))
const { values, positionals: words } = parseArgs({
  options: {
    jobs: { type: 'string', default: jobs },
    seed: { type: 'string', default: '1' },
    again: { type: 'string', default: String(AGAIN) },
    drills: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const options = { directory: ROOT, hangsSec: HANGS_SEC, seed: Number(values.seed) }
const begun = performance.now()
const runs: FileRun[] = []
const files = readdirSync(join(ROOT, TESTS), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `${TESTS}/${name}`)
  .filter((name) =>
    words.length === 0
      ? values.drills === isDrill(name)
      : words.some((word) => name.includes(word)),
  )
  .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => finish([...endAll(), ...together, ...light.waiting.flat(), ...alone]))
}
// Whatever built the files, the server that tests start is made of them.
await import('../bin/bundle.js')
await Promise.all([makeQuickTap(ROOT), makeQuickDrills(ROOT)])
const light = new LightTests(ROOT, words.length === 0 ? files.map(builtName) : [])
const chosen = words.length === 0 ? light.others : files.map(builtName)
const quick = new QuickTests(ROOT, chosen)
const together = chosen.filter((file) => !file.startsWith(ALONE))
const alone = chosen.filter((file) => file.startsWith(ALONE))
await Promise.all(Array.from({ length: Number(values.jobs) }, runAllTogether))
await runAll(alone)
await runFailedAgain(Number(values.again))
finish([])

function isDrill(file: string): boolean {
  return DRILLS.some((part) => file.startsWith(`${TESTS}/${part}`))
}

function rank(file: string): number {
  const at = LONGEST.findIndex((part) => file.startsWith(`${TESTS}/${part}`))
  return at < 0 ? LONGEST.length : at
}

/** The groups of light files last: they are short, so that no lane waits long for the others. */
async function runAllTogether(): Promise<void> {
  await runAll(together)
  for (let group = light.waiting.shift(); group !== undefined; group = light.waiting.shift()) {
    const run = await light.run(group, options)
    if (run === undefined) await runAll([...group])
    else tell(run)
  }
}

async function runAll(waiting: string[]): Promise<void> {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    tell(await runBuilt(file))
  }
}

function tell(run: FileRun): void {
  runs.push(run)
  process.stdout.write(lineOf(run))
}

/** By its path in `dist`. */
async function runBuilt(file: string): Promise<FileRun> {
  const program = await quick.program(file)
  return runFile(`dist/${file}`, { ...options, program, onFailed: () => quick.map(file) })
}

function builtName(file: string): string {
  return file.replace(/\.ts$/, '.js')
}

async function runFailedAgain(most: number): Promise<void> {
  const failing = [...runs.entries()].filter(([, { tally }]) => tally.failed > 0)
  if (failing.length > most) return
  for (const [place, run] of failing) {
    const again = await runBuilt(run.file.replace(/^dist\//, ''))
    process.stdout.write(lineOf(again))
    if (again.tally.failed === 0) runs[place] = { ...run, isUnsteady: true }
  }
}

function finish(unfinished: readonly string[]): void {
  const seconds = (performance.now() - begun) / 1000
  process.stdout.write(summaryOf(runs, seconds, unfinished, processorSec()))
  const isGood =
    runs.length > 0 && runs.every(({ tally, isUnsteady }) => tally.failed === 0 || isUnsteady)
  process.exit(isGood && unfinished.length === 0 ? 0 : 1)
}
