import { scopeMasks } from '../names/group-path.js'
import type { Fault } from '../reasons/keyed-text.js'
import { say } from '../reasons/reasons.js'
import { isAddressPrefix } from './address.js'
import { RIGHTS, type Right } from './rights.js'

/** The grants that make an account a staff user (docs/decisions/staff.md). */
export interface StaffProfile {
  readonly rights: readonly Right[]
  readonly group_scope: readonly string[]
  readonly ip_allow: readonly string[]
  readonly mailbox_name: string
  readonly logs_months: number
  /** How many months reports reach back, 0 for all. `logs_months` is the same for the journal. */
  readonly reports_months: number
}

/** Opens the report configurations whose name fits `path`, a name or a mask. */
export interface ReportLine {
  readonly path: string
  readonly view: boolean
  readonly export: boolean
  /** The number of past days that the reports may cover. 0 means no limit. */
  readonly depth_days: number
}

export const IP_ALLOW_MAX = 64
export const SCOPE_MASKS_MAX = 64
export const REPORT_LINES_MAX = 256

/** The normal form of a profile: without duplicates, rights in the order of `RIGHTS`. */
export function normalProfile<Given extends Partial<StaffProfile>>(given: Given): Given {
  const { rights, group_scope, ip_allow } = given
  return {
    ...given,
    ...(rights === undefined ? {} : { rights: RIGHTS.filter((right) => rights.includes(right)) }),
    ...(group_scope === undefined ? {} : { group_scope: distinct(group_scope) }),
    ...(ip_allow === undefined ? {} : { ip_allow: distinct(ip_allow) }),
  }
}

/** Faults of a profile in its normal form that its schema cannot find. */
export function profileFaults(profile: Partial<StaffProfile>): Fault[] {
  return [...scopeFaults(profile.group_scope), ...addressFaults('ip_allow', profile.ip_allow)]
}

/** Compares lists as sets: a different order is no change. */
export function sameList(one: readonly string[], other: readonly string[]): boolean {
  const held = new Set(other)
  return one.length === other.length && one.every((entry) => held.has(entry))
}

function scopeFaults(scope: readonly string[] | undefined): Fault[] {
  if (scope === undefined) return []
  const faults = scope.flatMap((entry, i) => {
    const { allowed, denied } = scopeMasks([entry])
    if (allowed.length + denied.length > 0 && !denied.includes('')) return []
    return [{ path: `group_scope[${i}]`, ...say('field.group_mask') }]
  })
  if (faults.length > 0) return faults
  const { allowed, denied } = scopeMasks(scope)
  if (allowed.length + denied.length > SCOPE_MASKS_MAX) {
    return [{ path: 'group_scope', ...say('field.masks_max', { max: SCOPE_MASKS_MAX }) }]
  }
  if (allowed.length > 0) return []
  return [{ path: 'group_scope', ...say('field.mask_scope') }]
}

/** The faults of a list of addresses without repeats. */
export function addressFaults(field: string, prefixes: readonly string[] = []): Fault[] {
  if (prefixes.length > IP_ALLOW_MAX) {
    return [{ path: field, ...say('field.addresses_max', { max: IP_ALLOW_MAX }) }]
  }
  return prefixes.flatMap((prefix, i) => {
    if (isAddressPrefix(prefix)) return []
    return [{ path: `${field}[${i}]`, ...say('field.address_or_network') }]
  })
}

/** The stored form of report lines: sorted by path, with each path once. */
export function normalLines(lines: readonly ReportLine[]): ReportLine[] {
  const byPath = new Map(lines.map((line) => [line.path.toLowerCase(), line]))
  return [...byPath.keys()].sort().map((path) => byPath.get(path) as ReportLine)
}

export function lineFaults(lines: readonly ReportLine[]): Fault[] {
  const first = new Map<string, ReportLine>()
  const faults: Fault[] = []
  for (const [i, line] of lines.entries()) {
    const other = first.get(line.path.toLowerCase())
    first.set(line.path.toLowerCase(), other ?? line)
    if (other === undefined || sameLine(other, line)) continue
    faults.push({ path: `lines[${i}].path`, ...say('field.lines_contradict') })
  }
  if (faults.length === 0 && first.size > REPORT_LINES_MAX) {
    faults.push({ path: 'lines', ...say('field.lines_max', { max: REPORT_LINES_MAX }) })
  }
  return faults
}

function sameLine(one: ReportLine, other: ReportLine): boolean {
  return (
    one.view === other.view && one.export === other.export && one.depth_days === other.depth_days
  )
}

export function distinct(list: readonly string[]): string[] {
  return [...new Set(list)]
}
