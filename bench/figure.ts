import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import type { LatencySummary } from './histogram.js'
import { type Better, median, ratios } from './stats.js'

/** The measurement of a case, before it is judged. */
export interface Measure {
  /** Begins with the number of the goal it speaks to, such as `P1`, or is `limit`. */
  readonly name: string
  readonly unit: string
  readonly better: Better
  /** One per round. */
  readonly values: readonly number[]
  /** Taken in the same rounds. */
  readonly limit?: { readonly name: string; readonly values: readonly number[] } | undefined
  /** The reason why there is no ratio where one belongs. */
  readonly limitMissing?: string | undefined
  /** The figure that floor and goal speak of. */
  readonly judged?: 'value' | 'ratio' | undefined
  readonly floor?: number | undefined
  readonly goal?: number | undefined
  readonly latency?: LatencySummary | undefined
  readonly mix?: string | undefined
  readonly durability?: string | undefined
  /** What was taken off each value: such a difference of two readings may be below zero where both are noise. */
  readonly less?: string | undefined
  /** Conditions a reader must know. */
  readonly notes?: string | undefined
}

export type Verdict = 'goal' | 'floor' | 'below' | null

/** One JSON line of the bench's output. */
export interface FigureLine {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly better: Better
  readonly rounds: readonly number[]
  readonly limit_name: string | null
  readonly limit_value: number | null
  readonly limit_missing: string | null
  readonly ratio: number | null
  readonly ratio_rounds: readonly number[] | null
  readonly judged: 'value' | 'ratio' | null
  readonly floor: number | null
  readonly goal: number | null
  readonly verdict: Verdict
  readonly latency_ms: LatencySummary | null
  readonly smoke: boolean
  readonly mix: string | null
  readonly durability: string | null
  readonly less: string | null
  readonly notes: string | null
  readonly cpus: number
  readonly cpu_model: string
  readonly memory_mb: number
  readonly node: string
  readonly commit: string | null
  readonly at: string
}

export function figureLine(measured: Measure, smoke: boolean): FigureLine {
  const limit = measured.limit
  const ratioRounds = limit === undefined ? null : ratios(measured.values, limit.values)
  const value = median(measured.values)
  const ratio = ratioRounds === null ? null : median(ratioRounds)
  return {
    name: measured.name,
    value,
    unit: measured.unit,
    better: measured.better,
    rounds: measured.values,
    limit_name: limit?.name ?? null,
    limit_value: limit === undefined ? null : median(limit.values),
    limit_missing: measured.limitMissing ?? null,
    ratio,
    ratio_rounds: ratioRounds,
    judged: measured.judged ?? null,
    floor: measured.floor ?? null,
    goal: measured.goal ?? null,
    verdict: verdictOf(measured, measured.judged === 'ratio' ? ratio : value),
    latency_ms: measured.latency ?? null,
    smoke,
    mix: measured.mix ?? null,
    durability: measured.durability ?? null,
    less: measured.less ?? null,
    notes: measured.notes ?? null,
    ...machine(),
    at: new Date().toISOString(),
  }
}

function verdictOf(measured: Measure, judged: number | null): Verdict {
  if (measured.judged === undefined || judged === null) return null
  const reaches = (mark: number | undefined): boolean =>
    mark !== undefined && (measured.better === 'higher' ? judged >= mark : judged <= mark)
  if (reaches(measured.goal)) return 'goal'
  return measured.floor === undefined || reaches(measured.floor) ? 'floor' : 'below'
}

type Machine = Pick<FigureLine, 'cpus' | 'cpu_model' | 'memory_mb' | 'node' | 'commit'>

let known: Machine | undefined

function machine(): Machine {
  known ??= {
    cpus: cpus().length,
    cpu_model: cpus()[0]?.model ?? 'unknown',
    memory_mb: Math.round(totalmem() / 1_048_576),
    node: process.version,
    commit: commit(),
  }
  return known
}

/** Null outside a git checkout: a packed installation can be measured too. */
function commit(): string | null {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}

/** The line for people. */
export function figureText(line: FigureLine): string {
  const parts = [`${line.name}: ${shown(line.value)} ${line.unit}`]
  if (line.ratio !== null) {
    parts.push(`${line.ratio.toFixed(2)} of ${line.limit_name} (${shown(line.limit_value ?? 0)})`)
  }
  if (line.limit_missing !== null) parts.push(`no ratio: ${line.limit_missing}`)
  if (line.latency_ms !== null) {
    const { p50, p95, p99, p99_9 } = line.latency_ms
    const shares = [p50, p95, p99, p99_9].map((ms) => ms.toFixed(3)).join(' / ')
    parts.push(`p50/p95/p99/p99.9 ${shares} ms`)
  }
  if (line.judged !== null) parts.push(`floor ${line.floor}, goal ${line.goal}: ${line.verdict}`)
  if (line.less !== null) parts.push(`less ${line.less}`)
  if (line.notes !== null) parts.push(line.notes)
  return parts.join('; ')
}

export function shown(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}
