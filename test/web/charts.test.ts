import type { Page } from 'playwright-core'
import t from 'tap'
import { DESK, openPage } from '../given/browser.js'
import {
  drag,
  saved,
  sharedTerminal,
  signInToChart,
  untilInPage,
  withBars,
} from '../given/terminal.js'

// Charts in the browser, against a whole server: drawings, alerts, four of them, one in a window of its own, kinds of bars.

t.setTimeout(180_000)
const shared = sharedTerminal

t.test('drawings are made by pointer and keys, the same on every device', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, visitTerminal } = set
  const { login, headers } = await server.account()
  const { page, faults } = await visitTerminal(login)
  await withBars(page)
  const credit = page.getByRole('link', { name: 'Charts by TradingView' })
  t.equal(await credit.getAttribute('href'), 'https://www.tradingview.com/')
  const about = await (await fetch(`${server.origin}/about`)).text()
  t.match(about, /TradingView Lightweight Charts™, Copyright \(c\) \d{4} TradingView, Inc\./)
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

  const level = page.getByRole('slider', { name: 'Horizontal line, point 1' })
  const before = (await kept())[3]?.spots[0]?.price ?? 0
  await saved(page, () => level.press('ArrowUp'))
  t.ok(((await kept())[3]?.spots[0]?.price ?? 0) > before)
  await saved(page, () => level.press('Delete'))

  const other = await openPage(browser, { viewport: DESK, colorScheme: 'light' })
  await signInToChart(other.page, server.origin, login)
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
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login } = await server.account()
  const { page, faults } = await visitTerminal(login)
  await withBars(page)
  // Of days the chart's edge is far from today's price: an alert there is not told at once.
  await page.getByRole('button', { name: 'D1', exact: true }).click()
  await withBars(page)
  const pick = async (y: number) => {
    await page.getByRole('button', { name: 'Alert at a price', exact: true }).click()
    await page.locator('.pick-price').click({ position: { x: 200, y } })
  }
  await page.getByRole('tab', { name: /^Alerts/ }).click()
  const rows = page.locator('.bottom tbody tr')
  const told = page.getByRole('alert').getByText('EURUSD has reached').first()
  await pick(30)
  await rows.first().or(told).first().waitFor()
  // Of all days today's may be the highest.
  if (await told.isVisible()) {
    await pick(240)
    await rows.first().waitFor()
  }
  await page.getByRole('slider', { name: /^Alert / }).waitFor()
  const put = async (price: number) => {
    await page.getByLabel('Alert at a price: EURUSD').fill(price.toFixed(5))
    await page.getByRole('button', { name: 'Set alert' }).click()
  }
  await put(9)
  // The price may be elsewhere by the time that an alert is set: one more is set beside where it is then.
  while (!(await told.isVisible())) {
    const bid = Number(await page.locator('.deal.fill-sell strong').textContent())
    await put(bid + 0.00001)
    await put(bid - 0.00001)
  }
  await page.reload()
  await page.getByRole('cell', { name: '9.00000', exact: true }).waitFor()
  // The second press of a double click is not one on the row that moves there.
  await page.locator('.deal.fill-buy:enabled').waitFor()
  await put(8)
  await put(7)
  await page.getByRole('button', { name: 'Delete alert EURUSD 9.00000' }).dblclick()
  await page.getByRole('cell', { name: '9.00000', exact: true }).waitFor({ state: 'detached' })
  for (const price of ['8.00000', '7.00000']) {
    await page.getByRole('cell', { name: price, exact: true }).waitFor()
  }
  t.same(faults.said, [])
})

t.test('four charts, edges that move, and a chart in a window of its own', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login } = await server.account()
  const { page, faults } = await visitTerminal(login)
  await withBars(page)
  await page.getByRole('button', { name: 'Layout' }).click()
  await page.getByRole('button', { name: '4 charts' }).click()
  for (const symbol of ['EURUSD', 'GBPUSD', 'USDJPY', 'USDCHF'])
    await page.getByRole('region', { name: `Chart ${symbol}` }).waitFor()
  for (const [i, bar] of (await page.locator('.chart .bar').all()).entries()) {
    const [box, canvas] = [
      await bar.boundingBox(),
      await page.locator('.handles').nth(i).boundingBox(),
    ]
    t.ok(
      (box?.height ?? 99) <= 42 && (canvas?.height ?? 0) >= 200,
      `${box?.height} ${canvas?.height}`,
    )
  }
  await page.locator('.slot').nth(1).locator('.foot').click()
  await page.getByTitle('Gold against US dollar').click()
  t.equal(await page.getByRole('region', { name: 'Chart XAUUSD' }).count(), 1)
  await page.locator('.slot').nth(1).getByRole('combobox', { name: 'Timeframe' }).selectOption('H1')
  const edge = page.getByRole('separator', { name: 'Width of the watchlist' })
  await edge.press('ArrowRight')
  await drag(page, page.getByRole('separator', { name: /^Height/ }), [0.5, 0.5], [0.5, 10])
  await page.reload()
  t.equal(await edge.getAttribute('aria-valuenow'), '302')
  await page.getByRole('region', { name: 'Chart XAUUSD' }).first().waitFor()
  await page.getByRole('button', { name: 'Layout' }).first().click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open EURUSD in a new window' }).click()
  const window = await opened
  await window.locator('.detached .state.live').waitFor()
  await window.getByText(/^Bar ends in/).waitFor()
  t.same(faults.said, [])
})

