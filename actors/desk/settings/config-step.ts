import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import type { ConfigWorld } from '../../../engine/config/world.js'
import type { FieldChange } from '../../../wire/stored/journal-line.js'
import type { SealedSecrets } from './config-secrets.js'

/** The part of a change that writes one record: null before is a new one, null after one that goes. */
export interface Step<K extends ConfigKindName> {
  readonly id: number
  readonly before: ConfigRecords[K] | null
  readonly record: ConfigRecords[K] | null
  readonly secrets: SealedSecrets
}

/** A change that may be made: its own record is the first step, the others are those that give way to it. */
export interface Plan<K extends ConfigKindName> {
  readonly did: 'created' | 'changed' | 'removed'
  /** The record after the change, or before its removal. */
  readonly record: ConfigRecords[K]
  readonly steps: readonly Step<K>[]
  /** The journal's text about the change. */
  readonly text: string
  readonly changes: readonly FieldChange[]
  /** The groups that it is about, before and after. */
  readonly masks?: readonly string[]
}

/** The outcome of a change that is not needed: the record is like that, or already gone. */
export interface NoChange<K extends ConfigKindName> {
  readonly did: 'same'
  readonly record: ConfigRecords[K] | null
}

/** The settings that a change is planned against: as they are, or as they will be. */
export interface SettingsView {
  readonly world: ConfigWorld
  secretsOf(kind: ConfigKindName, id: number): SealedSecrets
  nextId(kind: ConfigKindName): number
}
