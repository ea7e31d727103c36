import type { CDPSession, Locator, Page } from 'playwright-core'
import t from 'tap'
import { openBrowser, openPage, PHONE } from '../given/browser.js'
import { type Headers, WholeServer } from '../given/fronts/whole-server.js'
import { openTerminal, signIn, widenPrices, withBars } from '../given/terminal.js'

// Handles of the chart: what a hand does to them by mistake changes nothing at the server, and what it means is exact.

t.setTimeout(180_000)

interface Stops {
  readonly stop_loss: string | null
  readonly take_profit: string | null
}

async function stopsOf(server: WholeServer, headers: Headers): Promise<Stops> {
  const { data } = await server.ask('GET /trader/v1/positions', headers)
  const [{ stop_loss, take_profit }] = (data.items ?? data) as [Stops]
  return { stop_loss, take_profit }
}

const trade = (server: WholeServer, headers: Headers, body: object) =>
  server.ask('POST /trader/v1/trade', headers, body)

async function middleOf(handle: Locator): Promise<readonly [number, number]> {
  const box = await handle.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Pressed, drawn by so many pixels and let go. */
async function pull(page: Page, handle: Locator, across: number, down: number): Promise<void> {
  const [x, y] = await middleOf(handle)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + across, y + down, { steps: 4 })
  await page.mouse.up()
}

t.test(
  'a press, a shake and a stroke to the side move nothing; a drag counts from the price',
  async (t) => {
    const browser = await openBrowser(t)
    if (browser === undefined) return t.comment('no chromium here: left out')
    const server = await WholeServer.start(t)
    const { data: symbols } = await server.ask('GET /admin/v1/symbols')
    const euro = symbols.items.find(({ path }: { path: string }) => path.endsWith('EURUSD'))
    await server.patch(`/admin/v1/symbols/${euro.id}`, { tick_size: '0.00005' })
    const { login, headers } = await server.account()
    const { page, faults } = await openTerminal(browser, server.origin, login)
    await withBars(page)
    await widenPrices(page)
    const far = { stop_loss: '1.10000', take_profit: '1.90000' }
    const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
    await trade(server, headers, { ...order, ...far })
    const stop = page.getByRole('slider', { name: /^Stop loss/ })
    const line = page.getByRole('slider', { name: /^Buy/ })
    await stop.waitFor()
    for (const [across, down] of [
      [0, 0],
      [0, 3],
      [-3, 3],
      [80, 10],
      [-60, -59],
    ] as const) {
      await pull(page, stop, across, down)
      await pull(page, line, across, down)
    }
    await pull(page, line, 0, 9)
    await pull(page, line, -2, -9)
    t.match(await stopsOf(server, headers), far)

    // A tick beside the open price is a target at a loss or a stop in the market: small lots are asked back, too.
    await line.press('ArrowDown')
    await page.locator('.handle.drawn.warn').waitFor()
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByText(/at a loss\.$|within two spreads/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.handle.moving').waitFor({ state: 'detached' })
    t.match(await stopsOf(server, headers), far)

    // It stands at the edge, far from its price: many pixels are a few ticks.
    await pull(page, stop, 2, -300)
    await page.getByText(/^Stop loss 1\.10000 → /).waitFor()
    const moved = Number((await stopsOf(server, headers)).stop_loss)
    t.ok(moved > 1.1 && moved < 1.15, `${moved}`)
    t.equal(Math.round(moved * 100_000) % 5, 0, 'a price that the symbol has')

    // While a target is drawn out of the line of the position, the line stays.
    const [x, y] = await middleOf(line)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 60, { steps: 3 })
    await page.getByText(/^(↑ )?Take profit 1\.1/).waitFor()
    t.ok(Math.abs((await middleOf(line))[1] - y) < 30, 'it stays')
    await page.keyboard.press('Escape')
    await page.mouse.up()

    await stop.press('ArrowDown')
    t.ok(await stop.isVisible(), 'one that is moved by keys beyond the chart is seen')
    await page.keyboard.press('Enter')
    const next = (moved - 0.0001).toFixed(5)
    await page.getByText(`Stop loss ${moved.toFixed(5)} → ${next}`).waitFor()

    await page.locator('.handle.moving').waitFor({ state: 'detached' })

    // Another device moves the stop during a drag: that goes on, is refused, and the price of the other one is shown.
    const [stopX, stopY] = await middleOf(stop)
    await page.mouse.move(stopX, stopY)
    await page.mouse.down()
    await page.mouse.move(stopX, stopY - 200, { steps: 3 })
    const drawn = await stop.textContent()
    await trade(server, headers, { kind: 'stops', position_id: 1, stop_loss: '1.12000' })
    await page.getByRole('cell', { name: '1.12000', exact: true }).waitFor()
    t.equal(await stop.textContent(), drawn, 'it is where it was drawn')
    await page.mouse.up()
    await page
      .getByRole('alert')
      .getByText(/^Refused/)
      .waitFor()
    await page.getByRole('slider', { name: /^Stop loss 1\.12000/ }).waitFor()
    await page
      .getByText(/^(↓ )?Stop loss 1\.12000/)
      .first()
      .waitFor()
    t.match(await stopsOf(server, headers), { stop_loss: '1.12000', take_profit: '1.90000' })
    t.same(faults.said, [])
  },
)

