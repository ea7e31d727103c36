import { randomUUID } from 'node:crypto'
import t from 'tap'
import { accessFaultsInBoth } from '../given/browser.js'
import { openDesk, typeCode } from '../given/desk-pages.js'
import { sharedTerminal } from '../given/terminal.js'

// Staff do one thing to many accounts: looked at first, done by a job, told of one by one.

t.setTimeout(180_000)
const shared = sharedTerminal

t.test('all that a filter has are looked at, changed by a job, and told of', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const one = await server.account()
  const other = await server.account()
  for (const { login } of [one, other]) {
    await server.patch(`/admin/v1/accounts/${login}`, { city: 'Kiel' })
  }
  const { page, faults } = await openDesk(browser, server, '/desk/accounts?q=margin_level%3C200')
  page.setDefaultTimeout(40_000)
  await page.getByTitle('Level % (cannot be filtered: changes with every price)').waitFor()
  await page.goto(`${server.origin}/desk/accounts?q=city%3DKiel`)
  await page.getByText('2 accounts').waitFor()
  await page.getByRole('grid', { name: 'Accounts' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Actions…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Action').selectOption('Set leverage')
  await dialog.getByLabel(/^Leverage/).fill('25')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('No account would be refused.').waitFor()
  t.same(await accessFaultsInBoth(page), [], 'the look')
  await typeCode(dialog)
  await dialog.getByRole('button', { name: 'Apply to 2 accounts' }).dblclick()
  await page.getByText('2 done · 0 refused · 0 left').waitFor()
  for (const { login } of [one, other]) {
    t.match(await server.done(`GET /admin/v1/accounts/${login}`), { leverage: 25 })
  }
  t.same(await accessFaultsInBoth(page), [], 'what came of it')
  // Found again after a reload, on the same device.
  await page.reload()
  await page.getByText('2 done · 0 refused · 0 left').waitFor()
  await page.goto(`${server.origin}/desk/accounts?q=city%3DKiel`)
  await page.getByText('2 accounts').waitFor()
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
  t.same(
    faults.said.filter((line) => !/Failed to load resource/.test(line)),
    [],
  )
})

t.test('accounts at risk are listed as they fall, and their positions closed', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login } = await server.account()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' }
  const { position_id: id } = await server.done(`POST /admin/v1/accounts/${login}/trade`, open)
  const { page, faults } = await openDesk(browser, server, '/desk/accounts')
  page.setDefaultTimeout(40_000)
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
  t.same(await accessFaultsInBoth(page), [], 'an account at risk')
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
