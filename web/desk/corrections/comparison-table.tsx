import { ShortTable } from '../../look/table/short-table.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'

/** A row with a value before and after a change. */
export interface ComparedRow {
  readonly name: string
  readonly before: string
  readonly after: string
}

export function ComparisonTable(props: {
  label: string
  rows: readonly ComparedRow[]
  before?: string
  after?: string
}) {
  const text = correctionsWords.value
  return (
    <ShortTable
      label={props.label}
      frame="scroll compared"
      rows={props.rows}
      keyOf={({ name }) => name}
      columns={[
        { id: 'name', label: text.field, cell: ({ name }) => name },
        {
          id: 'before',
          label: props.before ?? text.before,
          isNumber: true,
          cell: ({ before }) => before,
        },
        {
          id: 'after',
          label: props.after ?? text.after,
          isNumber: true,
          cell: ({ after }) => <b>{after}</b>,
        },
      ]}
    />
  )
}
