/** The logical servers: parts of this server with separate settings. */
export const NETWORK_SERVERS = ['trade', 'api', 'quote'] as const
export type NetworkServerName = (typeof NETWORK_SERVERS)[number]

/** The terminals that the `api` server admits, and the rate limits of attempts. */
export interface NetworkAccess {
  readonly allow_administrators: boolean
  readonly allow_api: boolean
  readonly allow_clients: boolean
  readonly allow_managers: boolean
  /** Tries of an address, each within three seconds of the one before. */
  readonly antiflood_connections: number
  readonly antiflood_enabled: boolean
  /** Wrong passwords and codes of an address, each within five minutes of the one before. */
  readonly antiflood_errors: number
}

/**
 * How long demo accounts last. 0: none may be opened; 1: days after the last sign-in; 2: days after
 * opening.
 */
export interface DemoPolicy {
  readonly mode: 0 | 1 | 2
  readonly period_days: number
}

/** The settings of a logical server; parts that belong to another server are null. */
export interface NetworkServerRecord {
  readonly id: number
  readonly server: NetworkServerName
  readonly title: string
  readonly latitude: string
  readonly longitude: string
  /** A network interface of Linux to monitor; empty for all except loopback. */
  readonly network_adapter: string
  /** The admitted clients; only the `api` server has it. */
  readonly access: NetworkAccess | null
  /** The timeout of price history from datafeeds; only the `quote` server has it. */
  readonly history: { readonly datafeeds_timeout_sec: number } | null
  /**
   * The time of weekly maintenance on the server's clock, such as `03:30`; empty for none. Only
   * `trade` has it.
   */
  readonly optimization_time: string | null
  /** How long demo accounts last; null is for ever. Only the `trade` server has it. */
  readonly demo: DemoPolicy | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}
