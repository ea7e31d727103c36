import { useRef } from 'preact/hooks'
import { asBefore } from './column.js'

/**
 * Rows as they are drawn: as they are wanted, or while they are held at the places where they were drawn last, new ones
 * after them. What is pressed is what was seen. Another `order` is drawn at once.
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

/** Whether a pointer is over an element; a finger that has tapped there is none. */
export const isPointedAt = (box: HTMLElement | null): boolean =>
  box !== null && canHover.matches && box.matches(':hover')
