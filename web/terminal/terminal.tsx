import { useEffect } from 'preact/hooks'
import { Dialog } from '../look/controls.js'
import { SignInAgain } from '../look/door/sign-in-again.js'
import { lazy } from '../look/lazy.js'
import { isTurned } from '../look/narrow.js'
import { Splitter } from '../look/splitter.js'
import { set, settings } from '../settings/settings.js'
import { lookForBuild } from '../state/build.js'
import { readPreferences } from '../state/preferences.js'
import { readUnread } from '../state/unread.js'
import { words } from '../text/terminal/words.js'
import { connect, disconnect, lineState, onLive } from '../trader/connection/link.js'
import { resumeIntents } from '../trader/requests/trading.js'
import { followDefaults, symbolPage } from '../trader/ticket/symbol-defaults.js'
import { watchAlerts } from '../trader/watchlist/alerts.js'
import { readLists } from '../trader/watchlist/watchlist.js'
import { Banners } from './banners.js'
import { Bottom } from './bottom.js'
import { Charts, fetchCharts } from './chart-part.js'
import { TradeDialogs } from './confirm.js'
import { Header } from './header.js'
import { onKey } from './hotkeys.js'
import { openDialog } from './open-dialog.js'
import { isTicketOpen, PHONE_TABS, phoneTab } from './phone-tab.js'
import { Ticket } from './ticket/ticket.js'
import { Watchlist } from './watchlist.js'

const Settings = lazy(() => import('./parts.js').then(({ Settings: Part }) => Part))
const Layouts = lazy(() => import('./parts.js').then(({ Layouts: Part }) => Part))
const SymbolPage = lazy(() => import('./parts.js').then(({ SymbolPage: Part }) => Part))
const Keys = lazy(() => import('./parts.js').then(({ Keys: Part }) => Part))

/**
 * The whole terminal: panels side by side, on a phone one at a time, and in landscape the chart
 * with two buttons.
 */
export function Terminal() {
  useLine()
  const { symbol, watchPx, ticketPx, bottomShare, isSwapped } = settings.value
  return (
    <div
      class="terminal"
      data-tab={isTurned.value ? 'chart' : phoneTab.value}
      data-line={lineState.value}
      data-sheet={isTicketOpen.value && !isTurned.value}
      data-swapped={isSwapped}
      style={{
        '--watch': `${watchPx}px`,
        '--ticket': `${ticketPx}px`,
        '--bottom': `${bottomShare}%`,
      }}
    >
      <Header />
      <Banners />
      <Watchlist
        onPick={() => {
          if (phoneTab.value === 'quotes') phoneTab.value = 'chart'
        }}
      />
      {symbol === '' ? <section class="panel chart" /> : <Charts />}
      <Ticket onClose={() => (isTicketOpen.value = false)} />
      <Splitters />
      <Bottom isMore={phoneTab.value === 'more'} />
      <PhoneTabs />
      <TradeDialogs />
      <OwnDialogs />
    </div>
  )
}

/** Opens the connection and reads the data that is needed after each connect. */
function useLine(): void {
  useEffect(() => {
    connect()
    fetchCharts()
    const stopAlerts = watchAlerts()
    const stopDefaults = followDefaults()
    const stop = onLive(() => {
      void readLists()
      void readPreferences()
      void readUnread()
      resumeIntents()
      void lookForBuild()
    })
    addEventListener('keydown', onKey)
    return () => {
      stop()
      stopAlerts()
      stopDefaults()
      removeEventListener('keydown', onKey)
      disconnect()
    }
  }, [])
}

function Splitters() {
  const { watchPx, ticketPx, bottomShare, isSwapped } = settings.value
  const { layout } = words.value
  return (
    <>
      <Splitter
        name="watch"
        label={layout.watch}
        value={watchPx}
        bounds={[280, 480]}
        sharesPx={1}
        isBack={isSwapped}
        onInput={(px) => set({ watchPx: px })}
      />
      <Splitter
        name="ticket"
        label={layout.ticket}
        value={ticketPx}
        bounds={[240, 480]}
        sharesPx={1}
        isBack={!isSwapped}
        onInput={(px) => set({ ticketPx: px })}
      />
      <Splitter
        name="bottom"
        label={layout.bottom}
        value={bottomShare}
        bounds={[15, 70]}
        sharesPx={100 / innerHeight}
        isBack={true}
        isFlat={true}
        onInput={(share) => set({ bottomShare: share })}
      />
    </>
  )
}

function PhoneTabs() {
  return (
    <nav class="phone-tabs" aria-label={words.value.header.menu}>
      {PHONE_TABS.map((name) =>
        name === 'trade' ? (
          <button
            key={name}
            type="button"
            aria-expanded={isTicketOpen.value}
            onClick={() => (isTicketOpen.value = !isTicketOpen.value)}
          >
            {words.value.tabs[name]}
          </button>
        ) : (
          <button
            key={name}
            type="button"
            aria-current={!isTicketOpen.value && phoneTab.value === name ? 'page' : undefined}
            onClick={() => {
              phoneTab.value = name
              isTicketOpen.value = false
            }}
          >
            {words.value.tabs[name]}
          </button>
        ),
      )}
    </nav>
  )
}

/** The dialogs of the terminal itself. Those of trading are separate. */
function OwnDialogs() {
  const { settings: settingsText, keys, layout } = words.value
  const open = openDialog.value
  const close = () => (openDialog.value = null)
  return (
    <>
      {open === 'settings' && (
        <Dialog title={settingsText.title} onClose={close}>
          <Settings />
        </Dialog>
      )}
      {open === 'keys' && (
        <Dialog title={keys.title} onClose={close}>
          <Keys />
        </Dialog>
      )}
      {open === 'layouts' && (
        <Dialog title={layout.title} onClose={close}>
          <Layouts />
        </Dialog>
      )}
      {symbolPage.value !== null && (
        <Dialog
          key={symbolPage.value}
          title={symbolPage.value}
          isWide={true}
          onClose={() => (symbolPage.value = null)}
        >
          <SymbolPage name={symbolPage.value} />
        </Dialog>
      )}
      <SignInAgain />
    </>
  )
}
