/**
 * One row that a change of the tables put in, changed or took out, as it is afterwards. Rows of a change put in one by one, in their
 * order, make of another copy of the tables what the change made of this one.
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
