import type { Page } from 'playwright-core'
import t from 'tap'
import { DESK, openPage, PHONE } from '../given/browser.js'
import { moment } from '../given/desk.js'
import type { WholeServer } from '../given/fronts/whole-server.js'
import { buy, fillDoor, sharedTerminal } from '../given/terminal.js'

// The ladder, against a whole server: orders are placed, moved and deleted in its rows, and it holds still under a pointer.

t.setTimeout(300_000)
const shared = sharedTerminal

interface Resting {
  readonly side: string
  readonly kind: string
  readonly price: string
  readonly stop_loss?: string | null
  readonly take_profit?: string | null
}

async function resting(server: WholeServer, headers: Readonly<Record<string, string>>) {
  const { data } = await server.ask('GET /trader/v1/orders', headers)
  return (data.items ?? data) as readonly Resting[]
}

/** Rows so far apart that the market does not come to an order while it is tested. */
async function openLadder(page: Page, step = '50'): Promise<void> {
  await page.getByRole('button', { name: 'Ladder', exact: true }).click()
  await page.getByLabel('Step, points').selectOption(step)
  await page.locator('.ladder .best-bid').waitFor()
}

const ladder = (page: Page) => page.getByRole('region', { name: 'Ladder', exact: true })
const priceIn = (name: string | null) => /at (\S+)$/.exec(name ?? '')?.[1] ?? ''
const chip = (page: Page) => ladder(page).getByRole('slider')

/** The button of an order so many rows from the best price. */
function cell(page: Page, side: 'Buy' | 'Sell', kind: string, nth: number) {
  return ladder(page)
    .getByRole('button', { name: new RegExp(`^${side} ${kind} 0\\.10 EURUSD at `) })
    .nth(nth)
}

/** Looks again until it is so; the page's policy lets it look by itself at nothing that is text. */
async function until(page: Page, claim: string): Promise<void> {
  while (!(await page.evaluate<boolean>(claim))) await moment()
}

/** The price of the only order of one's own. */
const shows = (page: Page, price: string) =>
  until(page, `document.querySelector('.ladder [role=slider]')?.ariaValueText === '${price}'`)

async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).boundingBox()
  if (box === null) throw new Error(`${selector} is not shown`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

t.test('an order is placed in a row, moved by mouse and by keys, and deleted', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login, headers } = await server.account()
  const { page, faults } = await visitTerminal(login)
  await openLadder(page)
  // Under a pointer rows stay where they are.
  await ladder(page).locator('.best-bid .at').hover()
  const limit = cell(page, 'Buy', 'Limit', 4)
  const price = priceIn(await limit.getAttribute('aria-label'))
  await limit.click()
  await page.getByRole('heading', { name: `Buy Limit 0.10 EURUSD at ${price}?` }).waitFor()
  await page.locator('dialog .fill-buy').click()
  await shows(page, price)
  t.match(await resting(server, headers), [{ side: 'buy', kind: 'limit', price }])
  t.equal(await chip(page).getAttribute('aria-label'), 'Buy Limit 0.10 EURUSD')
  await page.getByRole('tab', { name: /^Orders/ }).click()
  await page.getByRole('button', { name: /^Actions: EURUSD/ }).click()
  await page.getByRole('button', { name: 'Modify…' }).click()
  await page.getByRole('dialog').getByLabel('Take profit', { exact: true }).fill('1.9')
  await page.getByRole('dialog').getByLabel('Stop loss', { exact: true }).fill('1.05')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: '1.90000' }).waitFor()

  const from = await middleOf(page, '.ladder .order-chip .move')
  const row = (await ladder(page).locator('.best-bid').boundingBox())?.height ?? 0
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + row, { steps: 3 })
  await page.mouse.move(from.x, from.y + 2 * row, { steps: 3 })
  const lower = (Number(price) - 0.001).toFixed(5)
  await ladder(page).getByText(`Buy Limit 0.10 EURUSD: ${price} → ${lower}`).waitFor()
  t.equal(await ladder(page).locator('.target .at').textContent(), lower)
  await page.mouse.up()
  await page.getByRole('status').getByText(`Price ${price} → ${lower}`).waitFor()
  await shows(page, lower)
  const stops = { stop_loss: '1.05000', take_profit: '1.90000' }
  t.match(await resting(server, headers), [{ price: lower, ...stops }])

  await ladder(page).locator('.order-chip:not(.moving)').waitFor()
  await chip(page).focus()
  await page.keyboard.press('ArrowDown')
  await shows(page, (Number(lower) - 0.0005).toFixed(5))
  await page.keyboard.press('Escape')
  await shows(page, lower)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const higher = (Number(lower) + 0.0005).toFixed(5)
  await ladder(page).locator('.order-chip:not(.moving)').waitFor()
  await shows(page, higher)
  t.match(await resting(server, headers), [{ price: higher }])
  await ladder(page).getByRole('button', { name: 'Cancel Buy Limit 0.10 EURUSD' }).click()
  await chip(page).waitFor({ state: 'detached' })
  t.same(await resting(server, headers), [])

  // By keys alone, on the other side of the market.
  await cell(page, 'Buy', 'Limit', 0).focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const focused = ladder(page).locator('.place:focus')
  await focused.and(ladder(page).locator('[data-side=sell]')).waitFor()
  t.match(await focused.getAttribute('aria-label'), /^Sell Stop 0\.10 EURUSD at 1\.\d{5}$/)
  await page.keyboard.press('Enter')
  // Enter counts once the question has been there for half a second.
  const question = page.locator('dialog .fill-sell')
  await question.waitFor()
  while ((await question.count()) > 0) {
    await question.press('Enter', { timeout: 1_000 }).catch(() => undefined)
  }
  await chip(page).waitFor()
  t.match(await resting(server, headers), [{ side: 'sell', kind: 'stop' }])
  t.same(faults.said, [])
})

