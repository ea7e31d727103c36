import t from 'tap'
import { openDesk } from '../../given/desk-pages.js'
import { pageModule } from '../../given/page-module.js'
import { sharedTerminal } from '../../given/terminal.js'

// Lists are filtered by a form as well as by text, and their views are saved with the login.

t.setTimeout(180_000)

t.test('a condition of the form is the text that one would type', async (t) => {
  const { conditionText } = await pageModule<
    typeof import('../../../web/text/filter/filter-fields.js')
  >('web/text/filter/filter-fields.ts')
  const momentOf = (wall: string) => (wall === '' ? null : `${wall}:00Z`)
  const { filterOf } = await pageModule<typeof import('../../../web/text/filter/filter-text.js')>(
    'web/text/filter/filter-text.ts',
  )
  const cases = [
    ['country', 'text', 'is', 'DE|AT', 'country=DE|AT', 'in', ['DE', 'AT']],
    [
      'group',
      'text',
      'begins',
      'real\\vip two',
      'group^"real\\vip two"',
      'starts',
      'real\\vip two',
    ],
    ['comment', 'text', 'contains', ' "late" ', 'comment~late', 'contains', 'late'],
    ['status', 'text', 'isNot', 'true', 'status!="true"', 'ne', 'true'],
    ['comment', 'text', 'empty', '', 'comment=""', 'eq', ''],
    ['comment', 'text', 'notEmpty', 'x', 'comment!=""', 'ne', ''],
    ['balance', 'amount', 'less', '-1.5', 'balance<-1.5', 'lt', '-1.5'],
    ['agent', 'whole', 'is', '7|8', 'agent=7|8', 'in', ['7', '8']],
    ['enabled', 'flag', 'is', 'false', 'enabled=false', 'eq', false],
  ] as const
  for (const [field, type, kind, typed, text, op, value] of cases) {
    t.equal(conditionText(field, type, kind, typed, momentOf), text)
    t.same(filterOf(text), { search: '', conditions: [{ field, op, value }] }, text)
  }
  const since = conditionText('created_at', 'time', 'from', '2026-03-02T10:00', momentOf)
  t.equal(since, 'created_at>=2026-03-02T10:00:00Z')
  for (const [type, typed] of [
    ['text', ' '],
    ['whole', '1.5'],
    ['amount', 'ten'],
    ['amount', '1|'],
    ['time', ''],
    ['flag', ''],
  ] as const)
    t.equal(conditionText('x', type, 'is', typed, momentOf), null, `${type} ${typed}`)
})

t.test('a list is filtered by form, saved as a view, and shown again elsewhere', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, visit } = set
  const { login } = await server.account()
  const { page, faults } = await visit('/desk/accounts')
  await page.getByRole('button', { name: 'Add filter…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Column').selectOption('Login')
  await dialog.getByLabel('Condition').selectOption('is')
  t.equal(await dialog.getByRole('button', { name: 'Add filter' }).isDisabled(), true)
  await dialog.getByLabel('Value').fill('1.5')
  await dialog.getByText('This value does not fit the column.').waitFor()
  t.equal(
    await dialog
      .locator('option', { hasText: 'Equity (cannot be filtered: changes with every price)' })
      .count(),
    1,
  )
  await dialog.getByLabel('Value').fill(String(login))
  await page.keyboard.press('Enter')
  await page.locator('.desk-foot').getByText('1 account').waitFor()
  t.equal(await page.getByRole('searchbox', { name: 'Filter' }).inputValue(), `login=${login}`)

  await page.getByRole('columnheader', { name: 'Balance' }).getByRole('button').first().click()
  await page.waitForURL(/sort=/)
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  const menu = page.getByRole('group', { name: 'Views' })
  await menu.getByRole('button', { name: 'Save view…' }).press('Enter')
  await dialog.getByLabel('Name of the view').fill('Mine')
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('/me/preferences') && answer.request().method() === 'PUT',
  )
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'View: Mine' }).waitFor()
  t.equal((await kept).status(), 200, 'the server has it')

  // Another device of the same login.
  const other = await openDesk(browser, server, '/desk/accounts')
  await other.page.getByRole('button', { name: 'Views', exact: true }).click()
  await other.page
    .getByRole('group', { name: 'Views' })
    .getByRole('button', { name: 'Mine' })
    .press('Enter')
  await other.page.locator('.desk-foot').getByText('1 account').waitFor()
  t.match(new URL(other.page.url()).searchParams.get('q'), `login=${login}`)
  t.match(new URL(other.page.url()).searchParams.get('sort'), /balance/)
  await other.page.getByRole('button', { name: 'View: Mine' }).click()
  await other.page.getByRole('button', { name: 'Delete views…' }).press('Enter')
  await other.page.getByRole('button', { name: 'Delete view Mine' }).click()
  await other.page.getByRole('dialog').getByText('No saved views.').waitFor()
  t.same([...faults.said, ...other.faults.said], [])
})

t.test('trades are filtered by any column that the server sorts by', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const path = `POST /admin/v1/accounts/${login}/trade`
  const open = { kind: 'open', symbol: 'EURUSD' }
  await server.done(path, { ...open, side: 'buy', volume: '0.10' })
  await server.done(path, { ...open, side: 'buy', volume: '0.30' })
  await server.done(path, { ...open, side: 'sell', volume: '0.20' })
  await server.until(`GET /admin/v1/positions?login=${login}`, ({ data }) => data.total === 3)
  const { page, faults } = await visit(`/desk/positions?login=${login}`)
  const foot = page.locator('.desk-foot')
  await foot.getByText('3 positions').waitFor()
  const add = page.getByRole('button', { name: 'Add filter…' })
  const dialog = page.getByRole('dialog')
  await add.click()
  await dialog.getByLabel('Column').selectOption('Side')
  await dialog.getByLabel('Value').selectOption('Buy')
  t.equal(
    await dialog
      .locator('option', { hasText: 'Profit (cannot be filtered: changes with every price)' })
      .count(),
    1,
  )
  await dialog.getByRole('button', { name: 'Add filter' }).click()
  await foot.getByText('2 positions').waitFor()
  await add.click()
  await dialog.getByLabel('Column').selectOption('Volume')
  await dialog.getByLabel('Condition').selectOption('more than')
  await dialog.getByLabel('Value').fill('0.1')
  await page.keyboard.press('Enter')
  await foot.getByText('1 position', { exact: true }).waitFor()
  await foot.getByText('Lots 0.30').waitFor()
  t.equal(new URL(page.url()).searchParams.get('q'), 'side=buy volume>0.1')

  await page.getByRole('grid', { name: 'Positions' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Close…' }).click()
  await dialog.getByText('Number: 1 · accounts: 1').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove condition: side=buy' }).click()
  await foot.getByText('2 positions').waitFor()
  await page.getByRole('button', { name: 'Closed', exact: true }).click()
  await page.waitForURL((url) => !url.searchParams.has('q'))
  t.same(faults.said, [])
})
