import type { Browser, Locator, Page } from 'playwright-core'
import { DESK, type Faults, openPage } from './browser.js'
import { ADMIN_PASSWORD, MASTER, type WholeServer } from './fronts/whole-server.js'
import { storeSession } from './pages/stored-session.js'
import { deskIsLive } from './pages/visit.js'

// The staff's desk in a browser, as tests open it.

type DeskOptions = Parameters<Browser['newPage']>[0] & {
  readonly login?: number
  readonly password?: string
  /** What is done to the page before it is opened. */
  prepare?(page: Page): Promise<unknown>
}

/** Somebody of staff with these rights alone, as they sign in at the desk. */
export async function hired(
  server: WholeServer,
  rights: readonly string[],
  scope = '*',
): Promise<{ login: number; password: string }> {
  const { login } = await server.account('managers\\dealers')
  await server.done('POST /admin/v1/staff', { login, rights, group_scope: [scope] })
  return { login, password: MASTER }
}

/** A device of its own, on which staff are signed in, at a place of the desk, with a live line. */
export async function openDesk(
  browser: Browser,
  server: Pick<WholeServer, 'origin'>,
  place = '/desk',
  {
    login = 1,
    password = ADMIN_PASSWORD,
    prepare = async () => undefined,
    ...options
  }: DeskOptions = {},
): Promise<{ page: Page; faults: Faults }> {
  const opened = await openPage(browser, { viewport: DESK, locale: 'en-GB', ...options })
  await prepare(opened.page)
  await storeSession(opened.page, server.origin, 'desk', { login, password })
  await opened.page.goto(`${server.origin}${place}`)
  await deskIsLive(opened.page)
  return opened
}

/** Holds the page's requests of this method to these addresses until the returned function is called. */
export async function holdRequests(page: Page, method: string, to: RegExp): Promise<() => void> {
  let go: () => void = () => undefined
  const mayGo = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(to, async (route) => {
    if (route.request().method() === method) await mayGo
    return route.continue()
  })
  return go
}

/** Asks for the code of an act on many and types it as it is shown. */
export async function typeCode(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Show code' }).click()
  const field = dialog.getByLabel(/^Type the code/)
  await field.waitFor()
  const label = String(await dialog.locator('.confirm-code label').textContent())
  await field.fill(/\d{6}/.exec(label)?.[0] ?? '')
}
