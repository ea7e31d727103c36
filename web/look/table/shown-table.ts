import { signal } from '@preact/signals'
import type { TableName } from '../../state/table-views.js'
import type { ColumnName } from './column.js'

export interface ShownTable {
  readonly name: TableName
  readonly label: string
  readonly columns: readonly ColumnName[]
}

/** The table that is currently visible, for the dialog that sets up its columns. */
export const shownTable = signal<ShownTable | null>(null)
