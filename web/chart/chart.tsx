import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { settings } from '../settings/settings.js'
import { quoteOf } from '../state/market.js'
import { words } from '../text/terminal/words.js'
import { ChartBar } from './chart-bar.js'
import { ChartParts } from './chart-parts.js'
import { type ChartTools, useChartTools } from './chart-tools.js'
import { Countdown } from './countdown.js'
import { Drawings } from './drawings/drawings.js'
import { Handles } from './handles/handles.js'
import { IndicatorDialog } from './indicators/indicator-dialog.js'
import { indicatorsOf } from './indicators/kinds.js'
import { Legend } from './legend.js'
import { PriceLabel } from './price-label.js'
import { PriceMenu } from './price-menu.js'
import { usePriceMenu } from './price-menu-opener.js'
import { PricePicker } from './price-picker.js'

interface ChartProps {
  readonly symbol: string
  readonly timeframe: string
  readonly onTimeframe: (timeframe: string) => void
}

/** The chart of a symbol with the account's orders and positions. */
export function Chart(props: ChartProps) {
  const { symbol, timeframe } = props
  const box = useRef<HTMLDivElement>(null)
  const parts = useChartParts(box, props)
  const tools = useChartTools(symbol, parts)
  const [isChoosing, setChoosing] = useState(false)
  const menu = usePriceMenu()
  const isReady =
    parts?.isOf(symbol, timeframe, settings.value.chartKind) === true && parts.hasBars.value
  return (
    <section class="panel chart" aria-label={`${words.value.chart.title} ${symbol}`}>
      <ChartBar {...props} parts={parts} tools={tools} onIndicators={() => setChoosing(true)} />
      <div class="canvas" aria-busy={!isReady} {...menu.presses}>
        <div class="surface" ref={box} />
        {parts !== null && <OnChart symbol={symbol} parts={parts} tools={tools} />}
      </div>
      {menu.opened !== null && parts !== null && (
        <PriceMenu place={parts} {...menu.opened} onClose={menu.close} />
      )}
      {isChoosing && <IndicatorDialog onClose={() => setChoosing(false)} />}
      <div class="foot">
        <Countdown timeframe={timeframe} />
        <span class="grow" />
        <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          {words.value.chart.byTradingView}
        </a>
      </div>
    </section>
  )
}

/** Creates the chart, and creates it again when symbol, timeframe, time zone or chart type change. */
function useChartParts(
  box: { readonly current: HTMLDivElement | null },
  { symbol, timeframe }: ChartProps,
): ChartParts | null {
  const [parts, setParts] = useState<ChartParts | null>(null)
  const { indicators, askLine, chartKind, times } = settings.value
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const made = new ChartParts(element, symbol, timeframe, chartKind)
    setParts(made)
    return () => made.remove()
  }, [symbol, timeframe, times, chartKind])
  useEffect(() => parts?.show(indicatorsOf(indicators)), [parts, indicators])
  const ask = quoteOf(symbol).value?.ask
  useEffect(() => {
    if (parts === null || !askLine || ask === undefined) return
    return parts.lineAt(Number(ask), '--text', { style: 'dashed', isOnAxis: true })
  }, [parts, askLine, ask])
  return parts
}

/** All elements that are drawn over the bars. */
function OnChart(props: { symbol: string; parts: ChartParts; tools: ChartTools }) {
  const { symbol, parts, tools } = props
  const { alerts, ticket } = words.value
  return (
    <>
      <Drawings
        symbol={symbol}
        place={parts}
        tool={tools.tool}
        onDone={() => tools.setTool(null)}
      />
      <Legend parts={parts} />
      <Handles symbol={symbol} place={parts} planned={tools.planned} />
      <PriceLabel symbol={symbol} place={parts} />
      {tools.picking !== null && (
        <PricePicker
          place={parts}
          label={tools.picking === 'alert' ? alerts.one : ticket.title}
          onPick={tools.pick}
        />
      )}
    </>
  )
}
