import t from 'tap'
import type { FixMessage } from '../../wire/fix/codec/message.js'
import { hired, openDesk, typeCode } from '../given/desk-pages.js'
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
  const { server, visit } = set
  const { login, headers } = await server.account()
  const id = await bought(server, headers)
  const { page, faults } = await visit(`/desk/accounts/${login}`)
  const asked = await losesFirst(page, `**/admin/v1/positions/${id}`)
  await page.getByRole('button', { name: `Actions: EURUSD ${id}` }).click()
  await page.getByRole('button', { name: 'Correct…' }).click()
  const dialog = page.getByRole('dialog')
  const act = dialog.getByRole('button', { name: /^Correct \d field/ })
  t.ok(await act.isDisabled(), 'nothing is changed yet')
  await dialog.getByLabel('Open price').fill('1.1,5')
  await dialog.getByText(/Enter a number/).waitFor()
  await dialog.getByLabel('Open price').fill('1.15000')
  await dialog.getByLabel(/^Comment/).fill('agreed')
  await dialog.getByLabel(/^Reason/).fill('ticket 77')
  t.match(await dialog.locator('.compared').textContent(), /Open price1\.\d{4,5}1\.15000/)
  t.match(await dialog.locator('.compared').textContent(), /Current profit.*≈ [+−]/)
  await act.dblclick()
  await dialog.getByRole('alert').waitFor()
  t.ok(await dialog.getByLabel('Open price').isDisabled(), 'nothing of it can be changed')
  const done = page.getByText(`Position ${id} corrected`).first()
  const again = dialog.getByRole('button', { name: 'Send again', disabled: false })
  // The tables may be behind for a while: then it is not known still.
  while (!(await done.isVisible())) {
    await again.click()
    await done.or(again).first().waitFor()
  }
  t.ok(asked() >= 2)
  const row = await server.done(`GET /admin/v1/positions/${id}`)
  t.match(row, { price_open: '1.15000', comment: 'agreed', version: 2 }, 'it was done once')
  await dialog.getByText(/is corrected to open price 1\.15000.*\(ticket 77\)/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('link', { name: String(id), exact: true }).click()
  await page.getByRole('heading', { name: new RegExp(`^Position ${id} `) }).waitFor()
  await page.getByRole('button', { name: 'Delete…' }).click()
  const remove = dialog.getByRole('button', { name: 'Delete position' })
  await dialog.getByLabel(/^Reason/).fill('never meant')
  t.ok(await remove.isDisabled(), 'without the code')
  await typeCode(dialog)
  const lost = await losesFirst(page, '**/admin/v1/positions/delete')
  await remove.click()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(`Position ${id} deleted`).first().waitFor()
  t.equal(lost(), 2)
  await dialog.getByText(/was deleted, its deals stay \(never meant\)/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('no longer exists').waitFor()
  t.equal((await server.ask(`GET /admin/v1/positions/${id}`)).status, 404)
  t.same(said(faults.said), [])
})

t.test(
  'a wrong price of many is put right at once, as it was seen, though the answer is lost',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visit } = set
    const [open, gone, turned] = [
      await server.account(),
      await server.account(),
      await server.account(),
    ]
    const id = await bought(server, open.headers)
    const closed = await bought(server, gone.headers)
    const close = { kind: 'close', position_id: closed }
    await server.ask('POST /trader/v1/trade', gone.headers, close)
    const moved = await bought(server, turned.headers)
    for (const [{ login }, deals] of [
      [open, 2],
      [gone, 3],
      [turned, 2],
    ] as const) {
      const all = `GET /admin/v1/deals?login=${login}`
      await server.until(all, ({ data }) => data.total === deals)
    }
    await server.done(`PATCH /admin/v1/positions/${moved}`, { price_open: '1.16000' })
    const { page, faults } = await visit('/desk/deals?symbol=EURUSD')
    const asked = await losesFirst(page, '**/admin/v1/deals/correct')
    const grid = page.getByRole('grid', { name: 'Deals' })
    for (const login of [open.login, gone.login, turned.login]) {
      await grid
        .locator('.grid-row')
        .filter({ hasText: String(login) })
        .filter({ has: page.getByText('in', { exact: true }) })
        .locator('.check')
        .click()
    }
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Correct prices…' }).click()
    const dialog = page.getByRole('dialog')
    const look = dialog.getByRole('button', { name: 'Preview' })
    t.ok(await look.isDisabled(), 'no price is typed')
    await dialog.getByLabel(/^Price of buys/).fill('1.1,6')
    t.ok(await look.isDisabled(), 'no number')
    await dialog.getByLabel(/^Price of buys/).fill('1,16000')
    await look.dblclick()
    await dialog.getByRole('alert').waitFor()
    await look.click()
    await dialog.getByText('Positions: 2 of 2').waitFor()
    t.match(await dialog.locator('.many-refused').textContent(), /1[\s\S]*Correct it individually/)
    t.match(
      String(await dialog.getByRole('table', { name: 'Totals' }).allInnerTexts()),
      /USD\s+2\s+1\s+[+−]/,
    )
    const send = dialog.getByRole('button', { name: 'Correct 2' })
    await typeCode(dialog)
    t.ok(await send.isDisabled(), 'no reason is given')
    await dialog.getByLabel('Reason, for the journal').fill('a spike')
    await typeCode(dialog)
    await page.unroute('**/admin/v1/deals/correct')
    const lost = await losesFirst(page, '**/admin/v1/deals/correct')
    await send.dblclick()
    await page.locator('.act .badge').filter({ hasText: 'done' }).waitFor()
    await page.getByText('2 done · 0 refused · 0 left').waitFor()
    t.same([asked(), lost()], [2, 2], 'asked for again by itself')
    const { data } = await server.ask(`GET /admin/v1/positions/${id}`)
    t.equal(data.price_open, '1.16000')
    const deals = await server.ask(`GET /admin/v1/accounts/${gone.login}/deals`)
    t.equal(
      deals.data.items.filter(({ action }: { action: string }) => action === 'correction').length,
      1,
      'booked once',
    )
    await page.getByRole('link', { name: 'Write to these clients' }).click()
    await page.waitForURL(/mail\/write\?to=/)
    t.match(new URL(page.url()).searchParams.get('to')?.split(',').sort(), [
      String(Math.min(open.login, gone.login)),
      String(Math.max(open.login, gone.login)),
    ])
    t.same(said(faults.said), [])
  },
)

