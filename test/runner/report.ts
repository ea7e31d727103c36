import type { FileRun } from './file-run.js'

/** The output of a run: a line of each file, and at its end the failures, whole, and the totals. */

export function lineOf({ file, seconds, tally }: FileRun): string {
  const { failed, passed, skipped, count } = tally
  const what = failed > 0 ? `${failed} FAILED of ${count}` : `${passed}`
  const also = skipped > 0 ? `, ${skipped} skipped` : ''
  const time = `${seconds.toFixed(1)} s`.padStart(7)
  return `${failed > 0 ? 'not ok' : 'ok    '} ${time}  ${file}  ${what}${also}\n`
}

/** `unfinished`: files that were cut off. */
export function summaryOf(
  runs: readonly FileRun[],
  seconds: number,
  unfinished: readonly string[] = [],
): string {
  const failing = runs.filter(({ tally }) => tally.failed > 0)
  const lines: string[] = []
  for (const { file, stderr, tally } of failing) {
    for (const failure of tally.failures) lines.push('', failure)
    if (stderr.length > 0) lines.push('', `${file} on stderr:`)
    lines.push(...stderr.map((line) => `    | ${line}`))
  }
  lines.push('')
  if (failing.length > 0) lines.push(`failed: ${failing.map(({ file }) => file).join(' ')}`)
  if (unfinished.length > 0) lines.push(`cut off: ${unfinished.join(' ')}`)
  const sum = (of: (run: FileRun) => number): number => runs.reduce((all, run) => all + of(run), 0)
  const count = sum(({ tally }) => tally.count)
  const failed = sum(({ tally }) => tally.failed)
  const skipped = sum(({ tally }) => tally.skipped)
  lines.push(
    `${runs.length} files, ${count} assertions, ${failed} failed, ${skipped} skipped, ` +
      `${Math.round(seconds)} s`,
  )
  return `${lines.join('\n')}\n`
}
