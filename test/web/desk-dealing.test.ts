import type { Page } from 'playwright-core'
import t from 'tap'
import { hired, openDesk } from '../given/desk-pages.js'
import type { WholeServer } from '../given/fronts/whole-server.js'
import { pageModule } from '../given/page-module.js'
import { cuttable, saved, sharedTerminal, untilInPage } from '../given/terminal.js'

// A dealer's work in the browser, against a whole server: a request is taken, confirmed, requoted and rejected, by keys;
// what was meant for one request never reaches another.

const PLACE = '/desk/dealing'

t.setTimeout(120_000)
const shared = sharedTerminal

/** The openings of this group go to dealers. */
const GROUP = 'demo\\dealing'
let isRuled: Promise<unknown> | undefined
const ruled = (server: WholeServer) => {
  isRuled ??= (async () => {
    await server.done('POST /admin/v1/groups', { path: GROUP })
    await server.done('POST /admin/v1/routing', {
      name: 'by hand',
      action: 'online_dealers',
      position: 1,
      request_kinds: ['open'],
      conditions: [{ field: 'group', op: 'eq', value: GROUP }],
    })
  })()
  return isRuled
}

/** A market order of the account, whose answer comes when a dealer has given one. */
function asks(server: WholeServer, headers: Record<string, string>, more: object = {}) {
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10', ...more }
  return server.ask('POST /trader/v1/trade', headers, open)
}

/** What follows is no slip of the same press. */
const still = (page: Page) => page.locator('.dealing:not(.settling)').waitFor()

/** Presses a key in the very moment in which that text stands on the button. */
const pressedAs = (page: Page, button: string, key: string): Promise<string> =>
  page.evaluate<string>(`(() => {
    const text = document.querySelector(${JSON.stringify(button)})?.textContent ?? ''
    const pressed = { key: ${JSON.stringify(key)}, bubbles: true }
    document.body.dispatchEvent(new KeyboardEvent('keydown', pressed))
    return text
  })()`)

const CONFIRM = '.dealing-answer button.primary'
const priceIn = (text: string): string => /\d+\.\d+/.exec(text)?.[0] ?? ''

t.test('by keys alone: the price that is drawn is sent, and no slip does anything', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  await ruled(server)
  const [{ headers }, { headers: other }] = [
    await server.account(GROUP),
    await server.account(GROUP),
  ]
  const { page, faults } = await visit(PLACE)
  await page.getByText('No requests are waiting.').waitFor()
  const first = asks(server, headers)
  const row = page.locator('.dealing-queue tbody tr')
  await row.first().waitFor()
  const second = asks(server, other, { side: 'sell', volume: '0.20' })
  await row.nth(1).waitFor()
  t.same(await page.locator('.desk-menu .waits').textContent(), '2', 'the menu counts them')

  await still(page)
  await pressedAs(page, 'body', 'ArrowDown')
  await pressedAs(page, 'body', 't')
  t.match(await row.nth(1).getAttribute('aria-current'), 'true')
  await still(page)
  t.equal(
    await page.locator('.dealing-queue tr.own').count(),
    0,
    'a key right after a move is lost',
  )
  await page.keyboard.press('ArrowUp')
  await still(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('x')
  t.equal(await page.locator('.dealing-queue tr').count(), 3, 'only who has taken it answers')
  await page.keyboard.press('t')
  await page.locator('.dealing-queue tr.own').filter({ hasText: 'Buy 0.1' }).waitFor()
  await still(page)
  const drawn = priceIn(await pressedAs(page, CONFIRM, 'Enter'))
  t.match(await first, { code: 'ok', data: { price: drawn } }, 'the price that was drawn')
  await page.locator('.dealing-gone td').getByText('Confirmed').waitFor()
  await page.locator('tr[aria-current=true]').filter({ hasText: 'Sell 0.2' }).waitFor()

  await still(page)
  await page.keyboard.press('t')
  await page.locator('.dealing-queue tr.own').waitFor()
  await still(page)
  await page.getByLabel('Text to the client').fill('Too late')
  await page.keyboard.press('Escape')
  await page.keyboard.press('x')
  t.match(await second, { code: 'trade.rejected', message: 'Too late' })
  await page.getByText('No requests are waiting.').waitFor()

  const third = asks(server, headers)
  await row.first().waitFor()
  await still(page)
  await page.keyboard.press('t')
  await page.locator('.dealing-queue tr.own').waitFor()
  await still(page)
  const price = page.getByLabel('Price', { exact: true })
  await price.fill('1,9')
  await price.press('Enter')
  await page.getByText(/^1\.9 is \d+\.\d+ % away from the market\. Enter a reason/).waitFor()
  const reason = page.getByLabel('Reason')
  await page.locator('.dealing-reason input:focus').waitFor()
  await still(page)
  await reason.press('Enter')
  t.equal(await page.locator('.dealing-queue tr.own').count(), 1, 'not sent without a reason')
  await price.fill('1,16,25')
  await price.press('Enter')
  await page.getByText('Enter a number.').waitFor()
  await page.getByRole('button', { name: 'Follow market' }).click()
  await page.keyboard.press('x')
  await third
  t.same(faults.said, [])
})

