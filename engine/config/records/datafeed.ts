import type { ConnectionParameter, Translate } from './connection.js'

/** A connection to a price provider, as staff see it: with flags and masks instead of secrets. */
export interface DatafeedRecord {
  readonly id: number
  readonly name: string
  readonly module: DatafeedModule
  readonly enabled: boolean
  /** host:port */
  readonly server: string
  readonly login: string
  readonly has_password: boolean
  /** A second server that some modules may need. It is stored but not used yet. */
  readonly gateway_server: string
  readonly gateway_login: string
  readonly has_gateway_password: boolean
  /** If several feeds quote the same symbol, the lowest number wins. */
  readonly priority: number
  readonly reconnect_sec: number
  readonly timeout_sec: number
  readonly idle_timeout_sec: number
  readonly failures_before_rest: number
  readonly rest_sec: number
  readonly quotes_enabled: boolean
  readonly news_enabled: boolean
  readonly import_symbol_settings: boolean
  readonly params: readonly ConnectionParameter[]
  /** The symbol masks in order. The last mask that matches a symbol decides. */
  readonly symbols: readonly string[]
  readonly translates: readonly Translate[]
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export type DatafeedModule = 'fix44' | 'dde'

/** A datafeed with its secrets, only for the links thread. */
export interface OpenedDatafeed extends DatafeedRecord {
  readonly password: string
  readonly gateway_password: string
}

/** `connecting` includes the pauses between the attempts of a series. */
export type FeedState = 'disabled' | 'connecting' | 'online' | 'resting'
