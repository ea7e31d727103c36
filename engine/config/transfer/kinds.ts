import type { ConfigKindName } from '../config-records.js'

/** The kinds in transfer files, in import order: no kind refers to a later one. */
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

/** Staff users are not settings. They come last, after the groups that they belong to. */
export const STAFF_KIND = 'staff' as const

/** The kinds of records that a file may contain, in import order. */
export const SETTINGS_FILE_KINDS = [...TRANSFER_KINDS, STAFF_KIND] as const

export type SettingsFileKind = (typeof SETTINGS_FILE_KINDS)[number]

/**
 * Kinds whose records may be deleted by key. Kinds with one record always have it, and staff users
 * are deleted only where the effects are shown.
 */
export const DELETED_KINDS = TRANSFER_KINDS.filter(
  (kind): kind is DeletedKind => kind !== 'settings' && kind !== 'allocation_settings',
)

export type DeletedKind = Exclude<TransferKind, 'settings' | 'allocation_settings'>
