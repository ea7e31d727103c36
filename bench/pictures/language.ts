import type { Page } from 'playwright-core'

/** The German guides have pictures of German pages beside the English ones, such as `terminal.de.png`. */
export async function setLanguage(page: Page, language: 'en' | 'de', look: object): Promise<void> {
  const settings = JSON.stringify({ ...look, language })
  await page.addInitScript(`localStorage.setItem('openfloor.settings', '${settings}')`)
}

/** Shows the page in German while `shoot` runs. The next page that it opens is English again. */
export async function inGerman(
  page: Page,
  look: object,
  shoot: () => Promise<unknown>,
): Promise<void> {
  await setLanguage(page, 'de', look)
  await page.reload()
  await page.mouse.move(0, 0)
  await shoot()
  await setLanguage(page, 'en', look)
}
