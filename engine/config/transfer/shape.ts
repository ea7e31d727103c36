import type { Fault } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import type { ConfigKindName, Content } from '../config-records.js'

/**
 * A record as a file for another server has it: known by a key that servers share, what it refers to by key,
 * without ids, versions, times, figures of this moment and secrets.
 */
export interface TransferShape<K extends ConfigKindName> {
  /** The field that is the key; several are one key together. None is a kind of one record. */
  readonly keyFields: readonly (keyof Content<K> & string)[]
  keyOf(content: Content<K>): string
  /** The unique name of the record that has the key, where it is another text. */
  readonly nameOfKey?: (key: string) => string
  /** Several records may have one key: which of them is meant cannot be said then, and is refused. */
  readonly sharesKeys?: true
  /** Fields that only this server sets. */
  readonly leftOut: readonly (keyof Content<K> & string)[]
  /** Fields that read otherwise there; all others are copied. */
  readonly exported?: (content: Content<K>, keyOf: KeyOf) => ExportedFields
  /** The way back of `exported`: fields of a file as they are here; `before` is the record that has the key. */
  readonly imported?: (fields: Fields, idOf: IdOf, before: Content<K> | null) => TakenFields
  /** Lists whose order means nothing and is kept as it came. */
  readonly sets?: readonly (keyof Content<K> & string)[]
  /** The key of another record of the kind that has to be there first. */
  readonly after?: (fields: Fields) => unknown
}

type Fields = Readonly<Record<string, unknown>>

/** The key of a record of this server; undefined when there is none under the id, or its kind has no keys. */
export type KeyOf = (kind: ConfigKindName, id: number) => string | undefined

/** The id of the record of this server that has the key, in any case. */
export type IdOf = (kind: ConfigKindName, key: unknown) => number | undefined

export interface TakenFields {
  /** The values in place of fields of these names; undefined takes a field away. */
  readonly fields: Fields
  /** Keys of records that this server does not have. */
  readonly faults: readonly Fault[]
}

/** The fault of a field whose key no record of this server has. */
export function missing(path: string, noun: string, key: unknown): Fault {
  return { path, ...say('field.no_record_here', { noun, key: String(key) }) }
}

/** The shape of a kind that has exactly one record: there is nothing to tell it by. */
export function onlyRecord<K extends ConfigKindName>(nameOf: () => string): TransferShape<K> {
  return { keyFields: [], keyOf: () => ONLY_KEY, nameOfKey: nameOf, leftOut: [] }
}

/** The key of the record of a kind that has one. */
const ONLY_KEY = 'server'

export interface ExportedFields {
  /** The values in place of fields of these names; undefined takes a field away. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The fields that were there and are not told: names of secrets and the like. */
  readonly removed: readonly string[]
}
