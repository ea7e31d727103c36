import { randomUUID } from 'node:crypto'
import t from 'tap'
import { openDesk, typeCode } from '../given/desk-pages.js'
import { sharedTerminal } from '../given/terminal.js'

// Staff do one thing to many accounts: looked at first, done by a job, told of one by one.

t.setTimeout(180_000)
const shared = sharedTerminal

t.test('all that a filter has are looked at, changed by a job, and told of', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const one = await server.account()
  const other = await server.account()
  for (const { login } of [one, other]) {
    await server.patch(`/admin/v1/accounts/${login}`, { city: 'Kiel' })
  }
  const { page, faults } = await visit('/desk/accounts?q=margin_level%3C200')
  await page.getByTitle('Level % (cannot be filtered: changes with every price)').waitFor()
  await visit('/desk/accounts?q=city%3DKiel')
  await page.getByText('2 accounts').waitFor()
  await page.getByRole('grid', { name: 'Accounts' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Actions…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Action').selectOption('Set leverage')
  await dialog.getByLabel(/^Leverage/).fill('1,5')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/^Leverage: /)
    .waitFor()
  // Whoever confirms with codes types one before clients are stopped out, too.
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '3.00' }
  const keyed = { ...open, client_order_id: randomUUID() }
  await server.done(`POST /admin/v1/accounts/${one.login}/trade`, keyed)
  await dialog.getByLabel(/^Leverage/).fill('1')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('below stop out and lose positions at once: 1.').waitFor()
  const act = dialog.getByRole('button', { name: 'Apply to 2 accounts' })
  t.equal(await act.isDisabled(), true)
  await typeCode(dialog)
  await dialog.locator('button:enabled', { hasText: 'Apply to 2 accounts' }).waitFor()
  await dialog.getByLabel(/^Leverage/).fill('25')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('No account would be refused.').waitFor()
  // Somebody comes into the filter meanwhile: nothing is done.
  const late = await server.account()
  await server.patch(`/admin/v1/accounts/${late.login}`, { city: 'Kiel' })
  await typeCode(dialog)
  await dialog.getByRole('button', { name: 'Apply to 2 accounts' }).dblclick()
  await page.getByText('Nothing was done:').waitFor()
  await page.getByText('There are now 3 accounts instead of 2.').waitFor()

  await visit('/desk/accounts?q=city%3DKiel')
  await page.getByText('3 accounts').waitFor()
  await page.getByRole('grid', { name: 'Accounts' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Actions…' }).click()
  await dialog.getByLabel('Action').selectOption('Set leverage')
  await dialog.getByLabel(/^Leverage/).fill('25')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await typeCode(dialog)
  await dialog.getByRole('button', { name: 'Apply to 3 accounts' }).click()
  await page.getByText('3 done · 0 refused · 0 left').waitFor()
  for (const { login } of [one, other, late]) {
    t.match(await server.done(`GET /admin/v1/accounts/${login}`), { leverage: 25 })
  }
  // Found again after a reload, on the same device.
  await page.reload()
  await page.getByText('3 done · 0 refused · 0 left').waitFor()
  await visit('/desk/accounts?q=city%3DKiel')
  await page.getByText('3 accounts').waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const saved = await (await saving).createReadStream()
  let table = ''
  for await (const part of saved) table += part
  const [head = '', ...lines] = table.trim().split('\r\n')
  t.ok(head.startsWith('login,'))
  t.same(
    lines.map((line) => Number(line.split(',')[0])),
    [one, other].map(({ login }) => login),
  )
  // Tonight's act waits, also after a reload, and is stopped before its time.
  await page.getByRole('grid', { name: 'Accounts' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Actions…' }).click()
  await dialog.getByLabel('Action').selectOption('Set leverage')
  await dialog.getByLabel(/^Leverage/).fill('50')
  await dialog.getByLabel(/^Start/).fill('2020-01-01T23:30:00')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/^Start: /)
    .waitFor()
  const tonight = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 19)
  await dialog.getByLabel(/^Start/).fill(tonight)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await typeCode(dialog)
  await dialog.getByRole('button', { name: /^Apply to 3 accounts at / }).click()
  await page
    .getByText(/^begins at /)
    .first()
    .waitFor()
  await page.reload()
  await page
    .getByText(/^begins at /)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Stopped. Completed items').waitFor()
  t.match(await server.done(`GET /admin/v1/accounts/${one.login}`), { leverage: 25 })
  // The server's own list has both, on whichever device.
  await visit('/desk/actions')
  const work = page.getByRole('region', { name: 'Jobs of the server' })
  await work.getByText('Bulk action on accounts').first().waitFor()
  await work.getByText('Export of accounts').waitFor()
  t.same(
    faults.said.filter((line) => !/Failed to load resource/.test(line)),
    [],
  )
})

t.test(
  'more than a request holds is closed in parts, by one code, and can be stopped',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser } = set
    // So many trades of one session are more than its rate.
    const server = await WholeServer.start(t, { more: { RATE_LIMITS: 'off' } })
    const holders = [await server.account(), await server.account(), await server.account()]
    const each = 340
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
    await Promise.all(
      holders.map(async ({ login }) => {
        for (let n = 0; n < each; n++)
          await server.done(`POST /admin/v1/accounts/${login}/trade`, open)
      }),
    )
    const { page, faults } = await openDesk(browser, server, '/desk/positions?symbol=EURUSD')
    page.setDefaultTimeout(60_000)
    await page.getByText(/1.020 positions/).waitFor()
    await page.getByRole('grid', { name: 'Positions' }).focus()
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: 'Close…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/works in 2 parts/).waitFor()
    await typeCode(dialog)
    // The answer to the first part is held on its way, and is lost; nobody waits for the second.
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let asked = 0
    await page.route('**/positions/bulk-close', async (route) => {
      const isFirst = asked++ === 0
      const answer = await route.fetch()
      if (isFirst) await held
      if (isFirst) await route.abort()
      else await route.fulfill({ response: answer })
    })
    await dialog.getByRole('button', { name: /^Close 1.020/ }).dblclick()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText(/It stops after the current part/).waitFor()
    letGo()
    await page.getByText(/^Stopped\. Completed items/).waitFor()
    await page.getByText(/1.000 done · 0 refused/).waitFor()
    t.equal(asked, 2, 'asked again, it is the same part')
    await page.getByRole('button', { name: 'Continue with the 20 left…' }).click()
    await dialog.getByText(/^Number: 20 ·/).waitFor()
    await typeCode(dialog)
    await dialog.getByRole('button', { name: 'Close 20' }).click()
    await page.getByText(/20 done · 0 refused · 0 left/).waitFor()
    const closed = await server.until(
      'GET /admin/v1/positions/closed?symbol=EURUSD',
      ({ data }) => data.total >= 3 * each,
    )
    t.equal(closed.data.total, 3 * each, 'each once')
    t.same(
      faults.said.filter((line) => !/ERR_FAILED|Failed to load resource/.test(line)),
      [],
    )
  },
)

