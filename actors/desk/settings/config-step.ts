import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import type { ConfigWorld } from '../../../engine/config/world.js'
import type { FieldChange } from '../../../wire/stored/journal-line.js'
import type { SealedSecrets } from './config-secrets.js'

/**
 * The part of a change that writes one record: `before` is null for a new one, `record` for a
 * removed one.
 */
export interface Step<K extends ConfigKindName> {
  readonly id: number
  readonly before: ConfigRecords[K] | null
  readonly record: ConfigRecords[K] | null
  readonly secrets: SealedSecrets
}

/**
 * A permitted change: the first step is its own record, the others are records that make room for
 * it.
 */
export interface Plan<K extends ConfigKindName> {
  readonly did: 'created' | 'changed' | 'removed'
  /** The record after the change; for a removal, the record before it. */
  readonly record: ConfigRecords[K]
  readonly steps: readonly Step<K>[]
  readonly text: string
  readonly changes: readonly FieldChange[]
  /** Masks of the groups that the change concerns, before and after it. */
  readonly masks?: readonly string[]
}

/**
 * The outcome of a change without effect: the record already has this content, or is already
 * removed.
 */
export interface NoChange<K extends ConfigKindName> {
  readonly did: 'same'
  readonly record: ConfigRecords[K] | null
}

/** The settings against which a change is planned: the current settings or the future settings. */
export interface SettingsView {
  readonly world: ConfigWorld
  secretsOf(kind: ConfigKindName, id: number): SealedSecrets
  nextId(kind: ConfigKindName): number
}
