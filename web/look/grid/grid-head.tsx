import { useRef, useState } from 'preact/hooks'
import { type Widths, widthWithin } from '../../state/table-views.js'
import { gridWords } from '../../text/tables/grid-words.js'
import { nextSort, sortFrom, sortText } from '../table/column.js'
import { ColumnEdge, type EdgeDrag } from '../table/column-edge.js'
import type { GridColumn } from './column.js'

const STEP_PX = 10

interface HeadProps<Row> {
  readonly columns: readonly GridColumn<Row>[]
  readonly widthPx: number
  widthOf(column: GridColumn<Row>): number
  readonly sort: string
  onSort(sort: string): void
  readonly widths: Widths
  onWidths(widths: Widths): void
  /** The widths during a drag; null when it ends. */
  readonly drawn: Widths | null
  onDraw(widths: Widths | null): void
  readonly isAll: boolean
  /** Null if rows cannot be selected. */
  readonly onAll: (() => void) | null
}

const nextText = (sort: string, { name, isNumber }: GridColumn<never>): string =>
  sortText(nextSort(sortFrom(sort), { id: name, ...(isNumber === true ? { isNumber } : {}) }))

/**
 * The column headers of a grid. A click sorts. Arrow keys move between headers and, with Shift,
 * change the width.
 */
export function GridHead<Row>(props: HeadProps<Row>) {
  const { columns, widths, widthOf, sort } = props
  const [at, setAt] = useState(0)
  const row = useRef<HTMLDivElement>(null)
  const start = useRef<{ readonly x: number; readonly widths: Widths } | null>(null)
  const focused = Math.min(at, columns.length - 1)
  const edge: EdgeDrag = {
    begin: (x) => {
      const all = columns.map((column) => [column.name, widthOf(column)])
      start.current = { x, widths: Object.fromEntries(all) }
    },
    move: (id, x) => {
      const { current: began } = start
      const before = began?.widths[id]
      if (began === null || before === undefined) return
      props.onDraw({ ...widths, [id]: widthWithin(before + x - began.x) })
    },
    end: () => {
      start.current = null
      if (props.drawn !== null) props.onWidths(props.drawn)
      props.onDraw(null)
    },
    leave: () => {
      start.current = null
      props.onDraw(null)
    },
    free: (id) => {
      const { [id]: gone, ...others } = widths
      props.onWidths(others)
    },
  }
  const goTo = (i: number) => {
    const next = Math.max(0, Math.min(columns.length - 1, i))
    setAt(next)
    requestAnimationFrame(() =>
      row.current?.querySelectorAll<HTMLElement>('[data-column] > button')[next]?.focus(),
    )
  }
  return (
    <div
      ref={row}
      class="grid-head"
      role="row"
      aria-rowindex={1}
      style={{ width: `${props.widthPx}px` }}
    >
      {props.onAll !== null && (
        <span role="columnheader" class="check">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={gridWords.value.chooseAll}
            title={`${gridWords.value.chooseAll} (Ctrl+A)`}
            checked={props.isAll}
            onClick={props.onAll}
          />
        </span>
      )}
      {columns.map((column, i) => (
        <span
          key={column.name}
          role="columnheader"
          data-column={column.name}
          class={column.isNumber === true ? 'num' : ''}
          style={{ width: `${widthOf(column)}px` }}
          aria-sort={
            sort === column.name
              ? 'ascending'
              : sort === `-${column.name}`
                ? 'descending'
                : undefined
          }
        >
          <button
            type="button"
            class="sort"
            tabIndex={i === focused ? 0 : -1}
            title={`${column.label}: ${column.isSorted === true ? gridWords.value.head : gridWords.value.headOnly}`}
            onClick={() => {
              setAt(i)
              if (column.isSorted === true) props.onSort(nextText(sort, column))
            }}
            onKeyDown={(event) => {
              const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
              if (way === 0) return
              event.preventDefault()
              if (event.shiftKey) {
                const px = widthWithin(widthOf(column) + way * STEP_PX)
                props.onWidths({ ...widths, [column.name]: px })
              } else goTo(i + way)
            }}
          >
            {column.label}
            {sort.replace('-', '') === column.name && (
              <i aria-hidden="true">{sort.startsWith('-') ? '▼' : '▲'}</i>
            )}
          </button>
          <ColumnEdge id={column.name} edge={edge} />
        </span>
      ))}
    </div>
  )
}
