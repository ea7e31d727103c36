import type { Page } from 'playwright-core'
import t from 'tap'
import { openBrowser } from '../given/browser.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { buy, DESK, fillDoor, openTerminal } from '../given/terminal.js'

// Two devices of one account at once: each sees what the other does, and who only looks sees it, too.

t.setTimeout(180_000)

t.test(
  'each step of an order is seen on every device, and one who looks changes nothing',
  async (t) => {
    const browser = await openBrowser(t)
    if (browser === undefined) return t.comment('no chromium here: left out')
    const server = await WholeServer.start(t)
    const { login, headers } = await server.account()
    const { page, faults } = await openTerminal(browser, server.origin, login)
    const other = await openTerminal(browser, server.origin, login, { colorScheme: 'dark' })
    const looking = await browser.newPage({ viewport: DESK, locale: 'en-GB' })
    await looking.goto(server.origin)
    await fillDoor(looking, login, 'Look34?y')
    await looking.locator('.state.live').waitFor()
    const seen = [other.page, looking]
    const each = (look: (page: Page) => Promise<unknown>) => Promise.all(seen.map(look))

    // An order rests far below, is moved, and is deleted.
    const bid = Number(await page.locator('.deal.fill-sell strong').textContent())
    const low = (bid - 0.01).toFixed(5)
    await each((one) => one.getByRole('tab', { name: /^Orders/ }).click())
    await page.getByLabel('Kind', { exact: true }).selectOption('limit')
    await page.getByLabel('Price', { exact: true }).fill(low)
    await buy(page)
    await each((one) => one.getByRole('cell', { name: low, exact: true }).waitFor())
    t.equal(await looking.getByRole('button', { name: /^Delete Buy/ }).isEnabled(), false)
    await looking.getByRole('button', { name: /^Actions: EURUSD/ }).click()
    t.equal(await looking.getByRole('button', { name: 'Change…' }).isEnabled(), false)
    await looking.keyboard.press('Escape')
    await page.getByRole('tab', { name: /^Orders/ }).click()
    await page.getByRole('button', { name: /^Actions: EURUSD/ }).click()
    await page.getByRole('button', { name: 'Change…' }).click()
    const lower = (bid - 0.02).toFixed(5)
    await page.getByRole('dialog').getByLabel('Price', { exact: true }).fill(lower)
    await page.getByRole('button', { name: 'Save' }).click()
    await each((one) => one.getByRole('cell', { name: lower, exact: true }).waitFor())
    await page.getByRole('button', { name: /^Delete Buy/ }).click()
    await each((one) => one.getByText('No pending orders.').waitFor())

    // Another one is done at once; its stop is set, and it is closed.
    await page.getByLabel('Kind', { exact: true }).selectOption('market')
    await buy(page)

    await each((one) => one.getByRole('tab', { name: /^Positions/ }).click())
    await each((one) => one.getByRole('button', { name: /^Close Buy 0\.1 EURUSD/ }).waitFor())
    await page.getByRole('tab', { name: /^Positions/ }).click()
    await page.getByRole('button', { name: /^Actions: EURUSD/ }).click()
    await page.getByRole('button', { name: 'Stops…' }).click()
    await page.getByRole('dialog').getByLabel('Stop loss', { exact: true }).fill('1.0100')
    await page.getByRole('button', { name: 'Save' }).click()
    await each((one) => one.getByRole('cell', { name: '1.01000', exact: true }).waitFor())

    // Nothing that trades can be pressed by who looks.
    t.equal(await looking.getByRole('slider').count(), 0, 'no handle is moved')
    t.equal(await looking.locator('.deal:enabled').count(), 0)
    for (const keys of ['Shift+B', 'Control+Shift+X']) await looking.keyboard.press(keys)
    t.equal(await looking.getByRole('dialog').count(), 0)
    t.equal(await looking.getByRole('button', { name: /^Close Buy/ }).isEnabled(), false)

    await other.page.getByRole('button', { name: /^Close Buy 0\.1 EURUSD/ }).click()
    await other.page.locator('dialog .primary').click()
    await page.getByText('No open positions.').waitFor()
    await each((one) => one.getByText('No open positions.').waitFor())
    const { data } = await server.ask('GET /trader/v1/positions', headers)
    t.same(data.items ?? data, [])
    t.same([...faults.said, ...other.faults.said], [])
  },
)
