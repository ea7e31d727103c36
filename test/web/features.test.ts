import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { accessFaults, openBrowser, openPage } from '../given/browser.js'
import { codeOf } from '../given/codes.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { licenceKey, licencePayload, VENDOR_PUBLIC_KEY } from '../given/licence-keys.js'

// What traders set up for themselves in the browser, against a whole server: drawings, alerts, lists, layouts.

const MASTER = 'Abcd12!x'
const DESK = { width: 1400, height: 860 }

t.setTimeout(180_000)

async function signIn(page: Page, origin: string, login: number): Promise<void> {
  await page.goto(origin)
  await page.locator('input[autocomplete=username]').fill(String(login))
  await page.locator('input[autocomplete=current-password]').fill(MASTER)
  await page.locator('form button[type=submit]').click()
  await page.locator('.state.live').first().waitFor()
  await page.locator('.deal.fill-buy:enabled').waitFor()
  await withBars(page)
}

/** The first chart has its bars: until then no place of it has a price. */
async function withBars(page: Page): Promise<void> {
  await page.locator('.canvas[aria-busy=false]').first().waitFor()
}

/** A drag over a part of the page, from one share of its width and height to another. */
async function drag(page: Page, over: Locator, from: [number, number], to: [number, number]) {
  const box = await over.boundingBox()
  if (box === null) throw new Error('it is not shown')
  const place = ([x, y]: [number, number]) =>
    [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...place(from))
  await page.mouse.down()
  await page.mouse.move(...place(to), { steps: 3 })
  await page.mouse.up()
}

/** Until the account has what the page keeps of it. */
async function saved(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith('/me/preferences') &&
      response.request().method() === 'PUT' &&
      response.ok(),
  )
  await act()
  await answered
}

t.test('drawings are made by pointer and keys, the same on every device', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t)
  const { login, headers } = await server.account()
  const { page, faults } = await openPage(browser, { viewport: DESK, colorScheme: 'dark' })
  await signIn(page, server.origin, login)
  const menu = page.getByRole('button', { name: 'Draw', exact: true })
  const choose = (name: string) => page.locator('.menu').getByRole('button', { name, exact: true })
  const kept = async () => {
    const { data } = await server.ask('GET /trader/v1/me/preferences', headers)
    return (data.content.drawings?.EURUSD ?? []) as { kind: string; spots: { price: number }[] }[]
  }
  const kinds = async () => (await kept()).map(({ kind }) => kind)
  for (const kind of ['Trend line', 'Fibonacci', 'Box', 'Horizontal line']) {
    await menu.click()
    await choose(kind).click()
    await saved(page, () => drag(page, page.locator('.draw-ground'), [0.3, 0.6], [0.6, 0.3]))
  }
  t.same(await kinds(), ['trend', 'fibonacci', 'box', 'level'])
  t.same(await accessFaults(page), [], 'drawings')

  const level = page.getByRole('slider', { name: 'Horizontal line, point 1' })
  const before = (await kept())[3]?.spots[0]?.price ?? 0
  await saved(page, () => level.press('ArrowUp'))
  t.ok(((await kept())[3]?.spots[0]?.price ?? 0) > before)
  await saved(page, () => level.press('Delete'))

  const other = await openPage(browser, { viewport: DESK, colorScheme: 'light' })
  await signIn(other.page, server.origin, login)
  await other.page.locator('.drawing[data-kind=fibonacci]').waitFor()
  await other.page.getByRole('button', { name: 'Draw', exact: true }).press('Enter')
  await other.page.locator('.menu button:focus').waitFor()
  await saved(other.page, () => other.page.keyboard.press('Enter'))
  await menu.click()
  const first = page.locator('.menu').getByText(/^Delete Trend line/)
  await saved(page, () => first.click())
  t.same(await kinds(), ['fibonacci', 'box', 'level'], 'over what another device has saved')
  await saved(page, () => choose('Delete all 3').click())
  t.same(await kinds(), [])
  t.same(
    faults.said.filter((line) => !line.includes('409')),
    [],
  )
})

