import { readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chooseTests } from './runner/choice.js'
import { endAll, type FileRun, runFile } from './runner/file-run.js'
import { Imports } from './runner/imports.js'
import { type Lane, Lanes } from './runner/lanes.js'
import { processorSec } from './runner/processor-time.js'
import { makeQuickDrills } from './runner/quick-drills.js'
import { makeQuickTap } from './runner/quick-tap.js'
import { QuickTests } from './runner/quick-tests.js'
import { lineOf, summaryOf } from './runner/report.js'
import { Times } from './runner/times.js'

/**
 * `npm test` runs the first stage (`runner/stages.ts`), `npm run test:all` both, `npm run test:second` the second alone, and
 * `npm test -- --changed` the files that a change can break. `npm test -- http/ crash` runs those whose path holds a word.
 * A line for each file when it ends; then every failure whole, and the totals: of a long log often only the tail is read.
 * Properties draw the same cases in every run; `--seed 2` draws others.
 *
 * Up to five files that failed run again, alone at the end. A file that passes then is reported as unsteady, with its
 * failure, and does not fail the run. If more fail, none runs again. `--again N` has another bound, 0 none.
 *
 * With `--separate`, no files share a process. A file that depends on another test file then fails.
 *
 * A file that runs longer than `--hangs` seconds is ended and fails. Drills with many rounds need more than the default.
 *
 * The runner that comes with tap puts module loaders into every process and thread of a test, also into the servers that
 * it starts, and takes three times as long.
 */
const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
/** Two more than there are cores, since files also wait: for a disk, a tick, a page, a server that ends. */
const JOBS_BESIDE_CORES = 2
const JOBS_MAX = 6
/** A browser, its server and its test keep a core busy. More of them make every page slow, and no run shorter. */
const BROWSERS_MAX = Math.max(2, availableParallelism())
const HANGS_SEC = '400'
const AGAIN = 5
/** These measure, and have the machine to themselves. */
const ALONE = 'test/alone/'

const jobs = String(Math.min(JOBS_MAX, availableParallelism() + JOBS_BESIDE_CORES))
const { values, positionals: words } = parseArgs({
  options: {
    jobs: { type: 'string', default: jobs },
    seed: { type: 'string', default: '1' },
    again: { type: 'string', default: String(AGAIN) },
    hangs: { type: 'string', default: HANGS_SEC },
    all: { type: 'boolean', default: false },
    second: { type: 'boolean', default: false },
    drills: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    separate: { type: 'boolean', default: false },
    since: { type: 'string', default: 'main' },
  },
  allowPositionals: true,
})
const options = { directory: ROOT, hangsSec: Number(values.hangs), seed: Number(values.seed) }
const begun = performance.now()
const runs: FileRun[] = []
let browsers = 0
const times = new Times(join(ROOT, 'dist/test-seconds.json'))
const choice = chooseTests(ROOT, times, { ...values, words, jobs: Number(values.jobs) })

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    const waiting = lanes.waiting.flatMap((lane) => lane.files)
    finish([...endAll(), ...together, ...waiting, ...alone])
  })
}
// Whatever compiled the files, the server and the pages that tests start are made of them.
if (isBundleOld()) await import('../bin/bundle.js')
await Promise.all([makeQuickTap(ROOT), makeQuickDrills(ROOT)])
const imports = new Imports()
const quick = new QuickTests(ROOT, imports)
const lanes = new Lanes(ROOT, imports, choice.files, values.separate)
const together = lanes.solo.filter((file) => !file.startsWith(ALONE))
const alone = lanes.solo.filter((file) => file.startsWith(ALONE))
await Promise.all(Array.from({ length: Number(values.jobs) }, runAllTogether))
await runAll(alone)
await runFailedAgain(Number(values.again))
finish([])

/** True if a compiled module or a source of the pages is newer than the bundle. */
function isBundleOld(): boolean {
  const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const pages = readdirSync(join(ROOT, 'web'), { recursive: true, encoding: 'utf8' })
  const made = [
    join(ROOT, 'dist/bin/openfloor.js'),
    ...pages.map((name) => join(ROOT, 'web', name)),
  ]
  return Math.max(...made.map(timeOf)) > timeOf(join(ROOT, 'dist/bundle/openfloor.js'))
}

/** The lanes last: their files are short, so that no process waits long for the others. */
async function runAllTogether(): Promise<void> {
  await runAll(together)
  const next = () => lanes.next(browsers < BROWSERS_MAX)
  for (let lane = next(); lane !== undefined; lane = next()) await runLane(lane)
}

async function runLane(lane: Lane): Promise<void> {
  if (lane.hasBrowser) browsers++
  await lanes.run(lane, { hangsSec: options.hangsSec, seed: options.seed }, tell)
  if (lane.hasBrowser) browsers--
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
  times.keep(runs)
  const seconds = (performance.now() - begun) / 1000
  process.stdout.write(summaryOf(runs, seconds, unfinished, processorSec()))
  if (choice.leftOut !== '') process.stdout.write(`${choice.leftOut}\n`)
  const isGood =
    runs.length > 0 && runs.every(({ tally, isUnsteady }) => tally.failed === 0 || isUnsteady)
  process.exit(isGood && unfinished.length === 0 ? 0 : 1)
}
