import t from 'tap'
import { DESK, openPage } from '../given/browser.js'
import { allowTradeKeys, buy, sharedTerminal, signIn } from '../given/terminal.js'

// The order ticket in a browser, against a whole server: stops as distances and as money, the volume of a risk, orders
// that cancel each other, what mends a refusal; and the account's terms, which change while it is open.

t.setTimeout(180_000)
/** Longer than it takes until costs are asked for again. */
const SLOW_MS = 1_500
const shared = sharedTerminal

interface Order {
  readonly id: number
  readonly price: string
  readonly stop_loss: string | null
  readonly take_profit: string | null
  readonly volume_initial: string
  readonly oco_order_id: number | null
  readonly comment?: string
}

t.test(
  'stops are distances or money, a risk has its volume, one order cancels another',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visitTerminal } = set
    const { login, headers } = await server.account()
    const { page, faults } = await visitTerminal(login)
    const field = (label: string) => page.getByLabel(label, { exact: true })
    const stopsIn = (name: string) =>
      page
        .getByRole('group', { name: 'Stops in' })
        .getByRole('button', { name, exact: true })
        .click()
    const orders = async () => {
      const { data } = await server.ask('GET /trader/v1/orders', headers)
      return ((data.items ?? data) as Order[]).toSorted((one, other) => one.id - other.id)
    }
    const placed = async (count: number) => {
      await buy(page)
      await page.getByRole('tab', { name: new RegExp(`^Orders ?${count}`) }).waitFor()
      return (await orders()).at(-1) as Order
    }
    await field('Type').selectOption('limit')
    await field('Price').fill('1.00000')
    await stopsIn('Points')
    await field('Stop loss').fill('200')
    await field('Take profit').fill('300')
    const first = await placed(1)
    t.match(first, { price: '1.00000', stop_loss: '0.99800', take_profit: '1.00300' })

    // A point of 0.10 lots is 0.10 USD: 50 USD are 500 points, and 0.05 USD less than one, rounded to the trader's good.
    await stopsIn('USD')
    const doubt = page.getByText('This looks like a price, but stops are entered in USD')
    await field('Stop loss').fill('1.16800')
    await doubt.waitFor()
    await field('Stop loss').fill('50.05')
    await doubt.waitFor({ state: 'detached' })
    await field('Take profit').fill('50.05')
    await page.getByText('More', { exact: true }).first().click()
    await field('Cancels when filled (OCO)').selectOption(String(first.id))
    await field('Comment').fill('by money')
    const second = await placed(2)
    t.match(second, { stop_loss: '0.99500', take_profit: '1.00501', oco_order_id: first.id })
    t.match((await orders())[0], { oco_order_id: second.id })

    // A thousandth of 100,000 USD at 200 points, of which one is 1 USD a lot.
    await field('Cancels when filled (OCO)').selectOption('')
    await stopsIn('Price')
    await field('Stop loss').fill('0.99800')
    await field('Risk').fill('0.1')
    await page.getByRole('button', { name: 'Set volume' }).click()
    const volume = async () => Number(await page.locator('#volume').inputValue())
    while ((await volume()) === 0.1) await page.locator('.costs').waitFor()
    t.equal(await volume(), 0.5)

    await page.locator('#volume').fill('0.001')
    await page.locator('.deal.fill-buy:enabled').click()
    await page.locator('dialog .fill-buy').click()
    await page.getByRole('alert').getByRole('button', { name: 'Use 0.01' }).click()
    t.equal(await volume(), 0.01)
    t.equal((await orders()).length, 2)
    t.same(faults.said, [])
  },
)

t.test('a price of the chart goes into the ticket, tabs move, keys are chosen', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login } = await server.account()
  const { page, faults } = await visitTerminal(login)
  await page.locator('.canvas[aria-busy=false]').waitFor()
  await page.getByRole('button', { name: 'Order at a price' }).click()
  await page.locator('.pick-price').click({ position: { x: 200, y: 60 } })
  t.equal(await page.getByLabel('Type', { exact: true }).inputValue(), 'limit')
  t.match(await page.getByLabel('Price', { exact: true }).inputValue(), /^1\.\d{5}$/)

  const saved = page.waitForResponse(
    (one) => one.request().method() === 'PUT' && one.url().endsWith('/me/preferences') && one.ok(),
  )
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Change key: Buy (asks' }).click()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+K')
  await page.keyboard.press('Escape')
  await allowTradeKeys(page)
  await page.keyboard.press('Shift+K')
  await page.locator('dialog .fill-buy').click()
  await page.getByRole('cell', { name: '0.10', exact: true }).waitFor()
  await saved

  const tabs = page.getByRole('tab')
  await page.getByRole('tab', { name: /^Positions/ }).press('Control+ArrowRight')
  await tabs.first().filter({ hasText: 'Orders' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  t.equal(await tabs.first().getAttribute('aria-selected'), 'true')
  const read = page.waitForResponse((one) => one.url().endsWith('/me/preferences') && one.ok())
  await page.reload()
  await read
  await tabs.first().filter({ hasText: 'Orders' }).waitFor()
  await page.keyboard.press('Shift+K')
  await page.getByRole('dialog').getByText('Buy 0.10 EURUSD?').waitFor()
  t.same(faults.said, [])
})

t.test('on a slow line costs are of the order as it stands, and until then grey', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login } = await server.account()
  const { page, faults } = await openPage(browser, { viewport: DESK, locale: 'en-GB' })
  await page.routeWebSocket(/socket/, (ours) => {
    const theirs = ours.connectToServer()
    const checks = new Set<number>()
    ours.onMessage((message) => {
      const { id, op } = JSON.parse(String(message))
      if (op === 'check') checks.add(id)
      theirs.send(message)
    })
    theirs.onMessage((message) => {
      const { id } = JSON.parse(String(message))
      setTimeout(() => ours.send(message), checks.delete(id) ? SLOW_MS : 0)
    })
  })
  await signIn(page, server.origin, login)
  const margin = page.locator('.costs:not(.old) dd').first()
  await margin.waitFor()
  const ofSmall = await margin.textContent()
  await page.locator('#volume').fill('7.00')
  await page.locator('.costs.old').waitFor()
  t.equal(await page.locator('.costs dd').first().textContent(), ofSmall)
  await margin.waitFor()
  t.not(await margin.textContent(), ofSmall)
  t.same(faults.said, [])
})

t.test(
  "the account's terms change while the terminal is open; demo traders come in by a link",
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server } = set
    const { login } = await server.account()
    const { page, faults } = await openPage(browser, { viewport: DESK, locale: 'en-GB' })
    const link = (of: number) => `${server.origin}/#demo=${of}:${encodeURIComponent('Abcd12!x')}`
    await page.goto(link(login))
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const offered = page.getByRole('button', { name: 'Try with the demo account' })
    t.equal(await offered.count(), 0, 'an account of somebody is not offered')
    await server.done('POST /admin/v1/accounts/100/passwords', {
      kind: 'master',
      password: 'Abcd12!x',
    })
    await page.goto('about:blank')
    await page.goto(link(100))
    await page.getByRole('button', { name: 'Try with the demo account' }).click()
    await page.locator('.deal.fill-buy:enabled').waitFor()
    t.equal(new URL(page.url()).hash, '')
    const group = `/admin/v1/groups/${encodeURIComponent('demo\\standard')}`
    await server.patch(group, { trade_enabled: false })
    t.teardown(() => server.patch(group, { trade_enabled: true }))
    await page.getByText('Trading in this symbol is closed at the moment.').waitFor()
    t.same(faults.said, [])
  },
)
