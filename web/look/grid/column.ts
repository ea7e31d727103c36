import type { ComponentChildren } from 'preact'

/** A column of a grid. Its name is that of the field, by which the server sorts and which it is asked for. */
export interface GridColumn<Row> {
  readonly name: string
  readonly label: string
  readonly px: number
  readonly isNumber?: boolean
  /** The server can put the list in its order. */
  readonly isSorted?: boolean
  /** Shown only where somebody has chosen it. */
  readonly isExtra?: boolean
  /** Fields of the row that it is made of; its own name where nothing is said, none where it is live. */
  readonly fields?: readonly string[]
  cell(row: Row): ComponentChildren
}

/** The fields that such columns ask for. */
export function fieldsOf<Row>(columns: readonly GridColumn<Row>[]): string[] {
  return [...new Set(columns.flatMap(({ name, fields }) => fields ?? [name]))]
}
