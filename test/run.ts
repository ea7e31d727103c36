import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { endAll, type FileRun, runFile } from './file-run.js'

/**
 * `npm test` runs every file, `npm test -- http/ crash` those whose path holds one of the words.
 * A line per file when it ends; then every failure whole, and the totals: of a long log often only
 * the tail is seen.
 *
 * Each file is a plain `node FILE`. The runner that comes with tap puts module loaders into every
 * process and thread of a test, which made the whole run four times as long.
 */
const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const TESTS = 'test'
/** These go first, so that no long one is left for the end. */
const LONGEST = ['crash/crash.', 'crash/failing-disk', 'bench/smoke', 'crash/', 'bin/', 'e2e/']
/** These measure, and have the machine to themselves. */
const ALONE = 'test/alone/'

const { values, positionals: words } = parseArgs({
  options: { jobs: { type: 'string', default: String(Math.max(2, availableParallelism())) } },
  allowPositionals: true,
})
const begun = performance.now()
const files = readdirSync(join(ROOT, TESTS), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `${TESTS}/${name}`)
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
const runs: FileRun[] = []

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endAll()
    process.exit(1)
  })
}
const together = files.filter((file) => !file.startsWith(ALONE))
await Promise.all(Array.from({ length: Number(values.jobs) }, () => runAll(together)))
await runAll(files.filter((file) => file.startsWith(ALONE)))
process.stdout.write(summary())
const isGood = runs.length > 0 && runs.every(({ tally }) => tally.failed === 0)
process.exit(isGood ? 0 : 1)

function rank(file: string): number {
  const at = LONGEST.findIndex((part) => file.startsWith(`${TESTS}/${part}`))
  return at < 0 ? LONGEST.length : at
}

async function runAll(waiting: string[]): Promise<void> {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const run = await runFile(`dist/${file.replace(/\.ts$/, '.js')}`, ROOT)
    runs.push(run)
    const { passed, failed, skipped, count } = run.tally
    const what = failed > 0 ? `${failed} FAILED of ${count}` : `${passed}`
    const also = skipped > 0 ? `, ${skipped} skipped` : ''
    const seconds = `${run.seconds.toFixed(1)} s`.padStart(7)
    process.stdout.write(
      `${failed > 0 ? 'not ok' : 'ok    '} ${seconds}  ${file}  ${what}${also}\n`,
    )
  }
}

function summary(): string {
  const failing = runs.filter(({ tally }) => tally.failed > 0)
  const sum = (of: (run: FileRun) => number): number => runs.reduce((all, run) => all + of(run), 0)
  const failed = sum(({ tally }) => tally.failed)
  const lines: string[] = []
  for (const { file, stderr, tally } of failing) {
    for (const failure of tally.failures) lines.push('', failure)
    if (stderr.length > 0) lines.push('', `${file} said on stderr:`, ...stderr)
  }
  if (failing.length > 0) lines.push('', `failed: ${failing.map(({ file }) => file).join(' ')}`)
  const seconds = Math.round((performance.now() - begun) / 1000)
  const skipped = sum(({ tally }) => tally.skipped)
  lines.push(
    '',
    `${runs.length} files, ${sum(({ tally }) => tally.count)} assertions, ${failed} failed, ` +
      `${skipped} skipped, ${seconds} s`,
  )
  return `${lines.join('\n')}\n`
}
