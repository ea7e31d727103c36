import type { ConfigKindName, Content } from './config-records.js'

/**
 * A record as a file for another server has it: known by a key that servers share, what it refers to by key,
 * without ids, versions, times, figures of this moment and secrets.
 */
export interface TransferShape<K extends ConfigKindName> {
  /** The field that is the key; several are one key together. */
  readonly keyFields: readonly (keyof Content<K> & string)[]
  keyOf(content: Content<K>): string
  /** Fields that only this server sets. */
  readonly leftOut: readonly (keyof Content<K> & string)[]
  /** Fields that read otherwise there; all others are copied. */
  readonly exported?: (content: Content<K>, keyOf: KeyOf) => ExportedFields
}

/** The key of a record of this server; undefined when there is none under the id, or its kind has no keys. */
export type KeyOf = (kind: ConfigKindName, id: number) => string | undefined

export interface ExportedFields {
  /** The values in place of fields of these names; undefined takes a field away. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The fields that were there and are not told: names of secrets and the like. */
  readonly removed: readonly string[]
}
