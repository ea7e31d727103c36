import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import t from 'tap'
import { hired, openDesk, typeCode } from '../given/desk-pages.js'
import type { WholeServer } from '../given/fronts/whole-server.js'
import { sharedTerminal } from '../given/terminal.js'

// Staff look at trades, close many of them, and pay many accounts, against a whole server.

t.setTimeout(180_000)
const shared = sharedTerminal

async function opened(server: WholeServer, login: number, side: 'buy' | 'sell'): Promise<number> {
  const answer = await server.done(`POST /admin/v1/accounts/${login}/trade`, {
    kind: 'open',
    symbol: 'EURUSD',
    side,
    volume: '0.10',
  })
  return Number(answer['position_id'])
}

const isOpen = async (server: WholeServer, id: number) =>
  (await server.ask(`GET /admin/v1/positions/${id}`)).status === 200

/** The rows of the table that the page saves. */
async function savedRows(page: Page): Promise<readonly string[]> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Control+e'),
  ])
  const [, ...rows] = readFileSync((await saved.path()) ?? '', 'utf8')
    .trim()
    .split('\r\n')
  return rows
}

/** What was said besides the refusals of the network, which a lost answer and a door bring. */
const said = (lines: readonly string[]) =>
  lines.filter((line) => !/401|ERR_FAILED|Failed to load resource/.test(line))

t.test('positions are looked at, closed as they were seen, and told of one by one', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const other = await server.account()
  const ids = [
    await opened(server, login, 'buy'),
    await opened(server, login, 'sell'),
    await opened(server, login, 'buy'),
  ]
  const untouched = await opened(server, other.login, 'buy')
  await server.until(`GET /admin/v1/positions?login=${login}`, ({ data }) => data.total === 3)
  const { page, faults } = await visit(`/desk/positions?login=${login}`)
  await page.getByText('3 positions').waitFor()

  await page.getByRole('grid', { name: 'Positions' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByText('3 selected').waitFor()
  await page.getByRole('button', { name: 'Close…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Number: 3 · accounts: 1').waitFor()
  t.match(
    String(await dialog.locator('tbody tr').allInnerTexts()),
    /USD\s+3\s+0\.2\s+0\.1/,
    'totals a side',
  )
  const send = dialog.getByRole('button', { name: 'Close 3' })
  t.ok(await send.isDisabled(), 'nothing is confirmed yet')
  await dialog.getByRole('button', { name: 'Show code' }).click()
  const field = dialog.getByLabel(/^Type the code/)
  const label = await dialog.locator('.confirm-code label').textContent()
  const code = /\d{6}/.exec(String(label))?.[0] ?? ''
  await field.fill(code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)))
  t.ok(await send.isDisabled(), 'a slip in the code')
  await field.fill(code)
  // One of them is gone meanwhile, and another one came.
  await server.done(`POST /admin/v1/accounts/${login}/trade`, {
    kind: 'close',
    position_id: ids[0],
  })
  const late = await opened(server, login, 'buy')
  await send.dblclick()
  await page.getByText('Left out because they no longer existed at the start: 1').waitFor()
  await page.getByText('2 done · 0 refused · 0 left').waitFor()
  t.match(new URL(page.url()).pathname, /^\/desk\/actions\/[0-9a-f-]{36}$/)
  const rest = page.getByRole('button', { name: /^Continue with the/ })
  t.equal(await rest.count(), 0, 'nothing is offered where nothing is left')
  await page.reload()
  await page.getByText('2 done · 0 refused · 0 left').waitFor()
  t.equal(await rest.count(), 0, 'nor after a reload')
  await server.until(`GET /admin/v1/positions?login=${login}`, ({ data }) => data.total === 1)
  t.same(
    await Promise.all([...ids, late, untouched].map((id) => isOpen(server, id))),
    [false, false, false, true, true],
    'those that were seen, and no other',
  )
  await page.goto(`${server.origin}/desk/deals?login=${login}&period=today`)
  const row = page.locator('.grid-row').filter({ hasText: 'dealer' }).first()
  await row.click()
  await page.getByRole('complementary', { name: `Account ${login}` }).waitFor()
  await page.locator('.desk-card tr.found').waitFor()
  t.match(new URL(page.url()).pathname, new RegExp(`^/desk/deals/\\d+/${login}/deals$`))
  await page.goBack()
  await page.locator('.desk-card').waitFor({ state: 'detached' })
  await page.getByRole('grid').focus()
  await page.keyboard.press('Space')
  await page.getByText('1 selected').waitFor()
  t.equal((await savedRows(page)).length, 1, 'the chosen deal alone')
  await page.keyboard.press('Escape')
  await page.goto(`${server.origin}/desk/positions?login=${login}&of=closed`)
  await page.getByText('3 closed positions').waitFor()
  t.equal((await savedRows(page)).length, 3, 'where nothing is chosen all are saved')
  t.same(said(faults.said), [])
})

