import type { Page } from 'playwright-core'
import t from 'tap'
import { accessFaultsInBoth, DESK, openBrowser, openPage, PHONE } from '../given/browser.js'
import { codeOf } from '../given/codes.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { licenceKey, licencePayload, VENDOR_PUBLIC_KEY } from '../given/licence-keys.js'
import {
  allowTradeKeys,
  buy,
  fillDoor,
  saved,
  sharedTerminal,
  signIn,
  withBars,
} from '../given/terminal.js'

// What traders set up for themselves in the browser, against a whole server: lists, groups of positions, codes, layouts.

t.setTimeout(180_000)
const shared = sharedTerminal

t.test('lists are made, named, ordered and deleted', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login, headers } = await server.account()
  const { page, faults } = await visitTerminal(login)
  await withBars(page)
  await page.getByRole('button', { name: 'Edit watchlists' }).click()
  await page.getByLabel('New watchlist').fill('Metals')
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
  await page.keyboard.press('Escape')
  t.same(await page.locator('.lists option').allTextContents(), ['Gold', 'Market Watch'])
  const { data } = await server.ask('GET /trader/v1/watchlists', headers)
  t.match(data, [{ name: 'Market Watch' }, { name: 'Gold', symbols: [] }])
  t.same(data[0].symbols.slice(0, 2), ['GBPUSD', 'EURUSD'])
  await page.getByRole('button', { name: 'Edit watchlists' }).click()
  await page.getByRole('button', { name: 'Delete watchlist Gold' }).click()
  await page.getByLabel('Name of Gold').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')

  // A symbol's page tells its terms; what it keeps is what the ticket begins with when the symbol is chosen.
  await page.locator('.watch').getByRole('button', { name: 'About EURUSD' }).click()
  const about = page.getByRole('dialog', { name: 'EURUSD' })
  await about.getByText('100,000 EUR').waitFor()
  await about.getByText('Wednesday: 3 times').waitFor()
  await about
    .getByText(/^\d+\.\d\d USD$/)
    .first()
    .waitFor()
  await about.getByLabel('Lots', { exact: true }).fill('0.30')
  await about.getByLabel('Stop loss, points').fill('15x')
  t.notOk(await about.getByRole('button', { name: 'Save' }).isEnabled())
  await about.getByLabel('Stop loss, points').fill('150')
  await saved(page, () => about.getByRole('button', { name: 'Save' }).click())
  const stop = page.locator('.ticket').getByLabel('Stop loss', { exact: true })
  const lots = page.getByLabel('Volume, lots', { exact: true })
  await lots.fill('2')
  await stop.fill('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+1')
  await page.getByRole('heading', { name: 'Order GBPUSD' }).waitFor()
  t.equal(await stop.inputValue(), '')
  await page.keyboard.press('Alt+2')
  await page.getByRole('heading', { name: 'Order EURUSD' }).waitFor()
  t.same([await lots.inputValue(), await stop.inputValue()], ['0.30', '150'])
  t.same(faults.said, [])
})

