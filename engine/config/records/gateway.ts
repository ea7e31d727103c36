import type { ConnectionParameter, Translate } from './connection.js'

/** A liquidity provider connection as it is shown: with flags and masks instead of secrets. */
export interface GatewayRecord {
  readonly id: number
  readonly name: string
  readonly module: 'fix44'
  readonly enabled: boolean
  readonly server: string
  readonly login: string
  readonly has_password: boolean
  readonly gateway_server: string
  readonly gateway_login: string
  readonly has_gateway_password: boolean
  readonly priority: number
  readonly reconnect_sec: number
  readonly timeout_sec: number
  readonly import_symbol_settings: boolean
  readonly params: readonly ConnectionParameter[]
  readonly symbols: readonly string[]
  readonly translates: readonly Translate[]
  /** `Active`: we dial the provider; `Passive`: it dials us. */
  readonly mode: 'Active' | 'Passive'
  /** Attempts in a series. */
  readonly reconnect_attempts: number
  /** Wait after a series that never logged on. */
  readonly series_pause_sec: number
  readonly allow_import_balances: boolean
  readonly collect_transactions_days: number
  readonly groups: readonly GatewayGroup[]
  readonly profiling: boolean
  readonly ssl: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

/** A gateway with its secrets, only for the links thread. */
export interface OpenedGateway extends GatewayRecord {
  readonly password: string
  readonly gateway_password: string
}

/** Symbol masks of one group, narrower than the gateway's own. */
export interface GatewayGroup {
  readonly group: string
  readonly symbols: readonly string[]
}
