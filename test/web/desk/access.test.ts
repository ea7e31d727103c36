import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import t from 'tap'
import { PHONE } from '../../given/browser.js'
import { typeCode } from '../../given/desk-pages.js'
import type { Headers, WholeServer } from '../../given/fronts/whole-server.js'
import { menuDialogs, press, type State, stateFaults } from '../../given/pages/access.js'
import { sharedTerminal } from '../../given/terminal.js'

// The desk can be used by everybody, as far as axe sees it, in light and dark: every page of its menu, every kind of
// settings with a form, every part of a client's card, and the states of the table.

t.setTimeout(600_000)

interface Given {
  readonly server: WholeServer
  readonly login: number
  readonly headers: Headers
  readonly position: number
  visit(place: string): Promise<unknown>
}

const dialog = (page: Page) => page.getByRole('dialog')
const choose = (page: Page, label: string | RegExp, value: string) =>
  page
    .getByLabel(label, { exact: typeof label === 'string' })
    .first()
    .selectOption(value)
const fill = (page: Page, label: string | RegExp, value: string) =>
  page
    .getByLabel(label, { exact: typeof label === 'string' })
    .first()
    .fill(value)
const text = (page: Page, shown: string | RegExp) => page.getByText(shown).first().waitFor()
const onPhone = (page: Page) => page.setViewportSize(PHONE)

/** A client with a position, an order, a closed trade and a note, and work of every page. */
async function given(server: WholeServer, visit: Given['visit']): Promise<Given> {
  const { login, headers } = await server.account()
  const trade = (body: object) => server.done(`POST /admin/v1/accounts/${login}/trade`, body)
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '3.00' }
  const { position_id: position } = await trade(open)
  const { position_id } = await trade({ ...open, volume: '0.10' })
  await trade({ kind: 'close', position_id })
  const order = { ...open, kind: 'place', order_kind: 'limit', price: '0.5' }
  await trade({ ...order, volume: '0.10' })
  await server.done(`POST /admin/v1/accounts/${login}/notes`, { text: 'Asked for a call.' })
  await server.ask('POST /trader/v1/mail', headers, { to: 1, subject: 'Hours', body: 'When?' })
  await server.until(`GET /admin/v1/deals?login=${login}`, ({ data }) => data.total === 4)
  return { server, login, headers, position: Number(position), visit }
}

/** Selects all rows of a list and asks for an action. */
async function many(page: Page, grid: string, act: string): Promise<void> {
  await page.locator('[role=row] >> nth=1').waitFor()
  await page.getByRole('grid', { name: grid }).focus()
  await page.keyboard.press('Control+a')
  await press(page, act)
}

async function leverage(page: Page, one: Given, to: string, start = ''): Promise<void> {
  const { login, visit } = one
  await visit(`/desk/accounts?q=login%3D${login}`)
  await text(page, '1 account')
  await many(page, 'Accounts', 'Actions…')
  await choose(page, 'Action', 'Set leverage')
  await fill(page, /^Leverage/, to)
  if (start !== '') await fill(page, /^Start/, start)
  await press(page, 'Preview')
}

async function pay(page: Page, { login, visit }: Given): Promise<void> {
  await visit(`/desk/accounts/${login}/deals`)
  await page.getByRole('tab', { name: 'Deals' }).focus()
  await page.keyboard.press('p')
  await fill(page, 'Amount in USD', '250.50')
  await typeCode(dialog(page))
}

/** The fields of these dialogs are closer to each other than they should be. The list may only get shorter. */
const TOO_SMALL: ReadonlySet<string> = new Set(['Columns…'])

const SETTINGS = '/desk/settings'
const group = (path: string) => `${SETTINGS}/groups/${encodeURIComponent(path)}`