t.test(
  'positions of a symbol are one row, a stop is drawn out of a line, a close says what it made',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visitTerminal } = set
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
    const { page, faults } = await visitTerminal(login)
    await withBars(page)
    await page.getByRole('button', { name: 'Group by symbol' }).click()
    await page.getByRole('cell', { name: '0.40', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Buy EURUSD: each one' }).click()
    await page.getByRole('cell', { name: '0.30', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close Buy EURUSD × 2' }).click()
    t.match(await page.locator('dialog').textContent(), /Buy 0\.30 EURUSD.*Buy 0\.10 EURUSD/)
    await page.keyboard.press('Escape')

    const line = page.getByRole('slider', { name: /^Buy 0\.1/ })
    const [above, below] = await Promise.all([
      line.boundingBox(),
      page.getByRole('slider', { name: /^Buy 0\.3/ }).boundingBox(),
    ])
    t.ok(Math.abs((above?.y ?? 0) - (below?.y ?? 0)) >= 24, 'each can be pressed')
    for (let n = 0; n < 2; n++) await line.press('Shift+ArrowDown')
    await page.getByText(/Stop loss 1\.\d+ −\d/).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('slider', { name: /^Stop loss/ }).waitFor()
    const { data } = await server.ask('GET /trader/v1/positions', headers)
    t.match(
      ((data.items ?? data) as { volume: string }[]).filter((one) => one.volume === '0.1'),
      [{ volume: '0.1', stop_loss: /^1\./ }],
    )

    await page.getByRole('button', { name: /^Close Buy 0\.30 EURUSD/ }).click()
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
      short_name: 'Extra',
      server_name: 'Example-Live',
      address: '1 Harbour Street, 20095 Hamburg',
      phone: '+49 40 123456',
      website: 'https://example.com/{lang}/',
      color_primary: '#ffcc00',
      color_secondary: '#00c2a8',
      color_accent: '#e0e0ff',
    },
  ]
  const key = licenceKey(
    licencePayload(String(server_id), { companies: [{ name: 'Main', main: true }], brands }),
  )
  await server.done('POST /admin/v1/licence', { key })
  const set = await fetch(`${server.origin}/admin/v1/licence/brands/1/images/banner`, {
    method: 'PUT',
    headers: { ...server.staff, 'content-type': 'image/svg+xml' },
    body: BANNER,
  })
  t.equal(set.status, 200)
  const group = await server.done(`GET /admin/v1/groups/${encodeURIComponent('demo\\standard')}`)
  await server.done(`PATCH /admin/v1/groups/${encodeURIComponent('demo\\standard')}`, {
    version: group['version'],
    deposit_url: 'https://pay.example/{lang}/in',
  })
  const { page, faults } = await openPage(browser, { viewport: DESK, locale: 'en-GB' })
  await page.goto(`${server.origin}/?utm_source=mail&utm_source=twice`)
  await page.locator('.brand').getByText('Example Trader').waitFor()
  t.equal(await page.title(), 'Example Trader · Example-Live')
  await page.getByText('Server: Example-Live').waitFor()
  await page.getByText('1 Harbour Street, 20095 Hamburg').waitFor()
  t.equal(await page.getByText('+49 40 123456').getAttribute('href'), 'tel:+4940123456')
  const site = page.getByRole('link', { name: 'example.com' })
  t.equal(await site.getAttribute('href'), 'https://example.com/en/')
  await page.getByRole('button', { name: 'DE', exact: true }).click()
  t.equal(await site.getAttribute('href'), 'https://example.com/de/')
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  const shown = 'document.querySelector(".door-banner").naturalWidth'
  t.equal(await page.evaluate(shown), 600, 'the banner is there')
  t.same(await accessFaultsInBoth(page), [], 'a yellow brand')
  const { login } = await server.account()
  await fillDoor(page, login)
  await page.locator('.state.live').first().waitFor()
  t.equal(await page.title(), 'Example Trader · Example-Live')
  t.same(await accessFaultsInBoth(page), [], 'the terminal of a yellow brand')
  await page.getByRole('button', { name: 'Menu' }).click()
  const deposit = page.getByRole('link', { name: 'Deposit' })
  t.equal(await deposit.getAttribute('href'), 'https://pay.example/en/in')
  await page.keyboard.press('Escape')
  await page.setViewportSize(PHONE)
  await page.locator('.head .short-name').getByText('Extra').waitFor()
  t.same(faults.said, [])
})

const BANNER =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="160"><path fill="#00c2a8" d="M0 0h600v160H0z"/></svg>'

t.test('codes are turned on by a picture and off again', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login } = await server.account()
  const { page, faults } = await visitTerminal(login)
  await withBars(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByText('One-time codes: Off').click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('img', { name: /^Setup key/ }).waitFor()
  const secret = (await page.locator('.secret').textContent()) ?? ''
  await page.getByLabel('Code').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('One-time codes: On').waitFor()
  t.same(faults.said, [])
})

t.test('layouts have names, keys close and reverse, and can be turned off', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login, headers } = await server.account()
  const { page, faults } = await visitTerminal(login)
  await withBars(page)
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name, exact: true }).click()
  }
  await open('Layouts…')
  await page.getByRole('button', { name: 'Four charts' }).click()
  await page.getByLabel('Name').fill('Mine')
  await saved(page, () => page.getByRole('button', { name: 'Save layout' }).click())
  await page.getByRole('button', { name: 'Scalper' }).click()
  t.equal(await page.locator('.slot').count(), 1)
  await page.getByRole('button', { name: 'Mine', exact: true }).click()
  t.equal(await page.locator('.slot').count(), 4)
  await page.getByRole('button', { name: 'Classic' }).click()
  await page.keyboard.press('Escape')

  await allowTradeKeys(page)
  await page.keyboard.press('Shift+B')
  await page.locator('dialog .fill-buy').click()
  await page.getByRole('cell', { name: '0.10', exact: true }).waitFor()
  await page.keyboard.press('Shift+C')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Close Buy 0\.05/ })
    .click()
  await page.getByRole('cell', { name: '0.05', exact: true }).waitFor()
  await page.keyboard.press('Shift+R')
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click()
  await page.getByRole('cell', { name: 'Sell', exact: true }).waitFor()
  await page.keyboard.press('Alt+p')
  await page.getByText(/^Bid 1\.\d+, Ask 1\.\d+$/).waitFor()
  await open('Settings')
  await page.getByLabel('Single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+X')
  await page.keyboard.press('Control+Shift+X')
  t.match(await page.getByRole('dialog').textContent(), /Close these positions/)
  t.equal(await page.getByRole('dialog').count(), 1)
  const { data } = await server.ask('GET /trader/v1/positions', headers)
  t.match(data.items ?? data, [{ side: 'sell', volume: '0.05' }])
  t.same(faults.said, [])
})

