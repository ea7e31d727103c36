import { useEffect, useState } from 'preact/hooks'
import type { ChartParts } from './chart-parts.js'

/** Draws whoever calls it anew, a frame at most, when prices and bars have other places. */
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