const STATES: readonly State<Given>[] = [
  [
    'what Find has found',
    async (page, { login, visit }) => {
      await visit('/desk/overview')
      await page.keyboard.press('Control+k')
      await page.keyboard.type(String(login))
      await page.getByRole('option').first().waitFor()
    },
  ],
  ['a payment', pay],
  [
    'a payment without an answer',
    async (page, one) => {
      await pay(page, one)
      await page.route(/\/balance$/, (route) => route.abort())
      await press(page, /^Deposit: /)
      await dialog(page).getByRole('alert').waitFor()
    },
  ],
  [
    'a payment without an answer, after a reload',
    async (page) => {
      await page.reload()
      await page.getByRole('alert').first().waitFor()
    },
  ],
  [
    'stop outs that an action would cause',
    async (page, one) => {
      await leverage(page, one, '1')
      await text(page, 'below stop out and lose positions at once: 1.')
      await typeCode(dialog(page))
    },
  ],
  [
    'an action on accounts',
    async (page, one) => {
      await leverage(page, one, '90')
      await text(page, 'No account would be refused.')
    },
  ],
  [
    'the result of an action',
    async (page) => {
      await typeCode(dialog(page))
      await press(page, /^Apply to 1 account/)
      await text(page, '1 done · 0 refused · 0 left')
    },
  ],
  [
    'an action that waits for its time',
    async (page, one) => {
      const start = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 19)
      await leverage(page, one, '80', start)
      await typeCode(dialog(page))
      await press(page, /^Apply to 1 account at /)
      await text(page, /^begins at /)
    },
  ],
  [
    'a bulk close',
    async (page, { login, visit }) => {
      await visit(`/desk/positions?login=${login}`)
      await text(page, '1 position')
      await many(page, 'Positions', 'Close…')
      await dialog(page).getByText('Number: 1 · accounts: 1').waitFor()
    },
  ],
  [
    'a deal with its account',
    async (page, { login, visit }) => {
      await visit(`/desk/deals?login=${login}&period=today`)
      await page
        .getByRole('row', { name: /EURUSD/ })
        .first()
        .click()
      await page.getByRole('complementary', { name: `Account ${login}` }).waitFor()
    },
  ],
  [
    'payments of a file with faults',
    async (page, { login, visit }) => {
      await visit('/desk/money')
      const lines = ['login,action,amount,comment', `${login},deposit,250.00,Bank`]
      const wrong = [`${login},withdraw,1,000`, `${login},withdraw,900000000.00,Too much`]
      await fill(page, 'Lines of the table', [...lines, ...wrong].join('\n'))
      await text(page, 'Lines left out: 1')
    },
  ],
  ['the totals of a file of payments', (page) => press(page, /^Check 2 payments/)],
  [
    'the result of a file of payments',
    async (page) => {
      await typeCode(dialog(page))
      await press(page, 'Make 2 payments')
      await text(page, '1 done · 1 refused · 0 left')
    },
  ],
  [
    'a new account with faults at its fields',
    async (page, { visit }) => {
      await visit('/desk/accounts/new')
      await choose(page, 'Group', 'demo\\standard')
      await fill(page, 'First name', 'Ada')
      await fill(page, 'E-mail', 'nobody')
      await press(page, 'Open account')
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  ],
  [
    'the passwords of a new account',
    async (page) => {
      await fill(page, 'E-mail', '')
      await press(page, 'Open account')
      await dialog(page).locator('code').first().waitFor()
    },
  ],
  [
    'an import of accounts',
    async (page, { visit }) => {
      await visit('/desk/accounts/import')
      const rows = 'group;name;email\ndemo\\standard;Eve;\ndemo\\nowhere;Flo;'
      await fill(page, 'or paste the table here', rows)
      await press(page, 'Preview')
      await text(page, 'Error: 1')
    },
  ],
  [
    'the result of an import of accounts',
    async (page) => {
      await press(page, 'Open 1 account')
      await text(page, 'Save the list now.')
    },
  ],
  [
    'a trade for a client',
    async (page, { login, visit }) => {
      await visit(`/desk/accounts/${login}`)
      await page.getByRole('tab', { name: 'Positions' }).focus()
      await page.keyboard.press('t')
      await fill(page, 'Symbol', 'EURUSD')
      await fill(page, /lots$/i, '0.10')
      await dialog(page).getByText('Margin of the order').waitFor()
    },
  ],
  [
    'a pending order for a client',
    async (page) => {
      await press(page, 'Limit')
      await fill(page, 'Price', '0.5')
      await dialog(page).getByText('Distance to the market').waitFor()
    },
  ],
  [
    'stops that the server would refuse',
    async (page, { login, visit }) => {
      await visit(`/desk/accounts/${login}/positions`)
      await press(page, /^SL\/TP of EURUSD/)
      await fill(page, 'Stop loss', '9.00000')
      await dialog(page)
        .getByText(/^The server would refuse this/)
        .waitFor()
    },
  ],
  [
    'a correction of a position',
    async (page, { login, position, visit }) => {
      await visit(`/desk/accounts/${login}/positions`)
      await press(page, `Actions: EURUSD ${position}`)
      await press(page, 'Correct…')
      await fill(page, 'Open price', '1.15000')
      await fill(page, /^Reason/, 'ticket 77')
      await page.getByRole('button', { name: /^Correct 1 field/ }).waitFor()
    },
  ],
  [
    'the receipt of a correction',
    async (page) => {
      await press(page, /^Correct 1 field/)
      await dialog(page)
        .getByText(/is corrected to/)
        .waitFor()
    },
  ],
  [
    'a correction of many deals',
    async (page, { login, visit }) => {
      await visit(`/desk/deals?login=${login}&symbol=EURUSD`)
      await many(page, 'Deals', 'Correct prices…')
      await fill(page, /^Price of buys/, '1.16000')
      await press(page, 'Preview')
      await dialog(page)
        .getByText(/^Positions: \d/)
        .waitFor()
    },
  ],
  [
    'a message to a client',
    async (page, { login, visit }) => {
      await visit(`/desk/accounts/${login}`)
      await page.getByRole('tab', { name: 'Record' }).focus()
      await page.keyboard.press('m')
      await fill(page, 'Subject', 'Your stop')
    },
  ],
  [
    'an open trade',
    async (page, { position, visit }) => {
      await visit(`/desk/positions/${position}`)
      await page.getByRole('list', { name: 'Timeline' }).first().waitFor()
    },
  ],
  ['a trade on a phone', onPhone],
  [
    'changes that another editor has saved, too',
    async (page, { server, login, visit }) => {
      await visit(`/desk/accounts/${login}/record`)
      await fill(page, /^City/, 'Kiel')
      await server.patch(`/admin/v1/accounts/${login}`, { city: 'Emden' })
      await page.getByRole('alert').filter({ hasText: 'also changed one field' }).waitFor()
    },
  ],
  [
    'unsaved changes of a tab that is closed',
    async (page) => {
      await page.getByLabel(/^City/).last().press('Escape')
      await dialog(page)
        .getByText(/^Unsaved changes/)
        .waitFor()
    },
  ],
  [
    'open records on a phone',
    async (page) => {
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      await onPhone(page)
      await press(page, 'Open records')
    },
  ],
  [
    'a filter with a value that does not fit',
    async (page, { visit }) => {
      await visit('/desk/accounts')
      await press(page, 'Add filter…')
      await choose(page, 'Column', 'Login')
      await fill(page, 'Value', '1.5')
      await dialog(page).getByText('This value does not fit the column.').waitFor()
    },
  ],
  [
    'a value to go to',
    async (page, { visit }) => {
      await visit('/desk/accounts?sort=login')
      await text(page, /\d accounts/)
      await page.keyboard.press('j')
      await fill(page, 'Value', 'x')
    },
  ],
  [
    'a period on three clocks',
    async (page, { login, visit }) => {
      await visit(`/desk/deals?login=${login}`)
      await choose(page, 'Period', 'From … to …')
      await page.getByLabel(/^From/).fill('2026-03-06T20:00:00')
      await page.keyboard.press('Enter')
    },
  ],
  [
    'clients at risk',
    async (page, { visit }) => {
      await visit('/desk/accounts')
      await press(page, 'At risk')
      await page.getByRole('grid', { name: 'At risk' }).waitFor()
    },
  ],
  [
    'a list without a match',
    async (page, { visit }) => {
      await visit('/desk/accounts?q=nobodywhohasthisname')
      await page
        .getByText(/^No accounts/)
        .first()
        .waitFor()
    },
  ],
  [
    'a key that is taken',
    async (page) => {
      await page.keyboard.press('?')
      await press(page, /^Key for: Open account: pay/)
      await page.keyboard.press('t')
      await dialog(page)
        .getByText(/^T is already the key/)
        .waitFor()
    },
  ],
  [
    'a journal line',
    async (page, { login, visit }) => {
      await visit(`/desk/journal?login=${login}`)
      await page
        .getByText(/deposit 100,000.00 USD/)
        .first()
        .click()
      await press(page, 'Lines by the same user')
    },
  ],
  [
    'a message to groups',
    async (page, { visit }) => {
      await visit('/desk/mail/write')
      await press(page, 'Groups')
      await fill(page, /^Mask/, 'demo\\st*')
      await text(page, /\d+ accounts? receives? it\./)
    },
  ],
  [
    'a message as its reader sees it',
    async (page, { login }) => {
      await fill(page, 'Subject', 'News for {{login}}')
      await fill(page, 'Text', 'Dear {{name}}')
      await press(page, 'Preview as recipient')
      await fill(page, /^Login of a recipient/, String(login))
      await page.getByRole('heading', { name: `News for ${login}` }).waitFor()
    },
  ],
  [
    'a new person of staff',
    async (page, { visit }) => {
      await visit('/desk/staff/new')
      await fill(page, 'Name', 'Dora')
      await press(page, 'Support')
      await fill(page, /^Groups whose/, 'real\\*\n!real\\ecn')
      await text(page, /^Matches \d of \d groups/)
    },
  ],
  [
    'a report with a fault at its field',
    async (page, { visit }) => {
      await visit('/desk/reports/run/balance_operations')
      await fill(page, 'Logins', 'x')
      await press(page, 'Run the report')
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  ],
  [
    'the rows and the chart of a report',
    async (page, { login }) => {
      await fill(page, 'Logins', String(login))
      await press(page, 'Run the report')
      await page.getByRole('grid', { name: 'Rows' }).getByRole('row').nth(1).waitFor()
    },
  ],
  ['the rows of a report on a phone', onPhone],
  [
    'a key of the API that is refused',
    async (page, { visit }) => {
      await visit('/desk/integrations/new')
      await fill(page, 'Name', `Access ${randomUUID()}`)
      await fill(page, 'Addresses, one a line', 'nonsense')
      await press(page, 'Create API key')
      await page.getByRole('alert').first().waitFor()
    },
  ],
  [
    'a key of the API that is shown once',
    async (page) => {
      await fill(page, 'Addresses, one a line', '127.0.0.1')
      await press(page, 'Create API key')
      await dialog(page).getByText('Copy the key now.').waitFor()
    },
  ],
  [
    'the card of a key of the API',
    async (page) => {
      await dialog(page).getByRole('button', { name: 'Close' }).last().click()
      await text(page, 'All rights of the login')
    },
  ],
  [
    'a file that holds no settings',
    async (page, { visit }) => {
      await visit('/desk/transfer')
      const buffer = Buffer.from('{"no":"file"}')
      const file = { name: 'settings.json', mimeType: 'application/json', buffer }
      await page.locator('input[type=file]').first().setInputFiles(file)
      await text(page, /^This is not a settings file/)
    },
  ],
  [
    'settings with faults at their fields',
    async (page, { server, visit }) => {
      await server.ask('POST /admin/v1/groups', server.staff, { path: 'demo\\faulty' })
      await visit(group('demo\\faulty'))
      await fill(page, /^Stop out level/, '500')
      await press(page, 'Check')
      await text(page, 'must not be greater than margin_call_level')
    },
  ],
  [
    'settings that another editor has changed, too',
    async (page, { server, visit }) => {
      await server.ask('POST /admin/v1/groups', server.staff, { path: 'demo\\access' })
      await visit(group('demo\\access'))
      await fill(page, /^Leverage · 1 to/, '80')
      await server.patch(`/admin/v1/groups/${encodeURIComponent('demo\\access')}`, { leverage: 65 })
      await text(page, 'Someone else has also changed one field')
    },
  ],
  [
    'a reminder of settings',
    async (page, { visit }) => {
      await press(page, 'Keep mine: Leverage')
      await press(page, 'Save 1 change')
      await press(page, 'Remind me to change it back…')
      await dialog(page).getByLabel('Subject').waitFor()
      await fill(page, /^Time \(/, '2020-01-01T15:00:00')
      await press(page, 'Save reminder')
      await dialog(page).getByText('Enter a time in the future.').waitFor()
      return visit
    },
  ],
  [
    'a request that rules are tested with',
    async (page, { login, visit }) => {
      await visit(`${SETTINGS}/routing`)
      await press(page, 'Test a request')
      await fill(page, 'Account', String(login))
      await fill(page, 'Symbol', 'EURUSD')
      await press(page, 'Test')
      await text(page, /^Deciding rule: /)
    },
  ],
  [
    'exposure of a symbol',
    async (page, { visit }) => {
      await visit('/desk/exposure/EURUSD')
      await page.getByRole('complementary').getByRole('row').nth(1).waitFor()
    },
  ],
  ['exposure on a phone', onPhone],
  [
    'an overview on a phone',
    async (page, { visit }) => {
      await visit('/desk/overview')
      await onPhone(page)
    },
  ],
]

type Claims = { same(found: unknown, wanted: unknown, what: string): unknown }

const NAMES = `[...document.querySelectorAll('main button')]
  .filter((one) => !one.disabled && one.checkVisibility())
  .map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())`

/** The page as it is, and each dialog that a button opens there. */
async function lookAt(t: Claims, page: Page, place: string, seen: Set<string>): Promise<void> {
  t.same(await stateFaults(page), [], place)
  const names = (await page.evaluate<string[]>(NAMES)).filter((name) => name.endsWith('…'))
  for (const name of new Set(names)) {
    if (seen.has(name)) continue
    seen.add(name)
    const { href } = new URL(page.url())
    await press(page, name)
    const faults = await stateFaults(page)
    t.same(TOO_SMALL.has(name) ? [] : faults, [], `${place}: ${name}`)
    await page.keyboard.press('Escape')
    // Some buttons lead to another page.
    if (page.url() !== href) await page.goBack()
  }
}

t.test('every page, every kind of settings and every part of a card', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { page, faults } = await visit('/desk/overview')
  const { login } = await given(server, visit)
  const seen = new Set<string>()
  const placesOf = async (name: string): Promise<string[]> => {
    const links = page.getByRole('navigation', { name }).getByRole('link')
    await links.first().waitFor()
    return links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  }
  const pages = await placesOf('Desk pages')
  t.ok(pages.length > 15, pages.join())
  for (const place of pages) {
    await visit(place)
    await lookAt(t, page, place, seen)
  }
  await visit(SETTINGS)
  const kinds = await placesOf('Settings')
  t.ok(kinds.length > 10, kinds.join())
  for (const place of kinds) {
    await visit(`${place}?make=yes`)
    await lookAt(t, page, `${place}?make=yes`, seen)
  }
  await visit(`/desk/accounts/${login}`)
  const card = page.getByRole('complementary', { name: `Account ${login}` })
  await card.getByRole('tab').first().waitFor()
  const parts = await card.getByRole('tab').allInnerTexts()
  for (const name of parts) {
    await card.getByRole('tab', { name }).click()
    await lookAt(t, page, `part ${name} of a card`, seen)
  }
  for (const name of await menuDialogs(page, 'More')) {
    await press(page, 'More')
    await press(page, name)
    t.same(await stateFaults(page), [], `a card: ${name}`)
    await page.keyboard.press('Escape')
  }
  t.same(faults.said, [])
})

t.test('states of the pages', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { page } = await visit('/desk/overview')
  const one = await given(server, visit)
  for (const [name, reach] of STATES) {
    await t.test(name, async (t) => {
      await reach(page, one)
      t.same(await stateFaults(page), [])
    })
  }
})
