import { useEffect, useRef } from 'preact/hooks'
import { serverNow } from '../link/clock.js'
import { Brand } from '../look/brand.js'
import { Dialog, Menu } from '../look/controls.js'
import { DocsLink } from '../look/docs-link.js'
import { SignInAgain } from '../look/door/sign-in-again.js'
import { lazy } from '../look/lazy.js'
import { settings } from '../settings/settings.js'
import {
  connect,
  disconnect,
  figuresOf,
  latencyMs,
  lineState,
  lives,
} from '../staff/connection/link.js'
import { waitingCount } from '../staff/dealing/dealing.js'
import { followReminders } from '../staff/office/reminders.js'
import { closing, openRecords } from '../staff/open-records.js'
import { keyFor } from '../staff/own-keys.js'
import { type DeskPage, isShown, PAGES } from '../staff/pages.js'
import { addressOf, go, goTo, page } from '../staff/place.js'
import { PAGE_NEEDS } from '../staff/rights.js'
import { isFreshBuild, lookForBuild } from '../state/build.js'
import { second } from '../state/market.js'
import { readPreferences } from '../state/preferences.js'
import { session, signOut, who } from '../state/session.js'
import { shellWords } from '../text/desk/shell-words.js'
import { keyText } from '../text/key-text.js'
import { clockText, zoneText } from '../text/times.js'
import { words } from '../text/words.js'
import { ActsBadge } from './acts/acts-badge.js'
import { Find } from './find/find.js'
import { PAGE_PARTS } from './page-parts.js'
import { onKey, openDialog } from './shell/keys.js'
import { LostPayments } from './shell/lost-payments.js'

const Keys = lazy(() => import('./parts.js').then(({ Keys: Part }) => Part))
const Settings = lazy(() => import('./parts.js').then(({ Settings: Part }) => Part))
const RecordTabs = lazy(() => import('./parts.js').then(({ RecordTabs: Part }) => Part))
const CloseDialog = lazy(() => import('./parts.js').then(({ CloseDialog: Part }) => Part))

/** The frame around the desk's pages: menu, search, connection state, and the signed-in user. */
export function Shell() {
  useEffect(() => {
    connect()
    if (session.value?.name === undefined) void who()
    addEventListener('keydown', onKey)
    const stopReminders = followReminders()
    return () => {
      stopReminders()
      removeEventListener('keydown', onKey)
      disconnect()
    }
  }, [])
  useEffect(() => {
    if (lives.value === 0) return
    void readPreferences()
    void lookForBuild()
  }, [lives.value])
  const shown = PAGES.filter(({ name }) => isShown(name))
  const [first] = shown
  useEffect(() => {
    if (page.value === '' && first !== undefined) go([first.name], {}, true)
  }, [page.value, first])
  return (
    <div class="desk" data-line={lineState.value}>
      <a class="skip" href="#page">
        {shellWords.value.skip}
      </a>
      <Head pages={shown} />
      <DeskMenu pages={shown} />
      <main id="page" tabIndex={-1}>
        <LineLost />
        <LostPayments />
        <Page shown={shown} />
      </main>
      {openRecords.value.length > 0 && <RecordTabs />}
      <Dialogs />
    </div>
  )
}

/** The page of the address, or the reason why it cannot be shown. */
function Page({ shown }: { shown: readonly DeskPage[] }) {
  const text = shellWords.value
  const wanted = PAGES.find(({ name }) => name === page.value)
  if (shown.length === 0) return <p class="empty">{text.noPages}</p>
  if (page.value === '') return null
  if (wanted === undefined) return <p class="empty">{text.noPage}</p>
  if (!shown.includes(wanted)) {
    const need: { all?: readonly string[]; one?: readonly string[] } = PAGE_NEEDS[wanted.name]
    const { all = [], one = [] } = need
    return (
      <p class="empty">
        {one.length === 0
          ? text.noRight({ rights: all.join(', ') })
          : text.noRightOf({ rights: one.join(', ') })}
      </p>
    )
  }
  const Part = PAGE_PARTS[wanted.name]
  return <Part />
}

