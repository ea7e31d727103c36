import { set, settings } from '../settings/settings.js'
import { orderList, positionList } from '../state/account.js'
import { alerts } from '../state/alerts.js'
import { words } from '../text/words.js'
import { lazy } from './lazy.js'
import { Orders } from './orders.js'
import { Positions } from './positions.js'

const Alerts = lazy(() => import('./alerts.js').then(({ Alerts: Part }) => Part))
const History = lazy(() => import('./history.js').then(({ History: Part }) => Part))
const Inbox = lazy(() => import('./inbox.js').then(({ Inbox: Part }) => Part))

const TABS = ['positions', 'orders', 'alerts', 'history', 'inbox'] as const

/** What is open, what waits, what was, what was written. */
export function Bottom({ isMore }: { isMore: boolean }) {
  const text = words.value
  const known = TABS.find((tab) => tab === settings.value.tab) ?? 'positions'
  const chosen = isMore && known === 'positions' ? 'orders' : known
  const counts = {
    positions: positionList.value.length,
    orders: orderList.value.length,
    alerts: alerts.value.length,
    history: 0,
    inbox: 0,
  }
  return (
    <section class="panel bottom" aria-label={text[chosen].title}>
      <div class="tabs" role="tablist">
        {TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            aria-selected={tab === chosen}
            onClick={() => set({ tab })}
          >
            {text[tab].title}
            {counts[tab] > 0 && <span class="count">{counts[tab]}</span>}
          </button>
        ))}
        <span class="grow" />
      </div>
      {chosen === 'positions' && <Positions />}
      {chosen === 'orders' && <Orders />}
      {chosen === 'alerts' && <Alerts />}
      {chosen === 'history' && <History />}
      {chosen === 'inbox' && <Inbox />}
    </section>
  )
}
