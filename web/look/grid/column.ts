import type { ComponentChildren } from 'preact'

/**
 * A column of a grid. Its name is the name of the field, by which the server sorts and returns it.
 */
export interface GridColumn<Row> {
  readonly name: string
  readonly label: string
  readonly px: number
  readonly isNumber?: boolean
  /** Whether the server can sort by it. */
  readonly isSorted?: boolean
  /** Whether it is hidden until the user adds it. */
  readonly isExtra?: boolean
  /** The fields that it needs: by default its own name, none for a live column. */
  readonly fields?: readonly string[]
  cell(row: Row): ComponentChildren
}

/** The fields that these columns need from the server. */
export function fieldsOf<Row>(columns: readonly GridColumn<Row>[]): string[] {
  return [...new Set(columns.flatMap(({ name, fields }) => fields ?? [name]))]
}
