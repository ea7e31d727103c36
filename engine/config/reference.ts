import type { ConfigKindName, ConfigRecords, Content } from './config-records.js'
import type { ConfigWorld } from './world.js'

/** A place where a record names another one: the field, and the id or the name that stands there. */
export interface NameReference {
  readonly path: string
  readonly key: number | string
}

/**
 * The names of other records in records of one kind. Its description is all that there is to write: an
 * unknown one is a fault at its field, and a record that is named stays (`engine/config/references.ts`).
 */
export interface Reference<K extends ConfigKindName, To extends ConfigKindName> {
  readonly to: To
  /** The key of the other record: its id, its unique name, or something else that only one record has. */
  readonly by: 'id' | 'name' | OtherKey<To>
  /** The names in a record; none where it names none, or what it names does not matter any more. */
  namedIn(content: Content<K>): readonly NameReference[]
  /** A name that the record has had stays good when what it names is gone. */
  readonly outlives?: true
  /**
   * The words for whoever deletes a record that these name, with what to do first. `nothing`: it may go,
   * and the name stays.
   */
  readonly whenGoing: 'nothing' | ((named: ConfigRecords[To], by: Users<K>) => string)
}

/** The records that name one; at least one. */
export type Users<K extends ConfigKindName> = readonly [ConfigRecords[K], ...ConfigRecords[K][]]

/** A record that is in the way of another's deletion, as whoever deletes is told of it. */
export interface UsedBy {
  readonly kind: ConfigKindName
  readonly id: number
  /** Its path or name. */
  readonly key: string
}

export interface OtherKey<To extends ConfigKindName> {
  keyOf(record: ConfigRecords[To]): string
  find(key: string, world: ConfigWorld): ConfigRecords[To] | undefined
}

/** A reference to any kind. */
export type AnyReference<K extends ConfigKindName> = {
  readonly [To in ConfigKindName]: Reference<K, To>
}[ConfigKindName]

const NAMED_MAX = 5

/** The first few names, and how many more. */
export function someNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).join(', ')
  const more = names.length - NAMED_MAX
  return more > 0 ? `${shown} and ${more} more` : shown
}
