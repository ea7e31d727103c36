import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { hired, openDesk, typeCode } from '../../given/desk-pages.js'
import type { WholeServer } from '../../given/fronts/whole-server.js'
import { sharedTerminal } from '../../given/terminal.js'

// Goal: on the card of an account, dealers trade for the client, clerks reverse payments, and staff write notes.

t.setTimeout(240_000)

const trade = (server: WholeServer, login: number, body: object) =>
  server.done(`POST /admin/v1/accounts/${login}/trade`, body)

/** An account with a position of one lot. */
async function holder(server: WholeServer): Promise<{ login: number; bid: number }> {
  const { login } = await server.account()
  await trade(server, login, { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' })
  const [position] = (await server.done(
    `GET /admin/v1/accounts/${login}/positions`,
  )) as unknown as { price_current: string }[]
  return { login, bid: Number(position?.price_current) }
}

const rows = (page: Page): Locator => page.locator('.card-part tbody tr')

/** The newest journal line of a trade that matches. */
const line = (server: WholeServer, login: number, text: RegExp) =>
  server.until(`GET /admin/v1/accounts/${login}/journal?kind=trade&limit=1`, ({ data }) =>
    text.test(data.items[0]?.text),
  )

t.test('a dealer sets stops, and places, modifies and cancels a pending order', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login, bid } = await holder(server)
  const { page, faults } = await visit(`/desk/accounts/${login}/positions`)
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: /^SL\/TP of EURUSD/ }).click()
  await dialog.getByText('Nothing changed yet.').waitFor()
  await dialog.getByLabel('Stop loss', { exact: true }).fill((bid + 0.01).toFixed(5))
  await dialog.getByText(/^The server would refuse this/).waitFor()
  const stop = (bid - 0.01).toFixed(5)
  await dialog.getByLabel('Stop loss', { exact: true }).fill(stop)
  await dialog.getByText('Result at stop loss').waitFor()
  await dialog.getByText('Stop loss from the market').waitFor()
  await dialog.getByLabel('Comment (visible to the client)').fill('as agreed')
  await typeCode(dialog)
  await dialog.getByRole('button', { name: 'Save stop loss and take profit' }).click()
  await rows(page).getByText(stop).waitFor()
  await line(server, login, new RegExp(`has stop loss ${stop}, .*\\(as agreed\\)$`))

  await page.locator('.desk-card').getByRole('tab', { name: 'Orders' }).click()
  await page.keyboard.press('t')
  await dialog.getByRole('button', { name: 'Limit', exact: true }).click()
  await dialog.getByLabel('Symbol').fill('EURUSD')
  await dialog.getByLabel('Volume in lots').fill('0.5')
  await dialog.getByText('Margin of the order').waitFor()
  const price = (bid - 0.005).toFixed(5)
  await dialog.getByLabel('Price', { exact: true }).fill(price)
  await dialog.getByText('Distance to the market').waitFor()
  await typeCode(dialog)
  await dialog.getByRole('button', { name: 'Place Buy Limit' }).click()
  await rows(page).getByText(price).waitFor()

  await page.getByRole('button', { name: /^Modify order/ }).click()
  const moved = (bid - 0.006).toFixed(5)
  await dialog.getByLabel('Price', { exact: true }).fill(moved)
  await dialog.getByRole('table', { name: 'Changes' }).getByText(moved).waitFor()
  await dialog.getByLabel('Expiration').selectOption('day')
  await typeCode(dialog)
  await dialog.getByRole('button', { name: 'Modify order' }).click()
  await rows(page).getByText(moved).waitFor()
  const { data } = await server.until(
    `GET /admin/v1/accounts/${login}/orders`,
    ({ data: [order] }) => order?.price === moved,
  )
  t.match(data[0], { price: moved, expiration: 'day', dealer: 1, volume_current: '0.5' })

  await page.getByRole('button', { name: /^Cancel order/ }).click()
  await dialog.getByLabel('Reason (for the journal)').fill('called by phone')
  await dialog.getByText('Distance to the market').waitFor()
  await typeCode(dialog)
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await rows(page).waitFor({ state: 'detached' })
  await line(server, login, /is cancelled \(called by phone\)$/)
  t.same(
    faults.said.filter((said) => !/status of 4/.test(said)),
    [],
  )
})

t.test('a price that the client changed meanwhile is shown, and not overwritten', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login, bid } = await holder(server)
  const { page } = await visit(`/desk/accounts/${login}/positions`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: /^SL\/TP of EURUSD/ }).click()
  const [own, theirs] = [(bid - 0.02).toFixed(5), (bid - 0.03).toFixed(5)]
  await dialog.getByLabel('Stop loss', { exact: true }).fill(own)
  const [{ id }] = (await server.done(`GET /admin/v1/accounts/${login}/positions`)) as unknown as [
    { id: number },
  ]
  await trade(server, login, { kind: 'stops', position_id: id, stop_loss: theirs })
  await dialog.getByText(`Changed meanwhile. It is ${theirs} now.`).waitFor()
  await typeCode(dialog)
  await page.route(/\/trade$/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Save stop loss and take profit' }).click()
  await dialog.getByRole('alert').waitFor()
  t.ok(await dialog.getByLabel('Stop loss', { exact: true }).isDisabled(), 'while it is unknown')
  await page.unroute(/\/trade$/)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await rows(page).getByText(own).waitFor()
  const { data } = await server.ask(`GET /admin/v1/positions/${id}/changes`)
  const stops = data.items.filter(({ field }: { field: string }) => field === 'stop_loss')
  t.match(stops.length, 2, 'the lost answer was of one change')
})

