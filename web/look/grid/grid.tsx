import { useSignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { settings } from '../../settings/settings.js'
import {
  changeView,
  FIRST_VIEW,
  type TableName,
  viewOf,
  type Widths,
} from '../../state/table-views.js'
import { keyText } from '../../text/key-text.js'
import { tableWords } from '../../text/tables/table-words.js'
import { isNarrow } from '../narrow.js'
import { type ListColumn, shownColumns, sortFrom, sortText, swapped } from '../table/column.js'
import { useColumnHeads } from '../table/column-heads.js'
import { ALL, type GridChoice, isChosen, NOTHING, toggled, withIds } from './choice.js'
import { copyRows, isCopyKey, type RowReader } from './copy-rows.js'
import {
  type Extent,
  heightPx,
  isScaled,
  rowsInView,
  scrollOf,
  topOf,
  topShowing,
} from './scroll.js'

/** Receives a function that shows the list from a row. */
export interface GridHandle {
  current: ((row: number) => void) | null
}

/**
 * A virtual list: only the rows in view are in the page.
 *
 * - The grid is one tab stop. One row in it is the current row for keys, identified by its
 *   position.
 * - Row elements are reused by position, so a list of a million rows has only as many elements as
 *   fit.
 * - A row that has not loaded is a grey bar, never an old row.
 *
 * Rows are positioned absolutely, which HTML tables do not support, so ARIA roles describe the
 * structure.
 */
interface GridProps<Row> {
  /** The name under which the user's columns and widths are stored; omitted if they are not. */
  readonly name?: TableName
  readonly label: string
  readonly total: number
  /** The columns of the list, of which the user may choose. */
  readonly columns: readonly ListColumn<Row>[]
  row(i: number): Row | undefined
  idOf(row: Row): string
  /** The additional CSS classes of a row, besides selected and open. */
  lookOf?(row: Row): string
  /** Called with the rows in view. Omitted if all rows are loaded. */
  onView?(from: number, to: number): void
  /** The order of the rows. Omitted if it cannot be changed. */
  readonly sort?: string
  onSort?(sort: string): void
  /** The selected rows. Omitted if rows cannot be selected. */
  readonly choice?: GridChoice
  onChoice?(choice: GridChoice): void
  /**
   * The id of the row whose record is open beside the list. These are omitted if rows cannot be
   * opened.
   */
  readonly open?: string | null
  /** With `isAside` the record is opened in addition to those that are open. */
  onOpen?(row: Row, isAside: boolean): void
  onClose?(): void
  /** Reads rows that are not loaded, to copy them. Omitted if all rows are loaded. */
  readonly reader?: RowReader<Row>
  /** For a list that a page shows from another row. */
  readonly handle?: GridHandle
  /** Called for a key that the grid does not use, with the current row. */
  onKey?(event: KeyboardEvent, row: Row): boolean
  readonly empty?: ComponentChildren
}

const ROW_PX = { normal: 26, dense: 22 } as const
const HEAD_PX = 28
const CHECK_PX = 30
const COLUMN_PX = 100

/** The visible columns of a grid, with their widths as the user changes them. */
function useGridColumns<Row>({ name, columns, sort = '', onSort }: GridProps<Row>) {
  const narrow = isNarrow.value
  const own = useSignal<Widths>({})
  const view = name === undefined ? { ...FIRST_VIEW, widths: own.value } : viewOf(name, narrow)
  const shown = shownColumns(columns, view, narrow)
  const change = (next: Parameters<typeof changeView>[2]) =>
    name === undefined ? undefined : changeView(name, narrow, next)
  const { head, widths, headOf } = useColumnHeads({
    columns: shown,
    sort: sortFrom(sort),
    ...(onSort === undefined ? {} : { onSort: (next) => onSort(sortText(next)) }),
    widths: view.widths,
    onWidths: (next) => {
      own.value = next
      change({ widths: next })
    },
    ...(name === undefined
      ? {}
      : { onSwap: (one, other) => change({ columns: swapped(shown, one, other) }) }),
  })
  const widthOf = ({ id, px = COLUMN_PX }: ListColumn<Row>) => widths[id] ?? px
  return { shown, head, headOf, widthOf }
}

export function Grid<Row>(props: GridProps<Row>) {
  const { total, row, idOf, choice = NOTHING, onChoice, open = null } = props
  const { shown: columns, head, headOf, widthOf } = useGridColumns(props)
  const hasChoice = onChoice !== undefined
  const box = useRef<HTMLDivElement>(null)
  const name = useId()
  const top = useSignal(0)
  const viewPx = useSignal(0)
  /** The position of the current row. */
  const at = useSignal(0)
  const from = useRef<number | null>(null)
  const rowPx = ROW_PX[settings.value.density]
  const extent: Extent = { total, rowPx, viewPx: viewPx.value }

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => {
      viewPx.value = element.clientHeight - HEAD_PX
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const first = Math.floor(top.value)
  const last = Math.min(total - 1, first + rowsInView(extent))
  useEffect(() => {
    if (viewPx.value > 0) props.onView?.(first, Math.max(first, last))
  }, [first, last, props.onView, viewPx.value > 0])
  // If the list has changed or become shorter, the position is moved into its range.
  useEffect(() => {
    at.value = Math.max(0, Math.min(at.value, total - 1))
    if (box.current !== null) top.value = topOf(extent, box.current.scrollTop)
  }, [total])

  const scrollTo = (next: number) => {
    const element = box.current
    if (element === null) return
    element.scrollTop = scrollOf(extent, next)
    top.value = topOf(extent, element.scrollTop)
  }
  const goTo = (i: number, event?: { readonly shiftKey: boolean }) => {
    const next = Math.max(0, Math.min(total - 1, i))
    if (event?.shiftKey === true) chooseTo(next)
    at.value = next
    scrollTo(topShowing(extent, top.value, next))
  }
  const chooseTo = (to: number) => {
    const begin = from.current ?? at.value
    from.current = begin
    const ids: string[] = []
    for (let i = Math.min(begin, to); i <= Math.max(begin, to); i++) {
      const one = row(i)
      if (one !== undefined) ids.push(idOf(one))
    }
    onChoice?.(withIds(choice, ids))
  }
  const choose = (i: number) => {
    const one = row(i)
    if (one === undefined) return
    from.current = i
    onChoice?.(toggled(choice, idOf(one)))
  }
  const openRow = (i: number, isAside = false) => {
    const one = row(i)
    if (one !== undefined) props.onOpen?.(one, isAside)
  }
  useEffect(() => {
    if (props.handle === undefined) return
    props.handle.current = (i) => {
      at.value = i
      scrollTo(i)
      box.current?.focus({ preventScroll: true })
    }
  })
  const page = Math.max(1, Math.floor(viewPx.value / rowPx) - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== box.current) return
    const { key, ctrlKey, shiftKey } = event
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at.value + 1,
      ArrowUp: at.value - 1,
      PageDown: at.value + page,
      PageUp: at.value - page,
      Home: 0,
      End: total - 1,
    }
    const next = moves[key]
    const one = row(at.value)
    if (next !== undefined && !event.altKey) {
      goTo(next, event)
      if (open !== null && !shiftKey) openRow(at.value)
    } else if (key === 'Enter') openRow(at.value, ctrlKey)
    else if (key === ' ' && shiftKey) chooseTo(at.value)
    else if (key === ' ') choose(at.value)
    else if (hasChoice && ctrlKey && key.toLowerCase() === 'a') onChoice(ALL)
    else if (isCopyKey(event)) void copyRows({ ...props, columns }, at.value)
    else if (key === 'Escape' && open !== null) props.onClose?.()
    else if (key === 'Escape' && (choice.isAll || choice.ids.size > 0)) onChoice?.(NOTHING)
    else if (one === undefined || props.onKey?.(event, one) !== true) return
    event.preventDefault()
    event.stopPropagation()
  }
  const widthPx =
    (hasChoice ? CHECK_PX : 0) + columns.reduce((sum, column) => sum + widthOf(column), 0)
  const rows = []
  for (let i = first; i <= last; i++) rows.push(i)
  return (
    <div
      ref={box}
      class="grid"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length + Number(hasChoice)}
      aria-multiselectable={hasChoice}
      aria-activedescendant={
        at.value < first || at.value > last ? undefined : `${name}-${at.value}`
      }
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => {
        top.value = topOf(extent, currentTarget.scrollTop)
      }}
      onWheel={(event) => {
        if (!isScaled(extent) || event.deltaY === 0) return
        event.preventDefault()
        scrollTo(top.value + Math.round(event.deltaY / rowPx))
      }}
    >
      <div
        ref={head as RefObject<HTMLDivElement>}
        class="grid-head"
        role="row"
        aria-rowindex={1}
        style={{ width: `${widthPx}px` }}
      >
        {hasChoice && (
          <ChooseAll
            isAll={choice.isAll && choice.ids.size === 0}
            onPress={() => onChoice(choice.isAll ? NOTHING : ALL)}
          />
        )}
        {columns.map((column, i) => {
          const { attributes, content } = headOf(column, i)
          const width = `${widthOf(column)}px`
          return (
            <span key={column.id} role="columnheader" {...attributes} style={{ width }}>
              {content}
            </span>
          )
        })}
      </div>
      <div class="grid-rows" role="presentation" style={{ width: `${widthPx}px` }}>
        {rows.map((i) => {
          const one = row(i)
          const id = one === undefined ? null : idOf(one)
          const chosen = id !== null && isChosen(choice, id)
          const looks = [
            i === at.value ? 'at' : '',
            id !== null && id === open ? 'open' : '',
            one === undefined ? 'wanted' : (props.lookOf?.(one) ?? ''),
          ]
          return (
            <div
              key={i % (rowsInView(extent) + 2)}
              id={`${name}-${i}`}
              role="row"
              class={`grid-row ${looks.join(' ')}`}
              aria-rowindex={i + 2}
              aria-selected={hasChoice ? chosen : id !== null && id === open}
              style={{
                height: `${rowPx}px`,
                transform: `translateY(${(i - top.value) * rowPx}px)`,
              }}
              onMouseDown={(event) => {
                if (event.button === 1) event.preventDefault()
              }}
              onAuxClick={(event) => {
                if (event.button === 1) openRow(i, true)
              }}
              onClick={(event) => {
                if (event.shiftKey) chooseTo(i)
                at.value = i
                if (event.shiftKey) return
                if (event.ctrlKey || event.metaKey) choose(i)
                else openRow(i)
              }}
            >
              {hasChoice && (
                <span role="gridcell" class="check" style={{ width: `${CHECK_PX}px` }}>
                  {one !== undefined && (
                    <input
                      type="checkbox"
                      tabIndex={-1}
                      aria-label={tableWords.value.choose}
                      checked={chosen}
                      onClick={(event) => {
                        event.stopPropagation()
                        box.current?.focus({ preventScroll: true })
                        at.value = i
                        if (event.shiftKey) chooseTo(i)
                        else choose(i)
                      }}
                    />
                  )}
                </span>
              )}
              {columns.map((column) => (
                <span
                  key={column.id}
                  role="gridcell"
                  class={one === undefined ? '' : cellLook(column, one)}
                  style={{ width: `${widthOf(column)}px` }}
                >
                  {one === undefined ? null : column.cell(one)}
                </span>
              ))}
            </div>
          )
        })}
      </div>
      <div class="grid-length" style={{ height: `${heightPx(extent)}px`, width: `${widthPx}px` }} />
      {total === 0 && <div class="grid-empty">{props.empty}</div>}
    </div>
  )
}

const cellLook = <Row,>({ isNumber, look }: ListColumn<Row>, row: Row): string =>
  `${isNumber === true ? 'num' : ''} ${look?.(row) ?? ''}`

function ChooseAll({ isAll, onPress }: { isAll: boolean; onPress: () => void }) {
  const { chooseAll } = tableWords.value
  return (
    <span role="columnheader" class="check">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={chooseAll}
        title={`${chooseAll} (${keyText('Ctrl+A')})`}
        checked={isAll}
        onClick={onPress}
      />
    </span>
  )
}
