import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { UprightDrag } from '../../look/upright-drag.js'
import { ticksOf } from '../../state/market.js'
import { nearestPrice, steppedPrice } from '../../text/price-ticks.js'
import type { ChartParts } from '../chart-parts.js'
import type { Mark } from './marks.js'

/**
 * How a mark is moved: by a pointer, by arrow keys, and on a touch screen by its grip alone.
 *
 *   V1. A drag moves the price by the pixels that the pointer went, from the price that the mark had, wherever its label
 *       stands; less than a press may shake, and sideways, it moves nothing. The label of a position or an order needs more
 *       pixels than a stop: it is pressed for other reasons, too.
 *   V2. Prices are those that the symbol has.
 *   V3. Where the account's price changes meanwhile, the drag goes on; the change says what it was made from (marks.ts).
 *   V4. It stays where it was drawn until it is kept, refused or left; then the account's price is shown.
 */
export interface Moves {
  /** The price that a drag has come to; null is at rest. */
  readonly price: string | null
  readonly text: string
  keep(): void
  rest(): void
  readonly onPointerMove: (event: PointerEvent) => void
  /** Ends a drag: the change is kept at once, or stays there until it is kept or left. */
  readonly onPointerUp: (isKept: boolean) => void
  readonly onPointerCancel: () => void
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** A line is drawn out of a label, and an order leaves its price, only if the pointer goes so far. */
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
  /** The newest place of a drag, whether drawn yet or not. */
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
