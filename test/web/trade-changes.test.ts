import t from 'tap'
import { sharedTerminal } from '../given/terminal.js'

// A stop that a client sets after the market was there: what the desk and the trader read of it.

t.setTimeout(240_000)

t.test('the page of a trade and the text for the client say when the stop was set', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visitTerminal, visit } = set
  const { login, headers } = await server.account()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }
  const done = await server.ask('POST /trader/v1/trade', headers, open)
  t.equal(done.status, 200, done.message)
  const id = Number(done.data.position_id)
  const stop = (Number(done.data.price) - 0.01).toFixed(5)
  const stops = { kind: 'stops', position_id: id, stop_loss: stop, client_order_id: 'later' }
  t.equal((await server.ask('POST /trader/v1/trade', headers, stops)).status, 200)
  const { page, faults } = await visit(`/desk/positions/${id}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const row = page.getByRole('table', { name: 'Changes of stops and orders' }).locator('tbody tr')
  await row.first().waitFor()
  t.equal(await row.count(), 1)
  t.match(await row.first().textContent(), new RegExp(`Stop loss${stop}the clientlater`))
  await page
    .getByText(/^\(Bid, from \d\d:\d\d:\d\d/)
    .first()
    .waitFor()
  await page.keyboard.press('c')
  await page
    .getByText(/Copied/i)
    .first()
    .waitFor()
  const text = await page.evaluate<string>('navigator.clipboard.readText()')
  t.match(
    text,
    new RegExp(
      `Changes:\\n\\d\\d \\w+ \\d{4} \\S+ +Stop loss set to ${stop.replace('.', '\\.')}, by you`,
    ),
  )
  t.match(text, /Stop loss \S+ \(Bid, from \S+\): not reached/)

  // The trader reads the same in the history, once it is closed.
  const close = { kind: 'close', position_id: id }
  t.equal((await server.ask('POST /trader/v1/trade', headers, close)).status, 200)
  const terminal = await visitTerminal(login)
  await terminal.page.getByRole('tab', { name: 'History' }).click()
  await terminal.page.locator('.bottom tbody tr').first().click({ button: 'right' })
  await terminal.page.getByRole('button', { name: 'Changes', exact: true }).click()
  const dialog = terminal.page.getByRole('dialog', { name: `Changes of position ${id}` })
  const own = dialog.locator('tbody tr')
  await own.first().waitFor()
  t.match(await own.first().textContent(), new RegExp(`Stop loss–${stop}you`))
  t.same([...faults.said, ...terminal.faults.said], [])
})
