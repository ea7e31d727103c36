import { useRef } from 'preact/hooks'
import { asBefore } from './column.js'

/**
 * The rows in display order. While `isHeld` returns true, rows keep their places and new ones come
 * last, so that a click hits the row that the user saw. A change of `order` takes effect at once.
 */
export function useStillRows<Row>(
  wanted: readonly Row[],
  keyOf: (row: Row) => string,
  order: string,
  isHeld: () => boolean,
): readonly Row[] {
  const drawn = useRef<{ readonly order: string; readonly keys: readonly string[] }>({
    order: '',
    keys: [],
  })
  const isSame = drawn.current.order === order && drawn.current.keys.length > 0
  const rows = isSame && isHeld() ? asBefore(wanted, keyOf, drawn.current.keys) : wanted
  drawn.current = { order, keys: rows.map(keyOf) }
  return rows
}

const canHover = matchMedia('(hover: hover)')

/** Whether the pointer is over an element. After a tap, touch devices report no pointer. */
export const isPointedAt = (box: HTMLElement | null): boolean =>
  box !== null && canHover.matches && box.matches(':hover')
