import type { Browser, Page } from 'playwright-core'
import { type Faults, openPage } from './browser.js'

/** The traders' terminal in a browser, as its tests come to it. */
export const MASTER = 'Abcd12!x'
export const DESK = { width: 1400, height: 860 }
export const PHONE = { width: 390, height: 780 }

/** The door is filled in and sent. */
export async function fillDoor(page: Page, login: number, password = MASTER): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(String(login))
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.locator('form button[type=submit]').click()
}

export async function signIn(page: Page, origin: string, login: number): Promise<void> {
  await page.goto(origin)
  await fillDoor(page, login)
  await page.locator('.state.live').first().waitFor()
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
  await opened.page.locator('.deal.fill-buy:enabled').waitFor()
  return opened
}

/** A market order from the ticket, asked back and confirmed. */
export async function buy(page: Page): Promise<void> {
  await page.locator('.deal.fill-buy:enabled').click()
  await page.locator('dialog .fill-buy').click()
}
