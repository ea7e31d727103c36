import type { TProperties } from 'typebox'
import { assert } from '../../../engine/assert.js'
import type { ConfigKindName } from '../../../engine/config/config-records.js'
import { Body, type TSchema } from '../../types/scalars.js'
import {
  AllocationSettingsView,
  AllocationView,
  CreateAllocationBody,
  PutAllocationBody,
  PutAllocationSettingsBody,
} from './allocation.js'
import { BrandView, CreateBrandBody, PatchBrandBody } from './brand.js'
import { NOT_SET } from './config.js'
import { CreateDatafeedBody, DatafeedView, PatchDatafeedBody } from './datafeed.js'
import { CreateGatewayBody, GatewayView, PatchGatewayBody } from './gateway.js'
import { CreateGroupBody, GroupView, PatchGroupBody } from './group.js'
import { CreateHolidayBody, HolidayView, PatchHolidayBody } from './holiday.js'
import {
  CreateLeverageProfileBody,
  CreateLeverageSwitchBody,
  LeverageProfileView,
  LeverageSwitchView,
  PatchLeverageProfileBody,
  PatchLeverageSwitchBody,
} from './leverage.js'
import { LicenceRecordView } from './licence.js'
import { CreateMailServerBody, MailServerView, PatchMailServerBody } from './mail-server.js'
import { NetworkServerView, PatchNetworkServerBody } from './network.js'
import { CreateReportConfigBody, PatchReportConfigBody, ReportConfigView } from './report-config.js'
import { CreateRoutingRuleBody, PatchRoutingRuleBody, RoutingRuleView } from './routing-rule.js'
import { PutServerSettingsBody, ServerSettingsView } from './server-settings.js'
import { CreateSymbolBody, PatchSymbolBody, SymbolView } from './symbol.js'
import { CreateWebhookBody, PatchWebhookBody, WebhookView } from './webhook.js'

/**
 * The schemas of each kind of settings: the record as shown, and the bodies to create, change and
 * replace it. Routes and imports use them. Null means that the kind does not have the action.
 */
export interface KindSchemas {
  readonly record: TSchema
  readonly create: TSchema | null
  readonly patch: TSchema | null
  readonly replace: TSchema | null
}

export const CONFIG_SCHEMAS = {
  symbols: {
    record: SymbolView,
    create: CreateSymbolBody,
    patch: PatchSymbolBody,
    replace: null,
  },
  groups: {
    record: GroupView,
    create: CreateGroupBody,
    patch: PatchGroupBody,
    replace: null,
  },
  datafeeds: {
    record: DatafeedView,
    create: CreateDatafeedBody,
    patch: PatchDatafeedBody,
    replace: null,
  },
  gateways: {
    record: GatewayView,
    create: CreateGatewayBody,
    patch: PatchGatewayBody,
    replace: null,
  },
  holidays: {
    record: HolidayView,
    create: CreateHolidayBody,
    patch: PatchHolidayBody,
    replace: null,
  },
  routing: {
    record: RoutingRuleView,
    create: CreateRoutingRuleBody,
    patch: PatchRoutingRuleBody,
    replace: null,
  },
  leverage_profiles: {
    record: LeverageProfileView,
    create: CreateLeverageProfileBody,
    patch: PatchLeverageProfileBody,
    replace: null,
  },
  leverage_switches: {
    record: LeverageSwitchView,
    create: CreateLeverageSwitchBody,
    patch: PatchLeverageSwitchBody,
    replace: null,
  },
  mail_servers: {
    record: MailServerView,
    create: CreateMailServerBody,
    patch: PatchMailServerBody,
    replace: null,
  },
  network: {
    record: NetworkServerView,
    create: null,
    patch: PatchNetworkServerBody,
    replace: null,
  },
  reports: {
    record: ReportConfigView,
    create: CreateReportConfigBody,
    patch: PatchReportConfigBody,
    replace: null,
  },
  licence: {
    record: LicenceRecordView,
    create: null,
    patch: null,
    replace: null,
  },
  brands: {
    record: BrandView,
    create: CreateBrandBody,
    patch: PatchBrandBody,
    replace: null,
  },
  allocations: {
    record: AllocationView,
    create: CreateAllocationBody,
    patch: null,
    replace: PutAllocationBody,
  },
  allocation_settings: {
    record: AllocationSettingsView,
    create: null,
    patch: null,
    replace: PutAllocationSettingsBody,
  },
  settings: {
    record: ServerSettingsView,
    create: null,
    patch: null,
    replace: PutServerSettingsBody,
  },
  webhooks: {
    record: WebhookView,
    create: CreateWebhookBody,
    patch: PatchWebhookBody,
    replace: null,
  },
} as const satisfies Readonly<Record<ConfigKindName, KindSchemas>>

export function schemaOf(kind: ConfigKindName, what: keyof KindSchemas): TSchema {
  const schema: TSchema | null = CONFIG_SCHEMAS[kind][what]
  assert(schema !== null, `${kind} have a schema to ${what}`)
  return schema
}

const newRecords = new Map<ConfigKindName, TSchema>()

/**
 * The schema for a new record. A kind that can only be replaced uses the replacement without its
 * version.
 */
export function newRecordSchema(kind: ConfigKindName): TSchema {
  const { create, replace }: KindSchemas = CONFIG_SCHEMAS[kind]
  if (create !== null) return create
  const known = newRecords.get(kind)
  if (known !== undefined) return known
  assert(replace !== null, `${kind} are made or replaced`)
  const { properties } = replace as unknown as { readonly properties: TProperties }
  const own = Object.entries(properties).filter(([name]) => !(name in NOT_SET))
  const schema = Body(Object.fromEntries(own))
  newRecords.set(kind, schema)
  return schema
}
