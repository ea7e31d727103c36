import type { ConfigKindName } from '../config-records.js'

/** The kinds that are in files for other servers, in the order in which a file is taken: none names a later one. */
export const TRANSFER_KINDS = [
  'symbols',
  'leverage_profiles',
  'groups',
  'datafeeds',
  'gateways',
  'routing',
  'holidays',
  'reports',
  'mail_servers',
  'brands',
  'allocations',
  'allocation_settings',
  'settings',
  'webhooks',
] as const satisfies readonly ConfigKindName[]

export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** Staff are no settings, and come last: their groups are there by then. */
export const STAFF_KIND = 'staff' as const

/** Everything that a file may hold, in the order in which it is taken. */
export const SETTINGS_FILE_KINDS = [...TRANSFER_KINDS, STAFF_KIND] as const

export type SettingsFileKind = (typeof SETTINGS_FILE_KINDS)[number]

/**
 * Kinds of which records may be deleted by their keys: those of one record always have it, and a member of staff is
 * deleted where it is seen what that closes.
 */
export const DELETED_KINDS = TRANSFER_KINDS.filter(
  (kind): kind is DeletedKind => kind !== 'settings' && kind !== 'allocation_settings',
)

export type DeletedKind = Exclude<TransferKind, 'settings' | 'allocation_settings'>
