import type { Page } from 'playwright-core'
import t from 'tap'
import type { WholeServer } from '../given/fronts/whole-server.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { buy, cuttable, openTerminal, ownTerminal, untilInPage } from '../given/terminal.js'

// While a dealer looks at an order the terminal says so, and shows what he decides, however late and whatever happened
// to the page and its connection meanwhile.

t.setTimeout(240_000)
const shared = ownTerminal(t)

/** Longer than the page waits for an answer that nobody has said is being decided. */
const LONG_MS = 16_000
const REVIEWED = /^Your broker is reviewing \(\d+ s\)$/

/** A dealer who answers requests by hand, and an account whose openings all come to dealers. */
async function atDealer(server: WholeServer) {
  await server.done('POST /admin/v1/routing', {
    name: `by hand ${Math.random()}`,
    action: 'online_dealers',
    position: 1,
    request_kinds: ['open'],
  })
  const headers = { cookie: String(server.staff['cookie']), origin: server.origin }
  const dealer = await WsClient.open({ port: server.port, path: '/admin/v1/socket', headers })
  await dealer.ask('ping')
  const { login } = await server.account()
  return { dealer, login }
}

async function taken(dealer: WsClient): Promise<number> {
  const { data } = await dealer.next(
    ({ event, data }) => event === 'dealing.request' && data?.['taken_by'] === null,
  )
  const id = Number(data?.['id'])
  await dealer.ask('dealing.take', { id })
  return id
}

const banner = (page: Page) => page.locator('.ticket .banner')
const reviewed = (page: Page) => banner(page).getByText(REVIEWED)
const untrue = (page: Page) => page.getByText(/Connection lost before|No answer yet|did not reach/)

t.test('an order under review is said to be, and a late confirmation arrives', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { dealer, login } = await atDealer(server)
  const { page } = await openTerminal(browser, server.origin, login, {})
  await page.clock.install()
  await page.reload()
  await page.locator('.deal.fill-buy:enabled').waitFor()
  await buy(page)
  await reviewed(page).waitFor()
  const left = async () =>
    Number(/\d+/.exec((await banner(page).getByRole('paragraph').textContent()) ?? ''))
  t.ok((await left()) > 20, 'of the thirty seconds of the queue')
  await page.clock.fastForward(LONG_MS)
  await reviewed(page).waitFor()
  t.equal(await untrue(page).count(), 0, 'nothing is lost')
  t.equal(await page.locator('.note').count(), 0, 'no note repeats what the ticket says')
  await page.reload()
  await reviewed(page).waitFor()
  const id = await taken(dealer)
  await untilInPage(
    page,
    "Number(/\\d+/.exec(document.querySelector('.ticket .banner p').textContent)) <= 20",
  )
  await dealer.ask('dealing.confirm', { id })
  await page.locator('.note.good').waitFor()
  await page.locator('.bottom tbody tr').first().waitFor()
  await banner(page).waitFor({ state: 'detached' })
  t.equal(await untrue(page).count(), 0)
  dealer.destroy()
})

t.test('a late requote is offered, and a refusal that came while away is told', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { dealer, login } = await atDealer(server)
  const { page } = await openTerminal(browser, server.origin, login, {})
  await page.clock.install()
  const line = await cuttable(page)
  await page.reload()
  await page.locator('.deal.fill-buy:enabled').waitFor()
  await buy(page)
  await reviewed(page).waitFor()
  await page.clock.fastForward(LONG_MS)
  // The page takes the server's clock again with the next answer; before that, the offer would be over for it.
  await untilInPage(
    page,
    "Number(/\\d+/.exec(document.querySelector('.ticket .banner p').textContent)) > 20",
  )
  const first = await taken(dealer)
  const quote = await dealer.next(
    ({ event, data }) => event === 'dealing.request' && data?.['id'] === first,
  )
  const price = String(quote.data?.['ask'])
  await dealer.ask('dealing.requote', { id: first, price })
  await page.locator('dialog').getByText(`Buy 0.10 EURUSD at ${price}`).waitFor()
  t.equal(await untrue(page).count(), 0)
  // The offer ends by itself: nothing is done that was not taken.
  await page.locator('dialog').waitFor({ state: 'detached' })
  t.equal(await page.locator('.bottom tbody tr').count(), 0)

  await buy(page)
  const second = await taken(dealer)
  await reviewed(page).waitFor()
  line.cut()
  await page.locator('.state.lost').waitFor()
  await dealer.ask('dealing.reject', { id: second, text: 'Not today' })
  line.mend()
  await page.locator('.note.bad').filter({ hasText: 'Not today' }).waitFor()
  await banner(page).waitFor({ state: 'detached' })
  t.equal(await page.getByText('did not reach').count(), 0)
  dealer.destroy()
})
