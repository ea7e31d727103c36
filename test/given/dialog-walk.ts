import type { Page } from 'playwright-core'

/** Buttons that open a dialog end with `…`, also in the pseudo-language; those of menus say so. */
const OPENERS = `[...document.querySelectorAll('button')]
  .filter((one) => !one.disabled && one.checkVisibility() && one.closest('dialog') === null)
  .map((one) => [one, one.getAttribute('aria-label') ?? one.textContent.trim()])
  .filter(([one, label]) => one.ariaHasPopup === 'menu' || /…·*$/.test(label))
  .map(([one, label]) => label)`
const DIALOG = 'dialog[open]'
const MENU = '.menu:popover-open'

/** Looks into each dialog and menu of the page, and closes it again. `isLeft` names those that are not opened. */
export async function walkDialogs(
  page: Page,
  isLeft: (label: string) => boolean,
  look: (within: string, label: string) => Promise<void>,
): Promise<string[]> {
  const labels = new Set((await page.evaluate(OPENERS)) as string[])
  const opened = [...labels].filter((label) => !isLeft(label))
  for (const label of opened) {
    await page.getByRole('button', { name: label, exact: true }).first().click()
    const shown = page.locator(`${DIALOG}, ${MENU}`).first()
    await shown.waitFor()
    await page.waitForLoadState('networkidle')
    const isMenu = (await page.locator(DIALOG).count()) === 0
    await look(isMenu ? MENU : DIALOG, label)
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
  }
  return opened
}