t.test('accounts at risk are listed as they fall, and their positions closed', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' }
  const { position_id: id } = await server.done(`POST /admin/v1/accounts/${login}/trade`, open)
  const { page, faults } = await visit('/desk/accounts')
  await page.getByRole('button', { name: 'At risk' }).click()
  const grid = page.getByRole('grid', { name: 'At risk' })
  await grid.getByText('No account has a margin level below 150 %.').waitFor()
  await server.done(`POST /admin/v1/accounts/${login}/balance`, {
    action: 'withdraw',
    amount: '98500.00',
    request_id: randomUUID(),
  })
  await grid
    .locator('.grid-row')
    .filter({ hasText: String(login) })
    .waitFor()
  await page.getByLabel('Margin level below, %').fill('101')
  await grid.getByText('No account has a margin level below 101 %.').waitFor()
  await page.getByLabel('Margin level below, %').fill('150')
  await grid
    .locator('.grid-row')
    .filter({ hasText: String(login) })
    .waitFor()
  await grid.focus()
  await page.keyboard.press('Space')
  // What is opened stays, whatever becomes of the list meanwhile.
  await page.getByRole('button', { name: 'Actions…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message').fill('Please look at your margin.')
  const moved = (action: string) =>
    server.done(`POST /admin/v1/accounts/${login}/balance`, {
      action,
      amount: '50000.00',
      request_id: randomUUID(),
    })
  await moved('deposit')
  await grid.getByText('No account has a margin level below 150 %.').waitFor()
  t.equal(await dialog.getByLabel('Message').inputValue(), 'Please look at your margin.')
  await moved('withdraw')
  await grid
    .locator('.grid-row')
    .filter({ hasText: String(login) })
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close positions…' }).click()
  await dialog.getByText('Number: 1 · accounts: 1').waitFor()
  await typeCode(dialog)
  await dialog.getByRole('button', { name: 'Close 1' }).click()
  await page.getByText(/1 done · 0 refused · 0 left/).waitFor()
  await server.until(`GET /admin/v1/positions/${id}`, ({ status }) => status === 404)
  t.same(
    faults.said.filter((line) => !/Failed to load resource/.test(line)),
    [],
  )
})
