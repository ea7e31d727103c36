import type { ComponentChildren } from 'preact'
import { type PanelData, ReadPanel } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { foundRows } from '../../look/table/fitting.js'
import { countText } from '../../text/numbers.js'
import { ListFoot } from '../lists/list-foot.js'
import { RecordGrid } from '../lists/record-grid.js'
import { RowsFilter, rowsFilter } from '../lists/rows-filter.js'

/** A list of records that the page has loaded completely, with its filter and the open card. */
export function RecordPage<Row, Data>(props: {
  /** The name under which the list keeps its order and columns. */
  name: string
  /** Another list of the same page, such as one in another state, starts at its first row. */
  listKey?: string
  title: string
  columns: readonly ListColumn<Row>[]
  read: PanelData<Data>
  rowsOf: (data: Data) => readonly Row[]
  /** Words of a row that the filter finds besides those of the columns. */
  wordsOf?: (row: Row) => readonly string[]
  hint?: string
  /** Switches above the filter. */
  head?: ComponentChildren
  /** The label of the button for a new record, beside the filter. */
  add?: string
  onAdd?: () => void
  idOf: (row: Row) => string
  lookOf?: (row: Row) => string
  open: string | null
  onOpen: (row: Row, isAside: boolean) => void
  onClose: () => void
  empty: string
  /** Shown instead of `empty` if the filter hides all rows. */
  emptyFilter?: string
  /** Makes the text below the list, such as "12 keys". */
  count?: (n: string, data: Data, rows: readonly Row[]) => string
  /** A remark on the rows, beside their number. */
  note?: (data: Data, rows: readonly Row[]) => string | false
  /** The card of the open record, or the form for a new one. */
  children?: ComponentChildren
}) {
  const { head, add, onAdd, read, rowsOf, wordsOf, hint, count, note, emptyFilter, ...grid } = props
  const { columns, title, open, empty, children } = grid
  const typed = rowsFilter()
  return (
    <div class={`desk-split ${open === null ? '' : 'open'}`}>
      <section class="desk-list" aria-label={title}>
        {head !== undefined && <div class="desk-tools">{head}</div>}
        <RowsFilter
          columns={columns}
          rows={read.data === null ? [] : rowsOf(read.data)}
          {...(hint === undefined ? {} : { hint })}
        >
          {add !== undefined && (
            <button type="button" class="primary" onClick={onAdd}>
              {add}
            </button>
          )}
        </RowsFilter>
        <ReadPanel read={read}>
          {(data) => {
            const rows = foundRows(columns, rowsOf(data), typed, wordsOf)
            return (
              <>
                <RecordGrid<Row>
                  key={grid.listKey}
                  {...grid}
                  label={title}
                  rows={rows}
                  empty={typed === '' ? empty : (emptyFilter ?? empty)}
                />
                {count !== undefined && (
                  <ListFoot
                    count={count(countText(rows.length), data, rows)}
                    note={note?.(data, rows)}
                  />
                )}
              </>
            )
          }}
        </ReadPanel>
      </section>
      {children}
    </div>
  )
}
