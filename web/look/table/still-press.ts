import { useLayoutEffect, useRef } from 'preact/hooks'
import { monotonic } from '../../link/clock.js'

const STILL_PX = 10
const VANISHED_MS = 500

interface RowPress {
  readonly row: Element | null
  readonly x: number
  readonly y: number
  /** The time when the row disappeared; null while it exists. */
  goneAt: number | null
}

/**
 * Ignores clicks at the place of a row that has just disappeared, such as the rest of a double
 * click, because the user has not yet seen the next row move there. Used as `onClickCapture` of the
 * table body.
 */
export function useStillPress(): (event: MouseEvent) => void {
  const last = useRef<RowPress | null>(null)
  useLayoutEffect(() => {
    const { current: press } = last
    if (press !== null && press.row?.isConnected === false) press.goneAt ??= monotonic()
  })
  return (event) => {
    const { clientX: x, clientY: y, detail: count } = event
    const row = (event.target as Element).closest('tr')
    const { current: press } = last
    const isStill = press !== null && Math.hypot(x - press.x, y - press.y) <= STILL_PX
    const isSoon = isStill && press.goneAt !== null && monotonic() - press.goneAt < VANISHED_MS
    if (isStill && row !== press.row && (count > 1 || isSoon)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    last.current = { row, x, y, goneAt: null }
  }
}
