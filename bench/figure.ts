import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import type { LatencySummary } from './histogram.js'
import { type Better, median, ratios } from './stats.js'

/** A thing that a figure is held against, taken in the same rounds. */
export interface TakenLimit {
  readonly name: string
  /** One per round. */
  readonly values: readonly number[]
}

/** A limit, or the reason why there is none where one belongs. */
export type Limit = TakenLimit | { readonly missing: string }

/** The measurement of a case, before it is judged. */
export interface Measure {
  /** Begins with the number of the goal it speaks to, such as `P1`, or is `limit`. */
  readonly name: string
  readonly unit: string
  readonly better: Better
  /** One per round. */
  readonly values: readonly number[]
  /** The things that it is held against; floor and goal speak of the ratio to the first of them. */
  readonly limits?: readonly Limit[] | undefined
  /** The figure that floor and goal speak of. */
  readonly judged?: 'value' | 'ratio' | undefined
  readonly floor?: number | undefined
  readonly goal?: number | undefined
  readonly latency?: LatencySummary | undefined
  readonly mix?: string | undefined
  readonly durability?: string | undefined
  /**
   * The amount that was subtracted from each value. The difference may be below zero if both
   * readings are noise.
   */
  readonly less?: string | undefined
  /** Conditions a reader must know. */
  readonly notes?: string | undefined
}

export type Verdict = 'goal' | 'floor' | 'below' | null

/** A limit in the bench's output: one that was taken, or one that is missing. */
export type LimitLine = TakenLimitLine | { readonly missing: string }

export interface TakenLimitLine {
  readonly name: string
  readonly value: number
  /** The figure's value by this one, round by round and in the middle. */
  readonly ratio: number
  readonly ratio_rounds: readonly number[]
}

/** One JSON line of the bench's output. */
export interface FigureLine {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly better: Better
  readonly rounds: readonly number[]
  readonly limits: readonly LimitLine[]
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
  const limits = (measured.limits ?? []).map((limit) => limitLine(limit, measured.values))
  const value = median(measured.values)
  const ratio = judgingLimit(limits)?.ratio ?? null
  return {
    name: measured.name,
    value,
    unit: measured.unit,
    better: measured.better,
    rounds: measured.values,
    limits,
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

function limitLine(limit: Limit, values: readonly number[]): LimitLine {
  if ('missing' in limit) return limit
  const ratioRounds = ratios(values, limit.values)
  const value = median(limit.values)
  return { name: limit.name, value, ratio: median(ratioRounds), ratio_rounds: ratioRounds }
}

/** The limit that floor and goal speak of: the first one, and no other in its place. */
export function judgingLimit(limits: readonly LimitLine[]): TakenLimitLine | undefined {
  const first = limits[0]
  return first === undefined || 'missing' in first ? undefined : first
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
  const parts = [`${line.name}: ${numberText(line.value)} ${line.unit}`]
  parts.push(...line.limits.map(limitText))
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

function limitText(limit: LimitLine): string {
  if ('missing' in limit) return `no ratio: ${limit.missing}`
  return `${limit.ratio.toFixed(2)} of ${limit.name} (${numberText(limit.value)})`
}

export function numberText(value: number): string {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}
