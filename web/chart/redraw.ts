import { useEffect, useState } from 'preact/hooks'
import type { ChartParts } from './chart-parts.js'

/**
 * Renders the calling component again, at most once per frame, when prices or bars have moved on
 * the screen.
 */
export function useRedraw(place: ChartParts): void {
  const [, draw] = useState(0)
  useEffect(() => {
    let isDue = false
    const redraw = () => {
      if (isDue) return
      isDue = true
      requestAnimationFrame(() => {
        isDue = false
        draw((n) => n + 1)
      })
    }
    return place.onMoved(redraw)
  }, [place])
}
