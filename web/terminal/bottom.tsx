import { lazy } from '../look/lazy.js'
import { isNarrow } from '../look/narrow.js'
import { Tabs } from '../look/tabs.js'
import { set, settings } from '../settings/settings.js'
import { unreadCount } from '../state/unread.js'
import { words } from '../text/terminal/words.js'
import { orderList, positionList } from '../trader/account/account.js'
import { alerts } from '../trader/watchlist/alerts.js'
import { Orders } from './orders.js'
import { Positions } from './positions.js'
import { TableTools } from './table-tools.js'

const Alerts = lazy(() => import('./parts.js').then(({ Alerts: Part }) => Part))
const History = lazy(() => import('./parts.js').then(({ History: Part }) => Part))
const Inbox = lazy(() => import('./parts.js').then(({ Inbox: Part }) => Part))

const TABS = ['positions', 'orders', 'alerts', 'history', 'inbox'] as const

/**
 * Tabs on a narrow page: positions and orders in one panel, everything but positions in the other.
 */
const NARROW_TABS = { positions: ['positions', 'orders'], more: TABS.slice(1) } as const

/** The panel with positions, orders, alerts, history and inbox. */
export function Bottom({ isMore }: { isMore: boolean }) {
  const text = words.value
  const shown: readonly (typeof TABS)[number][] = isNarrow.value
    ? NARROW_TABS[isMore ? 'more' : 'positions']
    : TABS
  const chosen = shown.find((tab) => tab === settings.value.tab) ?? shown[0] ?? 'positions'
  const counts = {
    positions: positionList.value.length,
    orders: orderList.value.length,
    alerts: alerts.value.length,
    history: 0,
    inbox: unreadCount.value,
  }
  const placeOf = (tab: string) => (settings.value.tabs.indexOf(tab) + TABS.length) % TABS.length
  const order = shown.toSorted((one, other) => placeOf(one) - placeOf(other))
  return (
    <section class="panel bottom" data-shown={chosen} aria-label={text[chosen].title}>
      <div class="tab-bar">
        <Tabs
          label={text.layout.tabs}
          tabs={order.map((name) => ({ name, label: text[name].title, count: counts[name] }))}
          chosen={chosen}
          onChoose={(tab) => set({ tab })}
          onOrder={(tabs) => set({ tabs })}
        />
        <TableTools />
      </div>
      {chosen === 'positions' && <Positions />}
      {chosen === 'orders' && <Orders />}
      {chosen === 'alerts' && <Alerts />}
      {chosen === 'history' && <History />}
      {chosen === 'inbox' && <Inbox />}
    </section>
  )
}
