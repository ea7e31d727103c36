import { signal } from '@preact/signals'
import type { TableName } from '../../state/table-views.js'
import type { ColumnName } from './column.js'

export interface ShownTable {
  readonly name: TableName
  readonly label: string
  readonly columns: readonly ColumnName[]
}

/** The table that is drawn now, whose columns can be chosen. */
export const shownTable = signal<ShownTable | null>(null)
