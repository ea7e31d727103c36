import { useCallback, useEffect, useRef } from 'preact/hooks'
import { lives } from '../../staff/connection/link.js'
import { WindowRows, type WindowSource } from '../../staff/lists/window-rows.js'

/**
 * The rows of a long list that the server filters and sorts. `key` identifies the request: another
 * one discards the rows. After a reconnect the rows in view are read again, and the scroll position
 * stays; `isRenewed` makes another source then, because the period of the list has moved on.
 */
export function useWindow<Row>(
  key: string,
  source: () => WindowSource<Row>,
  isRenewed = false,
): WindowRows<Row> {
  const kept = useRef<WindowRows<Row> | null>(null)
  kept.current ??= new WindowRows(source())
  const { current: rows } = kept
  useChange(key, () => rows.askFor(source()))
  useChange(lives.value, () => {
    if (isRenewed) rows.askFor(source())
    else rows.again()
  })
  return rows
}

/** Calls `act` when the value differs from that of the previous drawing. */
export function useChange(value: string | number | boolean, act: () => void): void {
  const known = useRef(value)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    act()
  }, [value])
}

/** The rows as a grid takes them. `onView` also gets the range of rows in view. */
export function useWindowGrid<Row>(
  rows: WindowRows<Row>,
  onView?: (from: number, to: number) => void,
) {
  return {
    total: rows.total.value ?? 0,
    row: (i: number) => (rows.changes.value >= 0 ? rows.row(i) : undefined),
    onView: useCallback((from: number, to: number) => {
      rows.want(from, to)
      onView?.(from, to)
    }, []),
  }
}
