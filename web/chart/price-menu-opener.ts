import { useRef, useState } from 'preact/hooks'
import { after } from '../link/clock.js'
import type { Place } from '../look/controls.js'

/** A touch of this length without movement opens the menu. */
const LONG_MS = 600
const STILL_PX = 10

interface Opened {
  readonly at: Place
  /** The distance from the top of the chart. */
  readonly height: number
}

/** Opens the menu of a price on a right click or a long touch, except over labels and drawings. */
export function usePriceMenu() {
  const [opened, setOpened] = useState<Opened | null>(null)
  const pressed = useRef<{ from: PointerEvent; stop: () => void } | null>(null)
  const open = ({ clientX, clientY }: MouseEvent, canvas: Element) => {
    const { top } = canvas.getBoundingClientRect()
    setOpened({ at: { x: clientX, y: clientY }, height: clientY - top })
  }
  const leave = () => {
    pressed.current?.stop()
    pressed.current = null
  }
  return {
    opened,
    close: () => setOpened(null),
    presses: {
      onContextMenu(event: MouseEvent) {
        if ((event.target as Element).tagName !== 'CANVAS') return
        event.preventDefault()
        open(event, event.currentTarget as Element)
      },
      onPointerDown(event: PointerEvent) {
        leave()
        if (event.pointerType === 'mouse' || (event.target as Element).tagName !== 'CANVAS') return
        const canvas = event.currentTarget as Element
        pressed.current = { from: event, stop: after(LONG_MS, () => open(event, canvas)) }
      },
      onPointerMove({ clientX, clientY }: PointerEvent) {
        const from = pressed.current?.from
        if (from === undefined) return
        if (Math.hypot(clientX - from.clientX, clientY - from.clientY) > STILL_PX) leave()
      },
      onPointerUp: leave,
      onPointerCancel: leave,
    },
  }
}
