import type { Page } from 'playwright-core'
import t from 'tap'
import type { Headers, WholeServer } from '../given/fronts/whole-server.js'
import { allowTradeKeys, buy, sharedTerminal } from '../given/terminal.js'

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
  await page.getByLabel('One-click trading').check()
  await page.keyboard.press('Escape')
}

t.test('a held key is one order with what was typed, and one close', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login, headers } = await server.account()
  const { page, faults } = await visitTerminal(login)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const closes = page.getByRole('button', { name: /^Close (Buy|Sell)/ })
  await tradeAtOnePress(page)
  await allowTradeKeys(page)
  await field('Stop loss').fill('0.90000')
  await field('Volume, lots').fill('0.20')
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
  await page.getByRole('alert').getByText('Stop loss: Enter a number.').waitFor()
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
    const { server, visitTerminal } = set
    const { login, headers } = await server.account()
    const { page, faults } = await visitTerminal(login)
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
  const { server, visitTerminal } = set
  const { login, headers } = await server.account()
  const { page, faults } = await visitTerminal(login)
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
  await dialog.getByText('It has moved in the meantime: it is now 0.92000.').waitFor()
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
  const { server, visitTerminal } = set
  const { login, headers } = await server.account()
  const { page, faults } = await visitTerminal(login)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  for (const typed of ['1,000', '1.000']) {
    await field('Volume, lots').fill(typed)
    await page.getByText(/^This may mean thousands or decimals/).waitFor()
    t.equal(await page.locator('.deal:enabled').count(), 0, typed)
  }
  await field('Volume, lots').fill('1,5')
  await page.getByRole('button', { name: /^Buy 1\.50 EURUSD/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+2')
  await page.getByRole('button', { name: /^Buy 0\.10 GBPUSD/ }).waitFor()
  await page.keyboard.press('Alt+1')
  await page.getByRole('button', { name: /^Buy 1\.50 EURUSD/ }).waitFor()

  await field('Type').selectOption('stop_limit')
  await field('Limit price').fill('1.40000')
  await field('Stop (trigger) price').fill('1.50000')
  await page
    .getByRole('button', { name: 'Buy Stop limit 1.50 EURUSD at 1.50000 → 1.40000' })
    .click()
  await page.locator('dialog .fill-buy').click()
  await page.getByRole('tab', { name: /^Orders ?1/ }).click()
  await page.getByRole('cell', { name: '1.50000 → 1.40000', exact: true }).waitFor()
  await page.getByRole('button', { name: /^Actions: EURUSD/ }).click()
  await page.getByRole('button', { name: 'Modify…' }).click()
  await page.getByRole('dialog').getByLabel('Stop (trigger) price', { exact: true }).fill('1.60000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: '1.60000 → 1.40000', exact: true }).waitFor()
  const { data } = await server.ask('GET /trader/v1/orders', headers)
  t.match((data.items ?? data)[0], { trigger_price: '1.60000', price: '1.40000' })
  t.same(faults.said, [])
})

t.test('a stop of a netting account is that of the whole position', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login, headers } = await server.account('demo\\netting')
  const { page, faults } = await visitTerminal(login)
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

  // The other side only takes from it: the ticket and the question say so, and its stop stays.
  const stays = 'Reduces your sell to 1.60 lots; its stops stay.'
  const ticket = page.getByRole('region', { name: 'Order', exact: true })
  await ticket.getByText(`Buy: ${stays}`).waitFor()
  t.equal(await field('Stop loss').inputValue(), '500')
  await page.locator('.deal.fill-buy').click()
  const question = page.getByRole('dialog')
  await question.getByText(stays, { exact: true }).waitFor()
  await question.getByText(/^Free margin after/).waitFor()
  t.equal(await question.getByText(/Stop loss|At stop loss/).count(), 0)
  await question.locator('.fill-buy').click()
  await page.getByRole('cell', { name: '1.60', exact: true }).waitFor()
  const left = (await positions(server, headers))[0]
  t.match(left, { volume: '1.6', stop_loss, take_profit: null })
  t.same(faults.said, [])
})

t.test('two presses on the dots of a low row open its menu and close nothing', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login, headers } = await server.account()
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.20' }
  for (let i = 0; i < 5; i++) await server.ask('POST /trader/v1/trade', headers, order)
  const { page, faults } = await visitTerminal(login)
  const closes = page.getByRole('button', { name: /^Close Buy/ })
  await closes.nth(4).waitFor()
  await tradeAtOnePress(page)
  const lots = async () => (await positions(server, headers)).map(({ id, volume }) => [id, volume])
  const before = await lots()
  const menu = page.locator('.menu')
  const presses = [0, 1, 2].flatMap((row) => [0, 160, 180].map((ms) => [row, ms] as const))
  for (const [row, pauseMs] of presses) {
    const dots = await page
      .getByRole('button', { name: /^Actions: EURUSD/ })
      .nth(row)
      .boundingBox()
    if (dots === null) return t.fail('no dots')
    const [x, y] = [dots.x + 12, dots.y + 12]
    if (pauseMs === 0) await page.mouse.dblclick(x, y)
    else {
      await page.mouse.click(x, y)
      await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), pauseMs)
      await page.mouse.click(x, y)
    }
    // A menu that is still open is over no button of the row.
    const list = (await menu.count()) === 0 ? null : await menu.boundingBox()
    if (list !== null) t.ok(list.y >= dots.y + dots.height || list.y + list.height <= dots.y)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    t.equal(await page.getByRole('dialog').count(), 0, `row ${row}, ${pauseMs} ms`)
  }
  // An order that goes after all presses is done after whatever they had sent.
  await page.locator('.deal.fill-buy:enabled').click()
  await closes.nth(5).waitFor()
  t.same((await lots()).slice(0, 5), before)

  // One item that is meant asks, although orders go at one press; its question takes one answer.
  await page
    .getByRole('button', { name: /^Actions: EURUSD/ })
    .last()
    .click()
  await menu.getByRole('button', { name: 'Close half' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('button', { name: /^Actions: EURUSD/ })
    .last()
    .click()
  await menu.getByRole('button', { name: 'Close half' }).click()
  await dialog.getByRole('button', { name: 'Close Buy 0.10 EURUSD' }).click()
  await page.getByRole('cell', { name: '0.10', exact: true }).last().waitFor()
  t.match((await positions(server, headers))[0], { volume: '0.1' })
  t.same(faults.said, [])
})

t.test('notes stand below the market and cover no row', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login } = await server.account()
  const { page, faults } = await visitTerminal(login)
  const note = page.locator('.note')
  const boxOf = async (what: string) => {
    const box = await page.locator(what).first().boundingBox()
    if (box === null) throw new Error(`${what} is not shown`)
    return box
  }
  await buy(page)
  await note.first().waitFor()
  await note.first().hover()
  for (const [width, height] of [
    [1400, 860],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.waitForFunction(
      `innerHeight === ${height} && document.querySelector('.watch').getBoundingClientRect().bottom
        <= document.querySelector('.notes').getBoundingClientRect().top`,
    )
    const notes = await boxOf('.notes')
    const right = notes.x + notes.width
    t.ok(right <= (await boxOf('.charts')).x && right <= (await boxOf('.bottom')).x, `${width}`)
    t.ok((await boxOf('.watch')).height > 300, 'the market keeps its rows')
  }
  t.same(faults.said, [])
})
