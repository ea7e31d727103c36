import type { AllocationRecord, AllocationSettingsRecord } from './records/allocation.js'
import type { BrandRecord } from './records/brand.js'
import type { DatafeedRecord } from './records/datafeed.js'
import type { GatewayRecord } from './records/gateway.js'
import type { GroupRecord } from './records/group.js'
import type { HolidayRecord } from './records/holiday.js'
import type { LeverageProfileRecord } from './records/leverage-profile.js'
import type { LeverageSwitchRecord } from './records/leverage-switch.js'
import type { LicenceRecord } from './records/licence.js'
import type { MailServerRecord } from './records/mail-server.js'
import type { NetworkServerRecord } from './records/network.js'
import type { ReportConfigRecord } from './records/report-config.js'
import type { RoutingRuleRecord } from './records/routing-rule.js'
import type { ServerSettingsRecord } from './records/server-settings.js'
import type { SymbolRecord } from './records/symbol.js'
import type { WebhookRecord } from './records/webhook.js'

/**
 * Settings are versioned records of these kinds. A kind has a record type, a schema on the wire, a
 * description (`engine/config/kinds.ts`) and routes (docs/adding-a-setting.md); storing, versions,
 * order, secrets, journal and distribution are the same for all (`actors/desk/settings/config.ts`).
 */
export interface ConfigRecords {
  readonly symbols: SymbolRecord
  readonly groups: GroupRecord
  readonly datafeeds: DatafeedRecord
  readonly gateways: GatewayRecord
  readonly holidays: HolidayRecord
  readonly routing: RoutingRuleRecord
  readonly leverage_profiles: LeverageProfileRecord
  readonly leverage_switches: LeverageSwitchRecord
  readonly mail_servers: MailServerRecord
  readonly reports: ReportConfigRecord
  /** The three logical servers, one record each. */
  readonly network: NetworkServerRecord
  /** The licence; this kind has exactly one record. */
  readonly licence: LicenceRecord
  readonly brands: BrandRecord
  readonly allocations: AllocationRecord
  /** The allocation settings; this kind has exactly one record. */
  readonly allocation_settings: AllocationSettingsRecord
  /** The server settings; this kind has exactly one record. */
  readonly settings: ServerSettingsRecord
  readonly webhooks: WebhookRecord
}

/** The kinds in dependency order: each comes after the kinds that it refers to. */
export const CONFIG_KINDS = [
  'licence',
  'symbols',
  'leverage_profiles',
  'groups',
  'datafeeds',
  'gateways',
  'routing',
  'holidays',
  'leverage_switches',
  'mail_servers',
  'reports',
  'network',
  'brands',
  'allocations',
  'allocation_settings',
  'settings',
  'webhooks',
] as const satisfies readonly (keyof ConfigRecords)[]

export type ConfigKindName = (typeof CONFIG_KINDS)[number]

export type StoredField = 'id' | 'created_at' | 'updated_at' | 'version'

export type Content<K extends ConfigKindName> = Omit<ConfigRecords[K], StoredField>

export type ContentOf<R> = Omit<R, StoredField>
