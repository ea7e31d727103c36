import type { ConnectionParameter, Translate } from './connection.js'

/**
 * A connection to a liquidity provider, as staff see it: with flags and masks instead of secrets.
 */
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
  readonly reconnect_attempts: number
  /** The pause after a series of attempts that all failed to log on. */
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

/** The symbol masks for one group, in addition to those of the gateway. */
export interface GatewayGroup {
  readonly group: string
  readonly symbols: readonly string[]
}
