import type { Page } from 'playwright-core'
import t from 'tap'
import { openDesk } from '../../given/desk-pages.js'
import type { WholeServer } from '../../given/fronts/whole-server.js'
import { pageModule } from '../../given/page-module.js'
import { sharedTerminal } from '../../given/terminal.js'

// Ways through a long list: its rows copied, shown from a value, and of a period or by distance.

t.setTimeout(180_000)

const COPYING = ['clipboard-read', 'clipboard-write']
const foot = (page: Page) => page.locator('.desk-foot')
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

/** The copied cells, row by row. */
async function cells(page: Page): Promise<readonly (readonly string[])[]> {
  return (await clipboard(page)).split(/\r?\n/).map((row) => row.split('\t'))
}

/** An account with a pending order at each of these prices. */
async function withOrders(server: WholeServer, prices: readonly string[]): Promise<number> {
  const { login } = await server.account()
  const order = { kind: 'place', order_kind: 'limit', symbol: 'EURUSD', side: 'buy' }
  for (const [i, price] of prices.entries()) {
    const volume = `0.0${i + 1}`
    await server.done(`POST /admin/v1/accounts/${login}/trade`, { ...order, volume, price })
  }
  await server.until(
    `GET /admin/v1/orders?login=${login}`,
    ({ data }) => data.total === prices.length,
  )
  return login
}

t.test('copied cells are as printed, for a spreadsheet', async (t) => {
  const { tabText } = await pageModule<typeof import('../../../web/text/csv.js')>('web/text/csv.ts')
  const cases = [
    ['−1,234.50', '-1,234.50'],
    ['+12.00', '+12.00'],
    ['+12.00 USD', '+12.00 USD'],
    ['–', ''],
    ['·', ''],
    ['=1+1', "'=1+1"],
    ['@sum', "'@sum"],
    ['-x', "'-x"],
    ['two\nlines\tand a tab ', 'two lines and a tab'],
  ] as const
  for (const [printed, copied] of cases) {
    t.equal(tabText(['Name'], [[printed]]), `Name\r\n${copied}`, printed)
  }
  t.equal(
    tabText(
      ['A', 'B'],
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ),
    'A\tB\r\n1\t2\r\n3\t4',
  )
})

t.test('Ctrl+C copies the current row or the selected ones, and leaves text alone', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const login = await withOrders(server, ['0.5', '0.6', '0.4'])
  const place = `/desk/orders?login=${login}&sort=volume`
  const { page, faults } = await visit(place)
  await page.context().grantPermissions(COPYING)
  await foot(page).getByText('3 orders').waitFor()
  const grid = page.getByRole('grid', { name: 'Orders' })
  await page.locator('.grid-row .num', { hasText: '0.03' }).waitFor()
  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+c')
  await page.getByText('Copied: 1 row').waitFor()
  const [heads = [], row = [], ...none] = await cells(page)
  t.same(none, [])
  t.equal(heads[0], 'ID')
  const at = heads.indexOf('Volume')
  t.equal(row[at], '0.02', 'the second row')
  t.equal(row[heads.indexOf('Login')], String(login))
  t.match(row[heads.indexOf('Distance')], /^[\d,]+$/, 'the figure of the page')

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await page.getByText('Copied: 3 rows').waitFor()
  t.same(
    (await cells(page)).map((one) => one[at]),
    ['Volume', '0.01', '0.02', '0.03'],
  )
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press(' ')
  await page.keyboard.press('Control+c')
  await page.getByText('Copied: 2 rows').waitFor()
  t.same(
    (await cells(page)).map((one) => one[at]),
    ['Volume', '0.02', '0.03'],
    'but the first',
  )

  // In a field, the key copies the selected text.
  await page.locator('input.login').focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  t.equal(await clipboard(page), String(login))
  t.same(faults.said, [])
})

