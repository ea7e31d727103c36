import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { changedTests } from './changed.js'
import { Imports } from './imports.js'
import { isSecondStage } from './stages.js'
import type { Times } from './times.js'

/** Which test files a run has, by its options. */
const TESTS = 'test'
/** The tests of a change: with the build and the checks around them some two minutes. */
const CHANGED_SEC = 75
/** Parts that run first, the longest before all, so that no long file is left for the end. */
const LONGEST = [
  'attack/',
  'crash/cluster',
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
/** Long drills of rules that quicker tests check, too: they run by their names, or all by `--drills` (`npm run drills`). */
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
  'http/routes/webhooks/full-disk.test.ts',
  'http/socket/bulk-load.test.ts',
  'mutation/mutation.test.ts',
  'simulation/planted',
]

export interface ChoiceOptions {
  /** Parts of paths; with some, all else is left out of account. */
  readonly words: readonly string[]
  readonly all: boolean
  readonly second: boolean
  readonly drills: boolean
  readonly changed: boolean
  readonly since: string
  readonly jobs: number
}

export interface Choice {
  /** Compiled files, by their paths in `dist`, in the order in which they run. */
  readonly files: readonly string[]
  /** What the run leaves out, as a line for its end; empty if nothing. */
  readonly leftOut: string
}

export function chooseTests(root: string, times: Times, options: ChoiceOptions): Choice {
  const every = readdirSync(join(root, TESTS), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${TESTS}/${name}`)
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  if (options.words.length > 0) {
    return chosen(every.filter((file) => options.words.some((word) => file.includes(word))))
  }
  if (options.drills) return chosen(every.filter(isDrill))
  const usual = every.filter((file) => !isDrill(file))
  if (options.changed) return ofChange(root, usual, times, options)
  if (options.all) return chosen(usual)
  const imports = new Imports()
  const isChosen = (file: string): boolean =>
    isSecondStage(imports, join(root, 'dist'), built(file)) === options.second
  const files = usual.filter(isChosen)
  if (options.second) return chosen(files)
  const left = usual.length - files.length
  return chosen(
    files,
    `Not run: ${left} files that start servers, databases or browsers (npm run test:all).`,
  )
}

function ofChange(
  root: string,
  usual: readonly string[],
  times: Times,
  { since, all, jobs }: ChoiceOptions,
): Choice {
  const reached = changedTests(root, usual, since)
  const files = all ? reached : times.within(reached, CHANGED_SEC, jobs)
  const left = reached.length - files.length
  return chosen(
    files,
    left === 0
      ? `All ${files.length} files ran that the change since ${since} can reach.`
      : `Not run: ${left} files that the change since ${since} reaches from farther away (npm test -- --changed --all).`,
  )
}

function chosen(files: readonly string[], leftOut = ''): Choice {
  return { files: files.map(built), leftOut }
}

function built(file: string): string {
  return file.replace(/\.ts$/, '.js')
}

function isDrill(file: string): boolean {
  return DRILLS.some((part) => file.startsWith(`${TESTS}/${part}`))
}

function rank(file: string): number {
  const at = LONGEST.findIndex((part) => file.startsWith(`${TESTS}/${part}`))
  return at < 0 ? LONGEST.length : at
}
