import type { TableName } from '../../state/table-views.js'
import { tableWords } from '../../text/tables/table-words.js'
import type { ListColumn } from './column.js'
import { FilterBar } from './filter-bar.js'
import { changeTableFilter } from './table-filters.js'

/** The filter of a table by the rows that it has: typed, and by its form. */
export function TableFilter(props: {
  name: TableName
  columns: readonly ListColumn<never>[]
  rows: readonly unknown[]
  fitting: number
  text: string
}) {
  const { name, columns, rows, fitting, text } = props
  const { filter } = tableWords.value
  return (
    <FilterBar
      text={text}
      columns={columns}
      rows={rows as readonly never[]}
      hint={filter.hint}
      isWrong={false}
      onText={(next) => changeTableFilter(name, next)}
    >
      {text !== '' && (
        <span class="faint" role="status">
          {filter.fitting({ n: fitting, total: rows.length })}
        </span>
      )}
    </FilterBar>
  )
}
