import { useEffect, useRef } from 'preact/hooks'
import { symbols } from '../state/market.js'
import { grouped } from '../text/numbers.js'
import { words } from '../text/terminal/words.js'
import type { ChartParts } from './chart-parts.js'
import type { ShownIndicator } from './indicators/indicator-lines.js'
import { useRedraw } from './redraw.js'

/**
 * The legend: open, high, low and close of the bar under the pointer, or of the newest, and the
 * indicators.
 */
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
  const { bar: text, legend } = words.value.chart
  const digits = symbols.value.get(parts.symbol)?.digits ?? 5
  const look = bar.close < bar.open ? 'loss' : 'gain'
  const indicators = parts.shownIndicators.value
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is only for form fields
    <div role="group" aria-label={legend}>
      <p class="legend" ref={box} style={{ maxWidth: `${parts.size().width - 12}px` }}>
        {(['open', 'high', 'low', 'close'] as const).map((name) => (
          <span key={name}>
            {text[name]} <b class={look}>{grouped(bar[name].toFixed(digits))}</b>
          </span>
        ))}
        {indicators.map((one, i) =>
          one.pane === 0 ? <Values key={i} indicator={one} digits={digits} /> : null,
        )}
      </p>
      {indicators.some(({ pane }) => pane > 0) && <OwnLegends parts={parts} digits={digits} />}
    </div>
  )
}

/** The legends of indicators with their own pane, each at its top. */
function OwnLegends({ parts, digits }: { parts: ChartParts; digits: number }) {
  useRedraw(parts)
  const tops = parts.paneTops()
  return (
    <>
      {parts.shownIndicators.value.map((one, i) =>
        one.pane === 0 ? null : (
          <p key={i} class="legend" style={{ top: `${(tops[one.pane] ?? 0) + 4}px` }}>
            <Values indicator={one} digits={/^(RSI|Stoch)/.test(one.name) ? 2 : digits + 1} />
          </p>
        ),
      )}
    </>
  )
}

/** Each value has the colour of its line. */
function Values({ indicator, digits }: { indicator: ShownIndicator; digits: number }) {
  const { name, values } = indicator
  return (
    <span>
      {name}{' '}
      {values.map(({ colour, value }, i) => (
        <b key={i}>
          <i class="swatch" style={{ background: colour }} />
          {value === null ? '–' : grouped(value.toFixed(digits))}{' '}
        </b>
      ))}
    </span>
  )
}