t.test('a price that the client does not take is offered instead; texts stay', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  await ruled(server)
  const { headers } = await server.account(GROUP)
  const { page, faults } = await openDesk(browser, server, PLACE, { locale: 'de-DE' })
  await page.getByText('Keine Anfragen warten.').waitFor()
  await page.getByRole('button', { name: 'Texte' }).click()
  await saved(page, () => page.getByLabel('Text 2').fill('Kein Preis'))
  await page.getByRole('button', { name: 'Texte' }).click()

  const asked = asks(server, headers, { price: '1.30000', deviation_pts: 100 })
  await page.locator('.dealing-queue tbody tr').waitFor()
  await still(page)
  await page.keyboard.press('t')
  await page.locator('.dealing-queue tr.own').waitFor()
  await still(page)
  const price = page.getByLabel('Preis', { exact: true })
  await price.fill('1.30200')
  await price.press('Enter')
  await page.getByText(/^1,30200 ist \d+[.,]\d\d % vom Markt entfernt/).waitFor()
  await still(page)
  await page.getByLabel('Grund').fill('Vereinbart')
  await page.getByLabel('Grund').press('Enter')
  await page.getByText('Nicht bestätigt.').waitFor()
  t.equal(await price.inputValue(), '1,30200', 'the price stands')
  await still(page)
  await price.press('Enter')
  await price.press('Escape')
  await page.keyboard.press('q')
  t.match(await asked, { code: 'trade.requote', data: { ask: '1.30200' } })
  await page.locator('.dealing-gone td').getByText('Requote').waitFor()

  await page.reload()
  await page.locator('.state.live').waitFor()
  const again = asks(server, headers)
  await page.locator('.dealing-queue tbody tr').waitFor()
  await still(page)
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Kein Preis' }).waitFor()
  await still(page)
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  t.match(await again, { code: 'trade.rejected', message: 'Kein Preis' })
  await page.locator('.dealing-gone td').getByText('Abgelehnt').waitFor()

  const last = asks(server, headers, { price: '1.30000', deviation_pts: 100 })
  await page.locator('.dealing-queue tbody tr').waitFor()
  await still(page)
  await page.keyboard.press('t')
  await page.locator('.dealing-queue tr.own').waitFor()
  await still(page)
  await price.fill('1.30200')
  await page.getByLabel('Grund').fill('Vereinbart')
  await page.getByLabel('Grund').press('Enter')
  await page.getByText('Nicht bestätigt.').waitFor()
  await page.keyboard.press('x')
  await last
  t.same(faults.said, [])
})

t.test('a price that is far off needs a reason, and shows the money it would leave', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  await ruled(server)
  const { headers } = await server.account(GROUP)
  const { page, faults } = await visit(PLACE)
  await page.getByText('No requests are waiting.').waitFor()
  const asked = asks(server, headers)
  await page.locator('.dealing-queue tbody tr').waitFor()
  await still(page)
  await page.keyboard.press('t')
  await page.locator('.dealing-queue tr.own').waitFor()
  const after = page.locator('.dealing-account')
  const equityAfter = async () =>
    Number(
      /New equity([−\d,]+\.\d\d)/.exec((await after.textContent()) ?? '')?.[1]?.replaceAll(',', ''),
    )
  await after.filter({ hasText: /New equity\d/ }).waitFor()
  await still(page)
  const price = page.getByLabel('Price', { exact: true })
  const followed = await price.inputValue()
  await price.selectText()
  await untilInPage(page, `document.activeElement.value !== '${followed}'`)
  await page.keyboard.insertText('1.40000')
  t.equal(await price.inputValue(), '1.40000', 'a new price does not take the selection away')
  // Some 2,300 of loss a tenth of a lot.
  await after.filter({ hasText: /New equity9[5-8]/ }).waitFor()
  const told = await equityAfter()
  await price.press('Enter')
  await page.getByText('Enter a reason').waitFor()
  await still(page)
  await page.getByLabel('Reason').fill('Agreed by phone')
  await page.getByLabel('Reason').press('Enter')
  const answer = await asked
  t.match(answer, { code: 'ok', data: { price: '1.40000' } })
  const { data: state } = await server.ask('GET /trader/v1/account', headers)
  const { equity } = state['money'] as { equity: string }
  t.ok(Math.abs(Number(equity) - told) < 100, `${equity} as told: ${told}`)
  t.same(faults.said, [])
})