t.test('an alert is set on the chart or in a field, and told once', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t)
  const { login } = await server.account()
  const { page, faults } = await openPage(browser, { viewport: DESK })
  await signIn(page, server.origin, login)
  // Of days the chart's edge is far from today's price: an alert there is not told at once.
  await page.getByRole('button', { name: 'D1', exact: true }).click()
  await withBars(page)
  await page.getByRole('button', { name: 'Alert at a price', exact: true }).click()
  await page.locator('.pick-price').click({ position: { x: 200, y: 30 } })
  await page.getByRole('tab', { name: /^Alerts/ }).click()
  const rows = page.locator('.bottom tbody tr')
  await rows.first().waitFor()
  await page.getByRole('slider', { name: /^Alert / }).waitFor()
  const put = async (price: number) => {
    await page.getByLabel('Alert at a price: EURUSD').fill(price.toFixed(5))
    await page.getByRole('button', { name: 'Set alert' }).click()
  }
  await put(9)
  t.same(await accessFaults(page), [], 'alerts')
  const told = page.getByRole('alert').getByText('EURUSD has reached').first()
  // The price may be elsewhere by the time that an alert is set: one more is set beside where it is then.
  while (!(await told.isVisible())) {
    const bid = Number(await page.locator('.deal.fill-sell strong').textContent())
    await put(bid + 0.00001)
    await put(bid - 0.00001)
  }
  await page.reload()
  await page.getByRole('cell', { name: '9.00000', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete alert EURUSD 9.00000' }).click()
  await page.getByRole('cell', { name: '9.00000', exact: true }).waitFor({ state: 'detached' })
  t.same(faults.said, [])
})

t.test('lists are made, named, ordered and deleted', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t)
  const { login, headers } = await server.account()
  const { page, faults } = await openPage(browser, { viewport: DESK, colorScheme: 'dark' })
  await signIn(page, server.origin, login)
  await page.getByRole('button', { name: 'Change the lists' }).click()
  await page.getByLabel('New list').fill('Metals')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Metals: up' }).waitFor()
  await saved(page, () => page.getByRole('button', { name: 'Metals: up' }).click())
  await page.getByLabel('Name of Metals').fill('Gold')
  await page.getByLabel('Name of Metals').press('Enter')
  await page.getByLabel('Name of Gold').waitFor()
  await page.getByLabel('Show Market Watch').check()
  const second = page.getByRole('button', { name: 'GBPUSD: up' })
  const changed = page.waitForResponse((one) => one.request().method() === 'PATCH' && one.ok())
  await second.click()
  await changed
  t.same(await accessFaults(page), [], 'lists')
  await page.keyboard.press('Escape')
  t.same(await page.locator('.lists option').allTextContents(), ['Gold', 'Market Watch'])
  const { data } = await server.ask('GET /trader/v1/watchlists', headers)
  t.match(data, [{ name: 'Market Watch' }, { name: 'Gold', symbols: [] }])
  t.same(data[0].symbols.slice(0, 2), ['GBPUSD', 'EURUSD'])
  await page.getByRole('button', { name: 'Change the lists' }).click()
  await page.getByRole('button', { name: 'Delete list Gold' }).click()
  await page.getByLabel('Name of Gold').waitFor({ state: 'detached' })
  t.same(faults.said, [])
})

