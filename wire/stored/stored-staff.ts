import type { ReportLine, StaffProfile } from '../../engine/access/staff-profile.js'
import type { Login, UnixMs } from '../../engine/units.js'

/** The staff data of an account as the desk stores it. */
export interface StoredStaff extends Omit<StaffProfile, 'rights'> {
  readonly login: Login
  /** The stored rights, which may include rights of another version. */
  readonly rights: readonly string[]
  readonly active: boolean
  readonly reports: readonly ReportLine[]
  readonly created_at: UnixMs
  readonly updated_at: UnixMs
  readonly version: number
}

/** A staff user in the form of the API: the profile, with data of the account. */
export interface StaffMember extends StaffProfile {
  readonly login: Login
  readonly active: boolean
  readonly group: string
  readonly name: string
  readonly email: string
  /** Whether the account uses one-time codes. */
  readonly otp_enabled: boolean
  readonly last_access: UnixMs | null
  readonly last_ip: string
  readonly created_at: UnixMs
  readonly updated_at: UnixMs
  readonly version: number
}

export interface StaffReports {
  /** The version of the staff user, which also changes with the lines. */
  readonly version: number
  readonly lines: readonly ReportLine[]
}

/** A staff user in a settings file. */
export interface ImportedStaff extends Partial<StaffProfile> {
  readonly group?: string
  readonly name?: string
  readonly email?: string
  readonly active?: boolean
  readonly reports?: readonly ReportLine[]
}

export interface ExportedStaff {
  readonly fields: ImportedStaff & { readonly login: Login }
  /** Secrets that were left out of the file. */
  readonly removed: readonly string[]
}
