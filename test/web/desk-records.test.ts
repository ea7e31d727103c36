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

t.test(
  'an application is approved with another leverage, another one rejected with a kept reason',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server } = set
    const settings = await server.done('GET /admin/v1/settings')
    await server.done('PUT /admin/v1/settings', { ...settings, real: true, confirm_real: false })
    const mail = { name: 'Main', sender_email: 'desk@example.com', server: '127.0.0.1:1' }
    await server.done('POST /admin/v1/mail-servers', mail)
    await server.done('POST /admin/v1/account-allocations', { group_path: 'real\\standard' })
    for (const name of ['Ada Berg', 'Ben Carter']) {
      const form = { type: 'real', name, email: `${name.slice(0, 3)}@example.com`, country: 'GB' }
      await server.ask('POST /trader/v1/register', {}, form)
    }
    const { page, faults } = await openDesk(browser, server.origin, 'applications')
    await page.getByRole('row', { name: /Ada Berg/ }).click()
    await page.waitForURL(/applications\/\d+$/)
    await page.getByRole('button', { name: 'Approve…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Leverage/).fill('1:50')
    t.equal(await dialog.getByRole('button', { name: 'Approve' }).isEnabled(), false)
    await dialog.getByLabel(/^Leverage/).fill('50')
    t.same(await accessFaultsInBoth(page), [])
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText(/^Account \d+ is open\.$/).waitFor()
    const { data } = await server.ask('GET /admin/v1/applications?state=approved')
    const [approved] = data.items
    const account = await server.done(`GET /admin/v1/accounts/${approved.login}`)
    t.match(account, { leverage: 50, group: approved.group })

    await page.getByRole('row', { name: /Ben Carter/ }).click()
    await page.getByRole('button', { name: 'Reject…' }).click()
    t.equal(await dialog.getByRole('button', { name: 'Reject' }).isEnabled(), false)
    await dialog.getByRole('button', { name: 'A proof is missing.' }).click()
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText(/^Application \d+ is rejected\.$/).waitFor()
    await page.getByText('No application waits.').waitFor()
    await page.getByRole('button', { name: 'Rejected' }).click()
    await page.getByRole('row', { name: /Ben Carter/ }).waitFor()
    t.same(await accessFaultsInBoth(page), [])
    t.same(faults.said, [])
  },
)

t.test('who is online comes and goes by itself, and is signed out after a question', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { page, faults } = await openDesk(browser, server.origin, 'online')
  await page
    .getByRole('row', { name: /managers/ })
    .first()
    .waitFor()
  const { login, headers } = await server.account()
  await page.mouse.move(5, 500)
  const row = page.getByRole('row', { name: new RegExp(`${login} `) })
  await row.waitFor()
  await page.getByLabel('Filter').fill(`${login} demo`)
  await page.waitForURL(/q=/)
  await page.getByText('1 sessions of 1 accounts').waitFor()
  await row.click()
  await page.getByRole('button', { name: 'End this session…' }).click()
  t.same(await accessFaultsInBoth(page), [])
  t.equal(
    (await server.ask('GET /trader/v1/account', headers)).status,
    200,
    'a question ends nobody',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'End this session' }).click()
  await page.getByText('This session has ended.').waitFor()
  await page.getByText('No session fits.').waitFor()
  t.equal((await server.ask('GET /trader/v1/account', headers)).status, 401)
  t.same(faults.said, [])
})
