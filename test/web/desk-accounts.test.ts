import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import t from 'tap'
import { hired, holdRequests, openDesk, typeCode } from '../given/desk-pages.js'
import type { WholeServer } from '../given/fronts/whole-server.js'
import { cuttable, sharedTerminal } from '../given/terminal.js'

// Accounts at the desk: the list and its keys, the card, a payment whose answer is lost, two editors, and who may see less.

t.setTimeout(180_000)
const shared = sharedTerminal

/** Accounts of people with these names; answers their logins. */
async function people(server: WholeServer, names: readonly string[]): Promise<number[]> {
  const logins: number[] = []
  for (const full of names) {
    const [name = '', last_name = ''] = full.split(' ')
    const { login } = await server.account()
    await server.patch(`/admin/v1/accounts/${login}`, { name, last_name, country: 'DE' })
    logins.push(login)
  }
  return logins
}

const row = (page: Page, login: number) =>
  page.locator('.grid-row', { has: page.getByText(String(login), { exact: true }) })

t.test('a client is found, and looked at by keys alone', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const [anna = 0, ben = 0] = await people(server, ['Anna Quist', 'Ben Quist'])
  const { page, faults } = await visit('/desk/accounts')
  await row(page, anna).waitFor()
  await row(page, ben).getByText('Ben Quist').waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('quist')
  await page.getByRole('option', { name: /Ben Quist/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type(String(ben))
  await page.getByRole('option', { name: new RegExp(`^Accounts ?${ben} `) }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: new RegExp(`${ben} Ben Quist`) }).waitFor()
  t.match(page.url(), `/desk/accounts/${ben}`)

  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.keyboard.press('/')
  await page.keyboard.type('quist country=DE')
  await page.getByText('2 accounts').waitFor()
  await row(page, ben).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: new RegExp(`${anna} `) }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('heading', { name: new RegExp(`${ben} `) }).waitFor()
  t.match(page.url(), /q=quist\+country%3DDE/, 'the filter stays in the address')
  await page.locator('.desk-card').getByRole('tab', { name: 'Positions' }).focus()
  const others = ['Journal', 'Devices', 'Refusals', 'Record']
  const parts = ['Orders', 'Deals', 'Closed', 'Days', 'Margin', ...others]
  for (const part of parts) {
    await page.keyboard.press(']')
    await page.getByRole('tabpanel', { name: part }).waitFor()
    await page.locator('.desk-card .skeleton').waitFor({ state: 'detached' })
  }
  await page.goBack()
  await page.locator('.desk-card').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('2 accounts').waitFor()
  await page.getByRole('button', { name: 'Remove condition: country=DE' }).click()
  await page.waitForURL(/q=quist$/)
  t.same(faults.said, [])
})

t.test('a balance in the list follows a payment that somebody else makes', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const { page } = await visit('/desk/accounts')
  const cells = (text: string) =>
    row(page, login).locator('[role=gridcell]').filter({ hasText: text })
  await cells('100,000.00').first().waitFor()
  const paid = { action: 'deposit', amount: '250.50', request_id: randomUUID() }
  await server.done(`POST /admin/v1/accounts/${login}/balance`, paid)
  await cells('100,250.50').nth(1).waitFor()
  t.equal(await cells('100,250.50').count(), 2, 'balance and equity say the same')
})

