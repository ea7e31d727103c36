import type { Page } from 'playwright-core'
import t from 'tap'
import { hired, openDesk } from '../given/desk-pages.js'
import type { Headers, WholeServer } from '../given/fronts/whole-server.js'
import { pageModule } from '../given/page-module.js'
import { sharedTerminal } from '../given/terminal.js'

// Why a trade was done as it was: one page with its orders, deals, prices and ticks, against a whole server.

t.setTimeout(180_000)
const shared = sharedTerminal

interface Quote {
  readonly bid: string
  readonly ask: string
}

async function bought(server: WholeServer, headers: Headers, more: object = {}) {
  for (;;) {
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10', ...more }
    const { code, data } = await server.ask('POST /trader/v1/trade', headers, open)
    if (code === 'ok') return { id: Number(data.position_id), deal: Number(data.deal_id) }
    if (code !== 'trade.off_quotes') throw new Error(code)
  }
}

async function quoteOf(server: WholeServer, headers: Headers): Promise<Quote> {
  const body = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  for (;;) {
    const { status, data } = await server.ask('POST /trader/v1/trade/check', headers, body)
    if (status === 200) return data
  }
}

const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

t.test('my stop was not hit: from its number to the text for the client, by keys', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { headers } = await server.account()
  const { ask } = await quoteOf(server, headers)
  const stop = (Number(ask) - 0.01).toFixed(5)
  const { id } = await bought(server, headers, { stop_loss: stop })
  await bought(server, headers)
  const { page, faults } = await openDesk(browser, server, '/desk', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // Seven keys: Ctrl+K, the number, Enter, C.
  await page.keyboard.press('Control+k')
  await page.keyboard.type(String(id))
  const found = page.getByRole('option')
  await found
    .filter({ hasText: `#${id}` })
    .first()
    .waitFor()
  // Numbers of trades are small in a new server: one of an account may stand above.
  const at = (await found.allTextContents()).findIndex((line) => line.includes(`#${id}`))
  for (let i = 0; i < at; i++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/desk/(orders|positions)/${id}$`))
  await page.getByText(`Stop loss ${stop}`).first().waitFor()
  await page
    .getByText(/not reached: \d+ points away at the nearest, 1\.\d{5} at/)
    .first()
    .waitFor()
  const way = page.getByRole('list', { name: 'Timeline' })
  const wayText =
    /^Received \d\d \w{3} \d{4} \d\d:\d\d:\d\d\.\d{6}decided \+[\d.]+ ms.*reported \+[\d.]+ ms$/
  await way.first().waitFor()
  t.match(await way.first().textContent(), wayText)
  await page.getByText('Confirm at market', { exact: true }).first().waitFor()
  await page.keyboard.press('c')
  await page
    .getByText(/Copied/i)
    .first()
    .waitFor()
  const text = await copied(page)
  t.match(text, new RegExp(`^(Order|Position) ${id}: buy 0\\.10 EURUSD\\n`))
  t.match(text, /Opened: Buy 0\.10 EURUSD, at 1\.\d{5}, by you, requested: market, 1\.\d{5}/)
  t.match(text, new RegExp(`Stop loss ${stop} \\(Bid, from [^)]+\\): not reached`))
  t.notMatch(text, /dealer|staff/, 'nothing of the house')

  // It closes while it is looked at, and the page tells how.
  await page.goto(`${server.origin}/desk/positions/${id}`)
  await page.getByText('Open', { exact: false }).first().waitFor()
  await stopped(server, headers, id)
  await page.getByText('the stop loss', { exact: true }).waitFor()
  await page.getByText(/^stop loss 1\.\d{5}$/).waitFor()
  const steps = page.locator('.why-steps > li')
  t.equal(await steps.count(), 2)
  await page.keyboard.press('1')
  await page.waitForURL(/step=d/)
  t.match(await steps.first().getAttribute('class'), /open/)
  const time = page.getByLabel(/^Time(?!line)/)
  const before = await time.inputValue()
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL(/at=/)
  const shown = `document.querySelector('input[type=datetime-local]')?.value`
  await page.waitForFunction(`${shown} !== ${JSON.stringify(before)}`)
  await page.keyboard.press('-')
  await page.waitForURL(/min=1$/)

  // Lines of the journal name it.
  await page
    .getByText(new RegExp(`position ${id}, buy 0\\.1 EURUSD, is corrected`))
    .first()
    .waitFor()
  await page.setViewportSize({ width: 400, height: 800 })
  const wide = 'document.documentElement.scrollWidth <= window.innerWidth'
  t.ok(await page.evaluate<boolean>(wide), 'nothing to the side')
  t.same(faults.said, [])
})

/** Holds the stop a point below the market until a tick reaches it. */
async function stopped(server: WholeServer, headers: Headers, id: number): Promise<void> {
  const one = `GET /admin/v1/trades/positions/${id}`
  while ((await server.ask(one)).data.closed === null) {
    const { bid } = await quoteOf(server, headers)
    const stop_loss = (Number(bid) - 0.00001).toFixed(5)
    await server.ask(`PATCH /admin/v1/positions/${id}`, server.staff, { stop_loss })
  }
}

t.test('it opens from lists and cards; who asked and who dealt is told', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const body = { kind: 'open', symbol: 'EURUSD', side: 'sell', volume: '0.20' }
  const done = await server.done(`POST /admin/v1/accounts/${login}/trade`, body)
  const id = Number(done['position_id'])
  await server.until(`GET /admin/v1/positions?login=${login}`, ({ data }) => data.total === 1)
  const { page, faults } = await visit(`/desk/positions?login=${login}`)
  await page.getByRole('link', { name: String(id), exact: true }).waitFor()
  await page.getByRole('grid', { name: 'Positions' }).focus()
  await page.keyboard.press('w')
  await page.waitForURL(new RegExp(`/desk/positions/${id}$`))
  await page.getByText('staff 1, for the client').waitFor()
  t.match(await page.locator('.why-head h1').textContent(), `Position ${id} Sell 0.20 EURUSD`)
  await page.goBack()
  await page.getByRole('link', { name: String(id), exact: true }).click()
  await page.waitForURL(new RegExp(`/desk/positions/${id}$`))
  await page.getByRole('link', { name: String(login), exact: true }).click()
  await page.getByRole('complementary', { name: `Account ${login}` }).waitFor()
  await page.getByRole('tab', { name: 'Deals' }).click()
  await page.getByRole('link', { name: String(done['deal_id']), exact: true }).click()
  await page.waitForURL(new RegExp(`/desk/deals/${done['deal_id']}$`))
  await page.getByText('staff 1, for the client').waitFor()
  await visit('/desk/orders/999999999')
  await page.getByText('There is no order 999999999.').waitFor()
  await visit('/desk/deals/x')
  await page.getByText('Enter the number of an order, deal or position.').waitFor()
  t.same(
    faults.said.filter((line) => !line.includes('404')),
    [],
  )
})

t.test(
  'who has no right to the journal and to accounts sees the trade alone, in German',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server } = set
    const { headers } = await server.account()
    const { id } = await bought(server, headers)
    const who = await hired(server, ['trades.view'])
    const { page, faults } = await openDesk(browser, server, `/desk/positions/${id}`, {
      ...who,
      locale: 'de-DE',
    })
    await page.getByText('dem Kunden', { exact: false }).first().waitFor()
    await page.getByRole('heading', { name: /^EURUSD, wie demo/ }).waitFor()
    await page.getByText('Regel', { exact: true }).waitFor()
    t.equal(await page.getByText('Journalzeilen').count(), 0)
    t.equal(await page.getByRole('link', { name: /Alle Journalzeilen/ }).count(), 0)
    t.same(faults.said, [])
  },
)

t.test('levels: a buy ends at the bid, a limit is made at the ask', async (t) => {
  interface Rules {
    levelsOf(trade: object): { name: string; price: string; side: string; isBelow: boolean }[]
    reachedOf(level: object, ticks: object[]): { came: object | null; points: bigint } | null
    pointsWorse(side: string, asked: string, given: string): bigint
  }
  const { levelsOf, reachedOf } = await pageModule<Rules>('web/desk/why/levels.ts')
  const { pointsWorse } = await pageModule<Rules>('web/desk/steps/steps.ts')
  const order = {
    id: 7,
    kind: 'stop',
    side: 'sell',
    price: '1.10000',
    stop_loss: '1.20000',
    take_profit: null,
    created_at: '2026-01-01T00:00:00.000Z',
    done_at: null,
  }
  const trade = { position: null, closed: null, deals: [], position_id: 7, orders: [order] }
  t.match(levelsOf(trade), [
    { name: 'stopLoss', price: '1.20000', side: 'ask', isBelow: false },
    { name: 'price', price: '1.10000', side: 'bid', isBelow: true },
  ])
  const since = '2026-01-01T00:00:00.000Z'
  const tick = (bid: string, ask: string, at = since) => ({ at, bid, ask })
  const level = {
    name: 'stopLoss',
    prices: [{ price: '1.10000', since }],
    side: 'bid',
    isBelow: true,
    since,
    until: null,
  }
  const near = reachedOf(level, [tick('1.10020', '1.10030'), tick('1.10001', '1.10002')])
  t.match(near, { came: null, nearest: { bid: '1.10001' } })
  t.equal(near?.points, 1n)
  t.not(reachedOf(level, [tick('1.10000', '1.10010')])?.came, null, 'the price itself counts')
  t.equal(reachedOf(level, []), null)
  const early = tick('1.09000', '1.09010', '2025-12-31T23:59:59.999Z')
  t.equal(reachedOf(level, [early]), null, 'before it was placed nothing counts')
  t.equal(pointsWorse('buy', '1.10000', '1.10003'), 3n)
  t.equal(pointsWorse('sell', '1.1', '1.10003'), -3n)
})

t.test('each moment is judged by the stop that was in force then', async (t) => {
  interface Rules {
    levelsOf(trade: object, changes: object): Level[]
    reachedOf(level: object, ticks: object[]): { came: object | null; points: bigint } | null
  }
  interface Level {
    readonly name: string
    readonly prices: readonly { readonly price: string }[]
    readonly since: string
    readonly until: string | null
    readonly isSure: boolean
    readonly hasFired: boolean
  }
  const { levelsOf, reachedOf } = await pageModule<Rules>('web/desk/why/levels.ts')
  const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`
  const tick = (second: number, bid: string) => ({ at: at(second), bid, ask: '1.20000' })
  const change = (second: number, old: string | null, now: string | null, by = 'client') => ({
    at: at(second),
    field: 'stop_loss',
    old,
    new: now,
    by,
  })
  const position = { side: 'buy', opened_at: at(0), stop_loss: '1.10030', take_profit: null }
  const trade = { position, closed: null, deals: [], position_id: 7, orders: [] }
  const judged = (items: object[], isComplete = true) =>
    levelsOf(trade, { position: { items, isComplete }, orders: new Map() })

  // The market was at the stop before it was set, and not since.
  const [late, ...none] = judged([change(20, null, '1.10030')])
  t.same(none, [])
  t.match(late, { since: at(20), until: null, isSure: true })
  const ticks = [tick(10, '1.10010'), tick(20, '1.10050'), tick(30, '1.10035')]
  t.match(reachedOf(late as object, ticks), { came: null, points: 5n })

  // One that was moved, and one that was removed, count until then.
  const moved = judged([
    change(0, null, '1.10000'),
    change(15, '1.10000', '1.10020'),
    change(25, '1.10020', null),
  ])
  t.same(
    moved.map(({ since, until, prices }) => [since, until, prices[0]?.price]),
    [
      [at(0), at(15), '1.10000'],
      [at(15), at(25), '1.10020'],
    ],
  )
  t.match(reachedOf(moved[0] as object, ticks), { came: null, points: 10n })
  t.match(reachedOf(moved[1] as object, ticks), { came: null, points: 30n })

  // Steps of a trailing stop are one level, each price from its moment on.
  const [first, trailed] = judged([
    change(0, null, '1.10000'),
    change(10, '1.10000', '1.10005', 'server'),
    change(20, '1.10005', '1.10030', 'server'),
  ])
  t.match(first, { until: at(10) })
  t.match(trailed, { since: at(10), prices: [{ price: '1.10005' }, { price: '1.10030' }] })
  t.match(reachedOf(trailed as object, ticks), { came: null, points: 5n })

  // Where the beginning is not known, it is not claimed.
  t.match(judged([], false), [{ since: at(0), isSure: false }])
  t.match(judged([change(20, '1.10000', '1.10030')], false), [
    { since: at(0), until: at(20), isSure: false },
    { since: at(20), until: null, isSure: true },
  ])
  t.same(judged([]), [], 'a position without changes never had a stop')

  // The one that closed it.
  const deals = [{ entry: 'out', comment: '[sl 1.10030] x', reason: 'sl' }]
  const closed = { side: 'buy', opened_at: at(0), closed_at: at(40) }
  const over = { ...trade, position: null, closed, deals }
  const lists = { position: { items: [change(20, null, '1.10030')], isComplete: true } }
  t.match(levelsOf(over, { ...lists, orders: new Map() }), [{ hasFired: true, until: at(40) }])
})

