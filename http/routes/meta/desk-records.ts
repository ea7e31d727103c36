import { CONFIG_KINDS, type ConfigKindName } from '../../../engine/config/config-records.js'
import { kindOf } from '../../../engine/config/kinds.js'
import { CreateAccountBody } from '../../../wire/schema/accounts/account.js'
import { PatchAccountBody } from '../../../wire/schema/accounts/account-edit.js'
import { CreateStaffBody, PatchStaffBody } from '../../../wire/schema/people/staff.js'
import { RunReportBody } from '../../../wire/schema/records/report.js'
import {
  CreateReportScheduleBody,
  PatchReportScheduleBody,
} from '../../../wire/schema/records/report-schedule.js'
import { CONFIG_SCHEMAS, type KindSchemas } from '../../../wire/schema/settings/config-kinds.js'
import { ApplyLicenceBody } from '../../../wire/schema/settings/licence.js'
import type { TSchema } from '../../../wire/types/scalars.js'

/** A kind of editable records, with the schemas to create and change one. */
export interface DeskRecords {
  readonly kind: string
  /** The tag of its routes, under which field descriptions are found. */
  readonly tag: string
  readonly create: TSchema | null
  readonly change: TSchema | null
  /** Fields that are stored encrypted and never shown. */
  readonly secrets: readonly string[]
}

/** Tags of kinds whose routes have another name. */
const TAGS: Partial<Record<ConfigKindName, string>> = {
  leverage_profiles: 'leverage-profiles',
  leverage_switches: 'leverage-switches',
  mail_servers: 'mail-servers',
  brands: 'licence',
  allocations: 'account-allocations',
  allocation_settings: 'account-allocations',
}

/** The kinds of editable records: settings, accounts, staff, report schedules and report jobs. */
export const DESK_RECORDS: readonly DeskRecords[] = [
  ...CONFIG_KINDS.map(settingsOf),
  {
    kind: 'accounts',
    tag: 'accounts',
    create: CreateAccountBody,
    change: PatchAccountBody,
    secrets: ['master_password', 'investor_password', 'phone_password'],
  },
  { kind: 'staff', tag: 'staff', create: CreateStaffBody, change: PatchStaffBody, secrets: [] },
  {
    kind: 'report_schedules',
    tag: 'reports',
    create: CreateReportScheduleBody,
    change: PatchReportScheduleBody,
    secrets: [],
  },
  { kind: 'report_jobs', tag: 'reports', create: RunReportBody, change: null, secrets: [] },
]

function settingsOf(kind: ConfigKindName): DeskRecords {
  const { create, patch, replace }: KindSchemas = CONFIG_SCHEMAS[kind]
  // A licence is created from its key, which is not part of the record.
  const made = kind === 'licence' ? ApplyLicenceBody : create
  const { secrets } = kindOf(kind)
  return {
    kind,
    tag: TAGS[kind] ?? kind,
    create: made,
    change: patch ?? replace,
    secrets: (secrets?.fields ?? []) as readonly string[],
  }
}
