import { useEffect, useState } from 'preact/hooks'
import { every } from '../../link/clock.js'
import { lives } from '../../staff/connection/link.js'

/**
 * The count of readings of what no event tells of: it rises so often while the page is in view, whenever the line is live again, and when
 * `again` is called.
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