t.test(
  'an account that differs from its deals is repaired, with the deal that tells of it',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visit } = set
    const { login } = await server.account()
    const { page, faults } = await visit(`/desk/accounts/${login}`)
    const more = page.locator('.card-acts').getByRole('button', { name: 'More' })
    await more.click()
    await page.getByRole('button', { name: 'Compare with deals…' }).click()
    await page.getByText(/^No differences/).waitFor()
    const db = openWriter(sqlitePath(server.dataDir))
    db.exec(`UPDATE account_states SET balance = balance + 700 WHERE login = ${login}`)
    db.close()
    await page.getByRole('button', { name: 'Compare again' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Repair 1 difference' }).waitFor()
    t.match(await dialog.locator('.compared tbody').textContent(), /balance100007\.00100000\.00/)
    await dialog.getByRole('button', { name: 'Repair 1 difference' }).dblclick()
    await page.getByText(`Account ${login} repaired`).first().waitFor()
    await dialog.getByRole('link', { name: /^Deal \d+/ }).waitFor()
    await dialog.locator('.why-lines li').first().waitFor()
    const { data } = await server.ask(`POST /admin/v1/accounts/${login}/check`)
    t.same(data.differences, [])
    t.same(said(faults.said), [])
  },
)

t.test(
  'held fills come by themselves, and are booked at a price or refused with a reason',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visit } = set
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
    const { page, faults } = await visit('/desk/held')
    await page.getByText('No held fills.').waitFor()
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
    await page.getByRole('button', { name: 'Book at a price…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Price', { exact: true }).fill('1.17005')
    await dialog.getByLabel('Reason', { exact: true }).fill('as agreed')
    await dialog.getByRole('button', { name: 'Book at 1.17005' }).dblclick()
    await dialog.getByText('Fill booked').waitFor()
    await dialog.getByText('Opened: Buy 0.50 EURUSD at 1.17005').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('This fill is no longer held.').waitFor()
    t.equal(await row.count(), 1)
    await row.first().click()
    await page.getByRole('button', { name: 'Refuse…' }).click()
    const refuse = dialog.getByRole('button', { name: 'Refuse fill' })
    t.ok(await refuse.isDisabled(), 'a reason is needed')
    await dialog.getByLabel(/^Reason/).fill('a slip of the provider')
    const asked = await losesFirst(page, '**/held-fills/**')
    await refuse.click()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText('Fill refused').waitFor()
    t.equal(asked(), 2)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('No held fills.').waitFor()
    const positions = await server.ask(`GET /admin/v1/accounts/${login}/positions`)
    t.match(positions.data, [{ volume: '0.5', price_open: '1.17005' }])
    t.same(said(faults.said), [])
  },
)

t.test('a message goes out once from the card, as a mail and as a notification', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login, headers } = await server.account()
  const { page, faults } = await visit(`/desk/accounts/${login}`)
  await page.getByRole('tab', { name: 'Record' }).focus()
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Send message' })
  t.ok(await send.isDisabled(), 'an empty mail')
  await dialog.getByLabel('Subject').fill('Your stop')
  await dialog.getByLabel('Text').fill('It was not reached.')
  const asked = await losesFirst(page, '**/admin/v1/mail')
  await send.click()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(`Message sent to account ${login}`).waitFor()
  t.equal(asked(), 2)
  const mails = await server.ask('GET /trader/v1/mail', headers)
  t.match(mails.data, { total: 1, items: [{ subject: 'Your stop' }] })
  await page.getByRole('button', { name: 'Message' }).click()
  await dialog.getByRole('button', { name: 'Notification' }).click()
  await dialog.getByLabel('Text').fill('Markets close early.')
  await dialog.getByRole('button', { name: 'Send notification' }).dblclick()
  await page.getByText(`Notification sent to account ${login}`).waitFor()
  const told = await server.ask('GET /trader/v1/notifications', headers)
  t.match(told.data, [{ message: 'Markets close early.' }])
  t.equal(told.data.length, 1)
  t.same(said(faults.said), [])
})

t.test('who may look alone is offered nothing to put right, in German', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login } = await server.account()
  const who = await hired(server, ['trades.view', 'accounts.view'])
  const { page, faults } = await openDesk(browser, server, `/desk/accounts/${login}`, {
    ...who,
    locale: 'de-DE',
  })
  await page.locator('.card-acts').getByRole('button').first().click()
  await page.getByRole('button', { name: 'Mit Deals vergleichen…' }).click()
  await page.getByText(/^Keine Abweichungen/).waitFor()
  t.equal(await page.getByRole('button', { name: /^Korrigieren|^Löschen/ }).count(), 0)
  t.equal(await page.getByRole('link', { name: /^Zurückgehaltene/ }).count(), 0)
  t.same(faults.said, [])
})
