import { Menu, Segments } from '../look/controls.js'
import { Icon } from '../look/icons.js'
import { MenuItem } from '../look/menu-item.js'
import { CHART_KINDS, detachedSymbol, set, settings } from '../settings/settings.js'
import { TIMEFRAMES } from '../settings/timeframes.js'
import { symbols } from '../state/market.js'
import { words } from '../text/terminal/words.js'
import { AboutButton } from '../trader/watchlist/about-button.js'
import { WatchButton } from '../trader/watchlist/watch-button.js'
import type { ChartParts } from './chart-parts.js'
import type { ChartTools } from './chart-tools.js'
import { DrawingMenu } from './drawings/drawing-menu.js'
import { LayoutMenu } from './layout-menu.js'

interface ChartBarProps {
  readonly symbol: string
  readonly timeframe: string
  readonly onTimeframe: (timeframe: string) => void
  readonly parts: ChartParts | null
  readonly tools: ChartTools
  readonly onIndicators: () => void
}

/** The header of a chart: symbol, timeframe and tools. */
export function ChartBar(props: ChartBarProps) {
  const { symbol, parts, tools } = props
  return (
    <div class="bar">
      <h2>{detachedSymbol === null ? <AboutButton name={symbol} isNamed={true} /> : symbol}</h2>
      <span class="faint about wide-only">{symbols.value.get(symbol)?.description}</span>
      {detachedSymbol === null && <WatchButton name={symbol} />}
      <span class="grow" />
      <Timeframes {...props} />
      {detachedSymbol === null && (
        <span class="wide-only">
          <LayoutMenu symbol={symbol} />
        </span>
      )}
      <ChartMenu {...props} />
      {detachedSymbol === null && (
        <span class="wide-bar">
          <button
            type="button"
            class={`small ${tools.planned === null ? '' : 'on'}`}
            aria-pressed={tools.planned !== null}
            title={words.value.plan.about}
            onClick={() => tools.plan()}
          >
            {words.value.plan.title}
          </button>
        </span>
      )}
      {parts !== null && (
        <DrawingMenu symbol={symbol} place={parts} tool={tools.tool} onTool={tools.setTool} />
      )}
      <PickButtons {...props} />
    </div>
  )
}

/** The choice of timeframe: buttons, or a list if there is little space. */
function Timeframes({ timeframe, onTimeframe }: ChartBarProps) {
  const label = words.value.chart.timeframe
  return (
    <>
      <span class="wide-bar">
        <Segments
          label={label}
          value={timeframe}
          options={TIMEFRAMES.map((one) => [one as string, one] as const)}
          onInput={onTimeframe}
        />
      </span>
      <select
        class="narrow-bar"
        aria-label={label}
        value={timeframe}
        onChange={(event) => onTimeframe(event.currentTarget.value)}
      >
        {TIMEFRAMES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </>
  )
}

const picks = () =>
  [
    ['order', words.value.chart.orderAt, 'ticket'],
    ['alert', words.value.alerts.atPrice, 'bell'],
  ] as const

/** The menu for the look of the chart, including the tools for which a small header has no space. */
function ChartMenu({ symbol, timeframe, parts, tools, onIndicators }: ChartBarProps) {
  const { chart: text, plan, indicator } = words.value
  const { chartKind, askLine, isLocked } = settings.value
  const picture = () => savePicture(parts?.picture() ?? null, `${symbol}-${timeframe}.png`)
  return (
    <Menu label={text.indicators} text={text.indicators}>
      {(close) => (
        <>
          {CHART_KINDS.map((kind) => (
            <MenuItem
              key={kind}
              label={text.kinds[kind]}
              isOn={chartKind === kind}
              close={close}
              act={() => set({ chartKind: kind })}
            />
          ))}
          <MenuItem label={text.picture} isOn={null} close={close} act={picture} />
          <MenuItem label={text.askLine} isOn={askLine} act={() => set({ askLine: !askLine })} />
          <MenuItem label={text.locked} isOn={isLocked} act={() => set({ isLocked: !isLocked })} />
          <span class="stack narrow-bar">
            {detachedSymbol === null && (
              <MenuItem
                label={plan.title}
                isOn={tools.planned !== null}
                close={close}
                act={() => tools.plan()}
              />
            )}
            {picks().map(([what, label]) => (
              <MenuItem
                key={what}
                label={label}
                isOn={null}
                close={close}
                act={() => tools.setPicking(what)}
              />
            ))}
            <MenuItem label={text.fit} isOn={null} close={close} act={() => parts?.toNewest()} />
          </span>
          <MenuItem label={indicator.choose} isOn={null} close={close} act={onIndicators} />
        </>
      )}
    </Menu>
  )
}

function PickButtons({ parts, tools }: ChartBarProps) {
  const { fit } = words.value.chart
  return (
    <span class="row wide-bar">
      {picks().map(([what, label, icon]) => (
        <button
          key={what}
          type="button"
          class={`plain icon ${tools.picking === what ? 'on' : ''}`}
          aria-label={label}
          aria-pressed={tools.picking === what}
          title={label}
          onClick={() => tools.setPicking(tools.picking === what ? null : what)}
        >
          <Icon name={icon} />
        </button>
      ))}
      <button
        type="button"
        class="plain icon"
        aria-label={fit}
        title={fit}
        onClick={() => parts?.toNewest()}
      >
        <Icon name="newest" />
      </button>
    </span>
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
