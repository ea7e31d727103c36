import type { ConfigKindName, ConfigRecords, Content } from './config-records.js'
import type { ConfigWorld } from './world.js'

/** The target of a reference by id or name, and the field that contains it. */
export interface NameReference {
  readonly path: string
  readonly key: number | string
}

/**
 * References from records of one kind to another. The description is sufficient: a reference to an
 * unknown record is a fault of its field, and a record that is referred to cannot be deleted
 * (`engine/config/references.ts`).
 */
export interface Reference<K extends ConfigKindName, To extends ConfigKindName> {
  readonly to: To
  /** The key of the other record: its id, its unique name, or something else that only one record has. */
  readonly by: 'id' | 'name' | OtherKey<To>
  /** The references in a record; empty if it has none, or if they no longer matter. */
  namedIn(content: Content<K>): readonly NameReference[]
  /** A reference that a stored record already has stays valid after its target was deleted. */
  readonly outlives?: true
  /**
   * The text for deleting a record that is referred to, with what to do first. `nothing`: it may be
   * deleted, and the reference stays.
   */
  readonly whenGoing: 'nothing' | ((named: ConfigRecords[To], by: Users<K>) => string)
}

/** The records that refer to another record; at least one. */
export type Users<K extends ConfigKindName> = readonly [ConfigRecords[K], ...ConfigRecords[K][]]

/** A record that prevents the deletion of another record, as the answer names it. */
export interface UsedBy {
  readonly kind: ConfigKindName
  readonly id: number
  /** The path or name of the record. */
  readonly key: string
}

export interface OtherKey<To extends ConfigKindName> {
  keyOf(record: ConfigRecords[To]): string
  find(key: string, world: ConfigWorld): ConfigRecords[To] | undefined
}

export type AnyReference<K extends ConfigKindName> = {
  readonly [To in ConfigKindName]: Reference<K, To>
}[ConfigKindName]

const NAMED_MAX = 5

/** The first few names, and the number of the others. */
export function someNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).join(', ')
  const more = names.length - NAMED_MAX
  return more > 0 ? `${shown} and ${more} more` : shown
}
