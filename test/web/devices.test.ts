import type { Page } from 'playwright-core'
import t from 'tap'
import { DESK } from '../given/browser.js'
import { MASTER } from '../given/fronts/whole-server.js'
import { allowTradeKeys, buy, fillDoor, openTerminal, ownTerminal } from '../given/terminal.js'

// Several devices of one account at once: each sees what the others do, who only looks sees it, too, and one signs others out.

t.setTimeout(180_000)
const shared = ownTerminal(t)

t.test(
  'each step of an order is seen on every device, and one who looks changes nothing',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server, visitTerminal } = set
    const { login, headers } = await server.account()
    const { page, faults } = await visitTerminal(login)
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
    await page.getByLabel('Type', { exact: true }).selectOption('limit')
    await page.getByLabel('Price', { exact: true }).fill(low)
    await buy(page)
    await each((one) => one.getByRole('cell', { name: low, exact: true }).waitFor())
    t.equal(await looking.getByRole('button', { name: /^Cancel Buy/ }).isEnabled(), false)
    await looking.getByRole('button', { name: /^Actions: EURUSD/ }).click()
    t.equal(await looking.getByRole('button', { name: 'Modify…' }).isEnabled(), false)
    await looking.keyboard.press('Escape')
    await page.getByRole('tab', { name: /^Orders/ }).click()
    await page.getByRole('button', { name: /^Actions: EURUSD/ }).click()
    await page.getByRole('button', { name: 'Modify…' }).click()
    const lower = (bid - 0.02).toFixed(5)
    await page.getByRole('dialog').getByLabel('Price', { exact: true }).fill(lower)
    await page.getByRole('button', { name: 'Save' }).click()
    await each((one) => one.getByRole('cell', { name: lower, exact: true }).waitFor())
    await page.getByRole('button', { name: /^Cancel Buy/ }).click()
    await each((one) => one.getByText('No pending orders.').waitFor())

    // Another one is done at once; its stop is set, and it is closed.
    await page.getByLabel('Type', { exact: true }).selectOption('market')
    await buy(page)

    await each((one) => one.getByRole('tab', { name: /^Positions/ }).click())
    await each((one) => one.getByRole('button', { name: /^Close Buy 0\.10 EURUSD/ }).waitFor())
    await page.getByRole('tab', { name: /^Positions/ }).click()
    await page.getByRole('button', { name: /^Actions: EURUSD/ }).click()
    await page.getByRole('button', { name: 'Stops…' }).click()
    await page.getByRole('dialog').getByLabel('Stop loss', { exact: true }).fill('1.0100')
    await page.getByRole('button', { name: 'Save' }).click()
    await each((one) => one.getByRole('cell', { name: '1.01000', exact: true }).waitFor())

    // Nothing that trades can be pressed by who looks.
    t.equal(await looking.getByRole('slider').count(), 0, 'no handle is moved')
    t.equal(await looking.locator('.deal:enabled').count(), 0)
    await allowTradeKeys(looking)
    for (const keys of ['Shift+B', 'Control+Shift+X']) await looking.keyboard.press(keys)
    t.equal(await looking.getByRole('dialog').count(), 0)
    t.equal(await looking.getByRole('button', { name: /^Close Buy/ }).isEnabled(), false)

    await other.page.getByRole('button', { name: /^Close Buy 0\.10 EURUSD/ }).click()
    await other.page.locator('dialog .primary').click()
    await page.getByText('No open positions.').waitFor()
    await each((one) => one.getByText('No open positions.').waitFor())
    const { data } = await server.ask('GET /trader/v1/positions', headers)
    t.same(data.items ?? data, [])
    t.same([...faults.said, ...other.faults.said], [])
  },
)

t.test('a password for programs is made, shown once and taken away', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login } = await server.account()
  const { page, faults } = await visitTerminal(login)
  const open = async () => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByText('Program access', { exact: true }).press('Enter')
  }
  await open()
  await page.getByText('Ask your broker to turn that on').waitFor()
  await page.reload()
  await page.locator('.state.live').waitFor()
  await server.patch(`/admin/v1/accounts/${login}`, { api_enabled: true })
  await open()
  const make = page.getByRole('button', { name: 'Create password' })
  t.equal(await make.isEnabled(), false, 'without a proof there is none')
  await page.getByLabel('Current password').last().fill(MASTER)
  await page.getByLabel('Allowed IP addresses').fill('127.0.0.1, 10.0.0.0/8')
  await make.click()
  await page.getByText('Programs may sign in from: 127.0.0.1, 10.0.0.0/8.').waitFor()
  const password = await page.locator('code.secret').textContent()
  const program = { login, password, terminal: 'api' }
  t.match(await server.ask('POST /trader/v1/auth/login', {}, program), { code: 'ok' })
  await page.getByRole('button', { name: 'Copy password' }).click()
  await page.getByText('Copied: the password').waitFor()
  await page.getByRole('button', { name: 'Remove password' }).click()
  await page.getByText('Programs are signed out').waitFor()
  t.match(await server.ask('POST /trader/v1/auth/login', {}, program), { status: 401 })
  t.same(faults.said, [])
})

t.test('a device is signed out from another one, and asked to sign in again', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, visitTerminal } = set
  const { login, headers } = await server.account()
  const { page, faults } = await visitTerminal(login)
  const other = await openTerminal(browser, server.origin, login)
  const opened = other.page.waitForEvent('popup')
  await other.page.evaluate("void open('/?panel=chart&symbol=EURUSD')")
  const chart = await opened
  await chart.locator('.state.live').waitFor()
  const again = other.page.getByRole('dialog', { name: 'Sign in' })
  const list = page.getByText('Signed-in devices', { exact: true })
  const devices = page.getByRole('listitem').filter({ hasText: 'Last active' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()

  await list.press('Enter')
  await page.getByText('Other signed-in devices: 2.').waitFor()
  t.match(await devices.allTextContents(), [
    /^This device: Browser, Linux, 127\.0\.0\.1/,
    /^Desktop program, 127/,
    /^Browser, Linux, 127/,
  ])
  await page.getByRole('button', { name: /^Sign out: Browser/ }).press('Enter')
  await page.getByText('Other signed-in devices: 1.').waitFor()
  await page.locator('summary:focus', { hasText: 'Signed-in devices' }).waitFor()
  await again.getByText('Your session has ended.').waitFor()
  for (const one of [other.page, chart]) await one.locator('.state.lost').first().waitFor()
  await again.locator('input[autocomplete=current-password]').fill(MASTER)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()
  await again.waitFor({ state: 'detached' })
  for (const one of [other.page, chart]) await one.locator('.state.live').first().waitFor()

  // Opened anew it is read anew.
  await list.press('Enter')
  await list.press('Enter')
  await page.getByText('Other signed-in devices: 2.').waitFor()
  await page.getByRole('button', { name: 'Sign out other devices' }).click()
  await page.getByText('No other device is signed in.').waitFor()
  t.equal(await devices.count(), 1)
  await again.waitFor()
  t.match(await server.ask('GET /trader/v1/auth/me', headers), { code: 'auth.session_expired' })
  t.same(faults.said, [])

  await server.stop()
  await list.press('Enter')
  await list.press('Enter')
  await page.getByRole('alert').getByText('The server does not answer.').waitFor()
})
