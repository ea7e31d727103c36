import type { ConfigKind, ContentOf } from './kind.js'

/** The one record of settings that concern the server as a whole. */
export interface ServerSettingsRecord {
  readonly id: number
  /** Where sign-up puts demo and real accounts; empty is nowhere. */
  readonly demo_group: string
  readonly real_group: string
  /** Is an e-mailed code needed to sign up? */
  readonly confirm_demo: boolean
  readonly confirm_real: boolean
  /** Is sign-up open? */
  readonly demo: boolean
  readonly real: boolean
  readonly demo_deposit: string
  readonly default_watchlist: readonly string[]
  readonly utc_offset_min: number
  readonly daylight_saving: 'none' | 'eu' | 'us'
  readonly allowed_origins: readonly string[]
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

type ServerSettings = ContentOf<ServerSettingsRecord>

const DEFAULTS: ServerSettings = {
  demo_group: '',
  real_group: '',
  confirm_demo: false,
  confirm_real: false,
  demo: false,
  real: false,
  demo_deposit: '0',
  default_watchlist: [],
  utc_offset_min: 0,
  daylight_saving: 'none',
  allowed_origins: [],
}

export const serverSettingsKind: ConfigKind<'settings'> = {
  kind: 'settings',
  noun: 'server settings',
  nameOf: () => 'of this server',
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  check: () => [],
}
