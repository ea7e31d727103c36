/**
 * One row that a change inserted, updated or deleted, in its new state. Applying the rows of a
 * change in order has the same effect on another copy of the tables.
 */
export type RowValue = string | number | Uint8Array | null

export type RowKind = 'insert' | 'update' | 'delete'

export interface RowChange {
  readonly table: string
  readonly kind: RowKind
  /** The values of its key before; none of one that is put in. */
  readonly key: readonly RowValue[]
  /** The values of all columns; none of one that is taken out. */
  readonly row: readonly RowValue[]
}

/** A table as its rows are written down: its columns, and those that are its key, in the order of the table. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}
