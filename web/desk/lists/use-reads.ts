import { useEffect, useState } from 'preact/hooks'
import { every } from '../../link/clock.js'
import { lives } from '../../staff/connection/link.js'

/**
 * A counter for polling data that has no events. It increases at the interval while the page is
 * visible, after each reconnect, and when `again` is called.
 */
export function useReads(everyMs: number): { readonly reads: number; again(): void } {
  const [count, setCount] = useState(0)
  const again = () => setCount((n) => n + 1)
  useEffect(
    () =>
      every(everyMs, () => {
        if (document.visibilityState === 'visible') again()
      }),
    [],
  )
  return { reads: count + lives.value, again }
}
