import type { ComponentChildren, RefObject } from 'preact'
import { Fragment } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { changeView, type TableName, type TableView, viewOf } from '../../state/table-views.js'
import { grouped } from '../../text/numbers.js'
import { amountLook, amountText } from '../amount.js'
import { Menu, MenuList, type Place } from '../controls.js'
import { isNarrow } from '../narrow.js'
import { hasNarrowShape, type ListColumn, shownColumns, swapped } from './column.js'
import { useColumnHeads } from './column-heads.js'
import { foundRows } from './fitting.js'
import { useRowPress } from './row-press.js'
import { shownTable } from './shown-table.js'
import { useStillPress } from './still-press.js'
import { useSortedRows } from './still-rows.js'
import { summed } from './summed.js'
import { TableFilter } from './table-filter.js'
import { tableFilter } from './table-filters.js'

interface TableProps<Row> {
  readonly name: TableName
  readonly label: string
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: readonly Row[]
  keyOf(row: Row): string
  /** Rows that belong to this row and are shown below it. */
  inside?(row: Row): readonly Row[]
  lookOf?(row: Row): string
  /** Actions at the right edge of a row, always visible. */
  readonly acts?: {
    readonly head: ComponentChildren
    of(row: Row): ComponentChildren
  }
  /** The menu of a row, opened by its button, a long touch or a right click. */
  readonly menu?: {
    labelOf(row: Row): string
    of(row: Row, close: () => void): ComponentChildren
  }
  readonly total?: ComponentChildren
  /** The content below the last row. */
  readonly after?: ComponentChildren
}

/** A table with at least this many rows has a filter. */
const FILTERED_ROWS = 20

