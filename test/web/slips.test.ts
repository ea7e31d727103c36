import type { Page } from 'playwright-core'
import t from 'tap'
import type { Headers, WholeServer } from '../given/fronts/whole-server.js'
import { allowTradeKeys, buy, openTerminal, sharedTerminal } from '../given/terminal.js'

// What people do without meaning it: a key that is held, a typing mistake in a stop, a dialog that is old by the time it
// is saved. What the server holds afterwards is what they meant, or nothing.

t.setTimeout(180_000)
const shared = sharedTerminal

interface Position {
  readonly id: number
  readonly volume: string
  readonly stop_loss: string | null
  readonly take_profit: string | null
}

/** The account's positions, the oldest first. */
async function positions(server: WholeServer, headers: Headers): Promise<Position[]> {
  const { data } = await server.ask('GET /trader/v1/positions', headers)
  return ((data.items ?? data) as Position[]).toSorted((one, other) => one.id - other.id)
}

/** Keys pressed without letting go, as a keyboard repeats them. */
async function hold(page: Page, key: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await page.keyboard.down(key)
  await page.keyboard.up(key)
}

async function tradeAtOnePress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Orders at one press').check()
  await page.keyboard.press('Escape')
}

t.test('a held key is one order with what was typed, and one close', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login, headers } = await server.account()
  const { page, faults } = await openTerminal(browser, server.origin, login)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const closes = page.getByRole('button', { name: /^Close (Buy|Sell)/ })
  await tradeAtOnePress(page)
  await allowTradeKeys(page)
  await field('Stop loss').fill('0.90000')
  await field('Volume in lots').fill('0.20')
  await page.locator('body').click({ position: { x: 5, y: 5 } })
  await page.keyboard.down('Shift')
  await hold(page, 'B', 6)
  await page.keyboard.up('Shift')
  await closes.first().waitFor()
  t.match(await positions(server, headers), [{ volume: '0.2', stop_loss: '0.90000' }])

  // What the ladder places has the stop of the ticket, too, and says so before.
  await page.getByRole('button', { name: 'Ladder', exact: true }).click()
  const place = page.getByRole('button', { name: /^Buy Limit 0\.20 EURUSD at/ }).last()
  await place.hover()
  await page.getByText(/^Buy Limit .* Stop loss 0\.90000$/).waitFor()
  await place.click()
  await page.getByRole('tab', { name: /^Orders ?1/ }).waitFor()
  const { data } = await server.ask('GET /trader/v1/orders', headers)
  t.match((data.items ?? data)[0], { volume_current: '0.2', stop_loss: '0.90000' })

  // A stop that is no number is no order without one.
  await field('Stop loss').fill('1.13.5')
  await page.locator('body').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Shift+B')
  await page.getByRole('alert').getByText('Stop loss: That is no number.').waitFor()
  await field('Stop loss').fill('')
  await page.locator('body').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Shift+S')
  await closes.nth(1).waitFor()
  await page.keyboard.down('Shift')
  await hold(page, 'X', 8)
  await page.keyboard.up('Shift')
  await closes.nth(1).waitFor({ state: 'detached' })
  t.equal((await positions(server, headers)).length, 1, 'the newest alone is closed')
  t.same(faults.said, [])
})

t.test(
  'letters typed on the chart search a symbol, and a question from a key is slow',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server } = set
    const { login, headers } = await server.account()
    const { page, faults } = await openTerminal(browser, server.origin, login)
    const dialog = page.getByRole('dialog')
    const search = page.getByLabel('Search symbols')
    await buy(page)
    await page.getByRole('button', { name: /^Close Buy 0\.10 EURUSD/ }).waitFor()
    const chart = page.locator('.canvas[aria-busy=false]')
    for (const word of ['xau', 'c', 'eurusd', 'Shift+B', 'Shift+X', 'Shift+R', 'Control+Shift+X']) {
      await chart.click({ position: { x: 200, y: 60 } })
      if (word.includes('+')) await page.keyboard.press(word)
      else await page.keyboard.type(word)
      t.equal(await dialog.count(), 0, word)
      if (!word.startsWith('Control')) {
        await page.locator('#search:focus').waitFor()
        t.equal((await search.inputValue()).toLowerCase(), word.split('+').pop()?.toLowerCase())
      }
      if (word === 'xau') await page.locator('.found b').getByText('XAUUSD').waitFor()
      await search.fill('')
    }
    t.match(await positions(server, headers), [{ volume: '0.1' }])
    t.equal((await positions(server, headers)).length, 1)

    await allowTradeKeys(page)
    await chart.click({ position: { x: 200, y: 60 } })
    await page.keyboard.press('Shift+R')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const [left, ...others] = await positions(server, headers)
    t.match([left?.volume, others.length], ['0.1', 0], 'it is not reversed')
    t.same(faults.said, [])
  },
)