const UPRIGHT = { width: 390, height: 844 }
const ON_ITS_SIDE = [
  { width: 844, height: 390 },
  { width: 932, height: 430 },
]

/** The parts of the page that are shown, as they stand. None may lie over another one, or reach out of the page. */
async function partsOf(page: Page): Promise<{ names: string[]; faults: string[] }> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const names: string[] = []
  const boxes: { x: number; y: number; width: number; height: number }[] = []
  const faults: string[] = []
  for (const name of ['head', 'watch', 'charts', 'ticket', 'bottom', 'phone-tabs']) {
    const box = await page.locator(`.terminal > .${name}`).boundingBox()
    if (box === null) continue
    const [right, foot] = [box.x + box.width, box.y + box.height]
    if (box.x < 0 || box.y < 0 || right > width + 0.5 || foot > height + 0.5) {
      faults.push(`${name} reaches out of ${width}x${height}`)
    }
    for (const [at, other] of boxes.entries()) {
      const isBeside = right <= other.x + 0.5 || other.x + other.width <= box.x + 0.5
      const isBelow = foot <= other.y + 0.5 || other.y + other.height <= box.y + 0.5
      if (!isBeside && !isBelow) faults.push(`${name} lies over ${names[at]}`)
    }
    names.push(name)
    boxes.push(box)
  }
  return { names, faults }
}

async function isTradable(page: Page): Promise<boolean> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  for (const side of ['buy', 'sell']) {
    const button = page.locator(`.deal.fill-${side}:enabled`)
    const box = await button.boundingBox()
    if (box === null || box.x + box.width > width || box.y + box.height > height) return false
    await button.click({ trial: true })
  }
  const surface = await page.locator('.charts .surface').boundingBox()
  return (surface?.height ?? 0) > height / 2 && (surface?.width ?? 0) > width / 2
}

t.test('a turned phone shows the chart and its buttons, and its tab when it is back', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login, headers } = await server.account()
  const touch = { viewport: UPRIGHT, hasTouch: true, isMobile: true, locale: 'en-GB' }
  const { page, faults } = await openPage(browser, touch)
  await signIn(page, server.origin, login)
  await page.setViewportSize(ON_ITS_SIDE[0] ?? UPRIGHT)
  await page.reload()
  await buy(page)
  t.ok(await isTradable(page), 'opened on its side')
  await page.setViewportSize(UPRIGHT)
  for (const [tab, part] of [
    ['Quotes', 'watch'],
    ['Chart', 'charts'],
    ['Positions', 'bottom'],
    ['More', 'bottom'],
  ] as const) {
    const button = page.locator('.phone-tabs').getByRole('button', { name: tab, exact: true })
    await button.tap()
    for (const size of ON_ITS_SIDE) {
      await page.setViewportSize(size)
      await page.locator('.head').waitFor({ state: 'hidden' })
      t.same(await partsOf(page), { names: ['charts', 'ticket'], faults: [] }, `from ${tab}`)
      t.ok(await isTradable(page), `from ${tab} to ${size.width}x${size.height}`)
    }
    await page.setViewportSize(UPRIGHT)
    await button.waitFor()
    t.equal(await button.getAttribute('aria-current'), 'page')
    t.same(await partsOf(page), { names: ['head', part, 'phone-tabs'], faults: [] }, tab)
  }

  // The ticket of the phone is open again, with what was typed.
  await page.getByRole('button', { name: 'Trade', exact: true }).tap()
  const lots = page.getByLabel('Volume, lots', { exact: true })
  await lots.fill('0.37')
  await page.setViewportSize(ON_ITS_SIDE[0] ?? UPRIGHT)
  await page.locator('.deal').getByText('Buy 0.37 EURUSD').waitFor()
  t.ok(await isTradable(page), 'from the ticket')

  // Stops that were typed go with an order on its side, too: they stand above its buttons.
  const going = page.getByRole('list', { name: 'Stops sent with the order' })
  t.equal(await going.count(), 0)
  await page.setViewportSize(UPRIGHT)
  await page.getByLabel('Stop loss', { exact: true }).fill('0.90000')
  await page.setViewportSize(ON_ITS_SIDE[0] ?? UPRIGHT)
  await going.getByText('SL 0.90000').waitFor()
  t.ok(await isTradable(page), 'with a stop')
  await buy(page)
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.locator('.note').getByText('Buy 0.37 EURUSD').waitFor()
  const { data } = await server.ask('GET /trader/v1/positions', headers)
  const held = (data.items ?? data) as { volume: string; stop_loss: string | null }[]
  t.match(
    held.find(({ volume }) => volume === '0.37'),
    { stop_loss: '0.90000' },
  )
  await page.setViewportSize(UPRIGHT)
  await page.locator('.phone-tabs').waitFor()
  t.equal(await lots.inputValue(), '0.37')
  t.same(faults.said, [])
})
