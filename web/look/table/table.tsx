import { untracked } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Fragment } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { second } from '../../state/market.js'
import { type TableName, type TableSort, viewOf } from '../../state/table-views.js'
import { Menu, MenuList, type Place } from '../controls.js'
import { isNarrow } from '../narrow.js'
import { type Column, hasNarrowShape, shownColumns, sortedRows, sortText } from './column.js'
import { widthStyle } from './column-width.js'
import { useRowPress } from './row-press.js'
import { shownTable } from './shown-table.js'
import { useStillPress } from './still-press.js'
import { isPointedAt, useStillRows } from './still-rows.js'
import { TableHead, useWidths } from './table-head.js'

interface TableProps<Row> {
  readonly name: TableName
  readonly label: string
  readonly columns: readonly Column<Row>[]
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
  /** The label of the row of totals. */
  readonly total?: ComponentChildren
  /** Content below the last row. */
  readonly after?: ComponentChildren
}

/**
 * A table with columns that the trader can choose.
 *
 * B1. The actions are at the right edge and always visible.
 * B2. No row moves while the pointer or the keyboard focus is in the table, so that a click hits
 *     the row that the user saw.
 * B3. A click meant for a row that has just disappeared is ignored (still-press.ts).
 * B4. Everything that dragging does is also possible with keys and touch.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { name, label, columns, rows, acts, menu } = props
  const view = viewOf(name, isNarrow.value)
  const shown = shownColumns(columns, view, isNarrow.value)
  const isShaped = isNarrow.value && hasNarrowShape(columns)
  const isBelow = ({ narrow }: Column<Row>) => isShaped && narrow !== 'row'
  const inRow = shown.filter((column) => !isBelow(column))
  const below = shown.filter(isBelow)
  const [pressed, setPressed] = useState<(Place & { row: Row; opener: HTMLElement | null }) | null>(
    null,
  )
  const { widths, head, edge } = useWidths(name, view)
  const { body, ordered, onLeft } = useOrder(props, view.sort)
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
      <table class="list" aria-label={label}>
        <TableHead
          table={name}
          view={view}
          columns={inRow}
          shown={shown.map(({ id }) => id)}
          widths={widths}
          head={head}
          edge={edge}
          acts={acts?.head}
        />
        <tbody ref={body} onPointerLeave={onLeft} onFocusOut={onLeft} onClickCapture={stillPress}>
          {ordered.map((row) => (
            <Fragment key={props.keyOf(row)}>
              <TableRow row={row} look={props.lookOf?.(row) ?? ''} {...rowProps} />
              {props.inside?.(row).map((one) => (
                <TableRow key={props.keyOf(one)} row={one} look="inside" {...rowProps} />
              ))}
            </Fragment>
          ))}
        </tbody>
        {props.total !== undefined && rows.length > 0 && (
          <TableFoot columns={inRow} label={props.total} hasActs={acts !== undefined} />
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

/** The rows in display order: sorted, or unchanged while the user is in the table. */
function useOrder<Row>({ columns, rows, keyOf }: TableProps<Row>, sort: TableSort | null) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [, draw] = useState(0)
  const by = columns.find(({ id }) => id === sort?.by)?.by
  // The values of the sort column may change with every price, so the order is checked each second.
  const isLive = by !== undefined && second.value >= 0
  const wanted = isLive ? untracked(() => sortedRows(rows, by, sort?.isDown === true)) : rows
  const ordered = useStillRows(wanted, keyOf, sortText(sort), () => isHeld(body.current))
  return { body, ordered, onLeft: () => draw((n) => n + 1) }
}

function isHeld(body: HTMLElement | null): boolean {
  return isPointedAt(body) || (body?.querySelector(':focus-visible') ?? null) !== null
}

interface RowProps<Row> {
  readonly acts: TableProps<Row>['acts'] | undefined
  readonly menu: TableProps<Row>['menu'] | undefined
  readonly row: Row
  readonly look: string
  readonly inRow: readonly Column<Row>[]
  readonly below: readonly Column<Row>[]
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

function TableFoot<Row>(props: {
  columns: readonly Column<Row>[]
  label: ComponentChildren
  hasActs: boolean
}) {
  const labelled = props.columns.findIndex(({ total }) => total === undefined)
  return (
    <tfoot>
      <tr>
        {props.columns.map(({ id, isNumber, total }, i) => (
          <td key={id} class={isNumber === true && i !== labelled ? 'num' : 'label'}>
            {total ?? (i === labelled ? props.label : '')}
          </td>
        ))}
        {props.hasActs && <td class="acts" />}
      </tr>
    </tfoot>
  )
}
