import t from 'tap'
import { DESK, openBrowser, openPage } from '../given/browser.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { allowTradeKeys, buy, cuttable, openTerminal, signInToChart } from '../given/terminal.js'

// What a terminal does when the market or the account is not as one wishes: old prices, other prices, too little margin.

t.setTimeout(180_000)

const grouped = (money: string): string => money.replaceAll(/\B(?=(\d{3})+(?:\.|$))/g, ',')

t.test('a feed that falls silent: the price turns grey, says its age, and waits', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t)
  const { login } = await server.account()
  const { data: symbols } = await server.ask('GET /admin/v1/symbols')
  const euro = symbols.items.find(({ path }: { path: string }) => path.endsWith('EURUSD'))
  await server.patch(`/admin/v1/symbols/${euro.id}`, { quote_max_age_sec: 2 })
  const { page, faults } = await openTerminal(browser, server.origin, login)
  await allowTradeKeys(page)
  const { data: feeds } = await server.ask('GET /admin/v1/datafeeds')
  const feed = `/admin/v1/datafeeds/${(feeds.items ?? feeds)[0].id}`
  await server.patch(feed, { enabled: false })
  const row = page.locator('.watch tbody tr', { hasText: 'EURUSD' })
  await row.locator('.stale-price').first().waitFor()
  const told = page.locator('.ticket .banner')
  await told.getByText(/^The price is \d+ s old/).waitFor()
  t.match(await row.locator('.stale-price').first().getAttribute('title'), /^\d+ s old$/)
  t.equal(await page.locator('.deal:enabled').count(), 0)
  await page.keyboard.press('Shift+B')
  t.equal(await page.getByRole('dialog').count(), 0, 'keys wait as buttons do')
  // Those whose bound is longer go on.
  t.equal(await page.locator('.stale-price').count(), 2)
  await server.patch(feed, { enabled: true })
  await page.locator('.deal.fill-buy:enabled').waitFor()
  t.equal(await told.count(), 0)
  await row.locator('.stale-price').first().waitFor({ state: 'detached' })
  t.same(faults.said, [])
})

t.test('another price is offered for three seconds, and taken or let go', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t)
  const { login, headers } = await server.account()
  const { page, faults } = await openTerminal(browser, server.origin, login)
  const rule = { name: 'other prices', action: 'requote', position: 1, request_kinds: ['open'] }
  await server.done('POST /admin/v1/routing', rule)
  const held = async () => {
    const { data } = await server.ask('GET /trader/v1/positions', headers)
    return (data.items ?? data).length as number
  }
  const offer = page.getByRole('dialog', { name: 'Requote' })
  await buy(page)
  await offer.getByText(/^Buy 0\.10 EURUSD at 1\.\d{5}$/).waitFor()
  await offer.getByRole('button', { name: 'Accept (2 s)' }).waitFor()
  await offer.waitFor({ state: 'detached', timeout: 12_000 })
  t.equal(await held(), 0, 'what runs out is not done')
  await page.getByRole('status').getByText('The offer has expired: nothing was done.').waitFor()
  const settings = await server.done('GET /admin/v1/settings')
  await server.done('PUT /admin/v1/settings', { ...settings, offer_sec: 10 })
  await buy(page)
  const price = /at (\S+)$/.exec((await offer.locator('p').textContent()) ?? '')?.[1] ?? ''
  await offer.getByRole('button', { name: /^Accept/ }).click()
  await page.getByRole('cell', { name: price, exact: true }).first().waitFor()
  t.equal(await held(), 1)
  t.same(faults.said, [])
})

