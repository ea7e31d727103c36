import type { ComponentChildren, RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import {
  changeView,
  type TableName,
  type TableView,
  type Widths,
  widthWithin,
} from '../../state/table-views.js'
import { tableWords } from '../../text/tables/table-words.js'
import { isNarrow } from '../narrow.js'
import { type Column, nextSort } from './column.js'
import { ColumnEdge } from './column-edge.js'
import { widthStyle } from './column-width.js'

const STEP_PX = 10

/**
 * The widths of columns, also during a drag. The first change stores all widths, so that other
 * columns do not move.
 */
export function useWidths(table: TableName, view: TableView) {
  const head = useRef<HTMLTableRowElement>(null)
  const start = useRef<{ readonly x: number; readonly widths: Widths } | null>(null)
  const [drawn, setDrawn] = useState<Widths | null>(null)
  const measured = (): Widths => {
    const cells = [...(head.current?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
    return Object.fromEntries(cells.map((cell) => [cell.dataset['column'], cell.offsetWidth]))
  }
  const keep = (widths: Widths) => changeView(table, isNarrow.value, { widths })
  const edge = {
    begin: (x: number) => {
      start.current = { x, widths: measured() }
    },
    move: (id: string, x: number) => {
      const began = start.current
      const before = began?.widths[id]
      if (began === null || before === undefined || (drawn === null && x === began.x)) return
      setDrawn({ ...began.widths, [id]: widthWithin(before + x - began.x) })
    },
    end: () => {
      start.current = null
      if (drawn !== null) keep({ ...view.widths, ...drawn })
      setDrawn(null)
    },
    leave: () => {
      start.current = null
      setDrawn(null)
    },
    step: (id: string, way: number) => {
      const widths = { ...view.widths, ...measured() }
      keep({ ...widths, [id]: widthWithin((widths[id] ?? 0) + way * STEP_PX) })
    },
    /** Resets a column to the width of its content. */
    free: (id: string) => {
      const { [id]: gone, ...others } = view.widths
      keep(others)
    },
  }
  return { widths: drawn ?? view.widths, head, edge }
}

type Edge = ReturnType<typeof useWidths>['edge']

/**
 * The column headers. A click sorts. Arrow keys move between headers; with Shift they change the
 * width, with Ctrl they move the column.
 */
export function TableHead<Row>(props: {
  table: TableName
  view: TableView
  /** The columns with a separate header. */
  columns: readonly Column<Row>[]
  /** The ids of all visible columns. */
  shown: readonly string[]
  widths: Widths
  head: RefObject<HTMLTableRowElement>
  edge: Edge
  acts: ComponentChildren | undefined
}) {
  const { table, view, columns, shown, widths, head, edge, acts } = props
  const { sort } = view
  const [at, setAt] = useState(0)
  const focused = Math.min(at, columns.length - 1)
  const goTo = (place: number) => {
    setAt(place)
    requestAnimationFrame(() =>
      head.current?.querySelectorAll<HTMLElement>('th[data-column] button')[place]?.focus(),
    )
  }
  const swap = (one: string, other: string) => {
    const swapped = shown.map((id) => (id === one ? other : id === other ? one : id))
    changeView(table, isNarrow.value, { columns: swapped })
  }
  const onKeyDown = (event: KeyboardEvent, i: number) => {
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const [column, beside] = [columns[i], columns[i + way]]
    if (way === 0 || column === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (event.shiftKey) return edge.step(column.id, way)
    if (beside === undefined) return
    if (event.ctrlKey) swap(column.id, beside.id)
    goTo(i + way)
  }
  return (
    <thead>
      <tr ref={head}>
        {columns.map((column, i) => (
          <th
            key={column.id}
            data-column={column.id}
            class={column.isNumber === true ? 'num' : ''}
            style={widthStyle(widths[column.id])}
            aria-sort={
              sort?.by !== column.id ? undefined : sort.isDown ? 'descending' : 'ascending'
            }
          >
            <button
              type="button"
              class="sort"
              tabIndex={i === focused ? 0 : -1}
              title={`${column.name ?? column.label}: ${tableWords.value.head}`}
              onClick={() => {
                setAt(i)
                changeView(table, isNarrow.value, { sort: nextSort(sort, column) })
              }}
              onKeyDown={(event) => onKeyDown(event, i)}
            >
              {column.label}
              {sort?.by === column.id && <i aria-hidden="true">{sort.isDown ? '▼' : '▲'}</i>}
            </button>
            {!isNarrow.value && <ColumnEdge id={column.id} edge={edge} />}
          </th>
        ))}
        {acts !== undefined && <th class="acts">{acts}</th>}
      </tr>
    </thead>
  )
}
