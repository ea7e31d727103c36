/**
 * Computes scroll positions of a grid whose list may be taller than browsers allow for an element.
 *
 * Up to the largest height the scroll bar is exact. Above it the scroll bar is scaled, and wheel
 * and keys scroll by rows, because one pixel of the bar would skip many.
 */
const HEIGHT_MAX_PX = 8_000_000

export interface Extent {
  readonly total: number
  readonly rowPx: number
  /** The height available for rows on the page. */
  readonly viewPx: number
}

export function isScaled({ total, rowPx }: Extent): boolean {
  return total * rowPx > HEIGHT_MAX_PX
}

export function heightPx({ total, rowPx }: Extent): number {
  return Math.min(total * rowPx, HEIGHT_MAX_PX)
}

/** The number of rows that fit, including a partial one. */
export function rowsInView({ rowPx, viewPx }: Extent): number {
  return Math.max(1, Math.ceil(viewPx / rowPx))
}

/** The largest first row, with which the last page is full. */
export function topMax(extent: Extent): number {
  return Math.max(0, extent.total - Math.floor(extent.viewPx / extent.rowPx))
}

/** The row at the top, with the scrolled fraction, for this position of the scroll bar. */
export function topOf(extent: Extent, scrollPx: number): number {
  if (!isScaled(extent)) return Math.min(topMax(extent), scrollPx / extent.rowPx)
  const room = heightPx(extent) - extent.viewPx
  return room <= 0 ? 0 : Math.min(1, scrollPx / room) * topMax(extent)
}

/** The position of the scroll bar for this row at the top. */
export function scrollOf(extent: Extent, top: number): number {
  const within = Math.max(0, Math.min(topMax(extent), top))
  if (!isScaled(extent)) return within * extent.rowPx
  const room = heightPx(extent) - extent.viewPx
  return topMax(extent) === 0 ? 0 : (within / topMax(extent)) * room
}

/** The top row at which `row` is in view, changed as little as necessary. */
export function topShowing(extent: Extent, top: number, row: number): number {
  const whole = Math.max(1, Math.floor(extent.viewPx / extent.rowPx))
  if (row < top) return row
  return row >= top + whole - 1 ? row - whole + 1 : top
}