t.test('what is refused of many is told with its reason, and asked for again', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const open = { kind: 'open', side: 'buy', volume: '0.10' }
  for (const symbol of ['EURUSD', 'USDJPY']) {
    await server.done(`POST /admin/v1/accounts/${login}/trade`, { ...open, symbol })
  }
  await server.until(`GET /admin/v1/positions?login=${login}`, ({ data }) => data.total === 2)
  const { items } = (await server.ask('GET /admin/v1/symbols?limit=100')).data
  const yen = items.find(({ path }: { path: string }) => path.endsWith('USDJPY'))
  const { page, faults } = await visit(`/desk/positions?login=${login}`)
  await page.getByText('2 positions').waitFor()
  await page.getByRole('grid', { name: 'Positions' }).focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Close…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Number: 2 · accounts: 1').waitFor()
  await typeCode(dialog)
  await server.patch(`/admin/v1/symbols/${yen.id}`, { trade_access: 'disabled' })
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 done · 1 refused · 0 left').waitFor()
  const why = page.getByRole('table', { name: 'Refused, by reason' }).getByRole('row')
  t.match(await why.allTextContents(), [/^1.*trade\./], 'its reason')
  await server.patch(`/admin/v1/symbols/${yen.id}`, { trade_access: 'full' })
  await page.getByRole('button', { name: 'Retry the 1 refused' }).click()
  await dialog.getByText('Number: 1 · accounts: 1').waitFor()
  await typeCode(dialog)
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 done · 0 refused · 0 left').waitFor()
  await server.until(`GET /admin/v1/positions?login=${login}`, ({ data }) => data.total === 0)
  t.same(said(faults.said), [])
})

t.test(
  'a file is paid once, though its answer is lost and its lines are pasted again',
  async (t) => {
    const set = await shared(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visit } = set
    const { login } = await server.account()
    const { page, faults } = await visit('/desk/money')
    const lines = [
      'login,action,amount,comment',
      `${login},deposit,250.00,Bank`,
      `${login},withdraw,1,000`,
      `${login},charge,0.50,Letter`,
      `${login},withdraw,900000.00,Too much`,
      `${login},deposit,250.00,Bank`,
      '99999999,deposit,5.00,',
    ].join('\n')
    const paste = page.getByLabel('Lines of the table')
    await paste.fill(lines)
    await page.getByText('Lines left out: 2').waitFor()
    t.match(
      String(await page.getByRole('alert').allInnerTexts()),
      /line 3: thousands or decimals\?/,
    )
    await page.getByRole('button', { name: 'Remove duplicates' }).click()
    await page.getByRole('button', { name: 'Check 3 payments…' }).click()
    const dialog = page.getByRole('dialog')
    t.match(
      String(await dialog.locator('tbody tr').allInnerTexts()),
      /USD\s+3\s+1\s+250\.00\s+900.000\.50/,
    )
    let asked = 0
    await page.route('**/accounts/balance/bulk', async (route) => {
      const answer = await route.fetch()
      // The first answer is lost on its way.
      if (asked++ === 0) await route.abort()
      else await route.fulfill({ response: answer })
    })
    await typeCode(dialog)
    await dialog.getByRole('button', { name: 'Make 3 payments' }).dblclick()
    await page.locator('.act .badge').filter({ hasText: 'done' }).waitFor()
    await page.getByText('2 done · 1 refused · 0 left').waitFor()
    t.equal(asked, 2, 'asked for again by itself')
    await page.reload()
    await page.getByText('2 done · 1 refused · 0 left').waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ])
    const csv = readFileSync((await saved.path()) ?? '', 'utf8')
    t.match(csv, new RegExp(`${login},-?900000.00,,rejected,trade.no_money`))
    await server.until(
      `GET /admin/v1/accounts/${login}`,
      (answer) => answer.data.balance === '100249.50',
    )
    await page.getByRole('button', { name: 'Retry the 1 refused' }).click()
    await typeCode(dialog)
    await dialog.getByRole('button', { name: 'Make 1 payment' }).click()
    await page.getByText('0 done · 1 refused · 0 left').waitFor()
    await page.goto(`${server.origin}/desk/money`)
    await paste.fill(lines)
    await page.getByRole('button', { name: 'Remove duplicates' }).click()
    await page.getByText(/^The same payments were sent from this device/).waitFor()
    t.same(said(faults.said), [])
  },
)