t.test('four charts, edges that move, and a chart in a window of its own', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t)
  const { login } = await server.account()
  const { page, faults } = await openPage(browser, { viewport: DESK })
  await signIn(page, server.origin, login)
  await page.getByRole('button', { name: 'Layout' }).click()
  await page.getByRole('button', { name: '4 charts' }).click()
  await page.locator('.slot').nth(1).locator('.foot').click()
  await page.getByRole('button', { name: 'XAUUSD', exact: true }).click()
  await page.getByRole('region', { name: 'Chart XAUUSD' }).waitFor()
  t.equal(await page.getByRole('region', { name: 'Chart EURUSD' }).count(), 3)
  const edge = page.getByRole('separator', { name: 'Width of the market' })
  await edge.press('ArrowRight')
  await drag(page, page.getByRole('separator', { name: /^Height/ }), [0.5, 0.5], [0.5, 10])
  await page.reload()
  t.equal(await edge.getAttribute('aria-valuenow'), '302')
  await page.getByRole('region', { name: 'Chart XAUUSD' }).waitFor()
  t.same(await accessFaults(page), [], 'four charts')
  await page.getByRole('button', { name: 'Layout' }).first().click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'EURUSD in a window of its own' }).click()
  const window = await opened
  await window.locator('.detached .state.live').waitFor()
  await window.getByText(/^Bar ends in/).waitFor()
  t.same(await accessFaults(window), [], 'a window of its own')
  t.same(faults.said, [])
})

t.test(
  'positions of a symbol are one row, a stop is drawn out of a line, a close says what it made',
  async (t) => {
    const browser = await openBrowser(t)
    if (browser === undefined) return t.comment('no chromium here: left out')
    const server = await WholeServer.start(t)
    const { login, headers } = await server.account()
    for (const volume of ['0.1', '0.3']) {
      await server.ask('POST /trader/v1/trade', headers, {
        kind: 'open',
        symbol: 'EURUSD',
        side: 'buy',
        volume,
        client_order_id: `own-${volume}`,
      })
    }
    const { page, faults } = await openPage(browser, { viewport: DESK, colorScheme: 'dark' })
    await signIn(page, server.origin, login)
    await page.getByRole('button', { name: 'Group by symbol' }).click()
    await page.getByRole('cell', { name: '0.4', exact: true }).waitFor()
    t.same(await accessFaults(page), [], 'grouped')
    await page.getByRole('button', { name: 'Buy EURUSD: each one' }).click()
    await page.getByRole('cell', { name: '0.3', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close Buy EURUSD × 2' }).click()
    t.match(await page.locator('dialog').textContent(), /Buy 0\.3 EURUSD.*Buy 0\.1 EURUSD/)
    await page.keyboard.press('Escape')

    const line = page.getByRole('slider', { name: /^Buy 0\.1/ })
    const [above, below] = await Promise.all([
      line.boundingBox(),
      page.getByRole('slider', { name: /^Buy 0\.3/ }).boundingBox(),
    ])
    t.ok(Math.abs((above?.y ?? 0) - (below?.y ?? 0)) >= 24, 'each can be pressed')
    for (let n = 0; n < 2; n++) await line.press('Shift+ArrowDown')
    await page.getByText(/^Stop loss 1\.\d+ −\d/).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('slider', { name: /^Stop loss/ }).waitFor()
    const { data } = await server.ask('GET /trader/v1/positions', headers)
    t.match(
      ((data.items ?? data) as { volume: string }[]).filter((one) => one.volume === '0.1'),
      [{ volume: '0.1', stop_loss: /^1\./ }],
    )

    await page.getByRole('button', { name: /^Close Buy 0\.3 EURUSD/ }).click()
    await page.locator('dialog .primary').click()
    await page.getByText(/^at 1\.\d+, [−+]?\d+\.\d\d USD$/).waitFor()
    t.same(faults.said, [])
  },
)

t.test('the page has the brand of its address, and an address may have any query', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t, { more: { LICENCE_PUBLIC_KEY: VENDOR_PUBLIC_KEY } })
  const { server_id } = await server.done('GET /admin/v1/licence')
  const brands = [
    {
      company: 'Main',
      domains: ['127.0.0.1'],
      program_name: 'Example Trader',
      website: 'https://example.com/',
      color_primary: '#ffcc00',
    },
  ]
  const key = licenceKey(
    licencePayload(String(server_id), { companies: [{ name: 'Main', main: true }], brands }),
  )
  await server.done('POST /admin/v1/licence', { key })
  const { page, faults } = await openPage(browser, { viewport: DESK })
  await page.goto(`${server.origin}/?utm_source=mail&utm_source=twice`)
  await page.locator('.brand').getByText('Example Trader').waitFor()
  t.equal(await page.title(), 'Example Trader')
  await page.getByRole('link', { name: 'example.com' }).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    t.same(await accessFaults(page), [], `a yellow brand, ${colorScheme}`)
  }
  t.same(faults.said, [])
})

