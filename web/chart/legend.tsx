import { useEffect, useRef } from 'preact/hooks'
import { symbols } from '../state/market.js'
import { words } from '../text/words.js'
import type { ChartParts } from './chart-parts.js'

/** Open, high, low and close of the bar under the pointer, or of the newest. */
export function Legend({ parts }: { parts: ChartParts }) {
  const bar = parts.shownBar.value
  const box = useRef<HTMLParagraphElement>(null)
  const isShown = bar !== null
  useEffect(() => {
    const own = box.current
    if (own === null) return
    const sizes = new ResizeObserver(() => {
      parts.legendPx.value = own.offsetTop + own.offsetHeight
    })
    sizes.observe(own)
    return () => sizes.disconnect()
  }, [parts, isShown])
  if (bar === null) return null
  const { bar: text } = words.value.chart
  const digits = symbols.value.get(parts.symbol)?.digits ?? 5
  const look = bar.close < bar.open ? 'loss' : 'gain'
  return (
    <p class="legend" ref={box} aria-hidden="true">
      {(['open', 'high', 'low', 'close'] as const).map((name) => (
        <span key={name}>
          {text[name]} <b class={look}>{bar[name].toFixed(digits)}</b>
        </span>
      ))}
    </p>
  )
}