t.test('a payment whose answer is lost is booked once', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const { page } = await visit(`/desk/accounts/${login}/deals`)
  await page.getByRole('heading', { name: new RegExp(`${login}`) }).waitFor()
  await page.locator('.desk-card').getByRole('tab', { name: 'Deals' }).focus()
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount in USD').fill('1,000')
  t.ok(await dialog.locator('button[type=submit]').isDisabled(), 'it may be a thousand or one')
  await dialog.getByLabel('Amount in USD').fill('250.50')
  await dialog.getByText('100,250.50 USD').waitFor()
  const send = dialog.getByRole('button', { name: 'Deposit: 250.50 USD' })
  t.ok(await send.isDisabled(), 'without the code')
  await typeCode(dialog)

  await page.route(/\/balance$/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  // The tables are late.
  let late = 2
  await page.route(/\/deals\?.*min_projection_seq=\d/, async (route) => {
    if (late-- <= 0) return route.continue()
    const response = await route.fetch()
    const answer = await response.json()
    const pending = { items: [], total: 0, consistency: 'projection_pending' }
    return route.fulfill({ response, json: { ...answer, data: { ...answer.data, ...pending } } })
  })
  await send.click()
  await dialog.getByRole('alert').waitFor()
  t.ok(await dialog.getByLabel('Amount in USD').isDisabled(), 'nothing of it can be changed')
  await page.unroute(/\/balance$/)
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(`Deposit of 250.50 USD to ${login}`).waitFor()
  await page.getByRole('cell', { name: '+250.50' }).waitFor()
  t.ok(late < 0, 'it was asked for until the tables had it')
  const { data } = await server.ask(`GET /admin/v1/accounts/${login}/deals`)
  t.equal(data.items.filter(({ profit }: { profit: string }) => profit === '250.50').length, 1)
  const { data: account } = await server.ask(`GET /admin/v1/accounts/${login}`)
  t.equal(account.balance, '100250.50')
})

t.test('a payment whose answer is lost is told of after a reload, and booked once', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const { page } = await visit(`/desk/accounts/${login}/deals`)
  await page.getByRole('heading', { name: new RegExp(`${login}`) }).waitFor()
  await page.locator('.desk-card').getByRole('tab', { name: 'Deals' }).focus()
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount in USD').fill('10.05')
  await typeCode(dialog)
  await page.route(/\/balance$/, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Deposit: 10.05 USD' }).click()
  await dialog.getByRole('alert').waitFor()
  t.notMatch(await dialog.textContent(), /100,020\.10/, 'nothing is added to what may have it')
  await page.unroute(/\/balance$/)
  await page.reload()
  const told = page.getByRole('alert').filter({ hasText: `Deposit: 10.05 USD, account ${login}` })
  await told.waitFor()
  await told.getByRole('button', { name: 'Send again' }).click()
  await told.waitFor({ state: 'detached' })
  await page.getByText(`account ${login}: booked once`).waitFor()
  const { data: account } = await server.ask(`GET /admin/v1/accounts/${login}`)
  t.equal(account.balance, '100010.05')
  await page.reload()
  await page.locator('.desk .state.live').waitFor()
  t.equal(await told.count(), 0, 'what is settled is told of no more')
})

t.test('a draft outlives a reload, and lies over what another editor saved', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const path = `/admin/v1/accounts/${login}`
  const { page } = await visit(`/desk/accounts/${login}/record`)
  await page.getByLabel('City', { exact: true }).fill('Berlin')
  await page.reload()
  await page.getByText('Save 1 change').waitFor()
  t.equal(await page.getByLabel(/^City/).inputValue(), 'Berlin')
  // The page learns of the newer version when it saves.
  const go = await holdRequests(page, 'GET', /\/accounts\/\d+$/)
  await server.patch(path, { company: 'House', name: 'Hanna' })
  await page.getByLabel(/^City/).press('Control+s')
  await page.getByText('Someone else has changed this account.').waitFor()
  go()
  await page.getByRole('heading', { name: /Hanna/ }).waitFor()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText('Saved').waitFor()
  const { data } = await server.ask(`GET ${path}`)
  t.match(data, { city: 'Berlin', company: 'House' }, 'both changes are there')
})

