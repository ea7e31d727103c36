import type { Browser, Locator, Page, WebSocketRoute } from 'playwright-core'
import { DESK, type Faults, openBrowser, openPage } from './browser.js'
import { MASTER, WholeServer } from './fronts/whole-server.js'
import { storeSession } from './pages/stored-session.js'
import { mayTrade, type Opened, terminalIsLive, visitDesk, visitTerminal } from './pages/visit.js'

type Teardown = { teardown(run: () => unknown): unknown }

// The traders' terminal in a browser, as tests open it.

/** The door is filled in and sent. */
export async function fillDoor(page: Page, login: number, password = MASTER): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(String(login))
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.locator('form button[type=submit]').click()
}

export async function signIn(page: Page, origin: string, login: number): Promise<void> {
  await storeSession(page, origin, 'terminal', { login, password: MASTER })
  await page.goto(origin)
  await terminalIsLive(page)
}

/** Signed in, with prices to trade at and a chart with its bars. */
export async function signInToChart(page: Page, origin: string, login: number): Promise<void> {
  await signIn(page, origin, login)
  await mayTrade(page)
  await withBars(page)
}

/** A device on which a trader is signed in and may trade. */
export async function openTerminal(
  browser: Browser,
  origin: string,
  login: number,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; faults: Faults }> {
  const opened = await openPage(browser, { viewport: DESK, locale: 'en-GB', ...options })
  await signIn(opened.page, origin, login)
  await mayTrade(opened.page)
  return opened
}

/** A market order from the ticket, asked back and confirmed. */
export async function buy(page: Page): Promise<void> {
  await page.locator('.deal.fill-buy:enabled').click()
  await page.locator('dialog .fill-buy').click()
}

/** Keys trade only after this setting is turned on. */
export async function allowTradeKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Trade by keyboard').check()
  await page.keyboard.press('Escape')
}

/** The first chart has its bars: until then no place of it has a price. */
export async function withBars(page: Page): Promise<void> {
  await page.locator('.canvas[aria-busy=false]').first().waitFor()
}

/** The first chart shows many prices, however little the market has moved: a drag of some pixels is some ticks. */
export async function widenPrices(page: Page): Promise<void> {
  const box = await page.locator('.canvas').first().boundingBox()
  if (box === null) throw new Error('no chart is shown')
  const x = box.x + box.width - 20
  for (let i = 0; i < 2; i++) {
    await page.mouse.move(x, box.y + 0.1 * box.height)
    await page.mouse.down()
    await page.mouse.move(x, box.y + 0.9 * box.height, { steps: 4 })
    await page.mouse.up()
  }
}

/** A drag over a part of the page, from one share of its width and height to another. */
export async function drag(
  page: Page,
  over: Locator,
  from: [number, number],
  to: [number, number],
) {
  const box = await over.boundingBox()
  if (box === null) throw new Error('it is not shown')
  const place = ([x, y]: [number, number]) =>
    [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...place(from))
  await page.mouse.down()
  await page.mouse.move(...place(to), { steps: 3 })
  await page.mouse.up()
}

/** Until it is so in the page, looked at with each frame; the page's policy lets no text be a function there. */
export async function untilInPage(page: Page, isSo: string): Promise<void> {
  await page.evaluate(
    `(async () => { while (!(${isSo})) await new Promise(requestAnimationFrame) })()`,
  )
}

/** Waits until the server has stored preferences that contain `word`. */
export async function saved(page: Page, act: () => Promise<unknown>, word = ''): Promise<void> {
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith('/me/preferences') &&
      response.request().method() === 'PUT' &&
      response.request().postData()?.includes(word) === true &&
      response.ok(),
  )
  await act()
  await answered
}

/** A page whose live line can be cut and mended; to be asked for before the page is opened. */
export async function cuttable(page: Page) {
  let isCut = false
  let tries = 0
  const lines = new Set<WebSocketRoute>()
  const waiting = new Set<() => void>()
  await page.routeWebSocket(/\/v1\/socket$/, async (line) => {
    if (!isCut) {
      lines.add(line)
      lines.add(line.connectToServer())
      return
    }
    tries++
    for (const tell of waiting) tell()
    await line.close({ code: 1001 })
  })
  return {
    cut() {
      isCut = true
      for (const line of lines) void line.close({ code: 1001 })
      lines.clear()
    },
    /** Resolves when the page has tried so often in vain. */
    async tried(count: number) {
      while (tries < count) await new Promise<void>((tell) => waiting.add(tell))
    },
    mend() {
      isCut = false
    },
  }
}

export interface TerminalSet {
  readonly browser: Browser
  readonly server: WholeServer
  /** The administrator's desk at a place: the first time in a test with a new document, then by its address. */
  visit(place?: string): Promise<Opened>
  /** The terminal of an account. */
  visitTerminal(login: number): Promise<Opened>
}

function setOf(test: Teardown, browser: Browser, server: WholeServer): TerminalSet {
  return {
    browser,
    server,
    visit: (place = '/desk') => visitDesk(test, browser, server, place),
    visitTerminal: (login) => visitTerminal(test, browser, server, login),
  }
}

/**
 * The browser and the server that tests share: each has accounts of its own, leaves the settings as they are, and its pages
 * close with it. Undefined if no browser is installed.
 */
export async function sharedTerminal(test: Teardown): Promise<TerminalSet | undefined> {
  const browser = await openBrowser(test)
  return browser === undefined ? undefined : setOf(test, browser, await WholeServer.shared())
}

/** The same with a server for the tests of one file, which may change its settings. */
export function ownTerminal(file: Teardown): (test: Teardown) => Promise<TerminalSet | undefined> {
  let server: Promise<WholeServer> | undefined
  return async (test) => {
    const browser = await openBrowser(test)
    if (browser === undefined) return undefined
    server ??= WholeServer.start(file)
    return setOf(test, browser, await server)
  }
}
