import { readFileSync, writeFileSync } from 'node:fs'
import { type FigureLine, judgingLimit, numberText } from './figure.js'
import { difference } from './stats.js'

/** Saved runs: a file of figure lines, as they were printed. */

export function saveRun(file: string, lines: readonly FigureLine[]): void {
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

export function loadRun(file: string): FigureLine[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FigureLine)
}

/**
 * One text per figure that both runs have. Ratios are compared where both have them, since they
 * carry the machine's mood on both sides; a difference inside the rounds' range is noise, never a
 * win.
 */
export function compareRuns(before: readonly FigureLine[], now: readonly FigureLine[]): string[] {
  const earlier = new Map(before.map((line) => [line.name, line]))
  return now.flatMap((line) => {
    const was = earlier.get(line.name)
    return was === undefined ? [] : [compareFigure(was, line)]
  })
}

function compareFigure(was: FigureLine, is: FigureLine): string {
  if (was.smoke || is.smoke) return `${is.name}: noise (a smoke run compares with nothing)`
  const [limitBefore, limitNow] = [judgingLimit(was.limits), judgingLimit(is.limits)]
  const byRatio = limitBefore !== undefined && limitNow !== undefined
  const before = byRatio ? limitBefore.ratio_rounds : was.rounds
  const now = byRatio ? limitNow.ratio_rounds : is.rounds
  const from = byRatio ? limitBefore.ratio : was.value
  const to = byRatio ? limitNow.ratio : is.value
  const change = `${numberText(from)} to ${numberText(to)} ${byRatio ? 'of the limit' : is.unit}`
  const percent = (100 * (to / from - 1)).toFixed(1)
  const verdict = difference(before, now, is.better)
  return verdict === 'noise'
    ? `${is.name}: noise (${change})`
    : `${is.name}: ${verdict}, ${change} (${percent} %)`
}
