import { signal } from '@preact/signals'
import type { TableName } from '../../state/table-views.js'

/** The filters of tables as text, by name. They last until the page is loaded again. */
const filters = signal<Readonly<Record<TableName, string>>>({})

export const tableFilter = (name: TableName): string => filters.value[name] ?? ''

export function changeTableFilter(name: TableName, text: string): void {
  filters.value = { ...filters.value, [name]: text }
}
