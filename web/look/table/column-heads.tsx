import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { type TableSort, type Widths, widthWithin } from '../../state/table-views.js'
import { tableWords } from '../../text/tables/table-words.js'
import { isNarrow } from '../narrow.js'
import { filterOfColumn, type ListColumn, nextSort, sorts } from './column.js'

type AriaSort = 'ascending' | 'descending' | undefined

const STEP_PX = 10

interface HeadsProps<Row> {
  readonly columns: readonly ListColumn<Row>[]
  readonly sort: TableSort | null
  /** Changes the order. Omitted if the order cannot be changed. */
  onSort?(sort: TableSort | null): void
  readonly widths: Widths
  onWidths(widths: Widths): void
  /** Swaps two columns. Omitted if columns keep their places. */
  onSwap?(one: string, other: string): void
}

/**
 * The column headers of a list. A click sorts. Arrow keys move between headers; with Shift they
 * change the width, with Ctrl they move the column. The first change of a width stores all widths,
 * so that other columns do not move.
 *
 * Returns the widths, also during a drag, and the parts of each header for the list to place in its
 * own kind of row, whose element is `head`.
 */
export function useColumnHeads<Row>(props: HeadsProps<Row>) {
  const { columns, sort, onSort, onSwap } = props
  const head = useRef<HTMLElement>(null)
  const { widths, edge, step } = useWidths(props, () => [
    ...(head.current?.querySelectorAll<HTMLElement>('[data-column]') ?? []),
  ])
  const [at, setAt] = useState(0)
  const focused = Math.min(at, columns.length - 1)
  const goTo = (place: number) => {
    const next = Math.max(0, Math.min(columns.length - 1, place))
    setAt(next)
    requestAnimationFrame(() =>
      head.current?.querySelectorAll<HTMLElement>('[data-column] > button')[next]?.focus(),
    )
  }
  const onKeyDown = (event: KeyboardEvent, i: number) => {
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const [column, beside] = [columns[i], columns[i + way]]
    if (way === 0 || column === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (event.shiftKey) return step(column.id, way)
    if (event.ctrlKey && beside !== undefined) onSwap?.(column.id, beside.id)
    goTo(i + way)
  }
  const canSort = (column: ListColumn<Row>) => onSort !== undefined && sorts(column)
  const headOf = (column: ListColumn<Row>, i: number) => ({
    attributes: {
      'data-column': column.id,
      class: column.isNumber === true ? 'num' : '',
      'aria-sort': orderOf(column, sort),
    },
    content: (
      <>
        <button
          type="button"
          class="sort"
          tabIndex={i === focused ? 0 : -1}
          title={titleOf(column, canSort(column), onSwap !== undefined)}
          onClick={() => {
            setAt(i)
            if (canSort(column)) onSort?.(nextSort(sort, column))
          }}
          onKeyDown={(event) => onKeyDown(event, i)}
        >
          {column.label}
          {sort?.by === column.id && <i aria-hidden="true">{sort.isDown ? '▼' : '▲'}</i>}
        </button>
        {!isNarrow.value && edge(column.id)}
      </>
    ),
  })
  return { head, widths, headOf }
}

function orderOf({ id }: ListColumn<never>, sort: TableSort | null): AriaSort {
  if (sort?.by !== id) return undefined
  return sort.isDown ? 'descending' : 'ascending'
}

function titleOf(
  { id, name, label, filter }: ListColumn<never>,
  isSorted: boolean,
  isMoved: boolean,
): string {
  const text = tableWords.value
  const keys = isMoved ? text.headKeys : text.headWidth
  const head = `${name ?? label}: ${isSorted ? `${text.head}; ${keys}` : keys}`
  const known = filter === undefined ? undefined : filterOfColumn({ id, filter })
  if (known === undefined || !('why' in known)) return head
  return `${head}. ${text.filter.none({ why: text.filter.why[known.why] })}`
}

/**
 * Changes widths: by a drag of a header's right edge, by a double click on the edge, and by steps.
 */
function useWidths(
  { widths, onWidths }: Pick<HeadsProps<never>, 'widths' | 'onWidths'>,
  cells: () => readonly HTMLElement[],
) {
  const start = useRef<{ readonly x: number; readonly widths: Widths } | null>(null)
  const [drawn, setDrawn] = useState<Widths | null>(null)
  const measured = (): Widths =>
    Object.fromEntries(cells().map((cell) => [cell.dataset['column'], cell.offsetWidth]))
  const leave = () => {
    start.current = null
    setDrawn(null)
  }
  const move = (id: string, x: number) => {
    const began = start.current
    const before = began?.widths[id]
    if (began === null || before === undefined || (drawn === null && x === began.x)) return
    setDrawn({ ...began.widths, [id]: widthWithin(before + x - began.x) })
  }
  const step = (id: string, way: number) => {
    const all = { ...widths, ...measured() }
    onWidths({ ...all, [id]: widthWithin((all[id] ?? 0) + way * STEP_PX) })
  }
  const edge = (id: string): ComponentChildren => (
    <span
      class="edge"
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, widths: measured() }
      }}
      onPointerMove={(event) => move(id, event.clientX)}
      onPointerUp={() => {
        if (drawn !== null) onWidths({ ...widths, ...drawn })
        leave()
      }}
      onPointerCancel={leave}
      onDblClick={() => {
        const { [id]: gone, ...others } = widths
        onWidths(others)
      }}
    />
  )
  return { widths: drawn ?? widths, edge, step }
}