/**
 * A table with columns that the trader can choose.
 *
 * - The actions are at the right edge and always visible.
 * - No row moves while the pointer or the keyboard focus is in the table, so that a click hits the
 *   row that the user saw.
 * - A click meant for a row that has just disappeared is ignored (still-press.ts).
 * - Everything that dragging does is also possible with keys and touch.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { name, label, columns, rows, acts, menu } = props
  const view = viewOf(name, isNarrow.value)
  const shown = shownColumns(columns, view, isNarrow.value)
  const isShaped = isNarrow.value && hasNarrowShape(columns)
  const isBelow = ({ narrow }: ListColumn<Row>) => isShaped && narrow !== 'row'
  const inRow = shown.filter((column) => !isBelow(column))
  const below = shown.filter(isBelow)
  const [pressed, setPressed] = useState<(Place & { row: Row; opener: HTMLElement | null }) | null>(
    null,
  )
  const change = (view: Partial<TableView>) => changeView(name, isNarrow.value, view)
  const { head, widths, headOf } = useColumnHeads({
    columns: inRow,
    sort: view.sort,
    onSort: (sort) => change({ sort }),
    widths: view.widths,
    onWidths: (next) => change({ widths: next }),
    onSwap: (one, other) => change({ columns: swapped(shown, one, other) }),
  })
  const filter = tableFilter(name)
  const fitting = foundRows(columns, rows, filter)
  const { rows: ordered, held } = useSortedRows<Row, HTMLTableSectionElement>({
    columns,
    rows: fitting,
    keyOf: props.keyOf,
    sort: view.sort,
    isLive: true,
  })
  const stillPress = useStillPress()
  useLayoutEffect(() => {
    const own = { name, label, columns }
    shownTable.value = own
    return () => {
      if (shownTable.value === own) shownTable.value = null
    }
  }, [name, label, columns])
  const rowProps = {
    inRow,
    below,
    widths,
    acts,
    menu,
    onPress: (row: Row, place: Place) =>
      setPressed({ row, ...place, opener: document.activeElement as HTMLElement | null }),
  }
  return (
    <div class="scroll">
      {(rows.length >= FILTERED_ROWS || filter !== '') && (
        <TableFilter
          name={name}
          columns={columns}
          rows={rows}
          fitting={fitting.length}
          text={filter}
        />
      )}
      <table class="list" aria-label={label}>
        <thead>
          <tr ref={head as RefObject<HTMLTableRowElement>}>
            {inRow.map((column, i) => {
              const { attributes, content } = headOf(column, i)
              return (
                <th key={column.id} {...attributes} style={widthStyle(widths[column.id])}>
                  {content}
                </th>
              )
            })}
            {acts !== undefined && <th class="acts">{acts.head}</th>}
          </tr>
        </thead>
        <tbody {...held} onClickCapture={stillPress}>
          {ordered.map((row) => (
            <Fragment key={props.keyOf(row)}>
              <TableRow row={row} look={props.lookOf?.(row) ?? ''} {...rowProps} />
              {props.inside?.(row).map((one) => (
                <TableRow key={props.keyOf(one)} row={one} look="inside" {...rowProps} />
              ))}
            </Fragment>
          ))}
        </tbody>
        {props.total !== undefined && fitting.length > 0 && (
          <TableFoot
            columns={filter === '' ? inRow : inRow.map(({ total: _, ...column }) => column)}
            rows={fitting}
            label={props.total}
            hasActs={acts !== undefined}
          />
        )}
      </table>
      {props.after}
      {pressed !== null && menu !== undefined && (
        <MenuList
          label={menu.labelOf(pressed.row)}
          at={pressed}
          opener={pressed.opener}
          onClose={() => setPressed(null)}
        >
          {(close) => menu.of(pressed.row, close)}
        </MenuList>
      )}
    </div>
  )
}

interface RowProps<Row> {
  readonly acts: TableProps<Row>['acts'] | undefined
  readonly menu: TableProps<Row>['menu'] | undefined
  readonly row: Row
  readonly look: string
  readonly inRow: readonly ListColumn<Row>[]
  readonly below: readonly ListColumn<Row>[]
  readonly widths: Readonly<Record<string, number>>
  onPress(row: Row, at: Place): void
}

function TableRow<Row>({ row, look, inRow, below, widths, acts, menu, onPress }: RowProps<Row>) {
  const open = useRowPress((x, y) => onPress(row, { x, y }))
  const press = menu === undefined ? {} : open
  const hasBelow = below.length > 0
  return (
    <>
      <tr {...press} class={`${look} ${hasBelow ? 'above' : ''}`}>
        {inRow.map((column) => (
          <td
            key={column.id}
            class={`${column.isNumber === true ? 'num' : ''} ${column.look?.(row) ?? ''}`}
            style={widthStyle(widths[column.id])}
          >
            {column.cell(row)}
          </td>
        ))}
        {acts !== undefined && (
          <td class="acts">
            <div>
              {acts.of(row)}
              {menu !== undefined && (
                <Menu label={menu.labelOf(row)}>{(close) => menu.of(row, close)}</Menu>
              )}
            </div>
          </td>
        )}
      </tr>
      {hasBelow && (
        <tr {...press} class={`${look} below`}>
          <td colSpan={inRow.length + (acts === undefined ? 0 : 1)}>
            <div>
              {below.map((column) => (
                <span key={column.id}>
                  <i>{column.label}</i>{' '}
                  <span class={`num ${column.look?.(row) ?? ''}`}>{column.cell(row)}</span>
                </span>
              ))}
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

/** The sum of a column. One of gains and losses has their sign and colour. */
function sumOf<Row>(column: ListColumn<Row>, rows: readonly Row[]): ComponentChildren {
  if (column.isSummed !== true) return undefined
  const sum = summed(column, rows)
  if (column.look === undefined) return (column.sumText ?? grouped)(sum)
  return <span class={amountLook(sum)}>{amountText(sum)}</span>
}

/** The style for a column width that the user set; undefined fits the content. */
function widthStyle(px: number | undefined) {
  if (px === undefined) return {}
  const width = `${px}px`
  return { width, minWidth: width, maxWidth: width }
}

function TableFoot<Row>(props: {
  columns: readonly ListColumn<Row>[]
  /** The rows to add up. */
  rows: readonly Row[]
  label: ComponentChildren
  hasActs: boolean
}) {
  const { columns, rows } = props
  const totals = columns.map((column) => column.total ?? sumOf(column, rows))
  const labelled = totals.indexOf(undefined)
  return (
    <tfoot>
      <tr>
        {columns.map(({ id, isNumber }, i) => (
          <td key={id} class={isNumber === true && i !== labelled ? 'num' : 'label'}>
            {totals[i] ?? (i === labelled ? props.label : '')}
          </td>
        ))}
        {props.hasActs && <td class="acts" />}
      </tr>
    </tfoot>
  )
}
