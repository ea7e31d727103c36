import { useEffect, useRef, useState } from 'preact/hooks'
import { ticksOf } from '../state/market.js'
import { grouped } from '../text/numbers.js'
import { nearestPrice } from '../text/price-ticks.js'
import type { ChartParts } from './chart-parts.js'
import { useRedraw } from './redraw.js'

/**
 * Picks the price of the next click on the chart; Escape cancels. It is a button, so arrow keys and
 * Enter work too.
 */
export function PricePicker(props: {
  place: ChartParts
  label: string
  onPick: (price: string | null) => void
}) {
  const { place, onPick } = props
  useRedraw(place)
  const { width, height } = place.size()
  const [top, setTop] = useState(height / 2)
  const button = useRef<HTMLButtonElement>(null)
  const priceOf = (height: number) => {
    const at = place.priceAt(height)
    return at === null ? null : nearestPrice(at, ticksOf(place.symbol))
  }
  const price = priceOf(top) ?? ''
  useEffect(() => button.current?.focus(), [price === ''])
  const topOf = ({ clientY }: MouseEvent) =>
    clientY - (button.current?.getBoundingClientRect().top ?? 0)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 20 : 1
    if (event.key === 'ArrowUp') setTop(Math.max(0, top - step))
    else if (event.key === 'ArrowDown') setTop(Math.min(height, top + step))
    else if (event.key === 'Escape') onPick(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // Without bars there are no prices to pick.
  if (price === '') return null
  return (
    <button
      ref={button}
      type="button"
      class="pick-price"
      aria-label={`${props.label} ${grouped(price)}`}
      style={{ width: `${width}px`, height: `${height}px` }}
      onPointerMove={(event) => setTop(topOf(event))}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        onPick(priceOf(event.detail === 0 ? top : topOf(event)))
      }}
    >
      <span style={{ top: `${top}px` }}>{grouped(price)}</span>
    </button>
  )
}
