/** A price provider connection as it is stored. */
export interface DatafeedRecord {
  readonly id: number
  readonly name: string
  readonly module: 'dde'
  readonly enabled: boolean
  /** host:port */
  readonly server: string
  readonly login: string
  /** Sealed; the links thread receives it opened. */
  readonly password: string
  readonly reconnect_sec: number
  readonly timeout_sec: number
  readonly idle_timeout_sec: number
  readonly failures_before_rest: number
  readonly rest_sec: number
  readonly symbols: readonly string[]
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

/** `connecting` covers the waits between the attempts of a series. */
export type FeedState = 'disabled' | 'connecting' | 'online' | 'resting'
