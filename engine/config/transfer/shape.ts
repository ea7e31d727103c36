import type { Fault } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import type { ConfigKindName, Content } from '../config-records.js'

/**
 * The form of a record in a transfer file: identified by a key that servers share, with references
 * by key, and without ids, versions, times, current figures and secrets.
 */
export interface TransferShape<K extends ConfigKindName> {
  /** The fields that form the key together; empty for a kind with one record. */
  readonly keyFields: readonly (keyof Content<K> & string)[]
  keyOf(content: Content<K>): string
  /** The unique name of the record with the key, if it differs from the key. */
  readonly nameOfKey?: (key: string) => string
  /**
   * True if several records may have one key. A reference by such a key is ambiguous, so the import
   * refuses it.
   */
  readonly sharesKeys?: true
  /** Fields that only this server sets, so files do not contain them. */
  readonly leftOut: readonly (keyof Content<K> & string)[]
  /** Fields that have a different form in files. All other fields are copied. */
  readonly exported?: (content: Content<K>, keyOf: KeyOf) => ExportedFields
  /**
   * The reverse of `exported`: fields of a file in local form; `before` is the record with the key.
   */
  readonly imported?: (fields: Fields, idOf: IdOf, before: Content<K> | null) => TakenFields
  /** Lists without a meaningful order, stored as received. */
  readonly sets?: readonly (keyof Content<K> & string)[]
  /** The key of another record of the kind that must exist first. */
  readonly after?: (fields: Fields) => unknown
}

type Fields = Readonly<Record<string, unknown>>

/** The key of a local record; undefined if the id is unknown, or if its kind has no keys. */
export type KeyOf = (kind: ConfigKindName, id: number) => string | undefined

/** The id of this server's record with the key, ignoring case. */
export type IdOf = (kind: ConfigKindName, key: unknown) => number | undefined

export interface TakenFields {
  /** The replacement values for fields; undefined removes a field. */
  readonly fields: Fields
  /** Faults for keys that no record of this server has. */
  readonly faults: readonly Fault[]
}

/** The fault of a field whose key no record of this server has. */
export function missing(path: string, noun: string, key: unknown): Fault {
  return { path, ...say('field.no_record_here', { noun, key: String(key) }) }
}

/** The file format of a kind with exactly one record, which needs no key. */
export function onlyRecord<K extends ConfigKindName>(nameOf: () => string): TransferShape<K> {
  return { keyFields: [], keyOf: () => ONLY_KEY, nameOfKey: nameOf, leftOut: [] }
}

/** The key of the only record of a kind. */
const ONLY_KEY = 'server'

export interface ExportedFields {
  /** The replacement values for fields; undefined removes a field. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The names of removed fields, such as secrets. */
  readonly removed: readonly string[]
}
