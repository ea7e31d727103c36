import type { FileRun } from './file-run.js'

/**
 * The output of a run: a line for each file with its failures in short, then the most expensive files, then the
 * whole failures and the totals. Files that failed twice come last, so that the tail of a log shows their failures.
 */

const BRIEF_FAILURES = 3
const BRIEF_LINES = 12

export function lineOf({ file, seconds, tally }: FileRun): string {
  const { failed, passed, skipped, count } = tally
  const what = failed > 0 ? `${failed} FAILED of ${count}` : `${passed}`
  const also = skipped > 0 ? `, ${skipped} skipped` : ''
  const time = `${seconds.toFixed(1)} s`.padStart(7)
  return `${failed > 0 ? 'not ok' : 'ok    '} ${time}  ${file}  ${what}${also}\n${briefOf(tally.failures)}`
}

function briefOf(failures: readonly string[]): string {
  const told = failures.slice(0, BRIEF_FAILURES)
  return told.map((failure) => `${failure.split('\n').slice(0, BRIEF_LINES).join('\n')}\n`).join('')
}

const DEAREST_TOLD = 20

/** `unfinished`: files that were cut off; `processorSec`: of all processes of the run, where it is known. */
export function summaryOf(
  runs: readonly FileRun[],
  seconds: number,
  unfinished: readonly string[] = [],
  processorSec?: number,
): string {
  const failing = runs.filter(({ tally }) => tally.failed > 0)
  const unsteady = failing.filter(({ isUnsteady }) => isUnsteady === true)
  const broken = failing.filter(({ isUnsteady }) => isUnsteady !== true)
  const lines: string[] = []
  if (runs.length > DEAREST_TOLD) lines.push(dearestOf(runs))
  for (const { file, stderr, tally } of [...unsteady, ...broken]) {
    for (const failure of tally.failures) lines.push('', failure)
    if (stderr.length > 0) lines.push('', `${file} on stderr:`)
    lines.push(...stderr.map((line) => `    | ${line}`))
  }
  lines.push('')
  if (broken.length > 0) lines.push(`failed: ${namesOf(broken)}`)
  if (unsteady.length > 0) lines.push(`unsteady: ${namesOf(unsteady)} (passed alone)`)
  if (unfinished.length > 0) lines.push(`cut off: ${unfinished.join(' ')}`)
  lines.push(...skipsOf(runs))
  const sum = (of: (run: FileRun) => number): number => runs.reduce((all, run) => all + of(run), 0)
  const count = sum(({ tally }) => tally.count)
  const failed = sum(({ tally }) => tally.failed)
  const skipped = sum(({ tally }) => tally.skipped)
  const processor = processorSec === undefined ? '' : `, ${Math.round(processorSec)} of processor`
  lines.push(
    `${runs.length} files, ${count} assertions, ${failed} failed, ${skipped} skipped, ` +
      `${Math.round(seconds)} s${processor}`,
  )
  return `${lines.join('\n')}\n`
}

/** What the run did not check, by its reason: a program that is missing would else go unseen. */
function skipsOf(runs: readonly FileRun[]): string[] {
  const files = new Map<string, Set<string>>()
  for (const { file, tally } of runs) {
    for (const why of tally.skips) files.set(why, (files.get(why) ?? new Set()).add(file))
  }
  return [...files].map(([why, those]) => `NOT CHECKED, ${why}: ${[...those].join(' ')}`)
}

function namesOf(runs: readonly FileRun[]): string {
  return runs.map(({ file }) => file).join(' ')
}

function dearestOf(runs: readonly FileRun[]): string {
  const cost = ({ processor, seconds }: FileRun): number => processor ?? seconds
  const dearest = runs.toSorted((a, b) => cost(b) - cost(a)).slice(0, DEAREST_TOLD)
  const told = dearest.map((run) => {
    const { file, seconds } = run
    return `  ${cost(run).toFixed(1).padStart(6)} s of processor  ${seconds.toFixed(1).padStart(6)} s  ${file}`
  })
  return ['dearest:', ...told].join('\n')
}
