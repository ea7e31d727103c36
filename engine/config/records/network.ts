/** The logical servers: parts of this one that are looked after by themselves. */
export const NETWORK_SERVERS = ['trade', 'api', 'quote'] as const
export type NetworkServerName = (typeof NETWORK_SERVERS)[number]

/** Whom the `api` server lets in, and how often an address may try. */
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

/** How long demo accounts last. 0: none is opened; 1: so many days after the last sign-in; 2: after the opening. */
export interface DemoPolicy {
  readonly mode: 0 | 1 | 2
  readonly period_days: number
}

/** What is set of a logical server. Its parts are there where they belong to it, and null elsewhere. */
export interface NetworkServerRecord {
  readonly id: number
  readonly server: NetworkServerName
  readonly title: string
  readonly latitude: string
  readonly longitude: string
  /** A network interface of Linux that is looked at; empty is all but loopback. */
  readonly network_adapter: string
  /** Of `api`. */
  readonly access: NetworkAccess | null
  /** Of `quote`. */
  readonly history: { readonly datafeeds_timeout_sec: number } | null
  /** Of `trade`: the server's time of the weekly maintenance, like `03:30`; empty is none. Null elsewhere. */
  readonly optimization_time: string | null
  /** Of `trade`: null is no policy, demo accounts last. */
  readonly demo: DemoPolicy | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}
