import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * The rows of a ladder that are in view.
 *
 *   V1. It goes back to the middle of the market by itself only where that has left the middle half, or one of two best
 *       prices is out of sight that could both be seen, and while neither the pointer nor the focus is in it. Focus that
 *       a click has left behind counts no longer than its pointer stays; a finger stays until it touches something else.
 *   V2. It can be scrolled by `REACH` rows both ways; only those that are seen, and a few around them, are drawn.
 */
const REACH = 400
const AROUND = 8
/** Rows are added and removed by so many at once. */
const CHUNK = 4
const ROW_PX = 24

export interface LadderView {
  readonly box: RefObject<HTMLDivElement>
  readonly rowPx: number
  readonly heightPx: number
  /** The place of the first drawn row. */
  readonly topPx: number
  /** The drawn rows, the highest first. */
  readonly rows: readonly bigint[]
  /** Rows from one edge to the other. */
  readonly page: bigint
  look(): void
  centre(): void
  /** Scrolls no further than it must. */
  show(row: bigint): void
  /** The row's distance from the top of the scrolled area; null is out of reach. */
  topOf(row: bigint): number | null
  /** The row under a pointer; dragging over the edge scrolls along. */
  rowAt(clientY: number): bigint
}

export function useLadderView(
  middle: bigint,
  { bidRow, askRow }: { readonly bidRow: bigint; readonly askRow: bigint },
): LadderView {
  const box = useRef<HTMLDivElement>(null)
  const [anchor, setAnchor] = useState(middle)
  const [rowPx, setRowPx] = useState(ROW_PX)
  const [[first, last], setDrawn] = useState<readonly [number, number]>([REACH - 16, REACH + 16])
  const seen = useRef({ top: 0, height: 0 })
  const isHeld = useHold(box)
  const indexOf = (row: bigint) => Number(anchor - row) + REACH
  const rowOfIndex = (index: number) => anchor + BigInt(REACH - index)
  const look = () => {
    if (box.current === null) return
    const { scrollTop, clientHeight } = box.current
    // The heads of the columns are as high as a row.
    seen.current = { top: scrollTop, height: clientHeight - rowPx }
    const from = CHUNK * Math.floor((scrollTop / rowPx - AROUND) / CHUNK)
    const to = CHUNK * Math.ceil(((scrollTop + clientHeight) / rowPx + AROUND) / CHUNK)
    const next = [Math.max(0, from), Math.min(2 * REACH, to)] as const
    setDrawn((before) => (before[0] === next[0] && before[1] === next[1] ? before : next))
  }
  const scrollTo = (top: number) => {
    if (box.current !== null) box.current.scrollTop = top
    look()
  }
  const centre = () => {
    const height = (box.current?.clientHeight ?? 0) - rowPx
    setAnchor(middle)
    scrollTo((REACH + 0.5) * rowPx - height / 2)
  }
  const show = (row: bigint) => {
    const at = indexOf(row) * rowPx
    const { top, height } = seen.current
    if (at < top) scrollTo(at)
    else if (at + rowPx > top + height) scrollTo(at + rowPx - height)
  }
  useSizes(box, setRowPx, () => (isHeld() ? look() : centre()))
  useLayoutEffect(() => centre(), [rowPx])
  useLayoutEffect(() => {
    const { top, height } = seen.current
    const placeOf = (row: bigint) => (indexOf(row) + 0.5) * rowPx - top
    const [at, ask, bid] = [placeOf(middle), placeOf(askRow), placeOf(bidRow)]
    const isCut = (ask < 0 || bid > height) && bid - ask + 2 * rowPx < height
    const isAway = isCut || at < height / 4 || at > (3 * height) / 4
    if (height > 0 && isAway && !isHeld()) centre()
  })
  const rows: bigint[] = []
  for (let i = first; i <= last; i++) if (rowOfIndex(i) > 0n) rows.push(rowOfIndex(i))
  return {
    box,
    rowPx,
    heightPx: (2 * REACH + 2) * rowPx,
    topPx: first * rowPx,
    rows,
    page: BigInt(Math.max(1, Math.floor(seen.current.height / rowPx) - 1)),
    look,
    centre,
    show,
    topOf(row) {
      const index = indexOf(row)
      return index < 0 || index > 2 * REACH ? null : (index + 1) * rowPx
    },
    rowAt(clientY) {
      const { top, height } = seen.current
      const from = (box.current?.getBoundingClientRect().top ?? 0) + rowPx
      if (clientY < from) scrollTo(top - rowPx)
      else if (clientY >= from + height) scrollTo(top + rowPx)
      const within = Math.max(0, Math.min(height - 1, clientY - from))
      return rowOfIndex(Math.floor((seen.current.top + within) / rowPx))
    },
  }
}

/** Whether somebody is in it: see V1. */
function useHold(box: RefObject<HTMLElement>): () => boolean {
  const isTouched = useRef(false)
  useEffect(() => {
    const touched = ({ pointerType, target }: PointerEvent) => {
      if (pointerType === 'mouse') return
      isTouched.current = box.current?.contains(target as Node) === true
    }
    addEventListener('pointerdown', touched, true)
    return () => removeEventListener('pointerdown', touched, true)
  }, [])
  return () => {
    const own = box.current
    if (own === null || isTouched.current) return isTouched.current
    if (own.matches(':hover, :focus-visible')) return true
    return own.querySelector(':focus-visible') !== null
  }
}

/** Told of the height of rows, which the style decides, and of another size of the box. */
function useSizes(
  box: RefObject<HTMLElement>,
  onRowPx: (px: number) => void,
  onSize: () => void,
): void {
  const newest = useRef(onSize)
  newest.current = onSize
  useLayoutEffect(() => {
    const own = box.current
    if (own === null) return
    const sizes = new ResizeObserver(() => {
      onRowPx(Number.parseFloat(getComputedStyle(own).getPropertyValue('--row')) || ROW_PX)
      newest.current()
    })
    sizes.observe(own)
    return () => sizes.disconnect()
  }, [])
}
