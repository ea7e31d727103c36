import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * The visible rows of a ladder.
 *
 * V1. The ladder scrolls back to the middle of the market when the market has left the middle half,
 *     or when one of the best prices is out of view although both would fit; but not while the
 *     pointer or the focus is in it. Focus left by a click counts only as long as the pointer
 *     stays; a touch counts until the next touch elsewhere.
 * - It can be scrolled by `REACH` rows both ways. Only visible rows and a few around them are
 *   drawn.
 */
const REACH = 400
const AROUND = 8
/** Rows are added and removed in groups of this size. */
const CHUNK = 4
const ROW_PX = 24

export interface LadderView {
  readonly box: RefObject<HTMLDivElement>
  readonly rowPx: number
  readonly heightPx: number
  /** The offset of the first drawn row in pixels. */
  readonly topPx: number
  /** The drawn rows, highest price first. */
  readonly rows: readonly bigint[]
  /** The number of rows that are visible at a time. */
  readonly page: bigint
  look(): void
  centre(): void
  /** Scrolls the row into view by the shortest distance. */
  show(row: bigint): void
  /** The row's offset from the top of the scrolled area; null if it is out of reach. */
  topOf(row: bigint): number | null
  /** The row under the pointer. Beyond the edge it also scrolls. */
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
    // The column headers are as high as a row.
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

/** Whether the user is in the ladder (V1). */
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

/** Reports the height of rows, which the style sheet defines, and changes of the box's size. */
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
