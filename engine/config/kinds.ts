import { type BookRecords, type ConfigChange, NO_RECORDS } from './book-records.js'
import {
  CONFIG_KINDS,
  type ConfigKindName,
  type ConfigRecords,
  type Content,
} from './config-records.js'
import { ConfigDraft } from './draft.js'
import type { ConfigKind, SettingsThread } from './kind.js'
import { allocationKind } from './kinds/allocation.js'
import { allocationSettingsKind } from './kinds/allocation-settings.js'
import { brandKind } from './kinds/brand.js'
import { datafeedKind } from './kinds/datafeed.js'
import { gatewayKind } from './kinds/gateway.js'
import { groupKind } from './kinds/group.js'
import { holidayKind } from './kinds/holiday.js'
import { leverageProfileKind } from './kinds/leverage-profile.js'
import { leverageSwitchKind } from './kinds/leverage-switch.js'
import { licenceKind } from './kinds/licence.js'
import { mailServerKind } from './kinds/mail-server.js'
import { networkKind } from './kinds/network.js'
import { reportConfigKind } from './kinds/report-config.js'
import { routingRuleKind } from './kinds/routing-rule.js'
import { serverSettingsKind } from './kinds/server-settings.js'
import { symbolKind } from './kinds/symbol.js'
import { webhookKind } from './webhook-kind.js'
import { type ConfigFacts, ConfigWorld } from './world.js'

/** The descriptions of all kinds of settings. */
const KINDS: { readonly [K in ConfigKindName]: ConfigKind<K> } = {
  symbols: symbolKind,
  groups: groupKind,
  datafeeds: datafeedKind,
  gateways: gatewayKind,
  holidays: holidayKind,
  routing: routingRuleKind,
  leverage_profiles: leverageProfileKind,
  leverage_switches: leverageSwitchKind,
  mail_servers: mailServerKind,
  reports: reportConfigKind,
  network: networkKind,
  licence: licenceKind,
  brands: brandKind,
  allocations: allocationKind,
  allocation_settings: allocationSettingsKind,
  settings: serverSettingsKind,
  webhooks: webhookKind,
}

export function kindOf<K extends ConfigKindName>(kind: K): ConfigKind<K> {
  return KINDS[kind]
}

export function nameOf<K extends ConfigKindName>(kind: K, record: Content<K>): string {
  return kindOf(kind).nameOf(record)
}

export function configWorld(records: BookRecords, facts: ConfigFacts): ConfigWorld {
  return new ConfigWorld(records, facts, nameOfRecord)
}

export function configDraft(world: ConfigWorld): ConfigDraft {
  return new ConfigDraft(world, nameOfRecord)
}

function nameOfRecord<K extends ConfigKindName>(kind: K, record: ConfigRecords[K]): string {
  return nameOf(kind, record as ConfigRecords[K] & Content<K>)
}

function isUsed(kind: ConfigKindName, by: SettingsThread): boolean {
  return kindOf(kind).usedByThreads.includes(by)
}

/** The settings that a thread receives, without kinds that it does not use. */
export function recordsFor(hearer: SettingsThread, records: BookRecords): BookRecords {
  const unheard = CONFIG_KINDS.filter((kind) => !isUsed(kind, hearer))
  return { ...records, ...Object.fromEntries(unheard.map((kind) => [kind, NO_RECORDS[kind]])) }
}

/**
 * A change as a thread receives it. For a kind that the thread does not use, only the new version
 * number.
 */
export function changeFor(hearer: SettingsThread, change: ConfigChange): ConfigChange {
  if (isUsed(change.kind, hearer)) return change
  return { ...change, changed: [], removed: [] }
}
