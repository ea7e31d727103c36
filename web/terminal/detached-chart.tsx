import { useEffect } from 'preact/hooks'
import { lazy } from '../look/lazy.js'
import { set, settings } from '../settings/settings.js'
import { symbols } from '../state/market.js'
import { readPreferences } from '../state/preferences.js'
import { words } from '../text/terminal/words.js'
import { connect, disconnect, lineState, onLive } from '../trader/connection/link.js'
import { followAlerts } from '../trader/watchlist/alerts.js'
import { LineBanner } from './banners.js'
import { LineBadge } from './header.js'
import { onChartKey } from './hotkeys.js'

const Chart = lazy(() => import('../chart/charts.js').then(({ Chart: Part }) => Part))

/** A separate window with a single chart and its own WebSocket. */
export function DetachedChart() {
  const { symbol, timeframe } = settings.value
  useEffect(() => {
    document.title = symbol
    connect()
    const stopAlerts = followAlerts()
    const stop = onLive(() => void readPreferences())
    addEventListener('keydown', onChartKey)
    return () => {
      stop()
      removeEventListener('keydown', onChartKey)
      stopAlerts()
      disconnect()
    }
  }, [])
  return (
    <main class="detached" data-line={lineState.value}>
      <LineBadge />
      <LineBanner />
      {symbols.value.has(symbol) ? (
        <Chart
          symbol={symbol}
          timeframe={timeframe}
          onTimeframe={(next) => set({ timeframe: next })}
        />
      ) : (
        <output class="empty">{words.value.loading}</output>
      )}
    </main>
  )
}
