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
import type { TSchema } from '../../../wire/schema/scalars.js'
import { CONFIG_SCHEMAS, type KindSchemas } from '../../../wire/schema/settings/config-kinds.js'
import { ApplyLicenceBody } from '../../../wire/schema/settings/licence.js'

/** A kind of records that people edit, with the bodies that make and change one. */
export interface DeskRecords {
  readonly kind: string
  /** The tag of their routes, under which their fields have words. */
  readonly tag: string
  readonly create: TSchema | null
  readonly change: TSchema | null
  /** Fields that are kept sealed and never shown. */
  readonly secrets: readonly string[]
}

/** The tags of kinds of settings whose routes have another one than the kind is called. */
const TAGS: Partial<Record<ConfigKindName, string>> = {
  leverage_profiles: 'leverage-profiles',
  leverage_switches: 'leverage-switches',
  mail_servers: 'mail-servers',
  brands: 'licence',
  allocations: 'account-allocations',
  allocation_settings: 'account-allocations',
}

/** All of them: every kind of settings, the accounts, their staff, the schedules of reports, and what a report is asked. */
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
  // A licence is made of its key, which is no part of the record.
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
