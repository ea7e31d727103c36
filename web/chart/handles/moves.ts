import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { UprightDrag } from '../../look/upright-drag.js'
import { ticksOf } from '../../state/market.js'
import { nearestPrice, steppedPrice } from '../../text/price-ticks.js'
import type { ChartParts } from '../chart-parts.js'
import type { Mark } from './marks.js'

/**
 * Moves a mark by pointer, by arrow keys or, on touch screens, only by its grip.
 *
 * - A drag moves the price by the distance of the pointer, starting from the mark's price wherever
 *   its label is. Small and sideways movements do nothing. Labels of positions and orders need a
 *   longer drag than stops, because they are also clicked for other reasons.
 * - The result is always a valid price of the symbol.
 * - If the account's price changes meanwhile, the drag continues; the change names the price that
 *   it started from (marks.ts).
 * - The mark stays where it was dragged until the change is confirmed, refused or cancelled. Then
 *   the account's price is shown again.
 */
export interface Moves {
  /** The price that the drag has reached; null while nothing is dragged. */
  readonly price: string | null
  readonly text: string
  keep(): void
  rest(): void
  readonly onPointerMove: (event: PointerEvent) => void
  /** Ends a drag. The change is sent at once, or waits until it is confirmed or cancelled. */
  readonly onPointerUp: (isKept: boolean) => void
  readonly onPointerCancel: () => void
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * The pointer has to move this far before a line is dragged out of a label, or an order leaves its
 * price.
 */
const DRAWN_PX = 10

interface Moved {
  readonly from: Mark
  readonly price: string
}

export function useMoves(
  mark: Mark,
  place: ChartParts,
  canMove: boolean,
  button: RefObject<HTMLButtonElement>,
): Moves {
  const [moved, draw] = useState<Moved | null>(null)
  /** The latest position of a drag, rendered or not. */
  const newest = useRef<Moved | null>(null)
  const setMoved = (next: Moved | null) => {
    newest.current = next
    draw(next)
  }
  const pressed = useRef<{ drag: UprightDrag; start: Moved; isMoved: boolean } | null>(null)
  const isSending = useRef(false)
  const ticks = ticksOf(place.symbol)
  const start = () => newest.current ?? { from: mark, price: mark.price }
  const rest = () => {
    pressed.current = null
    setMoved(null)
  }
  const keep = () => {
    pressed.current = null
    const { current: next } = newest
    if (next === null || next.price === next.from.price) return rest()
    isSending.current = true
    void next.from.move(next.price).finally(() => {
      isSending.current = false
      rest()
    })
  }
  const isOff = () => !canMove || isSending.current
  return {
    price: moved?.price ?? null,
    text: moved === null ? mark.text : moved.from.textAt(moved.price),
    keep,
    rest,
    onPointerDown(event) {
      if (isOff() || event.button !== 0) return
      const isLabel = mark.kind === 'position' || mark.kind === 'order'
      const stillPx = isLabel && newest.current === null ? DRAWN_PX : undefined
      pressed.current = { drag: new UprightDrag(event, stillPx), start: start(), isMoved: false }
      ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
      event.preventDefault()
      button.current?.focus({ preventScroll: true })
    },
    onPointerMove(event) {
      const { current } = pressed
      const down = current?.drag.movedTo(event) ?? null
      if (current === null || down === null) return
      const height = place.heightOf(Number(current.start.price))
      const at = height === null ? null : place.priceAt(height + down)
      if (at === null) return
      current.isMoved = true
      setMoved({ from: current.start.from, price: nearestPrice(at, ticks) })
    },
    onPointerUp(isKept) {
      const isMoved = pressed.current?.isMoved === true
      pressed.current = null
      if (isMoved && isKept) keep()
    },
    onPointerCancel() {
      if (pressed.current !== null) rest()
    },
    onKeyDown(event) {
      const steps = event.shiftKey ? 10 : 1
      const go = (to: number) => {
        const { from, price } = start()
        setMoved({ from, price: steppedPrice(price, to, ticks) })
      }
      if (isOff()) return
      if (event.key === 'ArrowUp') go(steps)
      else if (event.key === 'ArrowDown') go(-steps)
      else if (event.key === 'Enter' && moved !== null) keep()
      else if (event.key === 'Escape' && moved !== null) rest()
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
