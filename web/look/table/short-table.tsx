import type { ComponentChildren, HTMLAttributes, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { TableSort } from '../../state/table-views.js'
import { tableWords } from '../../text/tables/table-words.js'
import type { Column } from './column.js'
import type { Held } from './still-rows.js'

interface ShortTableProps<Row> {
  /** Names the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  keyOf(row: Row): string | number
  /** Attributes of a row: its CSS class, and the action of a click. */
  rowOf?(row: Row): HTMLAttributes<HTMLTableRowElement>
  readonly look?: string
  /** The CSS classes of the element that scrolls. */
  readonly frame?: string
  readonly hasHead?: boolean
  /** The content that is shown if the table has no rows. */
  readonly empty?: ComponentChildren
  /** The content below the table. */
  readonly after?: ComponentChildren
  /**
   * The order of the rows, which the header marks. A click on a header with `isSorted` requests
   * another.
   */
  readonly sort?: TableSort | null
  onSort?(id: string): void
  sortName?(label: string): string
  /** The attributes from `useHeldRows`, which keep rows in place under the pointer. */
  readonly held?: Held<HTMLTableElement>
  onKeyDown?(event: KeyboardEvent): void
  onClickCapture?(event: MouseEvent): void
  readonly body?: RefObject<HTMLTableSectionElement>
}

/**
 * A table of few rows that are all on the page. Users cannot move or resize its columns.
 *
 *   - A table wider or higher than its place scrolls inside it, and the keyboard can reach it
 *     there.
 *   - Numbers are right-aligned, and each head names its column to a screen reader.
 *   - Narrow pages leave out the columns with `isWideOnly`.
 */
export function ShortTable<Row>(props: ShortTableProps<Row>) {
  const isEmpty = props.rows.length === 0 && props.empty !== undefined
  return isEmpty ? props.empty : <Frame {...props} />
}

function Frame<Row>(props: ShortTableProps<Row>) {
  const { label, columns, rows } = props
  const frame = useTabStop(tableWords.value.scrollable({ label }))
  return (
    <section ref={frame} class={props.frame ?? 'scroll-x'}>
      <table
        class={`list ${props.look ?? ''}`}
        aria-label={label}
        {...props.held}
        onKeyDown={props.onKeyDown}
      >
        {props.hasHead !== false && <ShortHead {...props} />}
        <tbody
          {...(props.body === undefined ? {} : { ref: props.body })}
          onClickCapture={props.onClickCapture}
        >
          {rows.map((row) => (
            <tr key={props.keyOf(row)} {...props.rowOf?.(row)}>
              {columns.map((column) => (
                <ShortCell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {props.after}
    </section>
  )
}

/**
 * Sets the tab stop at once, because a render may come after the next key. Only a part that
 * scrolls has a name, so that a screen reader does not read the name of the table twice.
 */
function useTabStop(name: string) {
  const frame = useRef<HTMLElement>(null)
  const measure = () => {
    const { current } = frame
    if (current === null) return
    const isScrolled =
      current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight
    if (isScrolled) {
      current.tabIndex = 0
      current.setAttribute('aria-label', name)
    } else {
      current.removeAttribute('tabindex')
      current.removeAttribute('aria-label')
    }
  }
  useLayoutEffect(measure)
  useLayoutEffect(() => {
    const { current } = frame
    if (current === null) return undefined
    const observer = new ResizeObserver(measure)
    for (const one of [current, ...current.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [])
  return frame
}

function classOf<Row>({ isNumber, isWideOnly }: Column<Row>, more = ''): string {
  return `${isNumber === true ? 'num' : ''} ${isWideOnly === true ? 'off-narrow' : ''} ${more}`
}

function ShortCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row)
  if (column.isRowHead === true) return <th scope="row">{content}</th>
  return <td class={classOf(column, column.look?.(row))}>{content}</td>
}

function ShortHead<Row>({ columns, sort, onSort, sortName }: ShortTableProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { id, label } = column
          const isBy = sort?.by === id
          const order = isBy ? (sort.isDown ? 'descending' : 'ascending') : undefined
          return (
            <th key={id} scope="col" class={classOf(column)} aria-sort={order}>
              {column.isSorted === true ? (
                <button
                  type="button"
                  class="sort"
                  aria-label={sortName?.(label)}
                  onClick={() => onSort?.(id)}
                >
                  {label} {isBy && <i aria-hidden="true">{sort.isDown ? '▼' : '▲'}</i>}
                </button>
              ) : column.isUnnamed === true ? (
                <span class="hidden">{label}</span>
              ) : (
                label
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
