import type { Page } from 'playwright-core'
import t from 'tap'
import { sharedTerminal } from '../../given/terminal.js'

// Open records are tabs: opened from a list or by search, kept over a reload, and closed by mouse and keyboard.

t.setTimeout(180_000)
const GROUP = 'real\\records'
const LIST = `/desk/accounts?group=${encodeURIComponent(GROUP)}&sort=login`

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Open records' }).locator('a')
const card = (page: Page, login: number) =>
  page.getByRole('complementary', { name: `Account ${login}` })

t.test('records of a list and of a search are tabs until they are closed', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  await server.done('POST /admin/v1/groups', { path: GROUP })
  const logins: number[] = []
  for (let n = 0; n < 10; n++) logins.push((await server.account(GROUP)).login)
  const [first = 0, second = 0, third = 0, ninth = 0, tenth = 0] = [0, 1, 2, 8, 9].map(
    (n) => logins[n],
  )
  const { page, faults } = await visit(LIST)
  const names = () =>
    tabs(page).evaluateAll((all) => all.map((one) => one.textContent?.split(' ')[0]))

  // A row takes over the tab of the row before it. With Ctrl+Enter it has its own.
  await page.getByRole('row', { name: String(first) }).click()
  await card(page, first).waitFor()
  await page.getByRole('row', { name: String(second) }).click()
  await card(page, second).waitFor()
  t.same(await names(), [String(second)], 'one tab for the rows that were looked at')
  await page.getByRole('grid', { name: 'Accounts' }).press('ArrowDown')
  await card(page, third).waitFor()
  t.same(await names(), [String(third)], 'arrow keys take it over, too')
  await page.getByRole('row', { name: String(first) }).click({ button: 'middle' })
  await card(page, first).waitFor()
  t.same(await names(), [String(third), String(first)])

  // Nine records need one tab more than there are.
  for (const login of logins.slice(3, 8)) {
    await page.getByRole('row', { name: String(login) }).click({ button: 'middle' })
    await card(page, login).waitFor()
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill(String(ninth))
  await page
    .getByRole('option', { name: String(ninth) })
    .first()
    .click()
  await card(page, ninth).waitFor()
  t.same(await names(), [third, first, ...logins.slice(3, 9)].map(String), 'eight')
  await visit(`/desk/accounts/${tenth}`)
  await card(page, tenth).waitFor()
  t.same(await names(), [first, ...logins.slice(3)].map(String), 'the oldest one was closed')

  // Keys: the number of a tab, the neighbours, and Delete on a tab.
  await page.keyboard.press('g')
  await page.keyboard.press('1')
  await card(page, first).waitFor()
  t.match(new URL(page.url()).searchParams.get('group'), GROUP, 'with its list')
  await page.keyboard.press('<')
  await card(page, tenth).waitFor()
  const closed = (login: number) =>
    tabs(page)
      .filter({ hasText: String(login) })
      .waitFor({ state: 'detached' })
  await tabs(page).last().press('Delete')
  await closed(tenth)
  t.match(new URL(page.url()).pathname, /accounts$/, 'the list is shown')
  await tabs(page).first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await card(page, logins[3] ?? 0).waitFor()
  await page.keyboard.press('Escape')
  await closed(logins[3] ?? 0)
  await page.getByRole('button', { name: new RegExp(`^Close ${ninth}`) }).click()
  await closed(ninth)
  t.same(await names(), [first, ...logins.slice(4, 8)].map(String))
  t.same(faults.said, [])
})

t.test('unsaved changes mark their tab, and closing it asks what happens to them', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account(GROUP)
  const place = `/desk/accounts/${login}/record`
  const { page, faults } = await visit(place)
  const city = page.getByLabel(/^City/)
  const marked = tabs(page).filter({ hasText: 'draft' })
  await city.fill('Lyon')
  await marked.waitFor()
  await page.reload()
  await marked.waitFor()
  t.equal(await city.inputValue(), 'Lyon', 'the form shows them after a reload')

  await city.press('Escape')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Unsaved changes in ${login}`).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  t.equal(await city.inputValue(), 'Lyon')
  await city.press('Escape')
  await dialog.getByRole('button', { name: 'Close and keep changes' }).click()
  await page.waitForURL(/\/desk\/accounts$/)
  t.equal(await tabs(page).count(), 0)
  await page.goBack()
  await marked.waitFor()

  // On a phone the records are a menu.
  await page.setViewportSize({ width: 390, height: 780 })
  await page.getByRole('button', { name: 'Open records' }).click()
  const menu = page.getByRole('group', { name: 'Open records' })
  await menu.getByRole('link', { name: String(login) }).waitFor()
  await menu.getByRole('button', { name: new RegExp(`^Close ${login}`) }).press('Enter')
  await dialog.getByRole('button', { name: 'Discard changes' }).click()
  await page.waitForURL(/\/desk\/accounts$/)
  await page.goto(`${server.origin}${place}`)
  await city.waitFor()
  t.not(await city.inputValue(), 'Lyon', 'discarded')
  t.same(faults.said, [])
})