t.test('a dealer offers a worse price: both stand there, with what lies between', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t)
  const { login, headers } = await server.account()
  const { page, faults } = await openTerminal(browser, server.origin, login)
  const dealer = await WsClient.open({
    port: server.port,
    path: '/admin/v1/socket',
    protocol: 'openfloor.json',
    headers: { ...server.staff, origin: server.origin },
  })
  t.teardown(() => dealer.destroy())
  const said = async (id: string, op: string, args: object) => {
    dealer.send({ id, op, args })
    return dealer.reply(id)
  }
  await said('watch', 'watch_dealing', {})
  await server.done('POST /admin/v1/routing', {
    name: 'by hand',
    action: 'online_dealers',
    position: 1,
    request_kinds: ['open'],
  })
  const offer = page.getByRole('dialog', { name: 'Requote' })
  await buy(page)
  const { data } = await dealer.next(({ event }) => event === 'dealing.request')
  const id = Number(data?.['id'])
  t.match(await said('take', 'dealing.take', { id }), { code: 'ok' })
  const terms = { id, price: '1.90000', reason: 'agreed', valid_sec: 60 }
  t.match(await said('offer', 'dealing.requote', terms), { code: 'ok' })
  await offer.getByText('Buy 0.10 EURUSD at 1.90000').waitFor()
  await offer.getByText(/points worse, /).waitFor()
  const [seen = '', price, between = ''] = await offer.locator('dd').allTextContents()
  t.equal(price, '1.90000')
  const points = Math.round((1.9 - Number(seen)) * 100_000)
  const money = (points / 10).toFixed(2)
  t.equal(between, `${grouped(String(points))} points worse, −${grouped(money)} USD`)
  await offer.getByRole('button', { name: /^Accept/ }).click()
  await page.getByRole('cell', { name: '1.90000', exact: true }).first().waitFor()
  const { data: held } = await server.ask('GET /trader/v1/positions', headers)
  t.match((held.items ?? held)[0], { price_open: '1.90000' })
  t.same(faults.said, [])
})

t.test('too little margin is told at once, and what was closed afterwards', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t)
  const { login } = await server.account()
  const { page, faults } = await openPage(browser, { viewport: DESK, locale: 'en-GB' })
  const line = await cuttable(page)
  await signInToChart(page, server.origin, login)
  await page.getByLabel('Volume, lots', { exact: true }).fill('10')
  await buy(page)
  await page.getByRole('cell', { name: '10.00', exact: true }).waitFor()
  const { data } = await server.ask(`GET /admin/v1/accounts/${login}`)
  const margin = Number(data.money.margin)
  let left = Number(data.money.equity)
  const leave = async (amount: number, request: number) => {
    await server.done(`POST /admin/v1/accounts/${login}/balance`, {
      action: 'correction',
      amount: (amount - left).toFixed(2),
      request_id: `00000000-0000-4000-8000-${String(900_000 + request).padStart(12, '0')}`,
      skip_margin_check: true,
    })
    left = amount
  }
  await leave(margin * 0.8, 1)
  const banner = page.locator('.banner', { hasText: 'Margin call' })
  await banner.getByText(/Margin level \d\d\.\d+ %: call at 100 %, stop out at 50 %/).waitFor()
  await page.locator('.gauge .low').waitFor()
  await page.reload()
  await banner.waitFor()
  await leave(margin * 0.2, 2)
  const told = page.getByRole('alert').filter({ hasText: 'Stop out' })
  await told.getByText(/Buy 10\S* EURUSD .*at 1\.\d{5}/).waitFor()
  await page.getByText('No open positions.').waitFor()
  await banner.waitFor({ state: 'detached' })

  // What happens while the line is gone is told at once when it is back.
  await told.getByRole('button', { name: 'Close' }).click()
  await leave(2 * margin, 3)
  await buy(page)
  await page.getByRole('cell', { name: '10.00', exact: true }).waitFor()
  left = Number((await server.ask(`GET /admin/v1/accounts/${login}`)).data.money.equity)
  line.cut()
  await page.getByText(/^Prices as of \d\d:\d\d:\d\d\.$/).waitFor()
  await leave(margin * 0.2, 4)
  await line.tried(5)
  line.mend()
  const away = page
    .getByRole('alert')
    .filter({ hasText: /^While the connection was lost \(\d+ s\)/ })
  await away.getByText(/^Stop out: Close Buy 10\S* EURUSD at 1\.\d{5}, [−+]/).waitFor()
  t.equal(await told.count(), 1, 'and no second time')
  await page
    .getByText(/^Prices as of/)
    .first()
    .waitFor({ state: 'detached' })
  t.same(faults.said, [])
})
