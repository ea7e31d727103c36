import type { Login, UnixMs } from '../../engine/units.js'
import { timeOrNull, timeText } from '../format/time-text.js'

export const APPLICATION_STATES = ['new', 'approved', 'rejected'] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]

/**
 * Fields that may show that two applications come from the same person; `ip` is the network
 * address.
 */
export const ALIKE_FIELDS = ['email', 'phone', 'address', 'ip'] as const
export type AlikeField = (typeof ALIKE_FIELDS)[number]

/** The data that the applicant typed. */
export interface Applicant {
  readonly name: string
  readonly last_name: string
  readonly email: string
  readonly phone: string
  readonly address: string
  readonly city: string
  readonly country: string
  readonly language: string
}

export interface StoredApplication extends Applicant {
  readonly id: number
  readonly state: ApplicationState
  /** The preferred group. It decides which staff see the application. */
  readonly group_path: string
  /** The leverage of the account. 0 means the leverage of the group. */
  readonly leverage: number
  readonly allocation_id: number | null
  readonly ip: string
  /** The login of the account that was opened, if any. */
  readonly login: Login | null
  readonly reason: string
  readonly created_at: UnixMs
  readonly decided_at: UnixMs | null
  readonly decided_by: Login | null
}

const HIDDEN_WITHOUT = {
  name: 'accounts.name',
  last_name: 'accounts.name',
  email: 'accounts.email',
  phone: 'accounts.phone',
  address: 'accounts.address',
  city: 'accounts.address',
  country: 'accounts.address',
} as const

/** The fields for finding similar applications that these rights include. */
export function alikeFields(rights: ReadonlySet<string>): AlikeField[] {
  return ALIKE_FIELDS.filter((field) => field === 'ip' || rights.has(HIDDEN_WITHOUT[field]))
}

/** An application for staff with these rights. Personal fields are hidden as in accounts. */
export function applicationView(row: StoredApplication, rights: ReadonlySet<string>) {
  return shownApplication(row, (field) => rights.has(HIDDEN_WITHOUT[field]))
}

/** An application for a reader who may not see these account fields. */
export function applicationWithout(row: StoredApplication, hidden: readonly string[]) {
  return shownApplication(row, (field) => !hidden.includes(field))
}

function shownApplication(
  row: StoredApplication,
  isShown: (field: keyof typeof HIDDEN_WITHOUT) => boolean,
) {
  const { group_path: group, created_at, decided_at, ...more } = row
  const shown = (field: keyof typeof HIDDEN_WITHOUT): string | null =>
    isShown(field) ? row[field] : null
  return {
    ...more,
    name: shown('name'),
    last_name: shown('last_name'),
    email: shown('email'),
    phone: shown('phone'),
    address: shown('address'),
    city: shown('city'),
    country: shown('country'),
    group,
    created_at: timeText(created_at),
    decided_at: timeOrNull(decided_at),
  }
}
