import t from 'tap'
import { openBrowser, openPage } from '../given/browser.js'
import { atSameAddress } from '../given/same-address.js'

// A server that is killed in the middle of orders of the page: the page comes back by itself, nothing is doubled, and
// what never arrived is said so and not sent by itself.

const MASTER = 'Crash#2026ma'
const ROUNDS = 3
/** A line is tried again every two seconds at least; on a machine that is busy all takes as much longer as a start does. */
const LIVE_WITHIN_MS = 3_000
const LIVE_IN_STARTS = 2
/** Two seconds where prices flow, on a machine that is busy some more. */
const STILL_MS = 5_000

t.setTimeout(240_000)

t.test('killed mid-order, the page goes on, and nothing is placed twice or late', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const start = await atSameAddress(t)
  let server = await start()
  t.teardown(() => server.kill())
  const staff = await server.signInStaff()
  const login = await server.openAccount(staff, 'demo\\standard', '100000.00')
  const { page, faults } = await openPage(browser, { viewport: { width: 1400, height: 860 } })
  await page.goto(`http://127.0.0.1:${server.port}`)
  await page.getByLabel('Login').fill(String(login))
  await page.getByLabel('Password', { exact: true }).fill(MASTER)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('.deal.fill-buy:enabled').waitFor()
  // One that stands still says nothing: what is priced is grey before an order would be late.
  process.kill(server.pid, 'SIGSTOP')
  await page
    .getByText(/^Prices as of/)
    .first()
    .waitFor({ timeout: STILL_MS })
  t.equal(await page.locator('.deal:enabled').count(), 0)
  const greys = await page.evaluate(
    "new Set([...document.querySelectorAll('.watch .price, .figure dd')].map((one) => getComputedStyle(one).color)).size",
  )
  t.equal(greys, 1, 'all that is priced is grey')
  process.kill(server.pid, 'SIGCONT')
  await page.locator('.deal.fill-buy:enabled').waitFor()
  let missed = 0
  for (let round = 0; round < ROUNDS; round++) {
    await page.locator('.deal.fill-buy:enabled').click()
    await page.locator('dialog .fill-buy').click({ noWaitAfter: true })
    // Before its answer, or after it.
    if (round % 2 === 1) await page.locator('.note.good').first().waitFor()
    await server.kill()
    await page.locator('.state.lost').waitFor()
    t.equal(await page.locator('.deal:enabled').count(), 0, 'nothing is sent into a lost line')
    server = await start()
    const ready = performance.now()
    await page.locator('.state.live').waitFor()
    const took = performance.now() - ready
    const most = Math.max(LIVE_WITHIN_MS, LIVE_IN_STARTS * server.startMs)
    t.ok(took < most, `live ${took.toFixed(0)} ms after a start of ${server.startMs.toFixed(0)} ms`)
    // Each request comes to its end: done, refused, or never arrived.
    await page.getByText('Asking the server for the outcome…').waitFor({ state: 'detached' })
    const again = page.getByRole('button', { name: 'Discard' })
    const left = await again.count()
    missed += left
    for (let i = 0; i < left; i++) await again.first().click()
  }
  const trader = await server.signInTrader(login)
  const { data } = await server.ask<{ items: readonly object[] }>(
    'GET /trader/v1/positions',
    trader,
  )
  const held = (data.items ?? (data as unknown as readonly object[])).length
  t.equal(held + missed, ROUNDS, `${held} placed, ${missed} never arrived`)
  t.equal(await page.locator('.bottom tbody tr').count(), held, 'the page shows what is there')
  t.equal((await server.terminate()).code, 0)
  t.same(
    faults.said.filter((line) => !/ERR_CONNECTION|ERR_EMPTY|WebSocket|status of 503/.test(line)),
    [],
  )
})
