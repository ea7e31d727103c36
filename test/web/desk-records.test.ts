import type { Browser, Page } from 'playwright-core'
import t from 'tap'
import { accessFaultsInBoth, type Faults, openPage } from '../given/browser.js'
import { fillDoor, sharedTerminal } from '../given/terminal.js'

// The desk's pages of records: what was done and by whom, who signs up, who is online, mail, staff, servers.

t.setTimeout(240_000)
const shared = sharedTerminal(t)
const WIDE = { width: 1440, height: 860 }

/** A page of the desk, with staff signed in. */
async function openDesk(
  browser: Browser,
  origin: string,
  path: string,
  login = 1,
  password = 'Admin12!x',
): Promise<{ page: Page; faults: Faults }> {
  const opened = await openPage(browser, { viewport: WIDE, locale: 'en-GB' })
  await opened.page.goto(`${origin}/desk/${path}`)
  await fillDoor(opened.page, login, password)
  await opened.page.locator('.state.live').waitFor()
  return opened
}

/** The conditions of the page as its address has them. */
const asked = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

t.test(
  'the journal follows what is done, holds still while it is read, and leads on',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server } = set
    const { login } = await server.account()
    const { page, faults } = await openDesk(browser, server.origin, `journal?login=${login}`)
    await page.getByText(`Account ${login}: deposit 100000.00 USD`).waitFor()

    // A new line comes by itself, with what was and what is.
    await page.mouse.move(5, 500)
    await server.patch(`/admin/v1/accounts/${login}`, { city: 'Graz' })
    const line = page.locator('tr', { hasText: `Account ${login} was changed: city` })
    await line.waitFor()
    t.match(await line.locator('.changes').textContent(), /city– → Graz/)

    // While the pointer is among the lines nothing moves under it.
    await line.hover()
    const first = await page.locator('.line-text').first().textContent()
    await server.patch(`/admin/v1/accounts/${login}`, { city: 'Linz', comment: 'moved' })
    await page.getByRole('button', { name: '1 new line' }).waitFor()
    t.equal(await page.locator('.line-text').first().textContent(), first)
    await page.mouse.move(5, 500)
    await page
      .getByText(/Account \d+ was changed: city, comment|was changed: comment, city/)
      .waitFor()

    // What is no login is not asked for; a period is taken when its field is left.
    await page.getByLabel('By', { exact: true }).fill('1x')
    t.equal(await page.getByLabel('By', { exact: true }).getAttribute('aria-invalid'), 'true')
    t.same(asked(page), { login: String(login) })
    await page.getByLabel('By', { exact: true }).fill('')
    await page.getByLabel('Period').selectOption('other')
    await page.getByLabel(/^To/).fill('2020-01-01T00:00:00')
    t.same(asked(page), { login: String(login) })
    await page.getByLabel(/^To/).press('Enter')
    await page.getByText('No line fits. Take a condition away.').waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()

    // By keys: a line opens in its place, and leads to the others of its record and to the record.
    await page.locator('.line-text').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Lines by the same' }).waitFor()
    t.same(await accessFaultsInBoth(page), [])
    await page.getByRole('button', { name: 'Lines by the same' }).click()
    await page.waitForURL(/actor=/)
    await page.getByLabel('Text', { exact: true }).fill('deposit 100000.00')
    await page.waitForURL(/text=deposit/)
    await page
      .getByRole('link', { name: String(login), exact: true })
      .first()
      .click()
    await page.waitForURL(/accounts\/\d+$/)
    await page.goBack()
    await page.locator('table.journal').waitFor()
    t.same(faults.said, [])
  },
)