t.test('a clerk reverses a payment once, with its amount', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const paid = { action: 'deposit', amount: '250.50', request_id: randomUUID() }
  const { deal_id: id } = await server.done(`POST /admin/v1/accounts/${login}/balance`, paid)
  const { page, faults } = await visit(`/desk/accounts/${login}/deals`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `Reverse deal ${id}`, exact: true }).click()
  await dialog.getByText('100,000.00 USD').waitFor()
  const book = dialog.getByRole('button', { name: 'Book Withdrawal: 250.50 USD' })
  t.ok(await book.isDisabled(), 'without a reason')
  await dialog.getByLabel('Reason (for the journal)').fill('wrong client')
  await typeCode(dialog)
  await book.click()
  await page.getByText(new RegExp(`^Deal ${id} reversed by deal`)).waitFor()
  await page.getByRole('cell', { name: `Reversal of deal ${id}` }).waitFor()
  const { data } = await server.ask(`GET /admin/v1/accounts/${login}`)
  t.equal(data.balance, '100000.00')
  t.same(faults.said, [])
})

t.test('notes are added, changed and deleted, and read by those who may', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, visit } = set
  const { login } = await server.account()
  const { page, faults } = await visit(`/desk/accounts/${login}/notes`)
  const dialog = page.getByRole('dialog')
  await page.getByText('No notes yet.').waitFor()
  await page.getByLabel(/^New note/).fill('Asked for a call.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.locator('.account-notes li')
  await note.getByText('Asked for a call.').waitFor()
  await note.getByText(/ by 1$/).waitFor()
  t.equal(await page.getByLabel(/^New note/).inputValue(), '')
  await note.getByRole('button', { name: /^Change note/ }).click()
  await dialog.getByLabel('Text').fill('Asked for a call at 5.')
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await note.getByText('Asked for a call at 5.').waitFor()

  const reader = await hired(server, ['accounts.view', 'clients.view'])
  const read = await openDesk(browser, server, `/desk/accounts/${login}/notes`, reader)
  await read.page.getByText('Asked for a call at 5.').waitFor()
  t.equal(await read.page.getByRole('button', { name: /note/ }).count(), 0)
  const other = await hired(server, ['accounts.view'])
  const hidden = await openDesk(browser, server, `/desk/accounts/${login}`, other)
  await hidden.page.getByRole('tab', { name: 'Record' }).waitFor()
  t.equal(await hidden.page.getByRole('tab', { name: 'Notes' }).count(), 0)

  await note.getByRole('button', { name: /^Delete note/ }).click()
  await dialog.getByRole('button', { name: 'Delete note' }).click()
  await page.getByText('No notes yet.').waitFor()
  t.same(faults.said, [])
})

t.test('operators test a mail server, read its outbox, and reconnect a datafeed', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const made = { name: `Relay ${randomUUID()}`, sender_email: 'desk@example.com' }
  const at = { server: '127.0.0.1:9', enabled: false }
  const mail = await server.done('POST /admin/v1/mail-servers', { ...made, ...at })
  const { page } = await visit(`/desk/settings/mail_servers/${mail['id']}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Send test e-mail…' }).click()
  await dialog.getByLabel('Send to').fill('ada@example.com')
  await dialog.getByRole('button', { name: 'Send test e-mail' }).click()
  await dialog.getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Outbox' }).click()
  await dialog.getByRole('button', { name: 'Failed' }).click()
  await dialog.getByText('No e-mails.').or(dialog.getByRole('table')).first().waitFor()
  await page.keyboard.press('Escape')

  const own = { module: 'dde', name: `Feed ${randomUUID()}`, server: '127.0.0.1:9', login: 'x' }
  const feed = await server.done('POST /admin/v1/datafeeds', { ...own, password: 'y' })
  t.teardown(() => server.ask(`DELETE /admin/v1/datafeeds/${feed['id']}`))
  await visit(`/desk/settings/datafeeds/${feed['id']}`)
  await page.getByRole('button', { name: 'Reconnect…' }).click()
  await dialog.getByText(/^The server closes the connection/).waitFor()
  await dialog.getByRole('button', { name: /^Reconnect / }).click()
  await page.getByText(/ is reconnecting$/).waitFor()
  await page.getByRole('button', { name: 'Log' }).click()
  await dialog.getByRole('table').waitFor()
})