t.test(
  'a refused order is found by its id, on its page and in the card of its account',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server } = set
    const { login, headers } = await server.account()
    const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.001' }
    const client_order_id = `refused-${login}`
    const refused = await server.ask('POST /trader/v1/trade', headers, {
      ...order,
      client_order_id,
    })
    t.equal(refused.code, 'trade.invalid_volume')
    const clerk = await hired(server, ['terminal.admin', 'accounts.view', 'trades.view'])
    // It is written behind, within a second.
    for (;;) {
      const { data } = await server.ask(`GET /admin/v1/accounts/${login}/refusals`)
      if (data.total > 0) break
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { page, faults } = await openDesk(browser, server, '/desk', clerk)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(client_order_id)
    await page.getByRole('option').filter({ hasText: client_order_id }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `Why: refused request ${client_order_id}` }).waitFor()
    const facts = page.locator('.record-facts')
    await facts.getByText('trade.invalid_volume').waitFor()
    await facts.getByText(/volume: 0\.001/).waitFor()
    const requestId = await facts
      .locator('div', { hasText: 'Request ID' })
      .locator('dd')
      .textContent()

    // The page opens by the request_id of the answer too, and from the row on the account card.
    await page.goto(`${server.origin}/desk/orders?request=${requestId}&login=${login}`)
    await facts.getByText(client_order_id, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'All refused requests of the account' }).click()
    await page.waitForURL(/accounts\/\d+\/refusals$/)
    await page.getByRole('link', { name: /0\.001 EURUSD/ }).click()
    await facts.getByText('trade.invalid_volume').waitFor()
    t.same(faults.said, [])
  },
)