t.test('another dealer, who may do nothing else, takes it: the row is grey at once', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  await ruled(server)
  const { headers } = await server.account(GROUP)
  const who = await hired(server, ['dealing'], 'demo\\*')
  let line: Awaited<ReturnType<typeof cuttable>> | undefined
  const mine = await openDesk(browser, server, PLACE, {
    prepare: async (page) => {
      line = await cuttable(page)
    },
  })
  const others = await openDesk(browser, server, PLACE, {
    ...who,
    viewport: { width: 400, height: 800 },
  })
  await others.page.getByText('No requests are waiting.').waitFor()
  t.same(await others.page.locator('.desk-menu a').allTextContents(), ['OverviewG O', 'DealingG D'])
  const asked = asks(server, headers)
  const row = mine.page.locator('.dealing-queue tbody tr')
  await row.waitFor()
  await others.page.getByRole('button', { name: /^Take #/ }).click()
  await mine.page.locator('.dealing-queue tr.off').getByText(`Taken by ${who.login}`).waitFor()
  await still(mine.page)
  for (const key of ['t', 'Enter', 'x', '1']) await mine.page.keyboard.press(key)
  await others.page.locator('.dealing-queue tr.own').waitFor()
  await still(others.page)
  line?.cut()
  await mine.page.locator('.desk:not([data-line=live])').waitFor()
  await others.page.getByRole('button', { name: /^Confirm \d/ }).click()
  t.match(await asked, { code: 'ok' })
  await others.page.locator('.dealing-gone td').getByText('Confirmed').waitFor()
  line?.mend()
  await mine.page.getByText('No longer waiting: Finished while the connection was lost.').waitFor()

  const last = asks(server, headers)
  await others.page.getByRole('button', { name: /^Take #/ }).click()
  await others.page.locator('.dealing-queue tr.own').waitFor()
  await last
  t.same([...mine.faults.said, ...others.faults.said], [])
})

t.test('the order of the queue, and what is left', async (t) => {
  const rules = await pageModule<typeof import('../../web/staff/dealing/dealing-time.js')>(
    'web/staff/dealing/dealing-time.ts',
  )
  const row = (id: number, sec: number, taken_by: number | null = null) => ({
    id,
    taken_by,
    expires_at: new Date(sec * 1_000).toISOString(),
  })
  const rows = [row(1, 30), row(2, 10, 23), row(3, 20), row(4, 40, 17), row(5, 20)]
  const ids = (of: readonly { id: number }[]) => of.map(({ id }) => id)
  t.same(ids(rules.inOrder(rows, 17)), [4, 3, 5, 1, 2], 'own, waiting by their end, others')
  t.equal(rules.leftShare(row(1, 30), 15_000), 0.5)
  t.equal(rules.leftShare(row(1, 30, 17), 15_000), 0.75, 'from its own start')
  t.equal(rules.leftMs(row(1, 30), 31_000), 0)
})

t.test(
  'what linked accounts hold of the symbol, and margin and level after, are told',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visit } = set
    await ruled(server)
    const [own, other] = [await server.account(GROUP), await server.account(GROUP)]
    const links = `/admin/v1/accounts/${own.login}/clients`
    const { version } = await server.done(`GET ${links}`)
    await server.done(`PUT ${links}`, { logins: [other.login], version })
    const { page, faults } = await visit(PLACE)
    // The other account sells; its own request is confirmed first.
    const sells = asks(server, other.headers, { side: 'sell', volume: '0.30' })
    const row = page.locator('.dealing-queue tbody tr')
    await row.first().waitFor()
    await still(page)
    await page.keyboard.press('t')
    await page.locator('.dealing-queue tr.own').waitFor()
    await still(page)
    await page.keyboard.press('Enter')
    t.match(await sells, { code: 'ok' })
    const buys = asks(server, own.headers, { volume: '0.20' })
    await row.first().waitFor()
    await page.getByText('opposite side').waitFor()
    const account = page.locator('.dealing-account')
    t.match(await account.textContent(), new RegExp(`Linked accounts${other.login} −0\\.3`))
    await account.filter({ hasText: /New level[\d\s.,]+ %/ }).waitFor()
    await still(page)
    await page.keyboard.press('t')
    await page.locator('.dealing-queue tr.own').waitFor()
    await still(page)
    await page.keyboard.press('Enter')
    t.match(await buys, { code: 'ok' })
    t.same(faults.said, [])
  },
)
