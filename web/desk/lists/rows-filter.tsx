import type { ComponentChildren } from 'preact'
import type { ListColumn } from '../../look/table/column.js'
import { FilterBar } from '../../look/table/filter-bar.js'
import { ask, place } from '../../staff/place.js'
import { tableWords } from '../../text/tables/table-words.js'

/** The filter text of a list that the page has loaded completely. The address stores the text. */
export const rowsFilter = (): string => place.value.query.get('q') ?? ''

/** The filter of a list that the page has loaded completely (`foundRows`). */
export function RowsFilter<Row>(props: {
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  hint?: string
  children?: ComponentChildren
}) {
  const { columns, rows, hint = tableWords.value.filter.hint, children } = props
  return (
    <FilterBar
      text={rowsFilter()}
      columns={columns}
      rows={rows}
      hint={hint}
      isWrong={false}
      isFirst={true}
      onText={(q) => ask({ q })}
    >
      {children}
    </FilterBar>
  )
}
