import { useRef } from 'preact/hooks'
import { after } from '../../link/clock.js'

const LONG_MS = 500
const STILL_PX = 10

/** Opens the menu of a row on a right click, the menu key, or a long touch. */
export function useRowPress(open: (x: number, y: number) => void) {
  const down = useRef<{ x: number; y: number; stop: () => void } | null>(null)
  const wasLong = useRef(false)
  const end = () => {
    down.current?.stop()
    down.current = null
  }
  const isOther = ({ target }: Event) =>
    (target as HTMLElement).closest('input, select, .menu') !== null
  return {
    onContextMenu: (event: MouseEvent) => {
      if (isOther(event)) return
      event.preventDefault()
      end()
      if (!wasLong.current) open(event.clientX, event.clientY)
    },
    onPointerDown: (event: PointerEvent) => {
      wasLong.current = false
      if (event.pointerType === 'mouse' || isOther(event)) return
      const { clientX: x, clientY: y } = event
      const stop = after(LONG_MS, () => {
        wasLong.current = true
        down.current = null
        open(x, y)
      })
      down.current = { x, y, stop }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const began = down.current
      if (began !== null && Math.hypot(clientX - began.x, clientY - began.y) > STILL_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    // Lifting the finger after a long touch must not click anything.
    onClickCapture: (event: Event) => {
      if (!wasLong.current) return
      wasLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
