import { useEffect } from 'preact/hooks'
import { isDark } from '../settings/settings.js'
import { isStale, quoteOf, second } from '../state/market.js'
import { grouped } from '../text/numbers.js'
import type { ChartParts } from './chart-parts.js'
import { useRedraw } from './redraw.js'

/** Half of the label's own height. */
const HALF_PX = 9

/**
 * The price of now on the axis, wherever the chart was scrolled to: at its height, or at the edge beyond which it is, with
 * an arrow. The library's own label is the last bar's that is in sight.
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
    // On the axis for pictures of the chart, which are without what lies over it.
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