/** A finger that goes from a place by so much. */
async function swipe(
  session: CDPSession,
  [x, y]: readonly [number, number],
  across: number,
  down: number,
): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + across * part, y: y + down * part }],
    })
  await touch('touchStart', 0)
  for (let part = 1; part <= 8; part++) await touch('touchMove', part / 8)
  await touch('touchEnd', 1)
}

t.test('a finger pans the chart over a label, and moves it when it was tapped', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.shared()
  const { login, headers } = await server.account()
  const options = { viewport: PHONE, hasTouch: true, isMobile: true, locale: 'en-GB' }
  const { page, faults } = await openPage(browser, options)
  await signIn(page, server.origin, login)
  await page.getByRole('button', { name: 'Chart', exact: true }).click()
  await withBars(page)
  await widenPrices(page)
  const order = { order_kind: 'limit', side: 'buy', volume: '0.01', price: '1.10000' }
  await trade(server, headers, { kind: 'place', symbol: 'EURUSD', expiration: 'gtc', ...order })
  const price = async () => {
    const { data } = await server.ask('GET /trader/v1/orders', headers)
    return ((data.items ?? data) as [{ price: string }])[0].price
  }
  const label = page.getByRole('slider', { name: /^Buy Limit/ })
  await label.waitFor()
  const session = await page.context().newCDPSession(page)
  // A level at a moment: where it stands says how far the chart was panned.
  await page.getByRole('button', { name: 'Draw', exact: true }).press('Enter')
  await page.locator('.menu').getByRole('button', { name: 'Trend line' }).press('Enter')
  const dot = page.getByRole('slider', { name: 'Trend line, point 1' })
  const [before] = await middleOf(dot)
  await swipe(session, await middleOf(label), 100, -10)
  while ((await middleOf(dot))[0] - before < 20) await page.evaluate('1')
  t.equal(await price(), '1.10000')

  await label.tap()
  const keep = page.getByRole('button', { name: 'Apply', exact: true })
  const grip = page.getByTitle('Drag up or down')
  await swipe(session, await middleOf(grip), 0, 60)
  t.equal(await price(), '1.10000', 'not kept yet')
  await page.getByRole('button', { name: 'Cancel', exact: true }).tap()
  await label.tap()
  await swipe(session, await middleOf(grip), 0, 60)
  await keep.click()
  await keep.waitFor({ state: 'detached' })
  await page.getByText(/^Price 1\.10000 → 1\.09/).waitFor()
  t.match(await price(), /^1\.09/)
  t.same(faults.said, [])
})
