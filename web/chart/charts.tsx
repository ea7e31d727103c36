import { type ChartSlot, set, settings } from '../settings/settings.js'
import { words } from '../text/terminal/words.js'
import { watched } from '../trader/watchlist/watchlist.js'
import { Chart } from './chart.js'

export { Chart }

/**
 * Shows one, two or four charts. A symbol chosen elsewhere appears on the chart that was last used.
 */
export function Charts() {
  const { charts, symbol, timeframe } = settings.value
  const at = Math.min(settings.value.slot, charts - 1)
  // Charts without a chosen symbol start with other symbols of the watchlist.
  const taken = [symbol, ...settings.value.slots.map((slot) => slot.symbol)]
  const others = watched.value.filter((name) => !taken.includes(name))
  const slots = Array.from({ length: charts }, (_, i): ChartSlot => {
    const own = { symbol, timeframe }
    return i === at
      ? own
      : (settings.value.slots[i] ?? { symbol: others.shift() ?? symbol, timeframe })
  })
  const choose = (i: number) => {
    const next = slots[i]
    if (i === at || next === undefined) return
    set({ slots, slot: i, symbol: next.symbol, timeframe: next.timeframe })
  }
  const setTimeframe = (i: number, next: string) => {
    if (i === at) set({ timeframe: next })
    else set({ slots: slots.map((slot, j) => (i === j ? { ...slot, timeframe: next } : slot)) })
  }
  return (
    <section class={`charts of-${charts}`} aria-label={words.value.layout.charts}>
      {slots.map((slot, i) => (
        <div
          key={`${i} ${slot.symbol}`}
          class={`slot ${charts > 1 && i === at ? 'chosen' : ''}`}
          onPointerDownCapture={() => choose(i)}
          onFocusCapture={() => choose(i)}
        >
          <Chart
            symbol={slot.symbol}
            timeframe={slot.timeframe}
            onTimeframe={(next) => setTimeframe(i, next)}
          />
        </div>
      ))}
    </section>
  )
}
