/**
 * One row that a change inserted, updated or deleted, in its new state. Applying the rows of a
 * change in order has the same effect on another copy of the tables.
 */
export type RowValue = string | number | Uint8Array | null

export type RowKind = 'insert' | 'update' | 'delete'

export interface RowChange {
  readonly table: string
  readonly kind: RowKind
  /** The former values of the key; empty for an inserted row. */
  readonly key: readonly RowValue[]
  /** The new values of all columns; empty for a deleted row. */
  readonly row: readonly RowValue[]
}

/** The form of a table: its columns, and its key columns, both in the order of the table. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}
