import type { Browser, Page } from 'playwright-core'
import { DESK, type Faults, keepFaults, keptContexts } from '../browser.js'
import { ADMIN_PASSWORD, MASTER, type WholeServer } from '../fronts/whole-server.js'
import { type Side, storeSession } from './stored-session.js'

/**
 * A lane keeps one page of the desk and one of the terminal open. Tests visit them.
 *
 *   V1. Each test begins with a new document, an empty storage and, at the desk, empty preferences on the server. Only
 *       the session stays.
 *   V2. When a test ends, its routes, listeners and further pages end. Faults that it has not looked at fail the run,
 *       but for requests that were refused or lost.
 *   V3. The next visits of a test change the address, as the desk does itself, and keep the document.
 */
type Teardown = { teardown(run: () => unknown): unknown }

export interface Opened {
  readonly page: Page
  readonly faults: Faults
}

interface Visit extends Opened {
  readonly test: Teardown
  areLookedAt: boolean
}

interface Kept {
  readonly page: Page
  readonly origin: string
  visit: Visit | undefined
}

const ADMINISTRATOR = { login: 1, password: ADMIN_PASSWORD }
/** As long as a busy machine may need for one step. */
const TIMEOUT_MS = 40_000
const PREFERENCES = '/admin/v1/me/preferences'
/** The events of a page that tests listen to. */
const EVENTS = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const
const NETWORK = /Failed to load resource|WebSocket/
/** What arrives is drawn, and may ask for more, within fewer frames. */
const QUIET_FRAMES = 5
/** A place of the desk that shows nothing. */
const NOWHERE = '/desk/-'

const pages = new Map<Side, Kept>()

/** The desk at a place, as its administrator sees it. */
export async function visitDesk(
  test: Teardown,
  browser: Browser,
  server: WholeServer,
  place: string,
): Promise<Opened> {
  const kept = await keptPage(browser, server.origin, 'desk')
  if (kept.visit?.test === test) {
    await changeAddress(kept.page, place)
    return kept.visit
  }
  await emptyPreferences(server)
  const visit = await begin(kept, test)
  await storeSession(kept.page, server.origin, 'desk', ADMINISTRATOR)
  await kept.page.goto(`${server.origin}${place}`)
  await deskIsLive(kept.page)
  return visit
}

/** The terminal of an account, with prices to trade at. */
export async function visitTerminal(
  test: Teardown,
  browser: Browser,
  { origin }: Pick<WholeServer, 'origin'>,
  login: number,
): Promise<Opened> {
  const kept = await keptPage(browser, origin, 'terminal')
  const visit = kept.visit?.test === test ? kept.visit : await begin(kept, test)
  await storeSession(kept.page, origin, 'terminal', { login, password: MASTER })
  await kept.page.goto(origin)
  await mayTrade(kept.page)
  return visit
}

export async function deskIsLive(page: Page): Promise<void> {
  await page.locator('[data-line=live]').waitFor()
}

export async function terminalIsLive(page: Page): Promise<void> {
  await page.locator('.state.live').first().waitFor()
}

export async function mayTrade(page: Page): Promise<void> {
  await terminalIsLive(page)
  await page.locator('.deal.fill-buy:enabled').waitFor()
}

async function keptPage(browser: Browser, origin: string, side: Side): Promise<Kept> {
  const known = pages.get(side)
  if (known?.origin === origin && !known.page.isClosed()) return known
  await known?.page.context().close()
  const page = await browser.newPage({ viewport: DESK, locale: 'en-GB' })
  keptContexts.add(page.context())
  const kept = { page, origin, visit: undefined }
  pages.set(side, kept)
  return kept
}

async function begin(kept: Kept, test: Teardown): Promise<Visit> {
  const { page } = kept
  await page.setViewportSize(DESK)
  page.setDefaultTimeout(TIMEOUT_MS)
  const { said } = keepFaults(page)
  const visit: Visit = {
    page,
    test,
    areLookedAt: false,
    faults: {
      get said() {
        visit.areLookedAt = true
        return said
      },
    },
  }
  kept.visit = visit
  test.teardown(async () => {
    kept.visit = undefined
    await end(page)
    const strange = visit.areLookedAt ? [] : said.filter((line) => !NETWORK.test(line))
    if (strange.length > 0) throw new Error(`faults of a page: ${strange.join()}`)
  })
  return visit
}

async function end(page: Page): Promise<void> {
  if (page.isClosed()) return
  const context = page.context()
  for (const event of EVENTS) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.clearPermissions()
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null })
  await page.goto('about:blank')
}

/** Shows a place of a desk that is open, and waits until it has all that it asks for. */
export async function showPlace(page: Page, place: string): Promise<void> {
  let asked = 0
  const begun = () => asked++
  const ended = () => asked--
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
  await changeAddress(page, place)
  for (let quiet = 0; quiet < QUIET_FRAMES; quiet++) {
    await page.evaluate('new Promise(requestAnimationFrame)')
    if (asked > 0) quiet = 0
  }
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended)
}

/** Leaves the place that is shown, so that the next one keeps nothing of it. */
async function changeAddress(page: Page, place: string): Promise<void> {
  await page.setViewportSize(DESK)
  while ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
  await page.evaluate(`(async () => {
    const show = (way, to) => {
      history[way](null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }
    const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    show('pushState', '${NOWHERE}')
    await drawn()
    show('replaceState', ${JSON.stringify(place)})
    await drawn()
  })()`)
}

async function emptyPreferences(server: WholeServer): Promise<void> {
  const { version, content } = await server.done(`GET ${PREFERENCES}`)
  if (Object.keys(content as object).length === 0) return
  await server.done(`PUT ${PREFERENCES}`, { content: {}, expected_version: version })
}