t.test('it holds still under a pointer, and goes back to the market without one', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal } = set
  const { login, headers } = await server.account()
  const { page, faults } = await visitTerminal(login)
  await openLadder(page, '1')
  const scrolled = () => page.evaluate<number>(`document.querySelector('.ladder .book').scrollTop`)
  const pricesMove = async () => {
    const shown = page.locator('.deal.fill-sell strong')
    for (let i = 0; i < 3; i++) {
      const before = await shown.textContent()
      await until(
        page,
        `document.querySelector('.deal.fill-sell strong').textContent !== '${before}'`,
      )
    }
  }
  const middle = await scrolled()
  const { x, y } = await middleOf(page, '.ladder .book')
  const under = () =>
    page.evaluate<string>(`document.elementFromPoint(${x - 60}, ${y}).dataset.row ?? ''`)
  await page.mouse.move(x - 60, y)
  await page.mouse.wheel(0, 480)
  await until(page, `document.querySelector('.ladder .book').scrollTop === ${middle + 480}`)
  const away = await scrolled()
  const row = await under()
  await pricesMove()
  t.equal(await scrolled(), away)
  t.equal(await under(), row, 'the price under the pointer is the same')
  t.match(row, /^\d+$/)
  await page.mouse.move(400, 300)
  await until(page, `document.querySelector('.ladder .book').scrollTop === ${middle}`)

  // The same of the focus; a key brings the market back all the same.
  await ladder(page).locator('.place[tabindex="0"]').focus()
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowDown')
  const low = await scrolled()
  t.not(low, middle)
  await pricesMove()
  t.equal(await scrolled(), low)
  await page.keyboard.press('l')
  t.equal(await scrolled(), middle)

  // Without a question, a double press is one order.
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByLabel('One-click trading').check()
  await page.keyboard.press('Escape')
  await page.getByLabel('Step, points').selectOption('100')
  await cell(page, 'Sell', 'Limit', 0).dblclick()
  await chip(page).waitFor()
  t.match(await resting(server, headers), [{ side: 'sell', kind: 'limit' }])
  t.equal((await resting(server, headers)).length, 1)
  t.same(faults.said, [])
})

