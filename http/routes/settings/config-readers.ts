import type { Right } from '../../../engine/access/rights.js'
import type { ConfigKindName } from '../../../engine/config/config-records.js'

/** Rights to read each kind over REST and WebSocket; any one is enough. */
export const CONFIG_READERS: Readonly<Record<ConfigKindName, readonly Right[]>> = {
  symbols: ['config.symbols', 'symbols.quick_edit'],
  groups: ['config.groups'],
  datafeeds: ['config.datafeeds'],
  gateways: ['config.gateways'],
  holidays: ['config.holidays'],
  routing: ['config.routing'],
  leverage_profiles: ['config.leverage', 'config.groups'],
  leverage_switches: ['config.leverage'],
  mail_servers: ['config.mail'],
  reports: ['config.reports'],
  network: ['config.servers'],
  licence: ['config.servers'],
  brands: ['config.servers'],
  allocations: ['config.allocation'],
  allocation_settings: ['config.allocation'],
  settings: ['config.servers'],
  webhooks: ['config.webhooks'],
}

export function mayReadKind(
  { rights }: { readonly rights: ReadonlySet<string> },
  kind: ConfigKindName,
): boolean {
  return CONFIG_READERS[kind].some((right) => rights.has(right))
}

/** Rights needed to change a kind, besides the first right to read it. */
export const CONFIG_WRITES_ALSO_NEED: { readonly [K in ConfigKindName]?: readonly Right[] } = {
  brands: ['config.white_labels'],
}
