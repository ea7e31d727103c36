import type { BookRecords } from './book-records.js'
import type { ConfigKindName, ConfigRecords, Content } from './config-records.js'
import { datafeedKind } from './datafeed.js'
import { gatewayKind } from './gateway.js'
import { groupKind } from './group.js'
import { holidayKind } from './holiday.js'
import type { ConfigKind } from './kind.js'
import { leverageProfileKind } from './leverage-profile.js'
import { leverageSwitchKind } from './leverage-switch.js'
import { routingRuleKind } from './routing-rule.js'
import { serverSettingsKind } from './server-settings.js'
import { symbolKind } from './symbol.js'
import { type ConfigFacts, ConfigWorld } from './world.js'

/** The description of every kind of settings. */
const KINDS: { readonly [K in ConfigKindName]: ConfigKind<K> } = {
  symbols: symbolKind,
  groups: groupKind,
  datafeeds: datafeedKind,
  gateways: gatewayKind,
  holidays: holidayKind,
  routing: routingRuleKind,
  leverage_profiles: leverageProfileKind,
  leverage_switches: leverageSwitchKind,
  settings: serverSettingsKind,
}

export function kindOf<K extends ConfigKindName>(kind: K): ConfigKind<K> {
  return KINDS[kind]
}

/** The unique name of a record. */
export function nameOf<K extends ConfigKindName>(kind: K, record: Content<K>): string {
  return kindOf(kind).nameOf(record)
}

export function configWorld(records: BookRecords, facts: ConfigFacts): ConfigWorld {
  return new ConfigWorld(records, facts, (kind, record) =>
    nameOf(kind, record as ConfigRecords[typeof kind] & Content<typeof kind>),
  )
}