t.test('staff trade for an account once, close its position, and make it a password', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const { page, faults } = await visit(`/desk/accounts/${login}`)
  await page.getByText('No open positions.').waitFor()
  await page.getByRole('tab', { name: 'Positions' }).focus()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Symbol').fill('EURUSD')
  await dialog.getByLabel('Lots').fill('0.10')
  await dialog.getByText('Margin of the order').waitFor()
  await typeCode(dialog)
  let asked = 0
  await page.route(`**/accounts/${login}/trade`, async (route) => {
    const answer = await route.fetch()
    // The first answer is lost on its way.
    if (asked++ === 0) await route.abort()
    else await route.fulfill({ response: answer })
  })
  await dialog.getByRole('button', { name: 'Buy 0.10 EURUSD' }).dblclick()
  await dialog.getByRole('alert').waitFor()
  t.ok(await dialog.getByLabel('Lots').isDisabled(), 'nothing of it can be changed')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.card-part tbody tr').waitFor()
  t.equal((await server.ask(`GET /admin/v1/accounts/${login}/positions`)).data.length, 1)
  await page.locator('.card-part').getByRole('button', { name: 'Close…' }).click()
  await typeCode(dialog)
  await dialog.getByRole('button', { name: /^Close 0\.1/ }).click()
  await page.getByText('No open positions.').waitFor()

  await page.locator('.card-acts').getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Passwords and codes…' }).click()
  await dialog.getByRole('button', { name: 'Create new password' }).click()
  await dialog.locator('code').waitFor()
  const [password = ''] = await dialog.locator('code').allInnerTexts()
  const signedIn = await server.ask(
    'POST /trader/v1/auth/login',
    {},
    {
      login,
      password,
      terminal: 'desktop',
    },
  )
  t.equal(signedIn.status, 200)
  t.same(said(faults.said), [])
})

t.test('who may only look is offered nothing to do; in German, on a narrow page', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login } = await server.account()
  await opened(server, login, 'sell')
  await server.until(`GET /admin/v1/positions?login=${login}`, ({ data }) => data.total === 1)
  const who = await hired(server, ['trades.view', 'accounts.view'], 'demo*')
  const place = `/desk/positions?login=${login}`
  const options = { ...who, locale: 'de-DE' }
  const { page, faults } = await openDesk(browser, server, place, options)
  await page.getByText('1 Position').waitFor()
  await page.locator('.grid-row').filter({ hasText: 'EURUSD' }).waitFor()
  await page.getByRole('grid').focus()
  await page.keyboard.press('Space')
  await page.getByText('1 ausgewählt').waitFor()
  t.equal(await page.getByRole('button', { name: 'Schließen…' }).count(), 0)
  t.equal(await page.getByRole('link', { name: /Zahlungen/ }).count(), 0)
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.getByText('Keine Pending Orders.').waitFor()
  await page.setViewportSize({ width: 400, height: 780 })
  t.same(said(faults.said), [])
})
