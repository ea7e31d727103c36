import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Menu, Segments } from '../look/controls.js'
import { Icon } from '../look/icons.js'
import { CHART_KINDS, detachedSymbol, set, settings } from '../settings/settings.js'
import { TIMEFRAMES } from '../settings/timeframes.js'
import { quoteOf, symbols } from '../state/market.js'
import { words } from '../text/words.js'
import { AboutButton } from '../trader/about-button.js'
import { addAlert } from '../trader/alerts.js'
import { WatchButton } from '../trader/watch-button.js'
import { ChartParts } from './chart-parts.js'
import { Countdown } from './countdown.js'
import { DrawingMenu } from './drawings/drawing-menu.js'
import { Drawings } from './drawings/drawings.js'
import type { DrawingKind } from './drawings/shapes.js'
import { Handles } from './handles/handles.js'
import type { Mark } from './handles/marks.js'
import { IndicatorDialog } from './indicators/indicator-dialog.js'
import { indicatorsOf } from './indicators/kinds.js'
import { LayoutMenu } from './layout-menu.js'
import { Legend } from './legend.js'
import { orderAt } from './order-at.js'
import { beginPlan, marksOfPlan } from './plan/plan.js'
import { PriceMenu } from './price-menu.js'
import { usePriceMenu } from './price-menu-opener.js'
import { PricePicker } from './price-picker.js'