t.test('who looks has no buttons; old prices are grey and wait', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, visitTerminal } = set
  const { login } = await server.account()
  const { data: symbols } = await server.ask('GET /admin/v1/symbols')
  const euro = symbols.items.find(({ path }: { path: string }) => path.endsWith('EURUSD'))
  const symbol = `/admin/v1/symbols/${euro.id}`
  await server.patch(symbol, { quote_max_age_sec: 5 })
  t.teardown(() => server.patch(symbol, { quote_max_age_sec: euro.quote_max_age_sec }))
  const { page, faults } = await visitTerminal(login)
  const bid = Number(await page.locator('.deal.fill-sell strong').textContent())
  await page.getByLabel('Stop loss', { exact: true }).fill((bid - 0.001).toFixed(5))
  await buy(page)
  await page.getByRole('button', { name: /^Close Buy/ }).waitFor()
  const looking = await openPage(browser, { viewport: DESK, locale: 'en-GB' })
  await looking.page.goto(server.origin)
  await fillDoor(looking.page, login, 'Look34?y')
  await openLadder(looking.page)
  await openLadder(page)
  for (const one of [page, looking.page]) {
    await ladder(one)
      .getByTitle(/^Position Buy 0\.10 at 1\./)
      .waitFor()
    await ladder(one)
      .getByTitle(/^Stop loss: Buy 0\.10 at 1\./)
      .waitFor()
  }
  t.equal(await ladder(looking.page).locator('.place').count(), 0)
  t.equal(await cell(page, 'Sell', 'Limit', 0).isEnabled(), true)

  const { data: feeds } = await server.ask('GET /admin/v1/datafeeds')
  const feed = `/admin/v1/datafeeds/${(feeds.items ?? feeds)[0].id}`
  await server.patch(feed, { enabled: false })
  t.teardown(() => server.patch(feed, { enabled: true }))
  await ladder(page).locator('.book.old').waitFor()
  t.equal(await cell(page, 'Sell', 'Limit', 0).isEnabled(), false)
  await cell(page, 'Sell', 'Limit', 0).dispatchEvent('click')
  t.equal(await page.getByRole('dialog').count(), 0)
  t.same(faults.said, [])
})

t.test('a phone places by a tap and moves by a finger, in German', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login, headers } = await server.account()
  const { page, faults } = await openPage(browser, {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    locale: 'de-DE',
  })
  await page.goto(server.origin)
  await fillDoor(page, login)
  await page.getByRole('button', { name: 'Handel', exact: true }).tap()
  await page.getByRole('button', { name: 'Preisleiter', exact: true }).tap()
  await page.getByLabel('Schritt, Punkte').selectOption('50')
  const limits = page.getByRole('button', { name: /^Verkauf Limit 0,10 EURUSD zu / })
  const limit = limits.nth((await limits.count()) - 3)
  const shown = /\S+$/.exec((await limit.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  const price = shown.replace(',', '.')
  await limit.tap()
  await page.locator('dialog .fill-sell').tap()
  const own = page.locator('.ladder .order-chip .move')
  await own.waitFor()
  t.match(await resting(server, headers), [{ side: 'sell', kind: 'limit', price }])
  const { x, y } = await middleOf(page, '.ladder .order-chip .move')
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number | null) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === null ? [] : [{ x, y: at }],
    })
  const rowPx = (await page.locator('.ladder .best-bid').boundingBox())?.height ?? 0
  await touch('touchStart', y)
  for (const share of [0.3, 0.6, 1]) await touch('touchMove', y - share * rowPx)
  const higher = (Number(price) + 0.0005).toFixed(5)
  await page.locator('.ladder .target .at').getByText(higher.replace('.', ',')).waitFor()
  await touch('touchEnd', null)
  await shows(page, higher.replace('.', ','))
  await page.locator('.ladder .order-chip:not(.moving)').waitFor()
  t.match(await resting(server, headers), [{ price: higher }])
  const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  t.equal(wide, false, 'nothing is wider than the phone')
  t.same(faults.said, [])
})
