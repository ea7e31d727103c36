import type { ReportLine, StaffProfile } from '../../engine/access/staff-profile.js'
import type { Login, UnixMs } from '../../engine/units.js'

/** The fields that make an account a staff user, as the desk keeps them. */
export interface StoredStaff extends Omit<StaffProfile, 'rights'> {
  readonly login: Login
  /** The rights as stored: another version may have known other ones. */
  readonly rights: readonly string[]
  readonly active: boolean
  readonly reports: readonly ReportLine[]
  readonly created_at: UnixMs
  readonly updated_at: UnixMs
  readonly version: number
}

/** A staff user as routes show it: the profile, and what its account adds. */
export interface StaffMember extends StaffProfile {
  readonly login: Login
  readonly active: boolean
  readonly group: string
  readonly name: string
  readonly email: string
  /** True when its one-time codes are on. */
  readonly otp_enabled: boolean
  readonly last_access: UnixMs | null
  readonly last_ip: string
  readonly created_at: UnixMs
  readonly updated_at: UnixMs
  readonly version: number
}

export interface StaffReports {
  /** The staff user's: a change of the lines is a change of the user. */
  readonly version: number
  readonly lines: readonly ReportLine[]
}

/** A staff user as a file for another server has it. */
export interface ImportedStaff extends Partial<StaffProfile> {
  readonly group?: string
  readonly name?: string
  readonly email?: string
  readonly active?: boolean
  readonly reports?: readonly ReportLine[]
}

export interface ExportedStaff {
  readonly fields: ImportedStaff & { readonly login: Login }
  /** Secrets that were there. */
  readonly removed: readonly string[]
}
