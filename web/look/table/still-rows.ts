import { untracked } from '@preact/signals'
import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { second } from '../../state/market.js'
import type { TableSort } from '../../state/table-views.js'
import { asBefore, type Column, sortedRows, sortText } from './column.js'

/** Attributes of the element that contains the rows. */
export interface Held<Box extends HTMLElement> {
  readonly ref: RefObject<Box>
  onPointerLeave(): void
  onFocusOut(): void
}

/**
 * The rows in display order. While the pointer or the keyboard focus is in the list, the element
 * with the attributes `held`, rows keep their places and new ones come last, so that a click hits
 * the row that the user saw. A change of `order` takes effect at once.
 */
export function useHeldRows<Row, Box extends HTMLElement>(
  wanted: readonly Row[],
  keyOf: (row: Row) => string,
  order: string,
): { readonly rows: readonly Row[]; readonly held: Held<Box> } {
  const box = useRef<Box>(null)
  const [, draw] = useState(0)
  const drawn = useRef<{ readonly order: string; readonly keys: readonly string[] }>({
    order: '',
    keys: [],
  })
  const isSame = drawn.current.order === order && drawn.current.keys.length > 0
  const rows = isSame && isHeld(box.current) ? asBefore(wanted, keyOf, drawn.current.keys) : wanted
  drawn.current = { order, keys: rows.map(keyOf) }
  const onLeft = () => draw((n) => n + 1)
  return { rows, held: { ref: box, onPointerLeave: onLeft, onFocusOut: onLeft } }
}

interface Sorted<Row> {
  readonly columns: readonly Pick<Column<Row>, 'id' | 'by'>[]
  readonly rows: readonly Row[]
  keyOf(row: Row): string
  readonly sort: TableSort | null
  /**
   * Whether values change without new rows, as prices do. The rows are then sorted every second.
   */
  readonly isLive?: boolean
}

/** Sorts the rows on the page, and keeps them in place like `useHeldRows`. */
export function useSortedRows<Row, Box extends HTMLElement>(list: Sorted<Row>) {
  const { columns, rows, keyOf, sort, isLive = false } = list
  const by = columns.find(({ id }) => id === sort?.by)?.by
  const tick = by !== undefined && isLive ? second.value : 0
  const wanted =
    by === undefined || tick < 0
      ? rows
      : untracked(() => sortedRows(rows, by, sort?.isDown === true))
  return useHeldRows<Row, Box>(wanted, keyOf, sortText(sort))
}

const canHover = matchMedia('(hover: hover)')

/**
 * Whether the pointer or the focus is in the list. After a tap, touch devices report no pointer.
 */
export const isHeld = (box: HTMLElement | null): boolean =>
  box !== null &&
  ((canHover.matches && box.matches(':hover')) || box.querySelector(':focus-visible') !== null)
