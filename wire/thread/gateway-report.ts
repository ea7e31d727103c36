import type { UnixMs } from '../../engine/units.js'

/** The state of a gateway, as reported by the process that runs its session. */
export interface GatewayReport extends GatewayFigures {
  readonly id: number
  /** The name of the process that runs the session. */
  readonly instance: string
  readonly state: 'online' | 'stopped'
  readonly lastError: string
  /** The times when the state began and when it was reported, on the wall clock. */
  readonly since: UnixMs
  readonly reportedAt: UnixMs
}

/** The upper bounds of the histogram of fill times, in seconds. */
export const FILL_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const

export interface GatewayFigures {
  readonly lastLogonAt: UnixMs | null
  readonly logons: number
  /** The time of the latest answer, and median and 99th percentile of the recent ones. */
  readonly answerMs: number | null
  readonly latencyP50Ms: number | null
  readonly latencyP99Ms: number | null
  readonly bytesIn: number
  readonly bytesOut: number
  readonly seqIn: number
  readonly seqOut: number
  readonly instruments: number
  readonly symbols: number
  readonly orders: number
  readonly fills: number
  readonly rejects: number
  readonly outbox: number
  /** The number of orders that are, or may be, open at the provider. */
  readonly openOrders: number
  /**
   * Counts of orders by the time from sending to the first fill: one for each of `FILL_SECONDS`,
   * and one beyond.
   */
  readonly fillCounts: readonly number[]
  /** The sum of all fill times, in seconds. */
  readonly fillSeconds: number
  /** The measured times; null unless the gateway's `profiling` is on. */
  readonly profile: GatewayProfileFigures | null
}

/** Counts and times since profiling of the gateway was switched on. */
export interface GatewayProfileFigures {
  readonly since: UnixMs
  readonly messagesIn: readonly ProfiledMessages[]
  readonly messagesOut: readonly ProfiledMessages[]
  /** Times from sending an order until its first report, its first fill and its end. */
  readonly ack: ProfiledTimes
  readonly fill: ProfiledTimes
  readonly end: ProfiledTimes
  /** Times from the arrival of a report until a shard has it on disk. */
  readonly taken: ProfiledTimes
}

export interface ProfiledMessages {
  readonly type: string
  readonly count: number
}

/** Durations in microseconds; null before the first order. */
export interface ProfiledTimes {
  readonly count: number
  readonly p50Us: number | null
  readonly p99Us: number | null
  readonly maxUs: number | null
}
