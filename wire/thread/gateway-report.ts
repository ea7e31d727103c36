import type { UnixMs } from '../../engine/units.js'

/** State of a gateway, as the instance of the links thread that runs it reports. */
export interface GatewayReport extends GatewayFigures {
  readonly id: number
  /** Name of the instance that runs the session. */
  readonly instance: string
  readonly state: 'online' | 'stopped'
  readonly lastError: string
  /** When the state began, and when the copy said so; wall time. */
  readonly since: UnixMs
  readonly reportedAt: UnixMs
}

/** Upper bounds. */
export const FILL_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
] as const

export interface GatewayFigures {
  readonly lastLogonAt: UnixMs | null
  readonly logons: number
  /** The time of the last answer, and of half and 99 of 100 of the last ones. */
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
  /** Orders that are at the provider, or may be. */
  readonly openOrders: number
  /** Orders by the time from sending one to its first fill: a count for each of `FILL_SECONDS`, and beyond. */
  readonly fillCounts: readonly number[]
  /** The sum of those times. */
  readonly fillSeconds: number
  /** Null unless the gateway's `profiling` is on. */
  readonly profile: GatewayProfileFigures | null
}

/** Counts and times since the profiling of a gateway was switched on. */
export interface GatewayProfileFigures {
  readonly since: UnixMs
  readonly messagesIn: readonly ProfiledMessages[]
  readonly messagesOut: readonly ProfiledMessages[]
  /** Times from an order's sending to its first report; then to its first fill, and to its end. */
  readonly ack: ProfiledTimes
  readonly fill: ProfiledTimes
  readonly end: ProfiledTimes
  /** Times from a report's arrival until a shard has it on disk. */
  readonly taken: ProfiledTimes
}

export interface ProfiledMessages {
  readonly type: string
  readonly count: number
}

/** Microseconds; null before the first one. */
export interface ProfiledTimes {
  readonly count: number
  readonly p50Us: number | null
  readonly p99Us: number | null
  readonly maxUs: number | null
}
