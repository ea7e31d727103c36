/**
 * Where a grid stands in a list that may be longer than a page of a browser can be high.
 *
 *   G1. Up to the longest height the bar is true to the rows. Beyond it the bar is scaled, and wheel and keys move by
 *       rows, since a notch of it would pass over many.
 */
const HEIGHT_MAX_PX = 8_000_000

export interface Extent {
  readonly total: number
  readonly rowPx: number
  /** The height that rows have on the page. */
  readonly viewPx: number
}

export function isScaled({ total, rowPx }: Extent): boolean {
  return total * rowPx > HEIGHT_MAX_PX
}

export function heightPx({ total, rowPx }: Extent): number {
  return Math.min(total * rowPx, HEIGHT_MAX_PX)
}

/** The rows that fit, the last one in part. */
export function rowsInView({ rowPx, viewPx }: Extent): number {
  return Math.max(1, Math.ceil(viewPx / rowPx))
}

/** The first row that can stand at the top: the last page is full. */
export function topMax(extent: Extent): number {
  return Math.max(0, extent.total - Math.floor(extent.viewPx / extent.rowPx))
}

/** The row at the top, with the share of it that is gone, where the bar stands there. */
export function topOf(extent: Extent, scrollPx: number): number {
  if (!isScaled(extent)) return Math.min(topMax(extent), scrollPx / extent.rowPx)
  const room = heightPx(extent) - extent.viewPx
  return room <= 0 ? 0 : Math.min(1, scrollPx / room) * topMax(extent)
}

/** Where the bar stands when that row is at the top. */
export function scrollOf(extent: Extent, top: number): number {
  const within = Math.max(0, Math.min(topMax(extent), top))
  if (!isScaled(extent)) return within * extent.rowPx
  const room = heightPx(extent) - extent.viewPx
  return topMax(extent) === 0 ? 0 : (within / topMax(extent)) * room
}

/** The top from which the row is in view, moved as little as needed. */
export function topShowing(extent: Extent, top: number, row: number): number {
  const whole = Math.max(1, Math.floor(extent.viewPx / extent.rowPx))
  if (row < top) return row
  return row >= top + whole - 1 ? row - whole + 1 : top
}