/** The prices of one symbol, with the account's orders and positions on them. */
export function Chart(props: {
  symbol: string
  timeframe: string
  onTimeframe: (timeframe: string) => void
}) {
  const { symbol, timeframe } = props
  const { chart: text } = words.value
  const box = useRef<HTMLDivElement>(null)
  const [parts, setParts] = useState<ChartParts | null>(null)
  const { indicators, askLine, chartKind, isLocked } = settings.value
  const [tool, setTool] = useState<DrawingKind | null>(null)
  const [planned, setPlanned] = useState<((symbol: string) => Mark[]) | null>(null)
  const plan = () => {
    if (planned !== null) return setPlanned(null)
    if (parts === null) return
    beginPlan(parts)
    setPlanned(() => marksOfPlan)
  }
  const [isChoosing, setChoosing] = useState(false)
  const [picking, setPicking] = useState<'alert' | 'order' | null>(null)
  const pick = (price: string | null) => {
    setPicking(null)
    if (price === null) return
    if (picking === 'alert') addAlert(symbol, price)
    else orderAt(symbol, price)
  }
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const made = new ChartParts(element, symbol, timeframe, chartKind)
    setParts(made)
    return () => made.remove()
  }, [symbol, timeframe, settings.value.times, chartKind])
  useEffect(() => parts?.show(indicatorsOf(indicators)), [parts, indicators])
  const ask = quoteOf(symbol).value?.ask
  useEffect(() => {
    if (parts === null || !askLine || ask === undefined) return
    return parts.lineAt(Number(ask), '--text', { style: 'dashed', isOnAxis: true })
  }, [parts, askLine, ask])
  const picks = [
    ['order', text.orderAt, 'ticket'],
    ['alert', words.value.alerts.atPrice, 'bell'],
  ] as const
  const menu = usePriceMenu()
  const isReady = parts?.isOf(symbol, timeframe, chartKind) === true && parts.hasBars.value
  return (
    <section class="panel chart" aria-label={`${text.title} ${symbol}`}>
      <div class="bar">
        <h2>{detachedSymbol === null ? <AboutButton name={symbol} isNamed={true} /> : symbol}</h2>
        <span class="faint about wide-only">{symbols.value.get(symbol)?.description}</span>
        {detachedSymbol === null && <WatchButton name={symbol} />}
        <span class="grow" />
        <span class="wide-bar">
          <Segments
            label={text.timeframe}
            value={timeframe}
            options={TIMEFRAMES.map((one) => [one as string, one] as const)}
            onInput={props.onTimeframe}
          />
        </span>
        <select
          class="narrow-bar"
          aria-label={text.timeframe}
          value={timeframe}
          onChange={(event) => props.onTimeframe(event.currentTarget.value)}
        >
          {TIMEFRAMES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        {detachedSymbol === null && (
          <span class="wide-only">
            <LayoutMenu symbol={symbol} />
          </span>
        )}
        <Menu label={text.indicators} text={text.indicators}>
          {(close) => [
            ...CHART_KINDS.map((kind) => (
              <button
                key={kind}
                type="button"
                aria-pressed={chartKind === kind}
                onClick={() => {
                  close()
                  set({ chartKind: kind })
                }}
              >
                {chartKind === kind ? '✓ ' : '\u2003 '}
                {text.kinds[kind]}
              </button>
            )),
            <button
              key="picture"
              type="button"
              onClick={() => {
                close()
                savePicture(parts?.picture() ?? null, `${symbol}-${timeframe}.png`)
              }}
            >
              {'\u2003 '}
              {text.picture}
            </button>,
            <button
              key="ask"
              type="button"
              aria-pressed={askLine}
              onClick={() => set({ askLine: !askLine })}
            >
              {askLine ? '✓ ' : '\u2003 '}
              {text.askLine}
            </button>,
            <button
              key="lock"
              type="button"
              aria-pressed={isLocked}
              onClick={() => set({ isLocked: !isLocked })}
            >
              {isLocked ? '✓ ' : '\u2003 '}
              {text.locked}
            </button>,
            <span key="tools" class="stack narrow-bar">
              {detachedSymbol === null && (
                <button
                  type="button"
                  aria-pressed={planned !== null}
                  onClick={() => {
                    close()
                    plan()
                  }}
                >
                  {planned === null ? '\u2003 ' : '✓ '}
                  {words.value.plan.title}
                </button>
              )}
              {picks.map(([what, label]) => (
                <button
                  key={what}
                  type="button"
                  onClick={() => {
                    close()
                    setPicking(what)
                  }}
                >
                  {'\u2003 '}
                  {label}
                </button>
              ))}
              <button
                type="button"
                onClick={() => {
                  close()
                  parts?.toNewest()
                }}
              >
                {'\u2003 '}
                {text.fit}
              </button>
            </span>,
            <button
              key="indicators"
              type="button"
              onClick={() => {
                close()
                setChoosing(true)
              }}
            >
              {'\u2003 '}
              {words.value.indicator.choose}
            </button>,
          ]}
        </Menu>
        {detachedSymbol === null && (
          <span class="wide-bar">
            <button
              type="button"
              class={`small ${planned === null ? '' : 'on'}`}
              aria-pressed={planned !== null}
              title={words.value.plan.about}
              onClick={() => plan()}
            >
              {words.value.plan.title}
            </button>
          </span>
        )}
        {parts !== null && (
          <DrawingMenu symbol={symbol} place={parts} tool={tool} onTool={setTool} />
        )}
        <span class="row wide-bar">
          {picks.map(([what, label, icon]) => (
            <button
              key={what}
              type="button"
              class={`plain icon ${picking === what ? 'on' : ''}`}
              aria-label={label}
              aria-pressed={picking === what}
              title={label}
              onClick={() => setPicking(picking === what ? null : what)}
            >
              <Icon name={icon} />
            </button>
          ))}
          <button
            type="button"
            class="plain icon"
            aria-label={text.fit}
            title={text.fit}
            onClick={() => parts?.toNewest()}
          >
            <Icon name="newest" />
          </button>
        </span>
      </div>
      <div class="canvas" aria-busy={!isReady} {...menu.presses}>
        <div class="surface" ref={box} />
        {parts !== null && (
          <Drawings symbol={symbol} place={parts} tool={tool} onDone={() => setTool(null)} />
        )}
        {parts !== null && <Legend parts={parts} />}
        {parts !== null && <Handles symbol={symbol} place={parts} planned={planned} />}
        {parts !== null && picking !== null && (
          <PricePicker
            place={parts}
            label={picking === 'alert' ? words.value.alerts.one : words.value.ticket.title}
            onPick={pick}
          />
        )}
      </div>
      {menu.opened !== null && parts !== null && (
        <PriceMenu place={parts} {...menu.opened} onClose={menu.close} />
      )}
      {isChoosing && <IndicatorDialog onClose={() => setChoosing(false)} />}
      <div class="foot">
        <Countdown timeframe={timeframe} />
        <span class="grow" />
        <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          {text.byTradingView}
        </a>
      </div>
    </section>
  )
}

function savePicture(canvas: HTMLCanvasElement | null, name: string): void {
  canvas?.toBlob((picture) => {
    if (picture === null) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(picture)
    link.download = name
    link.click()
    URL.revokeObjectURL(link.href)
  })
}
