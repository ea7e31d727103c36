import type { Moves } from './moves.js'

/** A touch that moves less than this is a tap. */
const TAP_PX = 10

let tapped: PointerEvent | null = null

/**
 * A mouse drags the label itself. A touch selects it by a tap; all other touches are for the chart.
 */
export function pressesOf(moves: Moves, onTap: () => void) {
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType === 'mouse') moves.onPointerDown(event)
      else tapped = event
    },
    onPointerMove: moves.onPointerMove,
    onPointerUp(event: PointerEvent) {
      if (event.pointerType === 'mouse') return moves.onPointerUp(true)
      const { clientX, clientY } = tapped ?? { clientX: Number.NaN, clientY: 0 }
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < TAP_PX) onTap()
    },
    onPointerCancel: moves.onPointerCancel,
  }
}

/**
 * Passes a touch that begins on a label to the chart below it, which then receives its movements
 * directly.
 */
export function passOn(event: TouchEvent): void {
  const [touch] = event.changedTouches
  if (touch === undefined) return
  const under = document
    .elementsFromPoint(touch.clientX, touch.clientY)
    .find(({ tagName }) => tagName === 'CANVAS')
  const touches = { touches: [...event.touches], changedTouches: [...event.changedTouches] }
  under?.dispatchEvent(
    new TouchEvent('touchstart', { ...touches, targetTouches: touches.changedTouches }),
  )
}