t.test('a dialog changes what was typed in it, and takes it back', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login, headers } = await server.account()
  const { page, faults } = await openTerminal(browser, server.origin, login)
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save' })
  const stops = async () => (await positions(server, headers))[0]
  const elsewhere = async (fields: object) => {
    const position_id = (await stops())?.id
    await server.ask('POST /trader/v1/trade', headers, { kind: 'stops', position_id, ...fields })
  }
  const shown = (price: string) => page.getByRole('cell', { name: price, exact: true }).waitFor()
  const openDialog = async () => {
    await page.getByRole('button', { name: /^Actions: EURUSD/ }).click()
    await page.getByRole('button', { name: 'Stops…' }).click()
    await save.waitFor()
  }
  await buy(page)
  await page.getByRole('button', { name: /^Close Buy/ }).waitFor()
  await elsewhere({ stop_loss: '0.90000' })
  await shown('0.90000')
  await openDialog()
  await dialog.getByLabel('Stop loss', { exact: true }).fill('1.13.5')
  t.ok(await save.isDisabled(), 'what is no number cannot be saved')
  await page.keyboard.press('Escape')
  t.match(await stops(), { stop_loss: '0.90000' })

  await openDialog()
  await dialog.getByLabel('Take profit', { exact: true }).fill('1.90000')
  await elsewhere({ stop_loss: '0.91000' })
  await page.waitForFunction(`document.querySelector('dialog input').value === '0.91000'`)
  await save.click()
  await shown('1.90000')
  t.match(await stops(), { stop_loss: '0.91000', take_profit: '1.90000' }, 'the other stop stays')

  await openDialog()
  await dialog.getByLabel('Stop loss', { exact: true }).fill('0.80000')
  await elsewhere({ stop_loss: '0.92000' })
  await dialog.getByText('It has moved meanwhile: it is 0.92000 now.').waitFor()
  await save.click()
  await shown('0.80000')
  await page.getByText('Stop loss 0.92000 → 0.80000').waitFor()
  await elsewhere({ take_profit: '1.80000' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await shown('0.92000')
  t.match(await stops(), { stop_loss: '0.92000', take_profit: '1.80000' }, 'and that alone')
  t.same(faults.said, [])
})

t.test('a thousand is not one, lots are of a symbol, a button says its price', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login, headers } = await server.account()
  const { page, faults } = await openTerminal(browser, server.origin, login)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  for (const typed of ['1,000', '1.000']) {
    await field('Volume in lots').fill(typed)
    await page.getByText(/^That may be a thousand or one/).waitFor()
    t.equal(await page.locator('.deal:enabled').count(), 0, typed)
  }
  await field('Volume in lots').fill('1,5')
  await page.getByRole('button', { name: /^Buy 1\.5 EURUSD/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+2')
  await page.getByRole('button', { name: /^Buy 0\.10 GBPUSD/ }).waitFor()
  await page.keyboard.press('Alt+1')
  await page.getByRole('button', { name: /^Buy 1\.5 EURUSD/ }).waitFor()

  await field('Kind').selectOption('stop_limit')
  await field('Price').fill('1.40000')
  await field('Stop price').fill('1.50000')
  await page.getByRole('button', { name: 'Buy Stop limit 1.5 EURUSD at 1.50000 → 1.40000' }).click()
  await page.locator('dialog .fill-buy').click()
  await page.getByRole('tab', { name: /^Orders ?1/ }).click()
  await page.getByRole('cell', { name: '1.50000 → 1.40000', exact: true }).waitFor()
  await page.getByRole('button', { name: /^Actions: EURUSD/ }).click()
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('dialog').getByLabel('Stop price', { exact: true }).fill('1.60000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: '1.60000 → 1.40000', exact: true }).waitFor()
  const { data } = await server.ask('GET /trader/v1/orders', headers)
  t.match((data.items ?? data)[0], { trigger_price: '1.60000', price: '1.40000' })
  t.same(faults.said, [])
})

t.test('a stop of a netting account is that of the whole position', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login, headers } = await server.account('demo\\netting')
  const { page, faults } = await openTerminal(browser, server.origin, login)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const open = { kind: 'open', symbol: 'EURUSD', side: 'sell', volume: '1.60' }
  await server.ask('POST /trader/v1/trade', headers, open)
  await page.getByRole('button', { name: /^Close Sell/ }).waitFor()
  await page.getByRole('group', { name: 'Stops in' }).getByRole('button', { name: 'USD' }).click()
  await field('Stop loss').fill('500')
  await page
    .getByRole('definition')
    .filter({ hasText: /−49\d\.\d\d/ })
    .waitFor()
  await page.locator('.deal.fill-sell').click()
  await page.locator('dialog .fill-sell').click()
  await page.getByRole('cell', { name: '1.70', exact: true }).waitFor()
  const { data } = await server.ask('GET /trader/v1/positions', headers)
  const { price_open, stop_loss } = (data.items ?? data)[0]
  // 1.70 lots: a point is 1.70 USD.
  const points = Math.round((Number(stop_loss) - Number(price_open)) * 100_000)
  t.ok(points * 1.7 <= 501.7 && points * 1.7 > 490, `${points} points of 1.70 lots`)
  t.same(faults.said, [])
})

t.test('two presses on the dots of a row open its menu and trade nothing', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login, headers } = await server.account()
  const { page, faults } = await openTerminal(browser, server.origin, login)
  await buy(page)
  await page
    .getByRole('button', { name: /^Close Buy/ })
    .first()
    .waitFor()
  await tradeAtOnePress(page)
  const before = await positions(server, headers)
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Close Buy/ }) })
  const dots = row.locator('button[aria-haspopup=menu]')
  const menu = page.locator('.menu')
  await dots.click()
  await menu.waitFor()
  const [button, list] = [await dots.boundingBox(), await menu.boundingBox()]
  if (button === null || list === null) return t.fail('no menu')
  const isApart = list.y >= button.y + button.height || list.y + list.height <= button.y
  t.ok(isApart, 'the menu does not cover its button')

  // The second press of a double click on an item does nothing.
  await menu.getByRole('button', { name: 'Close half' }).dispatchEvent('click', { detail: 2 })
  t.same(await positions(server, headers), before)
  await menu.getByRole('button', { name: 'Close half' }).click()
  await page.locator('.menu').waitFor({ state: 'detached' })
  t.same(faults.said, [])
})
