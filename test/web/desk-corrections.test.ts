import t from 'tap'
import type { FixMessage } from '../../wire/fix/codec/message.js'
import { accessFaults, accessFaultsInBoth } from '../given/browser.js'
import { openDesk } from '../given/desk-pages.js'
import { FIX_IDS } from '../given/floors/provider-house.js'
import { fillReport } from '../given/peers/fill-report.js'
import { FixPeer } from '../given/peers/fix-peer.js'
import { ownTerminal } from '../given/terminal.js'

// Held fills of a real gateway. Other corrections are in components/corrections.test.ts.

t.setTimeout(240_000)
const shared = ownTerminal(t)

t.test('held fills come by themselves, and are booked at a price', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const peer = await FixPeer.listen()
  t.teardown(() => peer.stop())
  const markups = { symbol_id: 1, source: 'EUR/USD', source_digits: 5 }
  const gateway = await server.done('POST /admin/v1/gateways', {
    name: 'Prime',
    server: peer.address,
    params: [...FIX_IDS, { name: 'Order Placement Timeout', value: '60' }],
    translates: [{ ...markups, ask_markup_pts: 0, bid_markup_pts: 0 }],
    reconnect_sec: 1,
  })
  const rule = { name: 'out', position: 1, action: 'gateway', dealers: [gateway['id']] }
  await server.done('POST /admin/v1/routing', rule)
  await peer.admit()
  const statuses = 'GET /admin/v1/gateways/statuses'
  await server.until(statuses, ({ data }) =>
    data.some((one: { state: string }) => one.state === 'online'),
  )
  const { login, headers } = await server.account()
  const { page, faults } = await openDesk(browser, server, '/desk/held')
  await page.getByText('No held fills.').waitFor()
  t.same(await accessFaults(page), [], 'nothing waits')
  let sent = 0
  const held = async (name: string): Promise<void> => {
    const before = sent
    while (peer.of('D').length === before) {
      const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.50' }
      const answer = server.ask('POST /trader/v1/trade', headers, open)
      await Promise.race([answer, peer.until(() => peer.of('D').length > before)])
    }
    peer.send('8', fillReport(peer.of('D')[sent++] as FixMessage, name))
  }
  await held('E-1')
  const row = page.locator('.grid-row').filter({ hasText: 'far from the market' })
  await row.first().waitFor()
  await held('E-2')
  await row.nth(1).waitFor()
  await row.first().click()
  await page.waitForURL(/held\/\d+\/\d+$/)
  await page.getByText(/points worse for the client · −[\d ]+.*USD/).waitFor()
  t.same(await accessFaultsInBoth(page), [], 'a held fill')
  await page.getByRole('button', { name: 'Book at a price…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price', { exact: true }).fill('1.17005')
  await dialog.getByLabel('Reason', { exact: true }).fill('as agreed')
  t.same(await accessFaults(page), [], 'a decision')
  await dialog.getByRole('button', { name: 'Book at 1.17005' }).dblclick()
  await dialog.getByText('Fill booked').waitFor()
  await dialog.getByText('Opened: Buy 0.50 EURUSD at 1.17005').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('This fill is no longer held.').waitFor()
  t.equal(await row.count(), 1)
  const positions = await server.ask(`GET /admin/v1/accounts/${login}/positions`)
  t.match(positions.data, [{ volume: '0.5', price_open: '1.17005' }])
  t.same(faults.said, [])
})
