import { useEffect } from 'preact/hooks'
import { isDark } from '../settings/settings.js'
import { isStale, quoteOf, second } from '../state/market.js'
import { grouped } from '../text/numbers.js'
import type { ChartParts } from './chart-parts.js'
import { useRedraw } from './redraw.js'

/** Half of the label's height in pixels. */
const HALF_PX = 9

/**
 * The current price on the axis, wherever the chart has been scrolled; with an arrow at the edge if
 * the price is outside. The library's own label shows the last visible bar.
 */
export function PriceLabel({ symbol, place }: { symbol: string; place: ChartParts }) {
  useRedraw(place)
  const quote = quoteOf(symbol).value
  const open = place.newestBar.value?.open
  const bid = quote?.bid
  const price = Number(bid)
  const isOld = second.value >= 0 && isStale(symbol)
  const look = isOld || open === undefined ? 'faint' : price < open ? 'loss' : 'gain'
  const { width, height } = place.size()
  const at = bid === undefined ? null : place.heightOf(price)
  const isBeyond = at !== null && (at < 0 || at > height)
  useEffect(() => {
    if (bid === undefined) return
    // The library draws this line, because images of the chart do not contain overlays.
    return place.lineAt(price, `--${look}`, { style: 'dotted', isOnAxis: !isBeyond })
  }, [place, bid, look, isBeyond, isDark.value])
  if (at === null || height === 0) return null
  const top = Math.max(HALF_PX, Math.min(height - HALF_PX, at))
  const arrow = !isBeyond ? '' : at < 0 ? '↑ ' : '↓ '
  return (
    <span
      class={`price-now ${look}`}
      style={{ left: `${width}px`, top: `${top}px` }}
      aria-hidden="true"
    >
      {arrow}
      {bid !== undefined && grouped(bid)}
    </span>
  )
}
