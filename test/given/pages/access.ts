import type { Page } from 'playwright-core'
import { accessFaultsInBoth } from '../browser.js'

/** A state of a page, and how a person reaches it. */
export type State<Given> = readonly [
  name: string,
  reach: (page: Page, given: Given) => Promise<unknown>,
]

const DIALOG = 'dialog[open]'
const MENU = '.menu:popover-open'

/** What is wrong in both colours: in the dialog or menu that is open, else in the page. */
export async function stateFaults(page: Page): Promise<string[]> {
  await hasLoaded(page)
  for (const part of [DIALOG, MENU]) {
    if ((await page.locator(part).count()) > 0) return accessFaultsInBoth(page, part)
  }
  return accessFaultsInBoth(page)
}

/** All parts of the page are there. */
export async function hasLoaded(page: Page): Promise<void> {
  const loading = page.getByText('Loading…').or(page.getByLabel('Loading…'))
  await loading.filter({ visible: true }).first().waitFor({ state: 'detached' })
}

export async function press(page: Page, name: string | RegExp): Promise<void> {
  const exact = typeof name === 'string'
  await page.getByRole('button', { name, exact }).first().click()
}

/** The names of the items of a menu that open a dialog. */
export async function menuDialogs(page: Page, button: string | RegExp): Promise<string[]> {
  await press(page, button)
  const names = await page.locator(MENU).getByRole('button', { name: /…$/ }).allInnerTexts()
  await page.keyboard.press('Escape')
  return names
}