t.test('a long list is shown from a value of its order', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const logins: number[] = []
  for (let i = 0; i < 60; i++) logins.push((await server.account()).login)
  const { page, faults } = await visit('/desk/accounts?sort=login')
  const [first = 0] = logins
  const wanted = logins[20] ?? 0
  await foot(page)
    .getByText(/\d accounts/)
    .waitFor()
  await page.keyboard.press('j')
  const dialog = page.getByRole('dialog', { name: 'Go to value: Login' })
  t.ok(await dialog.getByRole('button', { name: 'Go', exact: true }).isDisabled())
  await dialog.getByLabel('Value').fill('x')
  await dialog.getByText('This value does not fit the column.').waitFor()
  await dialog.getByLabel('Value').fill(String(wanted))
  await page.keyboard.press('Enter')
  const current = page.locator('.grid-row.at')
  await current.getByText(String(wanted)).waitFor()
  t.equal(
    await page.evaluate('document.activeElement?.className'),
    'grid',
    'the list has the focus',
  )

  // Falling, a name is shown from the first that begins with it; past the end is the end.
  await visit('/desk/accounts?sort=-login')
  await foot(page)
    .getByText(/\d accounts/)
    .waitFor()
  await page.getByRole('button', { name: /^Go to value/ }).click()
  await page.getByRole('dialog').getByLabel('Value').fill(String(wanted))
  await page.keyboard.press('Enter')
  await current.getByText(String(wanted)).waitFor()
  await page.getByRole('button', { name: /^Go to value/ }).click()
  await page.getByRole('dialog').getByLabel('Value').fill('0')
  await page.keyboard.press('Enter')
  await page.getByText(/^All rows come before this value/).waitFor()
  t.ok(first < wanted)
  t.same(faults.said, [])
})

t.test('pending orders are sorted by their distance to the market', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const login = await withOrders(server, ['0.5', '0.9', '0.4', '0.8'])
  const { page, faults } = await visit(`/desk/orders?login=${login}`)
  await foot(page).getByText('4 orders').waitFor()
  const head = page.getByRole('columnheader', { name: /^Distance/ })
  await head.getByRole('button').first().click()
  await page.waitForURL(/sort=-distance/)
  const volumes = async () =>
    (await page.locator('.grid-row').allTextContents()).map(
      (row) => /buy(0\.0\d)/i.exec(row)?.[1] ?? row,
    )
  await page.locator('.grid-row', { hasText: '0.03' }).waitFor()
  t.same(await volumes(), ['0.03', '0.01', '0.04', '0.02'])
  await head.getByRole('button').first().click()
  await page.waitForURL(/sort=distance/)
  await page.locator('.grid-row', { hasText: '0.03' }).waitFor()
  t.same(await volumes(), ['0.02', '0.04', '0.01', '0.03'])
  t.same(faults.said, [])
})

t.test('a typed period is on three clocks, and begins at the last statement', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login } = await server.account()
  const { page, faults } = await openDesk(browser, server, `/desk/deals?login=${login}`, {
    timezoneId: 'Asia/Kolkata',
    prepare: (opened) =>
      opened.route(/\/accounts\/\d+\/daily/, async (route) => {
        const response = await route.fetch()
        const json = (await response.json()) as { data: { items: object[] } }
        json.data.items = [{ date: '2026-03-05' }]
        await route.fulfill({ response, json })
      }),
  })
  await foot(page)
    .getByText(/\d deals?/)
    .waitFor()
  await page.getByLabel('Period').selectOption('Since the last statement')
  await page.waitForURL(/from=2026-03-06T00/)
  await page.locator('.clocks', { hasText: /06 Mar 2026.*00:00:00/ }).waitFor()
  await page.getByLabel('Period').selectOption('From … to …')
  const from = page.getByLabel(/^From/)
  await from.fill('2026-03-06T20:00:00')
  await page.keyboard.press('Enter')
  const clocks = page.locator('.field', { has: from }).locator('small')
  await clocks.waitFor()
  t.match(
    await clocks.textContent(),
    /^= 14:30:00 (server, )?UTC/,
    'the device is five and a half hours ahead',
  )
  t.same(faults.said, [])
})
