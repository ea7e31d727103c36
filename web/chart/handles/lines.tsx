import { useEffect } from 'preact/hooks'
import { isDark } from '../../settings/settings.js'
import type { ChartParts, LineStyle } from '../chart-parts.js'
import { LOOKS, type Mark, type MarkKind } from './marks.js'
import type { Label } from './places.js'

const LINES: Readonly<Record<MarkKind, LineStyle>> = {
  position: 'solid',
  stop: 'dashed',
  order: 'long-dashed',
  'order-stop': 'dotted',
  alert: 'dotted',
  plan: 'dashed',
}

/** The horizontal line of a price. */
export function Line(props: {
  place: ChartParts
  kind: MarkKind
  look: Mark['look']
  price: string
  isOnAxis: boolean
}) {
  const { place, kind, look, price, isOnAxis } = props
  useEffect(
    () => place.lineAt(Number(price), LOOKS[look], { style: LINES[kind], isOnAxis }),
    [place, price, kind, look, isOnAxis, isDark.value],
  )
  return null
}

/** Connects a label that was moved apart with its line. */
export function Leader({ look, label }: { look: Mark['look']; label: Label }) {
  const { height, top } = label
  const away = Math.abs(height - top)
  if (away < 3) return null
  const [y1, y2] = height < top ? [0, away] : [away, 0]
  return (
    <svg
      class={`leader ${look}`}
      width="20"
      height={away + 4}
      style={{ top: `${Math.min(height, top) - 2}px` }}
      aria-hidden="true"
    >
      <circle cx="3" cy={y1 + 2} r="2" />
      <line x1="3" y1={y1 + 2} x2="20" y2={y2 + 2} />
    </svg>
  )
}