function Head({ pages }: { pages: readonly DeskPage[] }) {
  const text = shellWords.value
  return (
    <header class="desk-head">
      <span class="narrow-only">
        <Menu label={text.menu} icon="menu">
          {(close) =>
            pages.map(({ name }) => (
              <PageLink key={name} name={name} onGo={close}>
                {text.pages[name]}
              </PageLink>
            ))
          }
        </Menu>
      </span>
      <Brand name="" />
      <span class="badge">{text.title}</span>
      <span class="grow" />
      <button type="button" class="find-button" onClick={() => (openDialog.value = 'find')}>
        <span class="grow">{text.find}</span>
        <kbd>{keyText('Ctrl K')}</kbd>
      </button>
      <span class="grow" />
      <ActsBadge />
      <LineState />
      <ServerClock />
      <Menu label={words.value.header.menu} text={ownName(session.value)}>
        {(close) => (
          <>
            <b class="narrow-only own-name">{ownName(session.value)}</b>
            <button
              type="button"
              onClick={() => {
                close()
                openDialog.value = 'settings'
              }}
            >
              {words.value.settings.title}
            </button>
            <button
              type="button"
              onClick={() => {
                close()
                openDialog.value = 'keys'
              }}
            >
              {text.keys.title}
            </button>
            <DocsLink />
            <a href="/docs/api">API</a>
            <a href="/about">{words.value.header.about}</a>
            <button type="button" onClick={() => void signOut()}>
              {words.value.header.signOut}
            </button>
          </>
        )}
      </Menu>
    </header>
  )
}

function DeskMenu({ pages }: { pages: readonly DeskPage[] }) {
  const text = shellWords.value
  return (
    <nav class="desk-menu" aria-label={text.menu}>
      {pages.map(({ name, letter }) => (
        <PageLink key={name} name={name}>
          <span class="grow">{text.pages[name]}</span>
          {name === 'dealing' && waitingCount.value > 0 && (
            <span class="waits">{waitingCount.value}</span>
          )}
          <kbd>
            {keyFor('G')} {letter}
          </kbd>
        </PageLink>
      ))}
    </nav>
  )
}

/**
 * A link that changes the page without a reload. Clicks with a modifier key are left to the
 * browser.
 */
function PageLink(props: {
  name: DeskPage['name']
  onGo?: () => void
  children: preact.ComponentChildren
}) {
  const address = addressOf([props.name])
  return (
    <a
      href={address}
      aria-current={page.value === props.name ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        props.onGo?.()
        goTo(address)
      }}
    >
      {props.children}
    </a>
  )
}

function LineState() {
  const { line: text } = words.value
  const state = lineState.value
  const ms = latencyMs.value === null ? '–' : latencyMs.value.toFixed(0)
  return (
    <output class={`state ${state}`}>{state === 'live' ? text.live({ ms }) : text[state]}</output>
  )
}

function ownName(own: typeof session.value): string {
  const text = shellWords.value
  const { login = 0, name = '' } = own ?? {}
  return name === '' ? text.account({ login }) : text.namedAccount({ login, name })
}

function ServerClock() {
  const text = shellWords.value
  const { times } = settings.value
  const at = second.value >= 0 ? serverNow() : 0
  return (
    <span class="num faint off-narrow">
      {text.serverClock} {clockText(at, 'server')} · {text.listClock({ times, zone: zoneText(at) })}
    </span>
  )
}

/** While the connection is lost the old data stays visible, with a note about its age. */
function LineLost() {
  const of = figuresOf.value
  return (
    <>
      {of !== null && (
        <div class="banner" role="status">
          {shellWords.value.stale({ time: clockText(of) })}
        </div>
      )}
      {isFreshBuild.value && (
        <div class="banner row" role="status">
          <span class="grow">{words.value.line.restart}</span>
          <button type="button" class="small" onClick={() => location.reload()}>
            {words.value.line.reload}
          </button>
        </div>
      )}
    </>
  )
}

function Dialogs() {
  const opener = useRef<Element | null>(null)
  const { value: open } = openDialog
  if (open === null) opener.current = document.activeElement
  const close = () => {
    openDialog.value = null
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return (
    <>
      {open === 'find' && <Find onClose={close} />}
      {open === 'keys' && (
        <Dialog title={shellWords.value.keys.title} onClose={close}>
          <Keys />
        </Dialog>
      )}
      {open === 'settings' && (
        <Dialog title={words.value.settings.title} onClose={close}>
          <Settings />
        </Dialog>
      )}
      {closing.value !== null && <CloseDialog key={closing.value.id} record={closing.value} />}
      <SignInAgain />
    </>
  )
}
