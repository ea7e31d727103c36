/** The logical servers: parts of this server with separate settings. */
export const NETWORK_SERVERS = ['trade', 'api', 'quote'] as const
export type NetworkServerName = (typeof NETWORK_SERVERS)[number]

/** The terminals that the `api` server admits, and the rate limits of attempts. */
export interface NetworkAccess {
  readonly allow_administrators: boolean
  readonly allow_api: boolean
  readonly allow_clients: boolean
  readonly allow_managers: boolean
  /** The allowed attempts of an address that follow each other within three seconds. */
  readonly antiflood_connections: number
  readonly antiflood_enabled: boolean
  /**
   * The allowed wrong passwords and codes of an address that follow each other within five minutes.
   */
  readonly antiflood_errors: number
}

/**
 * How long demo accounts last. 0: nobody may open one; 1: days after the last sign-in; 2: days
 * after opening.
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
  /** The network interface of Linux to monitor; empty for all except loopback. */
  readonly network_adapter: string
  /** The clients that may connect. Only the `api` server has this part. */
  readonly access: NetworkAccess | null
  /** The timeout of quotes from datafeeds. Only the `quote` server has this part. */
  readonly history: { readonly datafeeds_timeout_sec: number } | null
  /**
   * The time of weekly maintenance on the server's clock, such as `03:30`; empty for none. Only
   * `trade` has it.
   */
  readonly optimization_time: string | null
  /**
   * How long demo accounts last; null if they never expire. Only the `trade` server has this part.
   */
  readonly demo: DemoPolicy | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}