t.test('what another editor saves is seen at once, and said to who has a draft', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const path = `/admin/v1/accounts/${login}`
  const { page } = await visit(`/desk/accounts/${login}/record`)
  const company = page.getByLabel('Company', { exact: true })
  await company.waitFor()
  await server.patch(path, { company: 'House', name: 'Hanna' })
  await page.getByRole('heading', { name: /Hanna/ }).waitFor()
  t.equal(await company.inputValue(), 'House')
  t.equal(await page.getByRole('alert').count(), 0, 'nobody is asked anything')
  await row(page, login).getByText('Hanna').waitFor()
  await page.getByLabel('City', { exact: true }).fill('Berlin')
  await server.patch(path, { company: 'Manor' })
  await page.getByText('Someone else has changed this account.').waitFor()
  t.equal(await company.inputValue(), 'Manor')
  t.equal(await page.getByLabel(/^City/).inputValue(), 'Berlin')
  await page.getByLabel(/^City/).press('Control+s')
  await page.getByText('Saved').waitFor()
  t.equal(await page.getByText('Someone else has changed this account.').count(), 0)
  const { data } = await server.ask(`GET ${path}`)
  t.match(data, { city: 'Berlin', company: 'Manor' })

  // What is typed while a save is on its way stays, and a second Ctrl+S sends nothing.
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent++
  })
  const go = await holdRequests(page, 'PATCH', /\/accounts\/\d+$/)
  await page.getByLabel(/^City/).fill('Bonn')
  await page.getByLabel(/^City/).press('Control+s')
  await page.getByLabel(/^City/).press('Control+s')
  await page.getByLabel('State', { exact: true }).fill('NW')
  go()
  await page.getByText('Save 1 change').waitFor()
  t.equal(sent, 1)
  t.equal(await page.getByLabel(/^State/).inputValue(), 'NW')
  t.match((await server.ask(`GET ${path}`)).data, { city: 'Bonn', state: '' })
})

t.test('what a right hides is not there, and nothing answers 403', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login: shown } = await server.account()
  const { login: hidden } = await server.account('real\\standard')
  const who = await hired(server, ['accounts.view'], 'demo\\*')
  const { page, faults } = await openDesk(browser, server, '/desk/accounts', who)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  await row(page, shown).waitFor()
  t.same(await page.locator('.desk-menu a').allTextContents(), [
    'OverviewG O',
    'AccountsG A',
    'Bulk actionsG K',
  ])
  t.equal(await row(page, hidden).count(), 0)
  t.equal(await page.getByText('real', { exact: true }).count(), 0, 'no group of another scope')
  await row(page, shown).click()
  await page.getByRole('tab', { name: 'Record' }).waitFor()
  t.same(await page.locator('.desk-card .tabs').getByRole('tab').allTextContents(), ['Record'])
  t.equal(await page.getByRole('button', { name: /^(Balance operation|Edit|Disable)/ }).count(), 0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type(String(hidden))
  await page.getByText('No matches in your scope.').waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${server.origin}/desk/journal`)
  await page.getByText(/need the right journal|does not exist/).waitFor()
  t.same(refused, [])
  t.same(faults.said, [])
})

t.test('figures say of when they are while the line is gone', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login } = await server.account()
  const lines: { cut(): void; mend(): void }[] = []
  const { page } = await openDesk(browser, server, `/desk/accounts/${login}`, {
    prepare: async (opened) => lines.push(await cuttable(opened)),
  })
  await page.locator('.card-figures').getByText('100,000.00').first().waitFor()
  lines[0]?.cut()
  const lost = page.locator('#page > .banner')
  await lost.waitFor()
  t.match(await lost.textContent(), /^As of \d\d:\d\d:\d\d/)
  t.equal(await page.locator('.desk').getAttribute('data-line'), 'lost')
  lines[0]?.mend()
  await lost.waitFor({ state: 'detached' })
})

t.test('the positions of a card move with prices, without being read again', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login } = await server.account()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '1' }
  await server.done(`POST /admin/v1/accounts/${login}/trade`, open)
  let read = 0
  const { page, faults } = await openDesk(browser, server, `/desk/accounts/${login}`, {
    prepare: async (fresh) => {
      fresh.on('request', (request) => {
        if (request.url().endsWith(`/accounts/${login}/positions`)) read++
      })
    },
  })
  const row = page.locator('.card-part tbody tr')
  await row.waitFor()
  let before = await row.textContent()
  const moves = async () => {
    await row.filter({ hasNotText: before ?? '' }).waitFor()
    before = await row.textContent()
  }
  await moves()
  const sofar = read
  for (let n = 0; n < 3; n++) await moves()
  t.equal(read, sofar)
  t.same(faults.said, [])
})