t.test('codes are turned on by a picture and off again', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t)
  const { login } = await server.account()
  const { page, faults } = await openPage(browser, { viewport: DESK })
  await signIn(page, server.origin, login)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByText('One-time codes: Off').click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('img', { name: /^The secret/ }).waitFor()
  t.same(await accessFaults(page), [], 'the picture')
  const secret = (await page.locator('.secret').textContent()) ?? ''
  await page.getByLabel('Code').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('One-time codes: On').waitFor()
  t.same(faults.said, [])
})

t.test('layouts have names, keys close and reverse, and can be turned off', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t)
  const { login, headers } = await server.account()
  const { page, faults } = await openPage(browser, { viewport: DESK })
  await signIn(page, server.origin, login)
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name, exact: true }).click()
  }
  await open('Layouts…')
  await page.getByRole('button', { name: 'Four charts' }).click()
  await page.getByLabel('Name').fill('Mine')
  await saved(page, () => page.getByRole('button', { name: 'Keep this one' }).click())
  await page.getByRole('button', { name: 'Scalper' }).click()
  t.same(await accessFaults(page), [], 'layouts')
  t.equal(await page.locator('.slot').count(), 1)
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  t.equal(await page.locator('.slot').count(), 4)
  await page.getByRole('button', { name: 'Classic' }).click()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Shift+B')
  await page.locator('dialog .fill-buy').click()
  await page.getByRole('cell', { name: '0.1', exact: true }).waitFor()
  await page.keyboard.press('Shift+C')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Close Buy 0\.05/ })
    .click()
  await page.getByRole('cell', { name: '0.05', exact: true }).waitFor()
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click()
  await page.getByRole('cell', { name: 'Sell', exact: true }).waitFor()
  await page.keyboard.press('Alt+p')
  await page.getByText(/^Bid 1\.\d+, Ask 1\.\d+$/).waitFor()
  await open('Settings')
  await page.getByLabel('Keys without Ctrl or Alt act at once').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await page.keyboard.press('Control+Shift+X')
  t.match(await page.getByRole('dialog').textContent(), /Close these positions/)
  t.equal(await page.getByRole('dialog').count(), 1)
  const { data } = await server.ask('GET /trader/v1/positions', headers)
  t.match(data.items ?? data, [{ side: 'sell', volume: '0.05' }])
  t.same(faults.said, [])
})

t.test('a chart of bars or a line, measured by a ruler, is saved as a picture', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t)
  const { login } = await server.account()
  const { page, faults } = await openPage(browser, { viewport: DESK })
  await signIn(page, server.origin, login)
  const choose = async (menu: string, name: string) => {
    await page.getByRole('button', { name: menu, exact: true }).click()
    await page.locator('.menu').getByRole('button', { name, exact: true }).click()
  }
  for (const kind of ['Bars', 'Line', 'Candles']) {
    await choose('Indicators', kind)
    await withBars(page)
  }
  await choose('Draw', 'Ruler')
  await drag(page, page.locator('.draw-ground'), [0.3, 0.3], [0.5, 0.6])
  await page.getByText(/^−\d+ \(−\d+\.\d\d %\), \d+:\d\d$/).waitFor()
  t.same(await accessFaults(page), [], 'a ruler')
  const downloaded = page.waitForEvent('download')
  await choose('Indicators', 'Save as a picture')
  t.equal((await downloaded).suggestedFilename(), 'EURUSD-M1.png')
  t.same(faults.said, [])
})