t.test('a chart of bars or a line, measured by a ruler, is saved as a picture', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login } = await server.account()
  const { page, faults } = await visitTerminal(login)
  await withBars(page)
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
  const downloaded = page.waitForEvent('download')
  await choose('Indicators', 'Save as picture')
  t.equal((await downloaded).suggestedFilename(), 'EURUSD-M1.png')
  t.same(faults.said, [])
})

t.test(
  'indicators go with every price, have lengths of their own, several of a kind',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visitTerminal } = set
    const { login } = await server.account()
    const { page, faults } = await visitTerminal(login)
    await withBars(page)
    await page.getByRole('button', { name: 'Indicators', exact: true }).click()
    await page.getByRole('button', { name: 'Indicators…' }).click()
    const dialog = page.getByRole('dialog')
    const add = (kind: string) =>
      dialog.getByRole('button', { name: `+ ${kind}`, exact: true }).click()
    await add('MA')
    const length = dialog.getByLabel('Bars', { exact: true })
    await length.fill('501')
    await dialog.getByText('1 to 500').waitFor()
    await length.fill('1')
    await add('MA')
    await add('RSI')
    await page.keyboard.press('Escape')
    const legend = page.getByRole('group', { name: 'Values of the bar' })
    await legend.getByText(/^MA 20/).waitFor()
    await legend.getByText(/^RSI 14/).waitFor()
    // The mean of one bar is its close, at whatever price that is.
    const closes = new Set<string>()
    while (closes.size < 3) {
      const text = (await legend.textContent()) ?? ''
      const [, close, mean] = /C (\d\.\d{5})MA 1 (\d\.\d{5})/.exec(text) ?? []
      t.ok(close !== undefined && close === mean, text)
      closes.add(close ?? '')
    }
    await page.reload()
    await legend.getByText(/^MA 20/).waitFor()
    t.same(faults.said, [])
  },
)

/** Older bars at another price before those of the server, which has but a few. */
async function withPast(page: Page, price: string): Promise<void> {
  await page.routeWebSocket(/\/v1\/socket$/, (line) => {
    const server = line.connectToServer()
    const asked = new Set<unknown>()
    line.onMessage((message) => {
      const { id, op, args } = JSON.parse(String(message))
      if (op === 'candles' && args.limit === 500) asked.add(id)
      server.send(message)
    })
    server.onMessage((message) => {
      const frame = asked.size === 0 ? null : JSON.parse(String(message))
      const items = asked.delete(frame?.id) ? frame.data.items : undefined
      if (items === undefined) return line.send(message)
      const first = Date.parse(items[0].at)
      const [open, high, low, close] = [price, price, price, price]
      for (let i = 1; i <= 400; i++) {
        const at = new Date(first - i * 60_000).toISOString()
        items.unshift({ ...items[0], at, open, high, low, close })
      }
      line.send(JSON.stringify(frame))
    })
  })
}

t.test('the price of now stays on the axis of a chart that was scrolled back', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login } = await server.account()
  const { page } = await openPage(browser, { viewport: DESK })
  await withPast(page, '1.05000')
  await signInToChart(page, server.origin, login)
  const label = page.locator('.price-now')
  const bid = `document.querySelector('.deal.fill-sell').textContent.match(/\\d\\.\\d{5}/)[0]`
  const isNow = `document.querySelector('.price-now').textContent.endsWith(${bid})`
  await label.filter({ hasText: /^\d/ }).waitFor()
  await untilInPage(page, isNow)
  const surface = page.locator('.canvas').first()
  for (let i = 0; i < 2; i++) await drag(page, surface, [0.1, 0.5], [0.8, 0.5])
  await label.filter({ hasText: /^↑ \d/ }).waitFor()
  const before = await label.textContent()
  const isOther = `document.querySelector('.price-now').textContent !== ${JSON.stringify(before)}`
  await untilInPage(page, `${isOther} && ${isNow}`)
  await page.getByRole('button', { name: 'Newest prices' }).first().click()
  await label.filter({ hasText: /^\d/ }).waitFor()
})
